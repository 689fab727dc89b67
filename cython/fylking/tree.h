/* The tree of a Monte Carlo search: nodes, selection, proofs, memory. It knows nothing of a game.
 *
 * The children of a node lie side by side, in a block, within one of the chunks that the tree's
 * memory is made of. There is no position in a node: whoever walks down plays the actions. What a
 * node tells of its worth is told for the seat that chose it, the one that acts at its parent (the
 * root: the first seat), for the same seat may act several times in a row.
 *
 * All arithmetic is exact or rounded once by IEEE 754, so that a search is the same everywhere.
 */
#ifndef FYLKING_TREE_H
#define FYLKING_TREE_H

#include <math.h>

#include "fylking/exact.h"
#include "fylking/spin.h"

enum {
    TREE_CHUNK_BITS = 14,
    TREE_CHUNK = 1 << TREE_CHUNK_BITS, /* nodes */
    TREE_UNIT = 1 << 20,               /* a return of 1 in totals */
    /* What a position is worth to the first seat. */
    TREE_LOST = 0,
    TREE_DRAWN = 1,
    TREE_WON = 2,
    TREE_OPEN = TREE_LOST | TREE_WON << 2, /* bounds: the least and the greatest worth */
    /* Flags of a node. */
    TREE_LAST = 1,    /* of its block */
    TREE_LIVE = 2,    /* the first of a block that push keeps */
    TREE_GAP = 4,     /* the rest of the chunk is no block */
    TREE_PENDING = 8, /* an evaluator has been asked about it */
    TREE_LOGS = 32 * 32
};

/* Below every score: the mean of what need not be looked at again. */
#define TREE_SETTLED (-1e30f)

typedef struct {
    int64_t total;   /* of the returns, in TREE_UNIT */
    uint32_t visits;
    uint32_t first;  /* child, or 0 */
    float mean, rate; /* of the score: mean + rate * (what all siblings have in common) */
    union {
        float prior; /* PUCT */
        struct {
            uint16_t seen, won; /* UCT: simulations with this action later on, and their results,
                                   2 for a win and 1 for a draw (`tree_learn`) */
        };
    };
    uint16_t action;
    uint8_t bounds, flags;
} tree_node_t;

typedef struct {
    tree_node_t **chunk;
    uint32_t chunks, most_chunks; /* there are; there can be */
    uint32_t end;                 /* where the next block goes */
    uint32_t count;               /* nodes in use */
    int full;
    int priors;                   /* whether selection goes by them (PUCT), or not (UCT) */
    float exploration;
    float first_play; /* how much worse than its parent what was never tried is taken to be */
    float rave;       /* visits at which `seen` and `won` weigh half; 0: they are not used */
    float rave_weight; /* 1 / rave */
    spin_t lock;
} tree_t;

static float tree_root_log[TREE_LOGS]; /* see tree_scale */

/* Fills the table; once, before there are trees. */
FYL_COLD void tree_prepare(void)
{
    for (int i = 0; i < TREE_LOGS; i++) {
        double n = (double)((uint64_t)1 << i / 32) * (1 + i % 32 / 32.0);
        tree_root_log[i] = (float)sqrt(exact_log(n)); /* sqrt is exact */
    }
}

FYL_INLINE tree_node_t *tree_at(const tree_t *t, uint32_t i)
{
    return &t->chunk[i >> TREE_CHUNK_BITS][i & (TREE_CHUNK - 1)];
}

/* ---- Memory ---- */

/* Makes room for `n` nodes side by side; 0 when memory is used up. */
FYL_INLINE uint32_t tree_take(tree_t *t, uint32_t n)
{
    uint32_t at = t->end, left = TREE_CHUNK - (at & (TREE_CHUNK - 1));
    if (t->full) return 0;
    if (n > left || at >> TREE_CHUNK_BITS == t->chunks) {
        uint32_t next = n > left ? (at >> TREE_CHUNK_BITS) + 1 : at >> TREE_CHUNK_BITS;
        if (next == t->chunks) {
            if (next < t->most_chunks)
                t->chunk[next] = (tree_node_t *)malloc(TREE_CHUNK * sizeof(tree_node_t));
            if (next >= t->most_chunks || t->chunk[next] == NULL) {
                t->full = 1;
                return 0;
            }
            t->chunks++;
        }
        if (at != next << TREE_CHUNK_BITS) tree_at(t, at)->flags = TREE_GAP;
        at = next << TREE_CHUNK_BITS;
    }
    t->end = at + n;
    t->count += n;
    return at;
}

/* A node that was not visited. Its prior is 0 in UCT, which clears what is in the same place. */
FYL_INLINE void node_clear(tree_node_t *n, int action, float prior, float rate)
{
    n->total = 0;
    n->visits = n->first = 0;
    n->mean = 0;
    n->rate = rate;
    n->prior = prior;
    n->action = (uint16_t)action;
    n->bounds = TREE_OPEN;
    n->flags = 0;
}

/* A tree of one node in at most `memory` bytes. 0, or -1: no memory. */
static inline int tree_plant(tree_t *t, uint64_t memory)
{
    uint64_t most = memory / (TREE_CHUNK * sizeof(tree_node_t));
    uint64_t limit = ((uint64_t)1 << (32 - TREE_CHUNK_BITS)) - 1;
    t->most_chunks = (uint32_t)(most < 1 ? 1 : most > limit ? limit : most);
    t->chunk = (tree_node_t **)calloc(t->most_chunks, sizeof *t->chunk);
    if (t->chunk == NULL) return -1;
    tree_take(t, 1);
    if (t->full) return -1;
    node_clear(tree_at(t, 0), 0, 0, 1);
    tree_at(t, 0)->flags = TREE_LAST;
    return 0;
}

static inline void tree_shrink(tree_t *t, uint32_t chunks)
{
    while (t->chunks > chunks) free(t->chunk[--t->chunks]);
}

static inline void tree_fell(tree_t *t)
{
    if (t->chunk) tree_shrink(t, 0);
    free(t->chunk);
    t->chunk = NULL;
}

/* Marks the block of a node's children, if there is one, and leaves in it who its parent is: that
 * changes places with `visits` of the first child until the block is moved. */
static inline void tree_mark(tree_t *t, uint32_t parent)
{
    tree_node_t *n = tree_at(t, parent), *child;
    if (n->first == 0) return;
    child = tree_at(t, n->first);
    n->first = child->visits;
    child->visits = parent;
    child->flags |= TREE_LIVE;
}

/* Makes `kept` the root (NULL: a new node) and gives up what is not below it. A block lies behind
 * its parent; the blocks that are kept move towards the front, in order. */
static inline void tree_keep(tree_t *t, const tree_node_t *kept)
{
    tree_node_t *root = tree_at(t, 0);
    uint32_t at = 1, end = t->end;
    if (kept)
        *root = *kept;
    else
        node_clear(root, 0, 0, 1);
    root->flags = TREE_LAST;
    t->full = 0;
    t->end = t->count = 1;
    tree_mark(t, 0);
    while (at < end) {
        tree_node_t *from = tree_at(t, at);
        uint32_t n = 1, to, parent;
        if ((at & (TREE_CHUNK - 1)) && (from->flags & TREE_GAP)) {
            at = ((at >> TREE_CHUNK_BITS) + 1) << TREE_CHUNK_BITS;
            continue;
        }
        while (!(from[n - 1].flags & TREE_LAST)) n++;
        at += n;
        if (!(from->flags & TREE_LIVE)) continue;
        from->flags &= (uint8_t)~TREE_LIVE;
        parent = from->visits;
        from->visits = tree_at(t, parent)->first;
        to = tree_take(t, n);
        memmove(tree_at(t, to), from, n * sizeof *from);
        tree_at(t, parent)->first = to;
        for (uint32_t i = to; i < to + n; i++) tree_mark(t, i);
    }
    tree_shrink(t, ((t->end - 1) >> TREE_CHUNK_BITS) + 1);
}

/* ---- Selection ---- */

FYL_INLINE int node_is_settled(const tree_node_t *n) { return (n->bounds & 3) == n->bounds >> 2; }

/* Brings the mean up to date. UCT: with RAVE (Gelly and Silver 2011) in the weight that would give
 * the least error. */
FYL_INLINE void tree_average(const tree_t *t, tree_node_t *n)
{
    float visits = (float)n->visits, seen, won;
    n->mean = n->visits ? (float)n->total / (visits * TREE_UNIT) : 0;
    if (!t->priors && n->seen) {
        seen = (float)n->seen;
        won = (float)n->won - seen;
        n->mean += (won - seen * n->mean) / (seen + visits + seen * visits * t->rave_weight);
    }
    if (node_is_settled(n)) n->mean = TREE_SETTLED;
}

/* Brings mean and rate up to date. */
FYL_INLINE void tree_rate(const tree_t *t, tree_node_t *n)
{
    float visits = (float)n->visits;
    tree_average(t, n);
    n->rate = t->priors ? n->prior / (1 + visits) : n->visits ? 1 / sqrtf(visits) : 1;
}

/* What is common to the scores of a node's children. UCT: exploration * sqrt(log(visits)), where
 * the logarithm comes from a table by the six highest bits of the number. */
FYL_INLINE float tree_scale(const tree_t *t, const tree_node_t *parent)
{
    if (t->priors) return t->exploration * sqrtf((float)parent->visits);
    uint32_t n = parent->visits + 1;
    int k = highest64(n);
    uint32_t m = (k >= 5 ? n >> (k - 5) : n << (5 - k)) & 31;
    return t->exploration * tree_root_log[k * 32 + m];
}

/* The child to look at next, or NULL when all are settled. `worth`: the parent's mean for the seat
 * that acts at it. The untried children come last, the most promising of them first, unless they
 * were seen elsewhere (RAVE). */
FYL_INLINE tree_node_t *tree_select(const tree_t *t, const tree_node_t *parent, float worth)
{
    float scale = tree_scale(t, parent), top = TREE_SETTLED / 2;
    tree_node_t *best = NULL;
    for (tree_node_t *n = tree_at(t, parent->first);; n++) {
        float score = n->mean + scale * n->rate;
        if (n->visits == 0) {
            if (t->priors || !n->seen) score = worth - t->first_play + scale * n->rate;
            if (t->rave <= 0) return score > top ? n : best;
        }
        if (score > top) {
            top = score;
            best = n;
        }
        if (n->flags & TREE_LAST) return best;
    }
}

/* RAVE: the children of a node learn from a simulation, whose result for the seat that acts at the
 * node was 0, 1 or 2: all of them whose action this seat played at any time from then on, which is
 * when `played` has `now` at the action's number. */
FYL_INLINE void tree_learn(const tree_t *t, const tree_node_t *parent, const uint32_t *played,
                           uint32_t now, int result)
{
    for (tree_node_t *n = tree_at(t, parent->first);; n++) {
        if (played[n->action] == now) {
            if (n->seen == 0x7fff) {
                n->seen /= 2;
                n->won /= 2;
            }
            n->seen++;
            n->won = (uint16_t)(n->won + result);
            tree_average(t, n);
        }
        if (n->flags & TREE_LAST) break;
    }
}

/* ---- Proofs ---- */

/* Finds the bounds of a node, at which `seat` acts, from those of its children. Returns whether
 * they have changed. */
FYL_INLINE int tree_bound(const tree_t *t, tree_node_t *parent, int seat)
{
    int low = seat ? TREE_WON : TREE_LOST, high = low, bounds;
    for (const tree_node_t *n = tree_at(t, parent->first);; n++) {
        int l = n->bounds & 3, h = n->bounds >> 2;
        low = seat ? (l < low ? l : low) : (l > low ? l : low);
        high = seat ? (h < high ? h : high) : (h > high ? h : high);
        if (n->flags & TREE_LAST) break;
    }
    bounds = low | high << 2;
    if (bounds == parent->bounds) return 0;
    parent->bounds = (uint8_t)bounds;
    return 1;
}

/* ---- Paths ---- */

typedef struct {
    tree_node_t *node;
    int64_t held; /* what was added to its total while the result is not known */
    int seat;     /* that chose it */
    int learns;   /* whether its parent's children learn from what is played later (RAVE) */
} tree_step_t;

/* Counts a visit along a path before its result is known, so that other threads, or other leaves
 * of a batch, look elsewhere. UCT: as another result like those before (Liu et al. 2020), for with
 * little exploration a loss would send them far from where the search wants to go; only what has
 * none counts as lost. PUCT, with many leaves at once: as a loss. */
FYL_INLINE void tree_reserve(const tree_t *t, tree_step_t *path, int depth)
{
    for (int i = 0; i <= depth; i++) {
        tree_node_t *n = path[i].node;
        path[i].held = t->priors || !n->visits ? -TREE_UNIT : n->total / n->visits;
        n->total += path[i].held;
        n->visits++;
        tree_rate(t, n);
    }
}

/* Takes that back. */
FYL_INLINE void tree_release(const tree_t *t, const tree_step_t *path, int depth)
{
    for (int i = 0; i <= depth; i++) {
        path[i].node->visits--;
        path[i].node->total -= path[i].held;
        tree_rate(t, path[i].node);
    }
}

/* Brings a result, in TREE_UNIT and for the first seat, to all nodes of a path. */
FYL_INLINE void tree_back_up(const tree_t *t, const tree_step_t *path, int depth, int result,
                             int reserved)
{
    for (int i = depth; i >= 0; i--) {
        tree_node_t *n = path[i].node;
        n->total += (path[i].seat ? -result : result) - (reserved ? path[i].held : 0);
        n->visits += !reserved;
        tree_rate(t, n);
    }
}

/* The last node of a path is worth just `worth` (to the first seat): so for what follows above. */
FYL_INLINE void tree_settle(const tree_t *t, const tree_step_t *path, int depth, int worth)
{
    path[depth].node->bounds = (uint8_t)(worth | worth << 2);
    tree_rate(t, path[depth].node);
    for (int i = depth - 1; i >= 0; i--) {
        if (!tree_bound(t, path[i].node, path[i + 1].seat)) break;
        tree_rate(t, path[i].node);
    }
}

#endif

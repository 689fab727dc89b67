/* Freeze: whole turns (FZ9) counted without listing them.
 *
 * After a path of jumps the k pieces of FZ5 can be placed in C(S, k) ways on the S enemy soldiers,
 * so one turn is a sum over paths. Two turns are one too: a freeze changes neither which squares
 * are occupied nor the stacks of the player who jumped, so how a soldier of the other side can
 * jump does not depend on which of its fellows were frozen.
 */
#ifndef FYLKING_FREEZE_TURNS_H
#define FYLKING_FREEZE_TURNS_H

#include "fylking/freeze.h"

/* Counting that can be given up: there can be very many paths. */
typedef struct {
    int (*poll)(void *context); /* or NULL; called at every jump, and not 0 to give up */
    void *context;
    int status; /* what poll returned last, 0 at first; when not 0 the count means nothing */
} freeze_counter_t;

/* "n choose k"; 0 when k > n. n is at most 48, the pieces of one side on size 10. */
FYL_INLINE uint64_t freeze_choose(int n, int k)
{
    uint64_t ways = 1;
    if (k < 0 || k > n) return 0;
    if (2 * k > n) k = n - k;
    for (int i = 1; i <= k; i++) ways = ways * (uint64_t)(n - k + i) / (uint64_t)i;
    return ways;
}

/* What the player not to move has left to freeze, and how many pieces go there (FZ5). */
FYL_INLINE void freeze_placing(const freeze_t *s, int *soldiers, int *pieces)
{
    *soldiers = squares_count(freeze_enemy_soldiers(s, s->board->words), s->board->words);
    *pieces = s->captured < *soldiers ? s->captured : *soldiers;
}

/* A sum over every path of jumps that ends here or goes on from here; `s` has jumped already and
 * its soldier stands on `at`. `replies`: count two turns, not one. */
static uint64_t freeze_count_paths(const freeze_t *s, int at, int replies,
                                   freeze_counter_t *counter);

/* Sum over all the jumps of a turn that begins at `s`, by paths. */
static uint64_t freeze_count_jumping(const freeze_t *s, int replies, freeze_counter_t *counter)
{
    const torus_t *b = s->board;
    uint64_t turns = 0;
    for (int d = 0; d < 4; d++) {
        for (int i = 0; i < b->words; i++) {
            for (uint64_t w = s->jumps[d].w[i]; w; w &= w - 1) {
                freeze_t next = *s;
                int from = i * b->half + lowest64(w);
                int at = freeze_jump(&next, from, d, b->words);
                turns += freeze_count_paths(&next, at, replies, counter);
            }
        }
    }
    return turns;
}

/* The turns that follow when the mover of `s` ends its turn now and places pieces (FZ5). */
static uint64_t freeze_count_replies(const freeze_t *s, freeze_counter_t *counter)
{
    freeze_t next = *s;
    int soldiers, pieces, jumpers;
    squares_t any;
    freeze_placing(s, &soldiers, &pieces);
    next.turn.to_move ^= 1;
    next.captured = 0;
    freeze_find_jumps(&next);
    any = squares_or(squares_or(next.jumps[0], next.jumps[1], 2),
                     squares_or(next.jumps[2], next.jumps[3], 2), 2);
    jumpers = squares_count(any, next.board->words);
    if (jumpers == 0) return 0; /* FZ6: lost at once, whatever is frozen */
    /* Each jumper's turns count once for every choice that leaves it unfrozen; the pass for every
     * choice that leaves some jumper unfrozen. */
    return freeze_choose(soldiers - 1, pieces) * freeze_count_jumping(&next, 0, counter) +
           freeze_choose(soldiers, pieces) - freeze_choose(soldiers - jumpers, pieces - jumpers);
}

static uint64_t freeze_count_paths(const freeze_t *s, int at, int replies,
                                   freeze_counter_t *counter)
{
    uint64_t turns;
    int soldiers, pieces, chain = freeze_find_chain(s, at, s->board->words);
    if (counter->poll && counter->status == 0) counter->status = counter->poll(counter->context);
    if (counter->status != 0) return 0;
    if (replies) {
        turns = freeze_count_replies(s, counter);
    } else {
        freeze_placing(s, &soldiers, &pieces);
        turns = freeze_choose(soldiers, pieces);
    }
    for (; chain; chain &= chain - 1) {
        freeze_t next = *s;
        int land = freeze_jump(&next, at, lowest64((uint64_t)chain), s->board->words);
        turns += freeze_count_paths(&next, land, replies, counter);
    }
    return turns;
}

/* Number of turns, or of ways to finish the turn within which `s` is. */
static uint64_t freeze_count_turns(const freeze_t *s, freeze_counter_t *counter)
{
    switch (s->turn.stage) {
    case STAGE_PLAY:
    case STAGE_PASSED:
        return freeze_count_jumping(s, 0, counter) + 1; /* FZ6: the pass */
    case STAGE_JUMP:
        return freeze_count_paths(s, s->at, 0, counter);
    case STAGE_FREEZE: {
        freeze_t first = *s; /* FZ7: any set of soldiers above the one frozen last */
        first.left = 1;
        return freeze_choose(
            squares_count(freeze_find_freezes(&first, s->board->words), s->board->words), s->left);
    }
    default:
        return 0;
    }
}

/* Number of sequences of two turns; `s` is at the start of a turn or in its jumps. */
static inline uint64_t freeze_count_two_turns(const freeze_t *s, freeze_counter_t *counter)
{
    freeze_t passed = *s;
    switch (s->turn.stage) {
    case STAGE_PLAY:
        freeze_apply(&passed, 5 * s->board->squares + 1);
        return freeze_count_jumping(s, 1, counter) + freeze_count_turns(&passed, counter);
    case STAGE_PASSED: /* a pass now ends the game */
        return freeze_count_jumping(s, 1, counter);
    case STAGE_JUMP:
        return freeze_count_paths(s, s->at, 1, counter);
    default:
        return 0;
    }
}

#endif

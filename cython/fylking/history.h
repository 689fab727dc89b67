/* The past of a position: a chain of snapshots that copies share, so that copying is cheap however
 * long the game was. Used with the GIL held. */
#ifndef FYLKING_HISTORY_H
#define FYLKING_HISTORY_H

#include "fylking/bits.h"

enum { PAST_WHOLE = 1024 }; /* bytes up to which a snapshot is kept as it is */

typedef struct past_t {
    struct past_t *before;
    size_t refs, size; /* bytes of the state */
    int32_t action;    /* the one taken from the state below */
    int32_t kept;      /* words kept of it: what the action changed; -1: all of it */
    uint64_t state[];
} past_t;

/* A new last snapshot, or NULL when there is no memory. Takes over the reference to `before`. */
static inline past_t *past_push(past_t *before, const void *state, size_t size, int action)
{
    past_t *node = (past_t *)malloc(sizeof *node + size);
    if (node == NULL) return NULL;
    node->before = before;
    node->refs = 1;
    node->size = size;
    node->action = action;
    node->kept = -1;
    memcpy(node->state, state, size);
    return node;
}

/* A word of a state, whatever type was written there. */
#if defined(__GNUC__)
typedef uint64_t __attribute__((may_alias)) past_word_t;
#else
typedef uint64_t past_word_t;
#endif

/* Which of the i-th word and the next seven, of n, are not what they were, as bits. */
static inline uint64_t past_changed(const uint64_t *was, const past_word_t *now, size_t n, size_t i)
{
    uint64_t bits = 0, any = 0;
    if (i + 8 <= n) {
        for (size_t k = 0; k < 8; k++) any |= was[i + k] ^ now[i + k];
        if (any == 0) return 0; /* so it is most often */
    }
    for (size_t k = 0; k < 8 && i + k < n; k++)
        bits |= (uint64_t)(was[i + k] != now[i + k]) << k;
    return bits;
}

/* The last snapshot again, after its action has made `state`. Of a long one, which would fill the
 * caches with what has not changed, only those words stay that have: before up to eight of them,
 * where the eight begin and which they are. It stays whole where much has changed, or where less
 * of the state is in use than before. */
static inline past_t *past_settle(past_t *node, const void *state, size_t size)
{
    const past_word_t *now = (const past_word_t *)state;
    uint64_t words[PAST_WHOLE / sizeof(uint64_t) + 9];
    size_t n = node->size / sizeof *words, kept = 0;
    if (node->size <= PAST_WHOLE || size < node->size || node->size % sizeof *words) return node;
    for (size_t i = 0; i < n; i += 8) {
        uint64_t changed = past_changed(node->state, now, n, i);
        if (changed == 0) continue;
        if (kept > PAST_WHOLE / sizeof *words) return node;
        words[kept++] = (uint64_t)i << 8 | changed;
        for (uint64_t bits = changed; bits; bits &= bits - 1)
            words[kept++] = node->state[i + (size_t)lowest64(bits)];
    }
    past_t *settled = (past_t *)malloc(sizeof *settled + kept * sizeof *words);
    if (settled == NULL) return node;
    *settled = *node;
    settled->kept = (int32_t)kept;
    memcpy(settled->state, words, kept * sizeof *words);
    free(node);
    return settled;
}

static inline void past_restore(const past_t *node, void *state)
{
    past_word_t *words = (past_word_t *)state;
    if (node->kept < 0) {
        memcpy(state, node->state, node->size);
        return;
    }
    for (int32_t i = 0; i < node->kept;) {
        uint64_t eight = node->state[i++];
        for (uint64_t bits = eight & 0xff; bits; bits &= bits - 1)
            words[(eight >> 8) + (uint64_t)lowest64(bits)] = node->state[i++];
    }
}

static inline past_t *past_share(past_t *node)
{
    if (node) node->refs++;
    return node;
}

/* Gives up a reference. */
static inline void past_drop(past_t *node)
{
    while (node && --node->refs == 0) {
        past_t *before = node->before;
        free(node);
        node = before;
    }
}

/* Puts the last snapshot back into `state`, which is what its action made; returns the one before
 * it, as a reference. */
static inline past_t *past_pop(past_t *node, void *state)
{
    past_t *before = past_share(node->before);
    past_restore(node, state);
    past_drop(node);
    return before;
}

#endif

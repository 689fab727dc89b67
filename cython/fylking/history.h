/* The past of a position: a chain of snapshots that copies share, so that copying is cheap however
 * long the game was. Used with the GIL held. */
#ifndef FYLKING_HISTORY_H
#define FYLKING_HISTORY_H

#include "fylking/bits.h"

typedef struct past_t {
    struct past_t *before;
    size_t refs, size;
    int32_t action;   /* the one taken from the state below */
    uint64_t state[]; /* `size` bytes */
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
    memcpy(node->state, state, size);
    return node;
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

/* Puts the last snapshot back into `state`; returns the one before it, as a reference. */
static inline past_t *past_pop(past_t *node, void *state)
{
    past_t *before = past_share(node->before);
    memcpy(state, node->state, node->size);
    past_drop(node);
    return before;
}

#endif

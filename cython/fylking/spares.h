/* Blocks of one length that are no longer in use, kept for the next ones. The GIL is held. */
#ifndef FYLKING_SPARES_H
#define FYLKING_SPARES_H

#include "fylking/bits.h"

enum { MAX_SPARES = 64 };

typedef struct {
    void *block[MAX_SPARES];
    int count;
} spares_t;

/* A block of `length` bytes, always the same for these spares; NULL when there is no memory. */
static inline void *spares_take(spares_t *spares, size_t length)
{
    return spares->count ? spares->block[--spares->count] : malloc(length);
}

static inline void spares_give(spares_t *spares, void *block)
{
    if (block == NULL) return;
    if (spares->count == MAX_SPARES)
        free(block);
    else
        spares->block[spares->count++] = block;
}

#endif

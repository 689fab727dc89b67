/* Flips one stone of a Fravan position and keeps the cascade's books, as a step must. */
#ifndef STUB_H
#define STUB_H

#include "fylking/fravan.h"

static void stub_flip(fravan_t *s, fravan_cascade_t *c, int p)
{
    const hexhex_t *b = s->board;
    for (int axis = 0; axis < 3; axis++)
        s->line[b->line[p][axis]].white ^= (uint32_t)1 << (b->place[p][axis] + LANE_LOW);
    c->flipped[p >> 6] ^= (uint64_t)1 << (p & 63);
    c->flip[c->flips++] = (int16_t)p;
}

/* Brings all flanks up to date after flips by hand. */
static void stub_refresh(fravan_t *s)
{
    uint64_t by[2], gained[2], lost[2];
    for (int p = 0; p < s->board->points; p++) fravan_refresh(s, p, by, gained, lost);
}

#endif

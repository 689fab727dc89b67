/* The square board of Freeze that wraps around (RULES B5), and sets of its squares.
 *
 * A set is one word for sizes 6 and 8, and for size 10 two words of half a board each, so that one
 * shape of code turns the board in every direction on every size. Functions take the number of
 * words as a constant that the compiler folds away.
 */
#ifndef FYLKING_TORUS_H
#define FYLKING_TORUS_H

#include "fylking/rng.h"
#include "fylking/turn.h"

enum {
    TORUS_MAX_SIZE = 10,
    TORUS_MAX_SQUARES = TORUS_MAX_SIZE * TORUS_MAX_SIZE,
    TORUS_BYTES = HEAD_BYTES + TORUS_MAX_SQUARES + 12 /* canonical bytes, room for whole words */
};

typedef struct {
    uint64_t w[2];
} squares_t;

typedef struct {
    int32_t size, squares, words, half; /* half: squares in a word */
    squares_t all, not_first, not_last; /* every square; those not on the first, last file */
    uint8_t step[TORUS_MAX_SQUARES][4]; /* the next square in each direction (B5) */
} torus_t;

static const int8_t TORUS_STEP[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}}; /* B5: E, N, W, S */

/* Which word a square is in, and which bit of it. */
FYL_INLINE int squares_word(const torus_t *b, int square, const int words)
{
    return words > 1 && square >= b->half;
}

FYL_INLINE int squares_bit(const torus_t *b, int square, const int words)
{
    return square - (squares_word(b, square, words) ? b->half : 0);
}

FYL_INLINE int squares_has(const torus_t *b, squares_t x, int square, const int words)
{
    return (int)(x.w[squares_word(b, square, words)] >> squares_bit(b, square, words) & 1);
}

FYL_INLINE squares_t squares_one(const torus_t *b, int square, const int words)
{
    uint64_t bit = (uint64_t)1 << squares_bit(b, square, words);
    int high = squares_word(b, square, words);
    squares_t x = {{high ? 0 : bit, high ? bit : 0}};
    return x;
}

FYL_INLINE squares_t squares_and(squares_t x, squares_t y, const int words)
{
    x.w[0] &= y.w[0];
    if (words > 1) x.w[1] &= y.w[1];
    return x;
}

FYL_INLINE squares_t squares_or(squares_t x, squares_t y, const int words)
{
    x.w[0] |= y.w[0];
    if (words > 1) x.w[1] |= y.w[1];
    return x;
}

/* x without y */
FYL_INLINE squares_t squares_less(squares_t x, squares_t y, const int words)
{
    x.w[0] &= ~y.w[0];
    if (words > 1) x.w[1] &= ~y.w[1];
    return x;
}

FYL_INLINE int squares_any(squares_t x, const int words)
{
    return (words > 1 ? x.w[0] | x.w[1] : x.w[0]) != 0;
}

FYL_INLINE int squares_count(squares_t x, const int words)
{
    return popcount64(x.w[0]) + (words > 1 ? popcount64(x.w[1]) : 0);
}

/* The k-th square of the set, 0 <= k < squares_count. */
FYL_INLINE int squares_nth(const torus_t *b, squares_t x, int k, const int words)
{
    int low = words > 1 ? popcount64(x.w[0]) : 64;
    return k < low ? select64(x.w[0], k) : b->half + select64(x.w[1], k - low);
}

/* Every square of the set moved one step in direction d. */
FYL_INLINE squares_t squares_step(const torus_t *b, squares_t x, int d, const int words)
{
    int m = b->size, top = b->half - m;
    squares_t y = {{0, 0}};
    for (int i = 0; i < words; i++) {
        uint64_t here = x.w[i], other = x.w[words - 1 - i], all = b->all.w[i];
        switch (d) {
        case 0: /* E */
            y.w[i] = (here & b->not_last.w[i]) << 1 | (here & ~b->not_last.w[i]) >> (m - 1);
            break;
        case 1: /* N */
            y.w[i] = (here << m & all) | other >> top;
            break;
        case 2: /* W */
            y.w[i] = (here & b->not_first.w[i]) >> 1 | (here & ~b->not_first.w[i]) << (m - 1);
            break;
        default: /* S */
            y.w[i] = here >> m | (other << top & all);
        }
    }
    return y;
}

/* A plane of an observation, a byte a square: 1 for the squares of the set. Writes whole groups of
 * 8: what is written too far must be overwritten by the next plane. Returns where that begins. */
FYL_INLINE uint8_t *squares_plane(const torus_t *b, squares_t x, uint8_t *out)
{
    for (int i = 0; i < b->words; i++) {
        for (int first = 0; first < b->half; first += 8)
            put8(out + i * b->half + first, spread8(x.w[i] >> first & 0xff));
    }
    return out + b->squares;
}

/* A plane of one number. Returns where the next plane begins. */
FYL_INLINE uint8_t *number_plane(const torus_t *b, int number, uint8_t *out)
{
    memset(out, number, (size_t)b->squares);
    return out + b->squares;
}

/* Fills the tables of one size: 6, 8 or 10. */
FYL_COLD void torus_init(torus_t *b, int size)
{
    memset(b, 0, sizeof *b);
    b->size = size;
    b->squares = size * size;
    b->words = b->squares > 64 ? 2 : 1;
    b->half = b->squares / b->words;
    for (int square = 0; square < b->squares; square++) {
        int file = square % size, rank = square / size;
        squares_t one = squares_one(b, square, b->words);
        b->all = squares_or(b->all, one, 2);
        if (file != 0) b->not_first = squares_or(b->not_first, one, 2);
        if (file != size - 1) b->not_last = squares_or(b->not_last, one, 2);
        for (int d = 0; d < 4; d++) {
            int f = (file + TORUS_STEP[d][0] + size) % size;
            int r = (rank + TORUS_STEP[d][1] + size) % size;
            b->step[square][d] = (uint8_t)(r * size + f);
        }
    }
}

#endif

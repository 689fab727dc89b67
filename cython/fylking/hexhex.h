/* The hexagonal board of Fravan, Herfor and Frasvel (RULES B1-B4), and sets of its points.
 *
 * A line is a maximal row of points on one axis: lines 0..side-1 are the ranks (E-W axis),
 * then come the diagonals (NE-SW), then the files (N-S). A point's place on a line is its file
 * on ranks and diagonals, its rank on files: an absolute coordinate, so that places off the
 * board are simply never occupied.
 */
#ifndef FYLKING_HEXHEX_H
#define FYLKING_HEXHEX_H

#include "fylking/rng.h"
#include "fylking/turn.h"

enum {
    HEX_MAX_SIZE = 10,
    HEX_MAX_SIDE = 2 * HEX_MAX_SIZE - 1,
    HEX_MAX_POINTS = 3 * HEX_MAX_SIZE * (HEX_MAX_SIZE - 1) + 1,
    HEX_MAX_LINES = 3 * HEX_MAX_SIDE,
    HEX_WORDS = (HEX_MAX_POINTS + 63) / 64,
    HEX_GRID = HEX_MAX_SIDE * HEX_MAX_SIDE, /* cells of a plane of an observation */
    HEX_BYTES = HEAD_BYTES + HEX_MAX_POINTS + 25 /* canonical bytes, with room for whole words */
};

/* Three lines side by side in one word: one lane of 21 bits an axis. */
enum { LANE = 21, LANE_LOW = 1 /* bit of place 0, so that a guard bit lies below it */ };
#define LANE_MASK (((uint64_t)1 << LANE) - 1)
#define LANES(x) ((uint64_t)(x) | (uint64_t)(x) << LANE | (uint64_t)(x) << 2 * LANE)

typedef struct {
    int32_t size, side, points, words; /* words: of 64 bits, in a set of points */
    uint8_t file[HEX_MAX_POINTS], rank[HEX_MAX_POINTS];
    /* 16 bits wide: bytes may alias anything, and would be read again after every store. */
    uint16_t line[HEX_MAX_POINTS][3], place[HEX_MAX_POINTS][3];
    uint64_t lanes[HEX_MAX_POINTS]; /* a point's bit in each of its three lanes */
    int16_t point[HEX_MAX_LINES][HEX_MAX_SIDE + 1]; /* point at a place of a line, or -1 */
    int16_t neighbour[HEX_MAX_POINTS][6];           /* B2; or -1 */
    int16_t rank_point[HEX_MAX_SIDE];               /* lowest point of a rank ... */
    uint8_t rank_file[HEX_MAX_SIDE];                /* ... its file ... */
    uint8_t rank_length[HEX_MAX_SIDE];              /* ... and how many points the rank has */
    uint32_t rank_mask[HEX_MAX_SIDE];               /* files of a rank that are on the board */
    uint64_t centre[HEX_MAX_SIZE]; /* lanes: places with room for d more on both sides */
    uint8_t grid[HEX_GRID]; /* by rank * side + file: 1 on the board, 0 off it */
} hexhex_t;

static const int8_t HEX_STEP[6][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 0}, {-1, -1}, {0, -1}}; /* B2 */

/* Fills the tables of one size, 2..HEX_MAX_SIZE. */
FYL_COLD void hexhex_init(hexhex_t *b, int size)
{
    int side = 2 * size - 1, n = 0;
    memset(b, 0, sizeof *b);
    memset(b->point, 0xff, sizeof b->point);
    b->size = size;
    b->side = side;
    for (int rank = 0; rank < side; rank++) { /* B4: by rank, then by file */
        b->rank_point[rank] = (int16_t)n;
        b->rank_file[rank] = (uint8_t)(rank < size ? 0 : rank - size + 1);
        for (int file = 0; file < side; file++) {
            if (file - rank >= size || rank - file >= size) continue; /* B1 */
            int lines[3] = {rank, side + file - rank + size - 1, 2 * side + file};
            int places[3] = {file, file, rank};
            for (int axis = 0; axis < 3; axis++) {
                b->line[n][axis] = (uint16_t)lines[axis];
                b->place[n][axis] = (uint16_t)places[axis];
                b->point[lines[axis]][places[axis]] = (int16_t)n;
                b->lanes[n] |= (uint64_t)1 << (places[axis] + LANE_LOW + axis * LANE);
            }
            b->file[n] = (uint8_t)file;
            b->rank[n] = (uint8_t)rank;
            b->rank_mask[rank] |= (uint32_t)1 << file;
            b->rank_length[rank]++;
            b->grid[rank * side + file] = 1;
            n++;
        }
    }
    b->points = n;
    b->words = (n + 63) / 64;
    for (int p = 0; p < n; p++) {
        for (int d = 0; d < 6; d++) {
            int file = b->file[p] + HEX_STEP[d][0], rank = b->rank[p] + HEX_STEP[d][1];
            int on = file >= 0 && rank >= 0 && file < side && rank < side;
            b->neighbour[p][d] = on ? b->point[rank][file] : (int16_t)-1;
        }
    }
    for (int d = 1; d < size; d++) {
        uint64_t lane = 0;
        for (int place = d; place + d < side; place++) lane |= (uint64_t)1 << (place + LANE_LOW);
        b->centre[d] = LANES(lane);
    }
}

/* ---- Sets of points: bit p of words[p / 64]. ---- */

FYL_INLINE int set_has(const uint64_t *set, int p) { return (int)(set[p >> 6] >> (p & 63) & 1); }
FYL_INLINE void set_add(uint64_t *set, int p) { set[p >> 6] |= (uint64_t)1 << (p & 63); }
FYL_INLINE void set_remove(uint64_t *set, int p) { set[p >> 6] &= ~((uint64_t)1 << (p & 63)); }

FYL_INLINE int set_count(const uint64_t *set, int words)
{
    int n = 0;
    for (int i = 0; i < words; i++) n += popcount64(set[i]);
    return n;
}

/* The k-th point of the set, 0 <= k < set_count; without a branch that depends on k. */
FYL_INLINE int set_nth(const uint64_t *set, int words, int k)
{
    int word = 0, below = 0, sum = 0;
    for (int i = 0; i < words - 1; i++) {
        sum += popcount64(set[i]);
        word = k >= sum ? i + 1 : word;
        below = k >= sum ? sum : below;
    }
    return 64 * word + select64(set[word], k - below);
}

/* Writes the points in ascending order; returns how many. */
FYL_INLINE int set_list(const uint64_t *set, int words, int32_t *out)
{
    int n = 0;
    for (int i = 0; i < words; i++)
        for (uint64_t w = set[i]; w; w &= w - 1) out[n++] = 64 * i + lowest64(w);
    return n;
}

/* A byte a point of the board, 1 for those of the set: exactly so many bytes. */
FYL_INLINE void set_mask(const uint64_t *set, int points, uint8_t *out)
{
    int p = 0;
    for (; p + 8 <= points; p += 8) put8(out + p, spread8(set[p >> 6] >> (p & 63) & 0xff));
    for (; p < points; p++) out[p] = (uint8_t)set_has(set, p);
}

/* The set of points whose ranks are `files` (bits by file), on the board only. */
FYL_INLINE void set_from_ranks(const hexhex_t *b, const uint32_t files[HEX_MAX_SIDE],
                               uint64_t set[HEX_WORDS])
{
    uint64_t word = 0;
    int filled = 0, words = 0;
    for (int rank = 0; rank < b->side; rank++) {
        uint64_t bits = files[rank] >> b->rank_file[rank];
        word |= bits << filled;
        filled += b->rank_length[rank];
        if (filled >= 64) {
            set[words++] = word;
            filled -= 64;
            word = bits >> (b->rank_length[rank] - filled);
        }
    }
    if (words < HEX_WORDS) set[words++] = word;
    while (words < HEX_WORDS) set[words++] = 0;
}

/* ---- Lanes: the three lines through a point. ---- */

/* The point at bit `bit` of the lanes through `p`. */
FYL_INLINE int lanes_point(const hexhex_t *b, int p, int bit)
{
    int axis = (bit >= LANE) + (bit >= 2 * LANE);
    return b->point[b->line[p][axis]][bit - axis * LANE - LANE_LOW];
}

/* ---- Two-coloured boards. ---- */

/* int8 cells of one rank: +1 where `black`, -1 where `white` (bits by file). Writes whole groups
 * of 8 cells: `out` needs room for 24, and the next rank overwrites what lies beyond. */
FYL_INLINE void rank_cells(const hexhex_t *b, int rank, uint32_t black, uint32_t white, int8_t *out)
{
    int first = b->rank_file[rank];
    black >>= first;
    white >>= first;
    for (int i = 0; i < b->rank_length[rank]; i += 8) {
        uint64_t plus = spread8(black >> i & 0xff), minus = spread8(white >> i & 0xff);
        put8(out + i, plus | minus * 0xff);
    }
}

/* ---- Planes of an observation: a byte a cell of the grid of `side` x `side`, rank 1 first. ---- */

/* One rank of a plane: 1 where `files` has a bit. Writes whole groups of 8 or 16 cells: what is
 * written too far must be overwritten by the next rank or plane. */
FYL_INLINE void rank_plane(const hexhex_t *b, uint32_t files, uint8_t *out)
{
    int i = 0;
#if defined(FYL_AVX2)
    const __m128i bytes = _mm_set_epi8(1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0);
    const __m128i bits = _mm_set1_epi64x((int64_t)0x8040201008040201u);
    __m128i cells = _mm_shuffle_epi8(_mm_cvtsi32_si128((int)files), bytes);
    cells = _mm_cmpeq_epi8(_mm_and_si128(cells, bits), bits);
    _mm_storeu_si128((__m128i *)out, _mm_and_si128(cells, _mm_set1_epi8(1)));
    i = 16;
#endif
    for (; i < b->side; i += 8) put8(out + i, spread8(files >> i & 0xff));
}

/* A plane that is the same everywhere on the board. Returns where the next plane begins. */
FYL_INLINE uint8_t *hexhex_flag_plane(const hexhex_t *b, int flag, uint8_t *out)
{
    size_t cells = (size_t)(b->side * b->side);
    if (flag)
        memcpy(out, b->grid, cells);
    else
        memset(out, 0, cells);
    return out + cells;
}

/* The last planes of every game on this board: which colour the mover has, then the stage, one
 * plane for each of the stages that the game has, but for STAGE_PLAY. */
FYL_INLINE void hexhex_turn_planes(const hexhex_t *b, const turn_t *t, int last_stage, uint8_t *out)
{
    static const uint8_t stages[] = {STAGE_OPEN, STAGE_CHOOSE, STAGE_PASSED, STAGE_OVER_PASSES,
                                     STAGE_OVER};
    size_t cells = (size_t)(b->side * b->side);
    int count = 0;
    while (count < 5 && stages[count] <= last_stage) count++;
    memset(out, 0, (size_t)(1 + count) * cells);
    if (t->to_move == WHITE) memcpy(out, b->grid, cells);
    for (int i = 0; i < count; i++)
        if (t->stage == stages[i]) memcpy(out + (size_t)(1 + i) * cells, b->grid, cells);
}

#endif

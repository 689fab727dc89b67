/* Frasvel: stacks that absorb groups. Rules FS; actions A: 0..n-1 place, n + 6*from + direction
 * move, 7n pass, 7n+1 black, 7n+2 white.
 *
 * "Thermometer" planes: plane (h, c) is the set of cells on which c has a stack of height h or
 * more. One AND-NOT makes a stack lower, "higher than h" is a plane, "exactly h" is two. A plane
 * is a row of bits, `stride` a rank, so that a step in any direction is one shift: a step off the
 * board lands on bits that are no cells, because a hexhex board leaves two corners of its square
 * free (one shift at a time never crosses them).
 *
 * The code that works on whole planes is in frasvel_plane.h, compiled for planes of 1, 2, 4 and 6
 * words, and with AVX2 for one register of 16 ranks of 16 bits, which holds sizes 5 to 8.
 */
#ifndef FYLKING_FRASVEL_H
#define FYLKING_FRASVEL_H

#include "fylking/hexhex.h"

enum {
    FRASVEL_ID = 3,
    FRASVEL_LEVELS = 8, /* of a colour's stacks, in planes of their own: height 1 or more, 2 ... */
    FRASVEL_PLANES = 8 + 2 * FRASVEL_LEVELS, /* ... on the board, two of heights, the mover's
                                                colour, four stages */
    FRASVEL_WORDS = 6, /* most words of a plane */
    FRASVEL_BITS = 64 * FRASVEL_WORDS,
    FRASVEL_HEIGHTS = HEX_GRID + 16, /* bytes of a plane, with room to write beyond its end */
    FRASVEL_MAX_HEIGHT = 6 * HEX_MAX_SIZE - 3, /* FS7 */
    FRASVEL_AVX2 = 0 /* `kind` of a board with planes of one AVX2 register */
};

typedef struct {
    hexhex_t hex;
    int32_t kind; /* words of a plane, or FRASVEL_AVX2: which compilation serves this board */
    int32_t words, stride;
    int32_t step[6]; /* bits a step in each direction moves */
    int16_t bit[HEX_MAX_POINTS];
    int16_t point[FRASVEL_BITS]; /* or -1 */
    uint64_t board[FRASVEL_WORDS];
} frasvel_board_t;

typedef struct {
    const frasvel_board_t *board;
    turn_t turn;
    int32_t top; /* greatest height on the board */
    /* Plane (h, c) at 2 * (h - 1) + c, each of board->words words; planes of height top + 1 are
     * there and empty, what lies beyond is undefined. */
    uint64_t planes[2 * (FRASVEL_MAX_HEIGHT + 1) * FRASVEL_WORDS];
} frasvel_t;

/* What a move does: filled by frasvel_apply_traced. Cells are points. */
typedef struct {
    int groups;                  /* FS6: groups absorbed ... */
    int16_t first[HEX_MAX_POINTS + 1]; /* ... where in `cell` each begins; one more ends the last */
    int16_t cell[HEX_MAX_POINTS];
    int grown; /* FS7: stacks that grow, the moved one among them */
    int16_t grow[HEX_MAX_POINTS];
} frasvel_trace_t;

/* ---- Tables, start, copy ---- */

FYL_COLD void frasvel_init(frasvel_board_t *b, int size)
{
    memset(b, 0, sizeof *b);
    memset(b->point, 0xff, sizeof b->point);
    hexhex_init(&b->hex, size);
    b->stride = b->hex.side;
    b->words = (b->stride * b->hex.side + 63) / 64;
    b->words += b->words == 3 || b->words == 5;
    b->kind = b->words;
#if defined(FYL_AVX2)
    if (size >= 5 && size <= 8) {
        b->stride = 16;
        b->words = 4;
        b->kind = FRASVEL_AVX2;
    }
#endif
    for (int d = 0; d < 6; d++) b->step[d] = HEX_STEP[d][0] + b->stride * HEX_STEP[d][1];
    for (int p = 0; p < b->hex.points; p++) {
        int bit = b->stride * b->hex.rank[p] + b->hex.file[p];
        b->bit[p] = (int16_t)bit;
        b->point[bit] = (int16_t)p;
        set_add(b->board, bit);
    }
}

FYL_INLINE uint64_t *frasvel_plane(frasvel_t *s, int height, int colour)
{
    return s->planes + (size_t)(2 * (height - 1) + colour) * (size_t)s->board->words;
}

FYL_INLINE const uint64_t *frasvel_plane_of(const frasvel_t *s, int height, int colour)
{
    return s->planes + (size_t)(2 * (height - 1) + colour) * (size_t)s->board->words;
}

/* Bytes that a position of this board can need. */
FYL_INLINE size_t frasvel_capacity(const frasvel_board_t *board)
{
    size_t planes = 2 * (size_t)(6 * board->hex.size - 3 + 1);
    return offsetof(frasvel_t, planes) + planes * (size_t)board->words * sizeof(uint64_t);
}

FYL_INLINE void frasvel_start(frasvel_t *s, const frasvel_board_t *board, int pie)
{
    s->board = board;
    turn_start(&s->turn, pie);
    s->top = 0;
    memset(s->planes, 0, 2 * (size_t)board->words * sizeof *s->planes);
}

/* Bytes at the start of the struct that make up this position. */
FYL_INLINE size_t frasvel_used(const frasvel_t *s)
{
    size_t planes = 2 * (size_t)(s->top + 1);
    return offsetof(frasvel_t, planes) + planes * (size_t)s->board->words * sizeof(uint64_t);
}

FYL_INLINE void frasvel_copy(frasvel_t *to, const frasvel_t *from)
{
    memcpy(to, from, frasvel_used(from));
}

/* Height of the stack at a bit, of one colour; 0 when there is none. */
FYL_INLINE int frasvel_height(const frasvel_t *s, int bit, int colour)
{
    int h = 0;
    while (h < s->top && set_has(frasvel_plane_of(s, h + 1, colour), bit)) h++;
    return h;
}

/* One rank of a plane, as bits by file. */
FYL_INLINE uint32_t frasvel_rank(const frasvel_board_t *b, const uint64_t *plane, int rank)
{
    int bit = b->stride * rank, i = bit >> 6, at = bit & 63;
    uint64_t files = plane[i] >> at;
    if (at + b->hex.side > 64) files |= plane[i + 1] << (64 - at);
    return (uint32_t)(files & (((uint64_t)1 << b->hex.side) - 1));
}

/* ---- Whole-plane code, once for each kind of plane ---- */

#define FRASVEL_JOIN_(name, kind) frasvel_##name##_##kind
#define FRASVEL_JOIN(name, kind) FRASVEL_JOIN_(name, kind)
#define FRASVEL_ON(name) FRASVEL_JOIN(name, FRASVEL_KIND)

#define FRASVEL_KIND 1
#include "fylking/frasvel_plane.h"
#undef FRASVEL_KIND
#define FRASVEL_KIND 2
#include "fylking/frasvel_plane.h"
#undef FRASVEL_KIND
#define FRASVEL_KIND 4
#include "fylking/frasvel_plane.h"
#undef FRASVEL_KIND
#define FRASVEL_KIND 6
#include "fylking/frasvel_plane.h"
#undef FRASVEL_KIND
#if defined(FYL_AVX2)
#define FRASVEL_KIND 0
#include "fylking/frasvel_plane.h"
#undef FRASVEL_KIND
#define FRASVEL_CASE_AVX2(name, args)                                                             \
    case FRASVEL_AVX2:                                                                            \
        return name##_0 args;
#else
#define FRASVEL_CASE_AVX2(name, args)
#endif

/* Calls the compilation that serves the board. */
#define FRASVEL_CALL(s, name, args)                                                               \
    switch ((s)->board->kind) {                                                                   \
        FRASVEL_CASE_AVX2(name, args)                                                             \
    case 1:                                                                                       \
        return name##_1 args;                                                                     \
    case 2:                                                                                       \
        return name##_2 args;                                                                     \
    case 4:                                                                                       \
        return name##_4 args;                                                                     \
    default:                                                                                      \
        return name##_6 args;                                                                     \
    }

/* ---- Legal actions ---- */

FYL_INLINE int frasvel_points(const frasvel_board_t *board) { return board->hex.points; }

FYL_INLINE int frasvel_ranks(const frasvel_board_t *board) { return board->hex.side; }

FYL_INLINE int frasvel_files(const frasvel_board_t *board) { return board->hex.side; }

FYL_INLINE int frasvel_action_count(const frasvel_board_t *board)
{
    return 7 * board->hex.points + 3;
}

static inline int frasvel_turn_count(const frasvel_t *s)
{
    FRASVEL_CALL(s, frasvel_turn_count, (s))
}

static inline int frasvel_turn_list(const frasvel_t *s, int32_t *out)
{
    FRASVEL_CALL(s, frasvel_turn_list, (s, out))
}

static inline uint8_t *frasvel_turn_mask(const frasvel_t *s, uint8_t *out)
{
    FRASVEL_CALL(s, frasvel_turn_mask, (s, out))
}

static inline int frasvel_turn_draw(const frasvel_t *s, rng_t *rng, int passes)
{
    FRASVEL_CALL(s, frasvel_turn_draw, (s, rng, passes))
}

static inline int frasvel_is_move(const frasvel_t *s, int from, int direction)
{
    FRASVEL_CALL(s, frasvel_is_move, (s, from, direction))
}

static inline int frasvel_is_placement(const frasvel_t *s, int p)
{
    FRASVEL_CALL(s, frasvel_is_placement, (s, p))
}

static inline int frasvel_move(frasvel_t *s, int from, int direction, frasvel_trace_t *trace)
{
    FRASVEL_CALL(s, frasvel_move, (s, from, direction, trace))
}

FYL_INLINE int frasvel_pass(const frasvel_board_t *board) { return 7 * board->hex.points; }

FYL_INLINE int frasvel_legal_count(const frasvel_t *s)
{
    if (s->turn.stage == STAGE_CHOOSE) return 2; /* P3 */
    if (turn_is_over(&s->turn)) return 0;
    return frasvel_turn_count(s) + (s->turn.stage != STAGE_OPEN); /* FS2, P4 */
}

FYL_INLINE int frasvel_legal_list(const frasvel_t *s, int32_t *out)
{
    int n = s->board->hex.points, count;
    if (turn_is_over(&s->turn)) return 0;
    if (s->turn.stage == STAGE_CHOOSE) {
        out[0] = 7 * n + 1;
        out[1] = 7 * n + 2;
        return 2;
    }
    count = frasvel_turn_list(s, out);
    if (s->turn.stage != STAGE_OPEN) out[count++] = 7 * n;
    return count;
}

/* A byte an action, 1 for the legal ones. */
FYL_INLINE void frasvel_legal_mask(const frasvel_t *s, uint8_t *out)
{
    size_t turns = 7 * (size_t)s->board->hex.points;
    if (turn_is_over(&s->turn) || s->turn.stage == STAGE_CHOOSE)
        out = (uint8_t *)memset(out, 0, turns) + turns;
    else
        out = frasvel_turn_mask(s, out);
    out[0] = s->turn.stage == STAGE_PLAY || s->turn.stage == STAGE_PASSED;
    out[1] = out[2] = s->turn.stage == STAGE_CHOOSE;
}

FYL_INLINE int frasvel_legal_nth(const frasvel_t *s, int k)
{
    int32_t list[7 * HEX_MAX_POINTS + 3];
    frasvel_legal_list(s, list);
    return list[k];
}

FYL_INLINE int frasvel_is_legal(const frasvel_t *s, int action)
{
    int n = s->board->hex.points;
    if (action < 0 || action >= 7 * n + 3 || turn_is_over(&s->turn)) return 0;
    if (s->turn.stage == STAGE_CHOOSE) return action > 7 * n;
    if (action < n) return frasvel_is_placement(s, action);
    if (action < 7 * n) return frasvel_is_move(s, (action - n) / 6, (action - n) % 6);
    return action == 7 * n && s->turn.stage != STAGE_OPEN;
}

/* Uniform among the legal actions; with PASSES_FORCED a pass only when nothing else is legal.
 * The game must not be over. */
FYL_INLINE int frasvel_draw(const frasvel_t *s, rng_t *rng, int passes)
{
    if (s->turn.stage == STAGE_CHOOSE)
        return 7 * s->board->hex.points + 1 + (int)rng_below(rng, 2);
    return frasvel_turn_draw(s, rng, s->turn.stage == STAGE_OPEN ? PASSES_FORCED : passes);
}

/* ---- Acting ---- */

/* Carries out a legal action; `trace` (or NULL) gets what a move does. Returns 0. */
FYL_INLINE int frasvel_apply_traced(frasvel_t *s, int action, frasvel_trace_t *trace)
{
    int n = s->board->hex.points;
    if (action < n) {
        if (s->top == 0) { /* the planes of height 2 come into use */
            memset(frasvel_plane(s, 2, 0), 0, 2 * (size_t)s->board->words * sizeof *s->planes);
            s->top = 1;
        }
        set_add(frasvel_plane(s, 1, s->turn.to_move), s->board->bit[action]);
        turn_played(&s->turn);
    } else if (action < 7 * n) {
        frasvel_move(s, (action - n) / 6, (action - n) % 6, trace);
        turn_played(&s->turn);
    } else if (action == 7 * n) {
        turn_passed(&s->turn); /* FS8 */
    } else {
        turn_chosen(&s->turn, action == 7 * n + 1 ? BLACK : WHITE);
    }
    return 0;
}

FYL_INLINE int frasvel_apply(frasvel_t *s, int action)
{
    return frasvel_apply_traced(s, action, NULL);
}

/* ---- Board out, score, outcome ---- */

/* int8 cells: +height Black, -height White, 0 empty. `out` needs room for HEX_BYTES. */
FYL_INLINE void frasvel_board(const frasvel_t *s, int8_t *out)
{
    const frasvel_board_t *b = s->board;
    memset(out, 0, (size_t)b->hex.points);
    for (int h = 1; h <= s->top; h++) {
        for (int colour = 0; colour < 2; colour++) {
            const uint64_t *plane = frasvel_plane_of(s, h, colour);
            for (int i = 0; i < b->words; i++)
                for (uint64_t w = plane[i]; w; w &= w - 1)
                    out[b->point[64 * i + lowest64(w)]] += colour == BLACK ? 1 : -1;
        }
    }
}

/* FS9-FS11, in half points. */
FYL_INLINE void frasvel_score(const frasvel_t *s, int half_points[2])
{
    const hexhex_t *b = &s->board->hex;
    int8_t cells[HEX_BYTES];
    half_points[BLACK] = half_points[WHITE] = 0;
    frasvel_board(s, cells);
    for (int p = 0; p < b->points; p++) {
        int greatest[2] = {0, 0}, stacks[2] = {0, 0};
        for (int d = 0; d < 6; d++) {
            int q = b->neighbour[p][d], colour, height;
            if (q < 0 || cells[q] == 0) continue;
            colour = cells[q] < 0;
            height = cells[q] < 0 ? -cells[q] : cells[q];
            if (height > greatest[colour]) {
                greatest[colour] = height;
                stacks[colour] = 0;
            }
            stacks[colour] += height == greatest[colour];
        }
        if (cells[p]) { /* FS9: a dead stack counts for the enemy */
            int colour = cells[p] < 0, height = cells[p] < 0 ? -cells[p] : cells[p];
            half_points[greatest[colour ^ 1] > height ? colour ^ 1 : colour] += 2;
        } else { /* FS10 */
            int lead = greatest[BLACK] - greatest[WHITE];
            if (lead == 0) lead = stacks[BLACK] - stacks[WHITE];
            if (lead) half_points[lead < 0] += 2;
        }
    }
    /* FS11: the first passer is the colour to move after two passes. */
    if (turn_is_over(&s->turn)) half_points[s->turn.to_move] += 1;
}

FYL_INLINE int frasvel_outcome(const frasvel_t *s)
{
    int score[2];
    if (!turn_is_over(&s->turn)) return OUTCOME_NONE;
    frasvel_score(s, score);
    return score[BLACK] > score[WHITE] ? OUTCOME_BLACK : OUTCOME_WHITE;
}

static inline int frasvel_evaluate_(const frasvel_t *s)
{
    FRASVEL_CALL(s, frasvel_evaluate, (s))
}

/* What the position is worth to Black, in hundredths of a point: the score as if the game ended
 * (without the half point), and heights. */
FYL_INLINE int frasvel_evaluate(const frasvel_t *s) { return frasvel_evaluate_(s); }

/* ---- Planes, board in, canonical bytes, key ---- */

#if defined(FYL_AVX2)
/* As frasvel_levels, for planes of one register: sixteen bits a rank. Inlined with a known side. */
FYL_INLINE uint8_t *frasvel_levels_avx2(const frasvel_t *s, int colour, int side, uint8_t *out,
                                        uint8_t *heights)
{
    const __m128i first = _mm_set_epi8(1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0);
    const __m128i bits = _mm_set1_epi64x((int64_t)0x8040201008040201u);
    __m128i sum[16];
    for (int rank = 0; rank < side; rank++) sum[rank] = _mm_setzero_si128();
    for (int h = 1; h <= s->top; h++) {
        const __m128i *plane = (const __m128i *)frasvel_plane_of(s, h, colour);
        const __m128i half[2] = {_mm_loadu_si128(plane), _mm_loadu_si128(plane + 1)};
        for (int rank = 0; rank < side; rank++) {
            __m128i bytes = _mm_add_epi8(first, _mm_set1_epi8((char)(2 * (rank & 7))));
            __m128i cells = _mm_shuffle_epi8(half[rank >> 3], bytes);
            cells = _mm_cmpeq_epi8(_mm_and_si128(cells, bits), bits);
            sum[rank] = _mm_sub_epi8(sum[rank], cells);
            if (h <= FRASVEL_LEVELS)
                _mm_storeu_si128((__m128i *)(out + rank * side),
                                 _mm_and_si128(cells, _mm_set1_epi8(1)));
        }
        if (h <= FRASVEL_LEVELS) out += side * side;
    }
    for (int rank = 0; rank < side; rank++)
        _mm_storeu_si128((__m128i *)(heights + rank * side), sum[rank]);
    return out;
}
#endif

/* The planes of heights up to `top` and FRASVEL_LEVELS of a colour, and its heights themselves.
 * What is written beyond a rank or a plane must be overwritten by the next. Returns where the
 * planes end. */
FYL_INLINE uint8_t *frasvel_levels(const frasvel_t *s, int colour, uint8_t *out, uint8_t *heights)
{
    const frasvel_board_t *b = s->board;
    int side = b->hex.side, groups = (side + 7) / 8;
    uint64_t sum[3 * (2 * HEX_MAX_SIZE - 1)] = {0};
#if defined(FYL_AVX2)
    if (b->kind == FRASVEL_AVX2) {
        if (side == 9) return frasvel_levels_avx2(s, colour, 9, out, heights);
        if (side == 11) return frasvel_levels_avx2(s, colour, 11, out, heights);
        if (side == 13) return frasvel_levels_avx2(s, colour, 13, out, heights);
        return frasvel_levels_avx2(s, colour, 15, out, heights);
    }
#endif
    for (int h = 1; h <= s->top; h++) {
        const uint64_t *plane = frasvel_plane_of(s, h, colour);
        for (int rank = 0; rank < side; rank++) {
            uint32_t files = frasvel_rank(b, plane, rank);
            for (int i = 0; i < groups; i++) {
                uint64_t eight = spread8(files >> 8 * i & 0xff);
                sum[groups * rank + i] += eight;
                if (h <= FRASVEL_LEVELS) put8(out + rank * side + 8 * i, eight);
            }
        }
        if (h <= FRASVEL_LEVELS) out += side * side;
    }
    for (int rank = 0; rank < side; rank++)
        for (int i = 0; i < groups; i++)
            put8(heights + rank * side + 8 * i, sum[groups * rank + i]);
    return out;
}

/* What the mover sees, FRASVEL_PLANES planes of bytes. */
FYL_INLINE void frasvel_planes(const frasvel_t *s, uint8_t *out)
{
    const frasvel_board_t *b = s->board;
    size_t cells = (size_t)(b->hex.side * b->hex.side);
    int missing = s->top < FRASVEL_LEVELS ? FRASVEL_LEVELS - s->top : 0;
    uint8_t heights[2][FRASVEL_HEIGHTS];
    out = hexhex_flag_plane(&b->hex, 1, out);
    for (int enemy = 0; enemy < 2; enemy++) {
        out = frasvel_levels(s, s->turn.to_move ^ enemy, out, heights[enemy]);
        memset(out, 0, (size_t)missing * cells);
        out += (size_t)missing * cells;
    }
    for (int enemy = 0; enemy < 2; enemy++, out += cells) memcpy(out, heights[enemy], cells);
    hexhex_turn_planes(&b->hex, &s->turn, STAGE_OVER_PASSES, out);
}

/* Sets up any position; the caller has checked cells (heights up to 6 * size - 3) and turn. */
FYL_INLINE void frasvel_set_up(frasvel_t *s, const frasvel_board_t *board, const int8_t *cells,
                               const uint8_t head[HEAD_BYTES])
{
    frasvel_start(s, board, 0);
    turn_read_head(&s->turn, head);
    for (int p = 0; p < board->hex.points; p++) {
        int height = cells[p] < 0 ? -cells[p] : cells[p];
        if (height > s->top) s->top = height;
    }
    memset(s->planes, 0, 2 * (size_t)(s->top + 1) * (size_t)board->words * sizeof *s->planes);
    for (int p = 0; p < board->hex.points; p++) {
        int height = cells[p] < 0 ? -cells[p] : cells[p];
        for (int h = 1; h <= height; h++) set_add(frasvel_plane(s, h, cells[p] < 0), board->bit[p]);
    }
}

/* Writes head and board; returns how many bytes. `out` needs room for HEX_BYTES. */
FYL_INLINE int frasvel_write(const frasvel_t *s, uint8_t *out)
{
    turn_write_head(&s->turn, FRASVEL_ID, s->board->hex.size, out);
    frasvel_board(s, (int8_t *)out + HEAD_BYTES);
    return HEAD_BYTES + s->board->hex.points;
}

FYL_INLINE uint64_t frasvel_key(const frasvel_t *s)
{
    uint8_t bytes[HEX_BYTES];
    int length = frasvel_write(s, bytes);
    memset(bytes + length, 0, 8);
    return bytes_key(bytes, length);
}

#endif

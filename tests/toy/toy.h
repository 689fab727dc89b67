/* A toy game: Black and White in turn put one or two stones on the next points of a row of 2 * size
 * points; who puts the last one wins. Actions: 0 one stone, 1 two stones. */
#ifndef TOY_H
#define TOY_H

#include "fylking/rng.h"
#include "fylking/turn.h"

enum { TOY_ID = 99, TOY_PLANES = 2, TOY_POINTS = 20, TOY_BYTES = HEAD_BYTES + TOY_POINTS + 8 };

typedef struct {
    int size, points;
} toy_board_t;

typedef struct {
    const toy_board_t *board;
    turn_t turn;
    int32_t filled;
    int8_t cells[TOY_POINTS];
} toy_t;

static inline void toy_init(toy_board_t *b, int size)
{
    b->size = size;
    b->points = 2 * size;
}

static inline size_t toy_capacity(const toy_board_t *b) { return b ? sizeof(toy_t) : 0; }
static inline size_t toy_used(const toy_t *s) { return toy_capacity(s->board); }
static inline void toy_copy(toy_t *to, const toy_t *from) { *to = *from; }

static inline void toy_start(toy_t *s, const toy_board_t *b, int pie)
{
    memset(s, 0, sizeof *s);
    s->board = b;
    turn_start(&s->turn, pie);
}

static inline int toy_points(const toy_board_t *b) { return b->points; }
static inline int toy_ranks(const toy_board_t *b) { return b ? 1 : 0; }
static inline int toy_files(const toy_board_t *b) { return b->points; }
static inline int toy_action_count(const toy_board_t *b) { return b ? 2 : 0; }

/* The toy has no pass: a number that is no action. */
static inline int toy_pass(const toy_board_t *b) { return toy_action_count(b); }

static inline int toy_legal_count(const toy_t *s)
{
    int left = s->board->points - s->filled;
    return left < 2 ? left : 2;
}

static inline int toy_legal_nth(const toy_t *s, int k) { return s ? k : 0; }

static inline int toy_legal_list(const toy_t *s, int32_t *out)
{
    out[0] = 0;
    out[1] = 1;
    return toy_legal_count(s);
}

static inline void toy_legal_mask(const toy_t *s, uint8_t *out)
{
    out[0] = toy_legal_count(s) > 0;
    out[1] = toy_legal_count(s) > 1;
}

static inline int toy_is_legal(const toy_t *s, int action)
{
    return action >= 0 && action < toy_legal_count(s);
}

static inline int toy_draw(const toy_t *s, rng_t *rng, int passes)
{
    (void)passes;
    return (int)rng_below(rng, (uint32_t)toy_legal_count(s));
}

static inline int toy_apply(toy_t *s, int action)
{
    for (int i = 0; i <= action; i++) s->cells[s->filled++] = s->turn.to_move == BLACK ? 1 : -1;
    turn_played(&s->turn);
    if (s->filled == s->board->points) s->turn.stage = STAGE_OVER;
    return 0;
}

static inline int toy_outcome(const toy_t *s)
{
    return turn_is_over(&s->turn) ? s->turn.to_move ^ 1 : OUTCOME_NONE;
}

static inline void toy_score(const toy_t *s, int half_points[2])
{
    half_points[0] = half_points[1] = 0;
    for (int p = 0; p < s->filled; p++) half_points[s->cells[p] < 0] += 2;
}

/* Who leaves a multiple of three points has won. */
static inline int toy_evaluate(const toy_t *s)
{
    int left = s->board->points - s->filled;
    return (left % 3 == 0) == (s->turn.to_move == BLACK) ? -100 : 100;
}

static inline void toy_board(const toy_t *s, int8_t *out)
{
    memcpy(out, s->cells, (size_t)s->board->points);
}

/* Filled points, and how many they are. */
static inline void toy_planes(const toy_t *s, uint8_t *out)
{
    for (int p = 0; p < s->board->points; p++) {
        out[p] = s->cells[p] != 0;
        out[s->board->points + p] = (uint8_t)s->filled;
    }
}

static inline void toy_set_up(toy_t *s, const toy_board_t *b, const int8_t *cells,
                              const uint8_t *head)
{
    toy_start(s, b, 0);
    turn_read_head(&s->turn, head);
    memcpy(s->cells, cells, (size_t)b->points);
    while (s->filled < b->points && s->cells[s->filled]) s->filled++;
}

static inline int toy_write(const toy_t *s, uint8_t *out)
{
    turn_write_head(&s->turn, TOY_ID, s->board->size, out);
    toy_board(s, (int8_t *)out + HEAD_BYTES);
    return HEAD_BYTES + s->board->points;
}

static inline uint64_t toy_key(const toy_t *s)
{
    uint8_t bytes[TOY_BYTES] = {0};
    return bytes_key(bytes, toy_write(s, bytes));
}

#endif

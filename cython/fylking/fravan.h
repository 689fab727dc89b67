/* Fravan: flank cascades. Rules FV; actions A: 0..n-1 place, n pass, n+1 black, n+2 white.
 *
 * Per line we keep four words of bits by place: stones, white stones, and which stones are flanked
 * on that line by Black and by White. A stone's flanks depend on the two nearest stones of a line
 * only, so a placement or a flip changes them in the three lines through it and nowhere else; the
 * three lines are recomputed at once, side by side in one word (lanes), for all distances in turn.
 * A position is stable at the end of a turn (FV7), hence only stones that were newly flanked, or
 * lost a friendly flank, can flip next: they are the candidates.
 */
#ifndef FYLKING_FRAVAN_H
#define FYLKING_FRAVAN_H

#include "fylking/hexhex.h"

enum {
    FRAVAN_ID = 1,
    FRAVAN_PLANES = 9 /* on the board, own, enemy, the mover's colour, five stages */
};

typedef hexhex_t fravan_board_t;

typedef struct {
    uint32_t stones, white; /* bit LANE_LOW + place */
    uint32_t by[2];         /* by[c]: stones flanked by colour c (FV2) */
} fravan_line_t;

typedef struct {
    const hexhex_t *board;
    turn_t turn;
    uint8_t unstable; /* stones may be able to flip before anything is placed (FV7, or as set up) */
    uint16_t empties;
    uint64_t empty[HEX_WORDS];
    fravan_line_t line[HEX_MAX_LINES]; /* 3 * side of them are in use */
} fravan_t;

/* One turn's cascade. A flip newly exposes at most the two nearest stones on each of its three
 * lines, which bounds the candidates of a step; a placement exposes no more, and on an unstable
 * board every stone is a candidate once more. */
typedef struct {
    int candidates[2]; /* by colour of the stone: how many the next step of it must judge ... */
    int16_t candidate[2][7 * HEX_MAX_POINTS]; /* ... and which, some repeatedly */
    int struck;        /* FV4: enemies that the placed stone itself flanks, first of them all */
    int flips;         /* made by the last step: how many and where */
    int16_t flip[7 * HEX_MAX_POINTS];
    uint64_t flipped[HEX_WORDS]; /* stones whose colour differs from the start of round 1 */
    void *user;                  /* for steps of one's own */
} fravan_cascade_t;

/* Flips what one attack (colour: the enemy of the mover) or backlash (colour: the mover) flips. */
typedef void (*fravan_step_t)(fravan_t *s, fravan_cascade_t *c, int colour);

/* ---- Tables, start, copy ---- */

#if defined(FYL_BMI2)
/* By the stones of a line: those whose nearest stones on both sides are equally far (FV2). Up to
 * size 8; longer lines would need a table that no longer fits the cache. */
enum { FRAVAN_TABLE_SIZE = 8, FRAVAN_TABLE = 1 << (2 * FRAVAN_TABLE_SIZE - 1) };
static uint16_t fravan_equal[FRAVAN_TABLE];
#endif

/* Fills the tables of one size; to be called before other threads use them. */
FYL_COLD void fravan_init(fravan_board_t *board, int size)
{
    hexhex_init(board, size);
#if defined(FYL_BMI2)
    static int filled;
    if (filled) return; /* other threads may be reading the table */
    for (uint32_t line = 0; line < FRAVAN_TABLE; line++) {
        uint32_t equal = 0, unseen = line;
        for (int d = 1; d < FRAVAN_TABLE_SIZE; d++) {
            equal |= line << d & line >> d & unseen;
            unseen &= ~(line << d | line >> d);
        }
        fravan_equal[line] = (uint16_t)equal;
    }
    filled = 1;
#endif
}

/* Bytes at the start of the struct that make up a position of this board. */
FYL_INLINE size_t fravan_capacity(const hexhex_t *board)
{
    return offsetof(fravan_t, line) + 3 * (size_t)board->side * sizeof(fravan_line_t);
}

FYL_INLINE void fravan_start(fravan_t *s, const hexhex_t *board, int pie)
{
    memset(s, 0, fravan_capacity(board));
    s->board = board;
    turn_start(&s->turn, pie);
    s->empties = (uint16_t)board->points;
    for (int p = 0; p < board->points; p++) set_add(s->empty, p);
}

FYL_INLINE size_t fravan_used(const fravan_t *s) { return fravan_capacity(s->board); }

FYL_INLINE void fravan_copy(fravan_t *to, const fravan_t *from)
{
    memcpy(to, from, fravan_used(from));
}

/* ---- Legal actions ---- */

FYL_INLINE int fravan_points(const hexhex_t *board) { return board->points; }

FYL_INLINE int fravan_ranks(const hexhex_t *board) { return board->side; }

FYL_INLINE int fravan_files(const hexhex_t *board) { return board->side; }

FYL_INLINE int fravan_action_count(const hexhex_t *board) { return board->points + 3; }

FYL_INLINE int fravan_pass(const hexhex_t *board) { return board->points; }

FYL_INLINE int fravan_legal_count(const fravan_t *s)
{
    if (s->turn.stage == STAGE_CHOOSE) return 2; /* P3 */
    if (turn_is_over(&s->turn)) return 0;
    return s->empties + (s->turn.stage != STAGE_OPEN); /* FV1, P4: no pass on the opening turn */
}

FYL_INLINE int fravan_legal_list(const fravan_t *s, int32_t *out)
{
    int n = s->board->points, count = 0;
    if (turn_is_over(&s->turn)) return 0;
    if (s->turn.stage == STAGE_CHOOSE) {
        out[0] = n + 1;
        out[1] = n + 2;
        return 2;
    }
    count = set_list(s->empty, s->board->words, out);
    if (s->turn.stage != STAGE_OPEN) out[count++] = n;
    return count;
}

/* A byte an action, 1 for the legal ones. */
FYL_INLINE void fravan_legal_mask(const fravan_t *s, uint8_t *out)
{
    int n = s->board->points;
    memset(out, 0, (size_t)n + 3);
    if (turn_is_over(&s->turn)) return;
    if (s->turn.stage == STAGE_CHOOSE) {
        out[n + 1] = out[n + 2] = 1;
        return;
    }
    set_mask(s->empty, n, out);
    out[n] = s->turn.stage != STAGE_OPEN;
}

FYL_INLINE int fravan_legal_nth(const fravan_t *s, int k)
{
    int n = s->board->points;
    if (s->turn.stage == STAGE_CHOOSE) return n + 1 + k;
    return k < s->empties ? set_nth(s->empty, s->board->words, k) : n;
}

FYL_INLINE int fravan_is_legal(const fravan_t *s, int action)
{
    int n = s->board->points;
    if (action < 0 || action >= n + 3 || turn_is_over(&s->turn)) return 0;
    if (s->turn.stage == STAGE_CHOOSE) return action > n;
    if (action < n) return set_has(s->empty, action);
    return action == n && s->turn.stage != STAGE_OPEN;
}

/* Uniform among the legal actions; with PASSES_FORCED a pass only when nothing else is legal.
 * The game must not be over. */
FYL_INLINE int fravan_draw(const fravan_t *s, rng_t *rng, int passes)
{
    int count = fravan_legal_count(s);
    if (passes == PASSES_FORCED && s->turn.stage >= STAGE_PLAY && count > 1) count--;
    return fravan_legal_nth(s, (int)rng_below(rng, (uint32_t)count));
}

/* ---- The flip cascade ---- */

FYL_INLINE int fravan_colour_at(const fravan_t *s, int p)
{
    const hexhex_t *b = s->board;
    return (int)(s->line[b->line[p][0]].white >> (b->place[p][0] + LANE_LOW) & 1);
}

/* A word of the three lines through `p`, side by side. */
#define FRAVAN_LANES(s, p, word)                                                                  \
    ((s)->line[(s)->board->line[p][0]].word |                                                     \
     (uint64_t)(s)->line[(s)->board->line[p][1]].word << LANE |                                   \
     (uint64_t)(s)->line[(s)->board->line[p][2]].word << 2 * LANE)

/* Stores a word of the three lines through `p`. */
#define FRAVAN_STORE(s, p, word, lanes)                                                           \
    ((s)->line[(s)->board->line[p][0]].word = (uint32_t)((lanes) & LANE_MASK),                    \
     (s)->line[(s)->board->line[p][1]].word = (uint32_t)((lanes) >> LANE & LANE_MASK),            \
     (s)->line[(s)->board->line[p][2]].word = (uint32_t)((lanes) >> 2 * LANE & LANE_MASK))

/* FV2: which stones of three lines are flanked, by Black and by White. */
FYL_INLINE void fravan_flanks(const hexhex_t *b, uint64_t stones, uint64_t white, uint64_t by[2])
{
    uint64_t unseen = stones;
#if defined(FYL_BMI2)
    uint64_t equal = 0;
    if (b->size <= FRAVAN_TABLE_SIZE) {
        uint64_t places = stones >> LANE_LOW, mask = FRAVAN_TABLE - 1;
        equal = fravan_equal[places & mask];
        equal |= (uint64_t)fravan_equal[places >> LANE & mask] << LANE;
        equal |= (uint64_t)fravan_equal[places >> 2 * LANE] << 2 * LANE;
        equal <<= LANE_LOW;
    } else {
        for (int d = 1; d < b->size; d++) {
            uint64_t left = stones << d, right = stones >> d;
            equal |= left & right & unseen & b->centre[d];
            unseen &= ~(left | right);
        }
    }
    /* Without the empty places the nearest stones are neighbouring bits. */
    uint64_t w = _pext_u64(white, stones);
    by[WHITE] = _pdep_u64(w << 1 & w >> 1, stones) & equal;
    by[BLACK] = _pdep_u64(~(w << 1 | w >> 1), stones) & equal;
#else
    by[BLACK] = by[WHITE] = 0;
    for (int d = 1; d < b->size; d++) {
        uint64_t left = stones << d, right = stones >> d;
        uint64_t equal = left & right & unseen & b->centre[d];
        uint64_t white_left = white << d, white_right = white >> d;
        by[WHITE] |= equal & white_left & white_right;
        by[BLACK] |= equal & ~(white_left | white_right);
        unseen &= ~(left | right);
    }
#endif
}

/* Brings the flanks of the three lines through `p` up to date. Sets in lanes, by colour of the
 * stones: `gained`, newly flanked by the other colour; `lost`, no longer flanked by their own. */
FYL_INLINE void fravan_refresh(fravan_t *s, int p, uint64_t by[2], uint64_t gained[2],
                               uint64_t lost[2])
{
    uint64_t stones = FRAVAN_LANES(s, p, stones), white = FRAVAN_LANES(s, p, white);
    uint64_t was[2] = {FRAVAN_LANES(s, p, by[BLACK]), FRAVAN_LANES(s, p, by[WHITE])};
    uint64_t of[2] = {stones & ~white, white};
    fravan_flanks(s->board, stones, white, by);
    FRAVAN_STORE(s, p, by[BLACK], by[BLACK]);
    FRAVAN_STORE(s, p, by[WHITE], by[WHITE]);
    for (int colour = 0; colour < 2; colour++) {
        gained[colour] = of[colour] & by[colour ^ 1] & ~was[colour ^ 1];
        lost[colour] = of[colour] & was[colour] & ~by[colour];
    }
}

/* Adds the stones at `lanes` (of the lines through `p`) to the candidates of `colour`. */
FYL_INLINE void fravan_add(const fravan_t *s, fravan_cascade_t *c, int colour, int p,
                           uint64_t lanes)
{
    for (; lanes; lanes &= lanes - 1)
        c->candidate[colour][c->candidates[colour]++] =
            (int16_t)lanes_point(s->board, p, lowest64(lanes));
}

/* FV2, FV3: is the stone at `p`, of `colour`, flanked by its enemy and not shielded? */
FYL_INLINE int fravan_is_exposed(const fravan_t *s, int p, int colour)
{
    const hexhex_t *b = s->board;
    uint32_t by[2] = {0, 0};
    for (int axis = 0; axis < 3; axis++) {
        const fravan_line_t *line = &s->line[b->line[p][axis]];
        by[0] |= line->by[0] >> (b->place[p][axis] + LANE_LOW);
        by[1] |= line->by[1] >> (b->place[p][axis] + LANE_LOW);
    }
    return (int)(by[colour ^ 1] & ~by[colour] & 1);
}

/* FV1, FV6: one attack or backlash: judges the stones of `colour`, then flips all at once.
 *
 * It can expose stones of `colour` only. The others gain friends and lose enemies; and a stone
 * that flips was flanked by the colour it takes, by stones that do not flip now: it is shielded. */
static inline void fravan_step(fravan_t *s, fravan_cascade_t *c, int colour)
{
    const hexhex_t *b = s->board;
    int candidates = c->candidates[colour], flips = 0;
    c->flips = 0;
    if (candidates == 0) return;
    for (int k = 0; k < candidates; k++) {
        int p = c->candidate[colour][k];
        c->flip[flips] = (int16_t)p;
        flips += (k < c->struck || fravan_is_exposed(s, p, colour)) &&
                 fravan_colour_at(s, p) == colour;
    }
    c->candidates[colour] = 0;
    c->struck = 0; /* FV5: the exception holds in the first attack only */
    for (int k = 0; k < flips; k++) {
        int p = c->flip[k];
        if (fravan_colour_at(s, p) != colour) continue; /* listed before */
        for (int axis = 0; axis < 3; axis++)
            s->line[b->line[p][axis]].white ^= (uint32_t)1 << (b->place[p][axis] + LANE_LOW);
        c->flipped[p >> 6] ^= (uint64_t)1 << (p & 63);
        c->flip[c->flips++] = (int16_t)p;
    }
    for (int k = 0; k < c->flips; k++) {
        uint64_t by[2], gained[2], lost[2];
        fravan_refresh(s, c->flip[k], by, gained, lost);
        fravan_add(s, c, colour, c->flip[k], gained[colour] | lost[colour]);
    }
}

/* FV7: rounds until one flips nothing, or until a round would start from a colouring from which
 * an earlier one started. Colourings are remembered as the set of stones that differ from the
 * first round's start. Returns 0, or -1 when there is no memory to remember them. */
FYL_INLINE int fravan_settle(fravan_t *s, fravan_cascade_t *c, fravan_step_t step)
{
    enum { FIRST_ROUNDS = 16 };
    uint64_t few[FIRST_ROUNDS][HEX_WORDS], (*starts)[HEX_WORDS] = few;
    int rounds = 0, room = FIRST_ROUNDS, mover = s->turn.to_move, flips, status = 0;
    for (;;) {
        for (int i = 0; i < rounds; i++) {
            uint64_t differ = 0;
            for (int k = 0; k < HEX_WORDS; k++) differ |= starts[i][k] ^ c->flipped[k];
            if (differ == 0) {
                s->unstable = 1;
                goto done;
            }
        }
        if (rounds == room) {
            uint64_t(*more)[HEX_WORDS] = malloc(2 * (size_t)room * sizeof *more);
            if (more == NULL) {
                status = -1;
                goto done;
            }
            memcpy(more, starts, (size_t)room * sizeof *more);
            if (starts != few) free(starts);
            starts = more;
            room *= 2;
        }
        memcpy(starts[rounds++], c->flipped, sizeof c->flipped);
        step(s, c, mover ^ 1); /* attack */
        flips = c->flips;
        step(s, c, mover); /* backlash */
        if (flips + c->flips == 0) break;
    }
    s->unstable = 0;
done:
    if (starts != few) free(starts);
    return status;
}

/* Puts the mover's stone on `p` and finds the candidates; returns whether there are any. */
FYL_INLINE int fravan_place(fravan_t *s, fravan_cascade_t *c, int p)
{
    const hexhex_t *b = s->board;
    int mover = s->turn.to_move, enemy = mover ^ 1;
    uint64_t by[2], gained[2], lost[2], placed = b->lanes[p];
    for (int axis = 0; axis < 3; axis++) {
        fravan_line_t *line = &s->line[b->line[p][axis]];
        uint32_t bit = (uint32_t)1 << (b->place[p][axis] + LANE_LOW);
        line->stones |= bit;
        line->white |= mover == WHITE ? bit : 0;
    }
    set_remove(s->empty, p);
    s->empties--;
    fravan_refresh(s, p, by, gained, lost);
    int exposed = (by[enemy] & placed) && !(by[mover] & placed);
    if (!(gained[enemy] | lost[enemy] | lost[mover]) && !exposed && !s->unstable) return 0;

    c->candidates[BLACK] = c->candidates[WHITE] = 0;
    /* FV4: an enemy newly flanked by the mover is one that the placed stone itself flanks. */
    fravan_add(s, c, enemy, p, gained[enemy]);
    c->struck = c->candidates[enemy];
    fravan_add(s, c, enemy, p, lost[enemy]);
    fravan_add(s, c, mover, p, lost[mover]);
    if (exposed) c->candidate[mover][c->candidates[mover]++] = (int16_t)p;
    if (FYL_UNLIKELY(s->unstable)) {
        for (int q = 0; q < b->points; q++) {
            int colour = fravan_colour_at(s, q);
            if (!set_has(s->empty, q))
                c->candidate[colour][c->candidates[colour]++] = (int16_t)q;
        }
    }
    return 1;
}

/* ---- Acting ---- */

/* A legal action with a step of one's own (the rules' is fravan_step). 0, or -1: no memory. */
FYL_INLINE int fravan_apply_with(fravan_t *s, fravan_cascade_t *c, int action, fravan_step_t step)
{
    int n = s->board->points;
    if (FYL_LIKELY(action < n)) {
        if (fravan_place(s, c, action)) {
            memset(c->flipped, 0, sizeof c->flipped);
            if (fravan_settle(s, c, step)) return -1;
        }
        turn_played(&s->turn);
        if (s->empties == 0) s->turn.stage = STAGE_OVER; /* FV8 */
    } else if (action == n) {
        turn_passed(&s->turn); /* FV1: a pass flips nothing */
    } else {
        turn_chosen(&s->turn, action == n + 1 ? BLACK : WHITE);
    }
    return 0;
}

/* Carries out a legal action. Returns 0; or -1 when memory ran out, and the position is spoilt. */
FYL_INLINE int fravan_apply(fravan_t *s, int action)
{
    fravan_cascade_t cascade;
    return fravan_apply_with(s, &cascade, action, fravan_step);
}

/* ---- Score, outcome ---- */

/* Spreads `from` (stones) through `empty` towards higher places. */
FYL_INLINE uint64_t fravan_spread_up(uint64_t from, uint64_t empty)
{
    for (int d = 1; d <= 16; d *= 2) {
        from |= from << d & empty;
        empty &= empty << d;
    }
    return from;
}

FYL_INLINE uint64_t fravan_spread_down(uint64_t from, uint64_t empty)
{
    for (int d = 1; d <= 16; d *= 2) {
        from |= from >> d & empty;
        empty &= empty >> d;
    }
    return from;
}

/* FV9, FV10: stones and territory, in half points (so that all games count alike). */
FYL_INLINE void fravan_score(const fravan_t *s, int half_points[2])
{
    const hexhex_t *b = s->board;
    uint64_t owned[2][HEX_WORDS] = {{0}};
    int stones[2] = {0, 0};
    for (int rank = 0; rank < b->side; rank++) {
        stones[WHITE] += popcount64(s->line[rank].white);
        stones[BLACK] += popcount64(s->line[rank].stones & ~s->line[rank].white);
    }
    for (int i = 0; s->empties && i < b->side; i++) {
        uint64_t line[3] = {s->line[i].stones, s->line[b->side + i].stones,
                            s->line[2 * b->side + i].stones};
        uint64_t white = s->line[i].white | (uint64_t)s->line[b->side + i].white << LANE |
                         (uint64_t)s->line[2 * b->side + i].white << 2 * LANE;
        uint64_t all = line[0] | line[1] << LANE | line[2] << 2 * LANE;
        /* Off-board places count as empty here: no stone stands beyond them. */
        uint64_t empty = LANES((((uint64_t)1 << b->side) - 1) << LANE_LOW) & ~all;
        for (int colour = 0; colour < 2; colour++) {
            uint64_t own = colour == WHITE ? white : all & ~white;
            uint64_t between =
                fravan_spread_up(own, empty) & fravan_spread_down(own, empty) & empty;
            for (; between; between &= between - 1) {
                int bit = lowest64(between), axis = (bit >= LANE) + (bit >= 2 * LANE);
                set_add(owned[colour], b->point[axis * b->side + i][bit - axis * LANE - LANE_LOW]);
            }
        }
    }
    for (int colour = 0; colour < 2; colour++)
        half_points[colour] = 2 * (stones[colour] + set_count(owned[colour], b->words));
}

FYL_INLINE int fravan_outcome(const fravan_t *s)
{
    int score[2];
    if (!turn_is_over(&s->turn)) return OUTCOME_NONE;
    fravan_score(s, score);
    if (score[BLACK] == score[WHITE]) return OUTCOME_DRAW; /* FV10 */
    return score[BLACK] > score[WHITE] ? OUTCOME_BLACK : OUTCOME_WHITE;
}

/* What the position is worth to Black, in hundredths of a point: the score as if the game ended. */
FYL_INLINE int fravan_evaluate(const fravan_t *s)
{
    int score[2];
    fravan_score(s, score);
    return 50 * (score[BLACK] - score[WHITE]);
}

/* ---- Board in and out, planes, canonical bytes, key ---- */

/* int8 cells: +1 Black, -1 White, 0 empty. `out` needs room for HEX_BYTES. */
FYL_INLINE void fravan_board(const fravan_t *s, int8_t *out)
{
    const hexhex_t *b = s->board;
    for (int rank = 0; rank < b->side; rank++)
        rank_cells(b, rank, (s->line[rank].stones & ~s->line[rank].white) >> LANE_LOW,
                   s->line[rank].white >> LANE_LOW, out + b->rank_point[rank]);
}

/* What the mover sees, FRAVAN_PLANES planes of bytes. */
FYL_INLINE void fravan_planes(const fravan_t *s, uint8_t *out)
{
    const hexhex_t *b = s->board;
    int cells = b->side * b->side;
    out = hexhex_flag_plane(b, 1, out);
    for (int enemy = 0; enemy < 2; enemy++, out += cells) {
        int colour = s->turn.to_move ^ enemy;
        for (int rank = 0; rank < b->side; rank++) {
            uint32_t white = s->line[rank].white;
            uint32_t files = colour == WHITE ? white : s->line[rank].stones & ~white;
            rank_plane(b, files >> LANE_LOW, out + rank * b->side);
        }
    }
    hexhex_turn_planes(b, &s->turn, STAGE_OVER, out);
}

/* Sets up any position; the caller has checked cells (-1, 0, 1) and turn. */
FYL_INLINE void fravan_set_up(fravan_t *s, const hexhex_t *board, const int8_t *cells,
                              const uint8_t head[HEAD_BYTES])
{
    uint64_t by[2], gained[2], lost[2];
    fravan_start(s, board, 0);
    turn_read_head(&s->turn, head);
    for (int p = 0; p < board->points; p++) {
        if (cells[p] == 0) continue;
        set_remove(s->empty, p);
        s->empties--;
        for (int axis = 0; axis < 3; axis++) {
            fravan_line_t *line = &s->line[board->line[p][axis]];
            uint32_t bit = (uint32_t)1 << (board->place[p][axis] + LANE_LOW);
            line->stones |= bit;
            line->white |= cells[p] < 0 ? bit : 0;
        }
    }
    for (int p = 0; p < board->points; p++) fravan_refresh(s, p, by, gained, lost);
    s->unstable = 1; /* the next turn looks at every stone once */
}

/* Writes head and board; returns how many bytes. `out` needs room for HEX_BYTES. */
FYL_INLINE int fravan_write(const fravan_t *s, uint8_t *out)
{
    turn_write_head(&s->turn, FRAVAN_ID, s->board->size, out);
    fravan_board(s, (int8_t *)out + HEAD_BYTES);
    return HEAD_BYTES + s->board->points;
}

FYL_INLINE uint64_t fravan_key(const fravan_t *s)
{
    uint8_t head[HEAD_BYTES];
    uint64_t sum;
    turn_write_head(&s->turn, FRAVAN_ID, s->board->size, head);
    sum = key_word(0, get8(head));
    for (int rank = 0; rank < s->board->side; rank++) {
        uint32_t white = s->line[rank].white, black = s->line[rank].stones & ~white;
        sum += key_word((uint64_t)rank + 1, black | (uint64_t)white << 32);
    }
    return key_of(sum);
}

#endif

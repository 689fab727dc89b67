/* Freeze: jump chains on a torus. Rules FZ; actions A, with q squares: 4*from+direction jump,
 * 4q stop, 4q+1+square freeze, 5q+1 pass.
 *
 * Sets of squares by colour, and one of the kings. The jumps of all soldiers in a direction come
 * from two turns of the board; they are computed once, when a turn begins, and kept: the same sets
 * tell that a player without a jump has lost (FZ6).
 */
#ifndef FYLKING_FREEZE_H
#define FYLKING_FREEZE_H

#include "fylking/torus.h"

enum {
    FREEZE_ID = 4,
    FREEZE_PLANES = 13 /* on the board, four of stacks, four of a turn that has begun, the mover's
                          colour, three stages */
};

typedef torus_t freeze_board_t;

enum { FREEZE_NOWHERE = 255 };

typedef struct {
    const torus_t *board;
    turn_t turn;
    uint8_t at;       /* STAGE_JUMP: the jumping soldier's square; STAGE_FREEZE: the square frozen
                         last, or FREEZE_NOWHERE */
    uint8_t captured; /* STAGE_JUMP: pieces captured so far in the turn */
    uint8_t left;     /* STAGE_FREEZE: pieces still to place */
    uint8_t chain;    /* STAGE_JUMP: directions (bits) in which the chain can go on */
    squares_t of[2];  /* stacks by colour */
    squares_t kings;
    squares_t jumps[4]; /* STAGE_PLAY, STAGE_PASSED: soldiers that can jump, by direction */
} freeze_t;

#define FREEZE_WORDS(s, call1, call2) ((s)->board->words == 1 ? (call1) : (call2))

/* ---- Jumps ---- */

/* FZ3: the soldiers of the player to move that can jump, by direction. Returns whether any. */
FYL_INLINE int freeze_find_jumps_(freeze_t *s, const int words)
{
    const torus_t *b = s->board;
    int mover = s->turn.to_move;
    squares_t soldiers = squares_less(s->of[mover], s->kings, words);
    squares_t enemy = s->of[mover ^ 1], any = {{0, 0}};
    squares_t empty = squares_less(b->all, squares_or(s->of[0], s->of[1], words), words);
    for (int d = 0; d < 4; d++) {
        int back = d ^ 2;
        squares_t over = squares_and(enemy, squares_step(b, empty, back, words), words);
        s->jumps[d] = squares_and(soldiers, squares_step(b, over, back, words), words);
        any = squares_or(any, s->jumps[d], words);
    }
    return squares_any(any, words);
}

FYL_INLINE int freeze_find_jumps(freeze_t *s)
{
    return FREEZE_WORDS(s, freeze_find_jumps_(s, 1), freeze_find_jumps_(s, 2));
}

/* FZ4: the directions, as bits, in which the soldier on `at` can jump. */
FYL_INLINE int freeze_find_chain(const freeze_t *s, int at, const int words)
{
    const torus_t *b = s->board;
    squares_t enemy = s->of[s->turn.to_move ^ 1], full = squares_or(s->of[0], s->of[1], words);
    int chain = 0;
    for (int d = 0; d < 4; d++) {
        int over = b->step[at][d], land = b->step[over][d];
        chain |= (squares_has(b, enemy, over, words) & !squares_has(b, full, land, words)) << d;
    }
    return chain;
}

/* FZ5: the soldiers of the player not to move. */
FYL_INLINE squares_t freeze_enemy_soldiers(const freeze_t *s, const int words)
{
    return squares_less(s->of[s->turn.to_move ^ 1], s->kings, words);
}

/* FZ7: squares that may be frozen next: enemy soldiers above the one frozen last, without the
 * left-1 highest, which must remain for the pieces still to place. */
FYL_INLINE squares_t freeze_find_freezes(const freeze_t *s, const int words)
{
    const torus_t *b = s->board;
    squares_t x = freeze_enemy_soldiers(s, words);
    if (s->at != FREEZE_NOWHERE) {
        int high = squares_word(b, s->at, words);
        if (high) x.w[0] = 0;
        x.w[high] &= ~(uint64_t)1 << squares_bit(b, s->at, words);
    }
    for (int spare = s->left - 1; spare > 0; spare--) {
        int high = words > 1 && x.w[1] != 0;
        x.w[high] ^= (uint64_t)1 << highest64(x.w[high]);
    }
    return x;
}

/* ---- Tables, start, copy ---- */

FYL_COLD void freeze_init(freeze_board_t *board, int size) { torus_init(board, size); }

FYL_INLINE size_t freeze_capacity(const torus_t *board)
{
    (void)board;
    return sizeof(freeze_t);
}

FYL_INLINE void freeze_start(freeze_t *s, const torus_t *b, int pie)
{
    int m = b->size;
    (void)pie; /* P4: Freeze has none */
    memset(s, 0, sizeof *s);
    s->board = b;
    turn_start(&s->turn, 0);
    s->at = FREEZE_NOWHERE;
    for (int square = 0; square < b->squares; square++) {
        int file = square % m, rank = square / m;
        /* FZ1, with files and ranks from 0: the two empty pairs are half a board apart. */
        int low = rank == (m - 2 + m / 2) % m && (file == 1 + m / 2 || file == (2 + m / 2) % m);
        int high = rank == m - 2 && (file == 1 || file == 2);
        int colour = (file + rank) % 2 == 0 ? WHITE : BLACK;
        squares_t one = squares_one(b, square, b->words);
        if (!low && !high) s->of[colour] = squares_or(s->of[colour], one, 2);
    }
    freeze_find_jumps(s);
}

FYL_INLINE size_t freeze_used(const freeze_t *s)
{
    (void)s;
    return sizeof(freeze_t);
}

FYL_INLINE void freeze_copy(freeze_t *to, const freeze_t *from) { *to = *from; }

/* ---- Legal actions ---- */

FYL_INLINE int freeze_points(const torus_t *board) { return board->squares; }

FYL_INLINE int freeze_ranks(const torus_t *board) { return board->size; }

FYL_INLINE int freeze_files(const torus_t *board) { return board->size; }

FYL_INLINE int freeze_action_count(const torus_t *board) { return 5 * board->squares + 2; }

FYL_INLINE int freeze_pass(const torus_t *board) { return 5 * board->squares + 1; }

FYL_INLINE int freeze_count_jumps_(const freeze_t *s, const int words)
{
    int count = 0;
    for (int d = 0; d < 4; d++) count += squares_count(s->jumps[d], words);
    return count;
}

FYL_INLINE int freeze_legal_count(const freeze_t *s)
{
    switch (s->turn.stage) {
    case STAGE_PLAY:
    case STAGE_PASSED: /* FZ6: and the pass */
        return FREEZE_WORDS(s, freeze_count_jumps_(s, 1), freeze_count_jumps_(s, 2)) + 1;
    case STAGE_JUMP: /* FZ7: and the stop */
        return popcount64(s->chain) + 1;
    case STAGE_FREEZE:
        return FREEZE_WORDS(s, squares_count(freeze_find_freezes(s, 1), 1),
                            squares_count(freeze_find_freezes(s, 2), 2));
    default:
        return 0;
    }
}

FYL_INLINE int freeze_legal_list(const freeze_t *s, int32_t *out)
{
    const torus_t *b = s->board;
    int q = b->squares, count = 0;
    switch (s->turn.stage) {
    case STAGE_PLAY:
    case STAGE_PASSED:
        for (int i = 0; i < b->words; i++) {
            uint64_t any = 0;
            for (int d = 0; d < 4; d++) any |= s->jumps[d].w[i];
            for (; any; any &= any - 1) {
                int bit = lowest64(any), from = i * b->half + bit;
                for (int d = 0; d < 4; d++) {
                    out[count] = 4 * from + d;
                    count += (int)(s->jumps[d].w[i] >> bit & 1);
                }
            }
        }
        out[count++] = 5 * q + 1;
        return count;
    case STAGE_JUMP:
        for (int d = 0; d < 4; d++) {
            out[count] = 4 * s->at + d;
            count += s->chain >> d & 1;
        }
        out[count++] = 4 * q;
        return count;
    case STAGE_FREEZE: {
        squares_t x = freeze_find_freezes(s, b->words);
        for (int i = 0; i < b->words; i++)
            for (uint64_t w = x.w[i]; w; w &= w - 1)
                out[count++] = 4 * q + 1 + i * b->half + lowest64(w);
        return count;
    }
    default:
        return 0;
    }
}

/* A byte an action, 1 for the legal ones. */
FYL_INLINE void freeze_legal_mask(const freeze_t *s, uint8_t *out)
{
    const torus_t *b = s->board;
    int q = b->squares;
    memset(out, 0, 5 * (size_t)q + 2);
    switch (s->turn.stage) {
    case STAGE_PLAY:
    case STAGE_PASSED:
        for (int i = 0; i < b->words; i++)
            for (int d = 0; d < 4; d++)
                for (uint64_t w = s->jumps[d].w[i]; w; w &= w - 1)
                    out[4 * (i * b->half + lowest64(w)) + d] = 1;
        out[5 * q + 1] = 1;
        break;
    case STAGE_JUMP:
        for (int d = 0; d < 4; d++) out[4 * s->at + d] = s->chain >> d & 1;
        out[4 * q] = 1;
        break;
    case STAGE_FREEZE: {
        squares_t x = freeze_find_freezes(s, b->words);
        for (int i = 0; i < b->words; i++)
            for (uint64_t w = x.w[i]; w; w &= w - 1)
                out[4 * q + 1 + i * b->half + lowest64(w)] = 1;
        break;
    }
    default:
        break;
    }
}

FYL_INLINE int freeze_legal_nth(const freeze_t *s, int k)
{
    int32_t list[4 * TORUS_MAX_SQUARES + 1];
    freeze_legal_list(s, list);
    return list[k];
}

FYL_INLINE int freeze_is_legal(const freeze_t *s, int action)
{
    const torus_t *b = s->board;
    int q = b->squares;
    if (action < 0 || action >= 5 * q + 2) return 0;
    switch (s->turn.stage) {
    case STAGE_PLAY:
    case STAGE_PASSED:
        return action == 5 * q + 1 ||
               (action < 4 * q && squares_has(b, s->jumps[action & 3], action >> 2, b->words));
    case STAGE_JUMP:
        return action == 4 * q || (action >> 2 == s->at && (s->chain >> (action & 3) & 1));
    case STAGE_FREEZE:
        return action > 4 * q && action <= 5 * q &&
               squares_has(b, freeze_find_freezes(s, b->words), action - 4 * q - 1, b->words);
    default:
        return 0;
    }
}

/* A jump, the k-th by direction and then by square. */
FYL_INLINE int freeze_nth_jump_(const freeze_t *s, int k, const int words)
{
    int d = 0, below = 0, sum = 0;
    for (int i = 0; i < 3; i++) {
        sum += squares_count(s->jumps[i], words);
        d += k >= sum;
        below = k >= sum ? sum : below;
    }
    return 4 * squares_nth(s->board, s->jumps[d], k - below, words) + d;
}

FYL_INLINE int freeze_draw_(const freeze_t *s, rng_t *rng, int passes, const int words)
{
    int q = s->board->squares;
    if (s->turn.stage == STAGE_FREEZE) {
        squares_t x = freeze_find_freezes(s, words);
        uint32_t count = (uint32_t)squares_count(x, words);
        return 4 * q + 1 + squares_nth(s->board, x, (int)rng_below(rng, count), words);
    }
    if (s->turn.stage == STAGE_JUMP) {
        int count = popcount64(s->chain), k = (int)rng_below(rng, (uint32_t)count + 1);
        return k == count ? 4 * q : 4 * s->at + select64(s->chain, k);
    }
    int count = freeze_count_jumps_(s, words);
    int k = (int)rng_below(rng, (uint32_t)(count + (passes == PASSES_UNIFORM)));
    return k == count ? 5 * q + 1 : freeze_nth_jump_(s, k, words);
}

/* Uniform among the legal actions; a pass is never forced (FZ6), so it is drawn with
 * PASSES_UNIFORM only. The game must not be over. */
FYL_INLINE int freeze_draw(const freeze_t *s, rng_t *rng, int passes)
{
    return FREEZE_WORDS(s, freeze_draw_(s, rng, passes, 1), freeze_draw_(s, rng, passes, 2));
}

/* ---- Acting ---- */

/* The turn is done and `s->turn` is the next one's. FZ6: without a jump it is lost at once. */
FYL_INLINE void freeze_begin_turn(freeze_t *s, const int words)
{
    s->at = FREEZE_NOWHERE;
    s->captured = s->left = s->chain = 0;
    if (!freeze_find_jumps_(s, words)) s->turn.stage = STAGE_OVER;
}

/* FZ5: after the jumps, the captured pieces come back, as many as there is room for. */
FYL_INLINE void freeze_begin_freezes(freeze_t *s, const int words)
{
    int soldiers = squares_count(freeze_enemy_soldiers(s, words), words);
    s->left = s->captured < soldiers ? s->captured : (uint8_t)soldiers;
    s->captured = s->chain = 0;
    s->at = FREEZE_NOWHERE;
    s->turn.stage = STAGE_FREEZE;
    if (s->left == 0) {
        turn_played(&s->turn);
        freeze_begin_turn(s, words);
    }
}

/* FZ3: the jump itself: no more than the board. Returns the square landed on. */
FYL_INLINE int freeze_jump(freeze_t *s, int from, int d, const int words)
{
    const torus_t *b = s->board;
    int mover = s->turn.to_move, over = b->step[from][d], land = b->step[over][d];
    squares_t victim = squares_one(b, over, words);
    s->captured = (uint8_t)(s->captured + 1 + squares_has(b, s->kings, over, words));
    s->of[mover ^ 1] = squares_less(s->of[mover ^ 1], victim, words);
    s->kings = squares_less(s->kings, victim, words);
    s->of[mover] = squares_less(s->of[mover], squares_one(b, from, words), words);
    s->of[mover] = squares_or(s->of[mover], squares_one(b, land, words), words);
    return land;
}

FYL_INLINE int freeze_apply_(freeze_t *s, int action, const int words)
{
    int q = s->board->squares;
    if (action < 4 * q) {
        int land = freeze_jump(s, action >> 2, action & 3, words);
        s->chain = (uint8_t)freeze_find_chain(s, land, words);
        s->at = (uint8_t)land;
        s->turn.stage = STAGE_JUMP;
        /* FZ7: there is no stop when the chain cannot go on. */
        if (!s->chain) freeze_begin_freezes(s, words);
    } else if (action == 4 * q) {
        freeze_begin_freezes(s, words);
    } else if (action <= 5 * q) {
        s->at = (uint8_t)(action - 4 * q - 1);
        s->kings = squares_or(s->kings, squares_one(s->board, s->at, words), words);
        if (--s->left == 0) {
            turn_played(&s->turn);
            freeze_begin_turn(s, words);
        }
    } else {
        turn_passed(&s->turn);
        if (s->turn.stage == STAGE_PASSED) freeze_begin_turn(s, words);
    }
    return 0;
}

/* Carries out a legal action. Returns 0. */
FYL_INLINE int freeze_apply(freeze_t *s, int action)
{
    return FREEZE_WORDS(s, freeze_apply_(s, action, 1), freeze_apply_(s, action, 2));
}

/* ---- Score, outcome ---- */

FYL_INLINE int freeze_outcome(const freeze_t *s)
{
    if (s->turn.stage == STAGE_OVER) return s->turn.to_move ^ 1; /* FZ6 */
    return s->turn.stage == STAGE_OVER_PASSES ? OUTCOME_DRAW : OUTCOME_NONE;
}

/* FZ8: 1 for the winner, in half points (so that all games count alike). */
FYL_INLINE void freeze_score(const freeze_t *s, int half_points[2])
{
    int outcome = freeze_outcome(s);
    half_points[BLACK] = outcome == OUTCOME_BLACK ? 2 : 0;
    half_points[WHITE] = outcome == OUTCOME_WHITE ? 2 : 0;
}

/* The jumps that a colour's soldiers would have, if it were to move. */
FYL_INLINE int freeze_count_jumps_of(const freeze_t *s, int colour, const int words)
{
    freeze_t turn;
    turn.board = s->board;
    turn.turn.to_move = (uint8_t)colour;
    turn.kings = s->kings;
    turn.of[0] = s->of[0];
    turn.of[1] = s->of[1];
    freeze_find_jumps_(&turn, words);
    return freeze_count_jumps_(&turn, words);
}

FYL_INLINE int freeze_evaluate_(const freeze_t *s, const int words)
{
    int soldiers[2], jumps[2];
    for (int colour = 0; colour < 2; colour++) {
        squares_t free = squares_less(s->of[colour], s->kings, words);
        soldiers[colour] = squares_count(free, words);
        jumps[colour] = freeze_count_jumps_of(s, colour, words);
    }
    /* FZ5: within a turn, the pieces captured will freeze as many soldiers. */
    soldiers[s->turn.to_move ^ 1] -= s->captured + s->left;
    return 100 * (soldiers[BLACK] - soldiers[WHITE]) + 30 * (jumps[BLACK] - jumps[WHITE]);
}

/* What the position is worth to Black, in hundredths of a soldier: soldiers, and their jumps. */
FYL_INLINE int freeze_evaluate(const freeze_t *s)
{
    return FREEZE_WORDS(s, freeze_evaluate_(s, 1), freeze_evaluate_(s, 2));
}

/* ---- Board in and out, planes, canonical bytes, key ---- */

/* int8 cells: +height Black, -height White, 0 empty. `out` needs room for TORUS_BYTES. */
FYL_INLINE void freeze_board(const freeze_t *s, int8_t *out)
{
    const torus_t *b = s->board;
    for (int i = 0; i < b->words; i++) {
        for (int first = 0; first < b->half; first += 8) {
            uint64_t black = spread8(s->of[BLACK].w[i] >> first & 0xff);
            uint64_t white = spread8(s->of[WHITE].w[i] >> first & 0xff);
            uint64_t king = spread8(s->kings.w[i] >> first & 0xff);
            /* -1 is 0xff and -2 is 0xfe: a white king takes one more off. */
            uint64_t cells = black + (black & king) + white * 0xff - (white & king);
            put8(out + i * b->half + first, cells);
        }
    }
}

/* What the mover sees, FREEZE_PLANES planes of bytes. */
FYL_INLINE void freeze_planes(const freeze_t *s, uint8_t *out)
{
    const torus_t *b = s->board;
    const squares_t none = {{0, 0}};
    out = number_plane(b, 1, out);
    for (int enemy = 0; enemy < 2; enemy++) {
        squares_t of = s->of[s->turn.to_move ^ enemy];
        out = squares_plane(b, squares_less(of, s->kings, 2), out);
        out = squares_plane(b, squares_and(of, s->kings, 2), out);
    }
    squares_t at = s->at == FREEZE_NOWHERE ? none : squares_one(b, s->at, b->words);
    out = squares_plane(b, s->turn.stage == STAGE_JUMP ? at : none, out);
    out = squares_plane(b, s->turn.stage == STAGE_FREEZE ? at : none, out);
    out = number_plane(b, s->captured, out);
    out = number_plane(b, s->left, out);
    out = number_plane(b, s->turn.to_move == WHITE, out);
    out = number_plane(b, s->turn.stage == STAGE_PASSED, out);
    out = number_plane(b, s->turn.stage == STAGE_OVER_PASSES, out);
    number_plane(b, s->turn.stage == STAGE_OVER, out);
}

/* Sets up any position; the caller has checked cells (-2..2), head and what they allow. */
FYL_INLINE void freeze_set_up(freeze_t *s, const torus_t *board, const int8_t *cells,
                              const uint8_t head[HEAD_BYTES])
{
    memset(s, 0, sizeof *s);
    s->board = board;
    turn_read_head(&s->turn, head);
    for (int square = 0; square < board->squares; square++) {
        squares_t one = squares_one(board, square, board->words);
        int height = cells[square] < 0 ? -cells[square] : cells[square], colour = cells[square] < 0;
        if (height) s->of[colour] = squares_or(s->of[colour], one, 2);
        if (height == 2) s->kings = squares_or(s->kings, one, 2);
    }
    s->at = FREEZE_NOWHERE;
    if (s->turn.stage == STAGE_PLAY || s->turn.stage == STAGE_PASSED) freeze_find_jumps(s);
    if (s->turn.stage == STAGE_JUMP) {
        s->at = head[5];
        s->captured = head[6];
        s->chain = (uint8_t)freeze_find_chain(s, s->at, board->words);
    }
    if (s->turn.stage == STAGE_FREEZE) {
        s->at = head[5];
        s->left = head[7];
    }
}

FYL_INLINE void freeze_write_head(const freeze_t *s, uint8_t out[HEAD_BYTES])
{
    turn_write_head(&s->turn, FREEZE_ID, s->board->size, out);
    out[5] = turn_is_within(&s->turn) ? s->at : 0;
    out[6] = s->captured;
    out[7] = s->left;
}

/* Writes head and board; returns how many bytes. `out` needs room for TORUS_BYTES. */
FYL_INLINE int freeze_write(const freeze_t *s, uint8_t *out)
{
    freeze_write_head(s, out);
    freeze_board(s, (int8_t *)out + HEAD_BYTES);
    return HEAD_BYTES + s->board->squares;
}

FYL_INLINE uint64_t freeze_key(const freeze_t *s)
{
    uint8_t head[HEAD_BYTES];
    uint64_t sum;
    freeze_write_head(s, head);
    sum = key_word(0, get8(head));
    for (int i = 0; i < s->board->words; i++) {
        sum += key_word(3 * (uint64_t)i + 1, s->of[BLACK].w[i]);
        sum += key_word(3 * (uint64_t)i + 2, s->of[WHITE].w[i]);
        sum += key_word(3 * (uint64_t)i + 3, s->kings.w[i]);
    }
    return key_of(sum);
}

#endif

/* Herfor: invading phalanxes. Rules HF; actions A: 0..n-1 place, n pass, n+1 black, n+2 white.
 *
 * Per line we keep the black and the white stones by place. Whether a placement invades is read
 * off the three lines through the point at once (lanes): the ends of the new phalanx by a carry on
 * one side and by a comparison on the other. The whole legal set comes from the ranks alone, by
 * sweeps that carry "an enemy beyond one's own stones" across the board.
 */
#ifndef FYLKING_HERFOR_H
#define FYLKING_HERFOR_H

#include "fylking/hexhex.h"

enum {
    HERFOR_ID = 2,
    HERFOR_PLANES = 9 /* on the board, own, enemy, the mover's colour, five stages */
};

typedef hexhex_t herfor_board_t;

typedef struct {
    uint32_t of[2]; /* stones by colour: bit LANE_LOW + place */
} herfor_line_t;

typedef struct {
    const hexhex_t *board;
    turn_t turn;
    uint16_t empties;
    uint64_t empty[HEX_WORDS];
    herfor_line_t line[HEX_MAX_LINES]; /* 3 * side of them are in use */
} herfor_t;

/* ---- Tables, start, copy ---- */

FYL_COLD void herfor_init(herfor_board_t *board, int size) { hexhex_init(board, size); }

/* Bytes at the start of the struct that make up a position of this board. */
FYL_INLINE size_t herfor_capacity(const hexhex_t *board)
{
    return offsetof(herfor_t, line) + 3 * (size_t)board->side * sizeof(herfor_line_t);
}

FYL_INLINE void herfor_start(herfor_t *s, const hexhex_t *board, int pie)
{
    memset(s, 0, herfor_capacity(board));
    s->board = board;
    turn_start(&s->turn, pie);
    s->empties = (uint16_t)board->points;
    for (int p = 0; p < board->points; p++) set_add(s->empty, p);
}

FYL_INLINE size_t herfor_used(const herfor_t *s) { return herfor_capacity(s->board); }

FYL_INLINE void herfor_copy(herfor_t *to, const herfor_t *from)
{
    memcpy(to, from, herfor_used(from));
}

/* ---- Placements ---- */

/* A word of the three lines through `p`, side by side. */
#define HERFOR_LANES(s, p, colour)                                                                \
    ((s)->line[(s)->board->line[p][0]].of[colour] |                                               \
     (uint64_t)(s)->line[(s)->board->line[p][1]].of[colour] << LANE |                             \
     (uint64_t)(s)->line[(s)->board->line[p][2]].of[colour] << 2 * LANE)

/* HF2: the axes (lowest bit of each lane) on which a stone at `placed` makes an invading phalanx.
 * `own` has the stone already or not, it is the same. */
FYL_INLINE uint64_t herfor_invasions(uint64_t placed, uint64_t own, uint64_t enemy)
{
    own |= placed;
    /* Up the run of own stones a carry from the placed stone stops at the first other place. */
    uint64_t upper_end = (own + placed) & ~own;
    /* Downwards: the highest place below that is not own is an enemy when the enemies below are,
     * read as a number, greater than the other places below; a borrow tells. The guard bit above
     * each lane keeps lanes apart, the one below is never an enemy. */
    uint64_t below = placed - LANES(1), guard = LANES((uint64_t)1 << (LANE - 1));
    uint64_t others = ~own & ~enemy & below, enemies = enemy & below;
    uint64_t lower = ~((others | guard) - enemies) & guard;
    /* An enemy at the upper end, as the lane's guard bit: a sum overflows into it. */
    uint64_t upper = (((upper_end & enemy) + (guard - LANES(1))) & guard);
    return (upper & lower) >> (LANE - 1);
}

/* HF3: may the player to move place on `p`, which must be empty? */
FYL_INLINE int herfor_is_placement(const herfor_t *s, int p)
{
    int mover = s->turn.to_move;
    uint64_t placed = s->board->lanes[p], enemy = HERFOR_LANES(s, p, mover ^ 1);
    if (!(enemy & (placed << 1 | placed >> 1))) return 1;
    return herfor_invasions(placed, HERFOR_LANES(s, p, mover), enemy) != 0;
}

/* HF2 along the ranks, three ranks in lanes: places whose nearest places on both sides that are
 * not own are the enemy's. Upwards a carry runs through own stones; downwards, by doubling. */
FYL_INLINE uint64_t herfor_rank_invasions(uint64_t own, uint64_t enemy, int side)
{
    uint64_t enemy_below = enemy << 1, enemy_above = enemy >> 1, open = own >> 1;
    enemy_below |= own + (enemy_below & own);
    for (int d = 1; d < side - 1; d *= 2) {
        enemy_above |= enemy_above >> d & open;
        open &= open >> d;
    }
    return enemy_below & enemy_above;
}

/* HF3: all points where `mover` may place, as a set. */
FYL_INLINE void herfor_placements(const herfor_t *s, int mover, uint64_t set[HEX_WORDS])
{
    const hexhex_t *b = s->board;
    uint32_t invades[HEX_MAX_SIDE + 2], file_up[HEX_MAX_SIDE], diagonal_up[HEX_MAX_SIDE];
    uint32_t legal[HEX_MAX_SIDE]; /* by rank */
    uint32_t file = 0, diagonal = 0, enemy_above = 0;
    for (int rank = 0; rank < b->side; rank += 3) {
        uint64_t own = 0, enemy = 0;
        for (int lane = 0; lane < 3 && rank + lane < b->side; lane++) {
            own |= (uint64_t)s->line[rank + lane].of[mover] << lane * LANE;
            enemy |= (uint64_t)s->line[rank + lane].of[mover ^ 1] << lane * LANE;
        }
        uint64_t found = herfor_rank_invasions(own, enemy, b->side);
        for (int lane = 0; lane < 3; lane++)
            invades[rank + lane] = (uint32_t)(found >> lane * LANE & LANE_MASK);
    }
    /* Along files and diagonals, a rank at a time: the places of a rank whose nearest place
     * below (then, in the second sweep, above) that is not own is the enemy's. */
    for (int rank = 0; rank < b->side; rank++) {
        uint32_t own = s->line[rank].of[mover], enemy = s->line[rank].of[mover ^ 1];
        file_up[rank] = file;
        diagonal_up[rank] = diagonal;
        file = enemy | (own & file);
        diagonal = (enemy | (own & diagonal)) << 1;
    }
    file = diagonal = 0;
    for (int rank = b->side - 1; rank >= 0; rank--) {
        uint32_t own = s->line[rank].of[mover], enemy = s->line[rank].of[mover ^ 1];
        uint32_t enemy_below = rank ? s->line[rank - 1].of[mover ^ 1] : 0;
        uint32_t empty = b->rank_mask[rank] << LANE_LOW & ~(own | enemy);
        uint32_t beside = enemy << 1 | enemy >> 1 | enemy_below | enemy_below << 1 | enemy_above |
                          enemy_above >> 1;
        uint32_t invade = invades[rank] | (file_up[rank] & file) | (diagonal_up[rank] & diagonal);
        legal[rank] = (empty & (invade | ~beside)) >> LANE_LOW;
        file = enemy | (own & file);
        diagonal = (enemy | (own & diagonal)) >> 1;
        enemy_above = enemy;
    }
    set_from_ranks(b, legal, set);
}

/* ---- Legal actions ---- */

FYL_INLINE int herfor_points(const hexhex_t *board) { return board->points; }

FYL_INLINE int herfor_ranks(const hexhex_t *board) { return board->side; }

FYL_INLINE int herfor_files(const hexhex_t *board) { return board->side; }

FYL_INLINE int herfor_action_count(const hexhex_t *board) { return board->points + 3; }

FYL_INLINE int herfor_pass(const hexhex_t *board) { return board->points; }

/* The legal placements in `set`; returns their number. HF7: none means that a pass is due. */
FYL_INLINE int herfor_legal_set(const herfor_t *s, uint64_t set[HEX_WORDS])
{
    herfor_placements(s, s->turn.to_move, set);
    return set_count(set, s->board->words);
}

FYL_INLINE int herfor_legal_count(const herfor_t *s)
{
    uint64_t set[HEX_WORDS];
    if (s->turn.stage == STAGE_CHOOSE) return 2; /* P3 */
    if (turn_is_over(&s->turn)) return 0;
    int count = herfor_legal_set(s, set);
    return count ? count : 1;
}

FYL_INLINE int herfor_legal_list(const herfor_t *s, int32_t *out)
{
    uint64_t set[HEX_WORDS];
    int n = s->board->points, count;
    if (turn_is_over(&s->turn)) return 0;
    if (s->turn.stage == STAGE_CHOOSE) {
        out[0] = n + 1;
        out[1] = n + 2;
        return 2;
    }
    herfor_placements(s, s->turn.to_move, set);
    count = set_list(set, s->board->words, out);
    if (count == 0) out[count++] = n;
    return count;
}

/* A byte an action, 1 for the legal ones. */
FYL_INLINE void herfor_legal_mask(const herfor_t *s, uint8_t *out)
{
    uint64_t set[HEX_WORDS];
    int n = s->board->points;
    memset(out, 0, (size_t)n + 3);
    if (turn_is_over(&s->turn)) return;
    if (s->turn.stage == STAGE_CHOOSE) {
        out[n + 1] = out[n + 2] = 1;
        return;
    }
    out[n] = herfor_legal_set(s, set) == 0;
    set_mask(set, n, out);
}

FYL_INLINE int herfor_legal_nth(const herfor_t *s, int k)
{
    uint64_t set[HEX_WORDS];
    int n = s->board->points;
    if (s->turn.stage == STAGE_CHOOSE) return n + 1 + k;
    return herfor_legal_set(s, set) ? set_nth(set, s->board->words, k) : n;
}

FYL_INLINE int herfor_is_legal(const herfor_t *s, int action)
{
    uint64_t set[HEX_WORDS];
    int n = s->board->points;
    if (action < 0 || action >= n + 3 || turn_is_over(&s->turn)) return 0;
    if (s->turn.stage == STAGE_CHOOSE) return action > n;
    if (action < n) return set_has(s->empty, action) && herfor_is_placement(s, action);
    return action == n && herfor_legal_set(s, set) == 0;
}

/* Uniform among the legal actions: draws empty points until one is legal; when eight were not,
 * legal points are rare, and the draw is made from the whole legal set. A pass is never one of
 * several, so `passes` makes no difference. The game must not be over. */
FYL_INLINE int herfor_draw(const herfor_t *s, rng_t *rng, int passes)
{
    enum { TRIES = 8 };
    uint64_t set[HEX_WORDS];
    int n = s->board->points, count;
    (void)passes;
    if (s->turn.stage == STAGE_CHOOSE) return n + 1 + (int)rng_below(rng, 2);
    for (int i = 0; i < TRIES; i++) {
        int p = set_nth(s->empty, s->board->words, (int)rng_below(rng, s->empties));
        if (herfor_is_placement(s, p)) return p;
    }
    count = herfor_legal_set(s, set);
    if (count == 0) return n; /* HF7 */
    return set_nth(set, s->board->words, (int)rng_below(rng, (uint32_t)count));
}

/* ---- Acting ---- */

/* The phalanx of `colour` that begins at `bit` and runs up (step 1) or down (-1): its length. */
FYL_INLINE int herfor_run(uint32_t stones, int bit, int step)
{
    if (step > 0) return lowest64(~((uint64_t)stones >> bit));
    return highest64(~((uint64_t)stones << (63 - bit))) ^ 63;
}

/* HF4, HF5: on one axis, the flips (bits of its line) of a stone placed at `bit`. */
FYL_INLINE uint32_t herfor_axis_flips(uint32_t own, uint32_t enemy, int bit)
{
    int up = bit + herfor_run(own, bit, 1), down = bit - herfor_run(own, bit, -1);
    int above = herfor_run(enemy, up, 1), below = herfor_run(enemy, down, -1);
    uint32_t shorter = (uint32_t)1 << (above < below ? above : below);
    return (shorter - 1) << up | (shorter - 1) << (down + 1) >> (above < below ? above : below);
}

/* Puts the mover's stone on `p` and flips what it invades (HF4); `flips` gets the points flipped,
 * their number is returned. */
FYL_INLINE int herfor_place(herfor_t *s, int p, int16_t flips[HEX_MAX_POINTS])
{
    const hexhex_t *b = s->board;
    int mover = s->turn.to_move, count = 0;
    uint64_t placed = b->lanes[p];
    uint64_t own = HERFOR_LANES(s, p, mover), enemy = HERFOR_LANES(s, p, mover ^ 1);
    uint64_t axes = herfor_invasions(placed, own, enemy);
    own |= placed;
    for (; axes; axes &= axes - 1) {
        int low = lowest64(axes), axis = (low >= LANE) + (low >= 2 * LANE);
        uint32_t line = herfor_axis_flips((uint32_t)(own >> low & LANE_MASK),
                                          (uint32_t)(enemy >> low & LANE_MASK),
                                          b->place[p][axis] + LANE_LOW);
        for (; line; line &= line - 1)
            flips[count++] = b->point[b->line[p][axis]][lowest64(line) - LANE_LOW];
    }
    for (int axis = 0; axis < 3; axis++)
        s->line[b->line[p][axis]].of[mover] |= (uint32_t)1 << (b->place[p][axis] + LANE_LOW);
    for (int k = 0; k < count; k++) { /* HF5: all axes at once; they never overlap */
        for (int axis = 0; axis < 3; axis++) {
            uint32_t bit = (uint32_t)1 << (b->place[flips[k]][axis] + LANE_LOW);
            s->line[b->line[flips[k]][axis]].of[0] ^= bit;
            s->line[b->line[flips[k]][axis]].of[1] ^= bit;
        }
    }
    set_remove(s->empty, p);
    s->empties--;
    return count;
}

/* Carries out a legal action. Returns 0. */
FYL_INLINE int herfor_apply(herfor_t *s, int action)
{
    int16_t flips[HEX_MAX_POINTS];
    int n = s->board->points;
    if (FYL_LIKELY(action < n)) {
        herfor_place(s, action, flips);
        turn_played(&s->turn);
        if (s->empties == 0) s->turn.stage = STAGE_OVER; /* HF6 */
    } else if (action == n) {
        turn_passed(&s->turn); /* HF7 */
    } else {
        turn_chosen(&s->turn, action == n + 1 ? BLACK : WHITE);
    }
    return 0;
}

/* ---- Score, outcome ---- */

/* HF6: stones, in half points (so that all games count alike). */
FYL_INLINE void herfor_score(const herfor_t *s, int half_points[2])
{
    half_points[BLACK] = half_points[WHITE] = 0;
    for (int rank = 0; rank < s->board->side; rank++)
        for (int colour = 0; colour < 2; colour++)
            half_points[colour] += 2 * popcount64(s->line[rank].of[colour]);
}

FYL_INLINE int herfor_outcome(const herfor_t *s)
{
    int score[2];
    if (!turn_is_over(&s->turn)) return OUTCOME_NONE;
    herfor_score(s, score);
    /* HF8: equal counts go to the first passer, who is the colour to move after two passes. */
    if (score[BLACK] == score[WHITE]) return s->turn.to_move;
    return score[BLACK] > score[WHITE] ? OUTCOME_BLACK : OUTCOME_WHITE;
}

/* What the position is worth to Black, in hundredths of a stone: stones, and points on which one
 * player alone may place, which the other cannot contest now. */
FYL_INLINE int herfor_evaluate(const herfor_t *s)
{
    uint64_t set[HEX_WORDS];
    int score[2], room[2];
    herfor_score(s, score);
    for (int colour = 0; colour < 2; colour++) {
        herfor_placements(s, colour, set);
        room[colour] = set_count(set, s->board->words);
    }
    return 50 * (score[BLACK] - score[WHITE]) + 60 * (room[BLACK] - room[WHITE]);
}

/* ---- Board in and out, planes, canonical bytes, key ---- */

/* int8 cells: +1 Black, -1 White, 0 empty. `out` needs room for HEX_BYTES. */
FYL_INLINE void herfor_board(const herfor_t *s, int8_t *out)
{
    const hexhex_t *b = s->board;
    for (int rank = 0; rank < b->side; rank++)
        rank_cells(b, rank, s->line[rank].of[BLACK] >> LANE_LOW,
                   s->line[rank].of[WHITE] >> LANE_LOW, out + b->rank_point[rank]);
}

/* What the mover sees, HERFOR_PLANES planes of bytes. */
FYL_INLINE void herfor_planes(const herfor_t *s, uint8_t *out)
{
    const hexhex_t *b = s->board;
    int cells = b->side * b->side;
    out = hexhex_flag_plane(b, 1, out);
    for (int enemy = 0; enemy < 2; enemy++, out += cells)
        for (int rank = 0; rank < b->side; rank++)
            rank_plane(b, s->line[rank].of[s->turn.to_move ^ enemy] >> LANE_LOW,
                       out + rank * b->side);
    hexhex_turn_planes(b, &s->turn, STAGE_OVER, out);
}

/* Sets up any position; the caller has checked cells (-1, 0, 1) and turn. */
FYL_INLINE void herfor_set_up(herfor_t *s, const hexhex_t *board, const int8_t *cells,
                              const uint8_t head[HEAD_BYTES])
{
    herfor_start(s, board, 0);
    turn_read_head(&s->turn, head);
    for (int p = 0; p < board->points; p++) {
        if (cells[p] == 0) continue;
        set_remove(s->empty, p);
        s->empties--;
        for (int axis = 0; axis < 3; axis++)
            s->line[board->line[p][axis]].of[cells[p] < 0] |=
                (uint32_t)1 << (board->place[p][axis] + LANE_LOW);
    }
}

/* Writes head and board; returns how many bytes. `out` needs room for HEX_BYTES. */
FYL_INLINE int herfor_write(const herfor_t *s, uint8_t *out)
{
    turn_write_head(&s->turn, HERFOR_ID, s->board->size, out);
    herfor_board(s, (int8_t *)out + HEAD_BYTES);
    return HEAD_BYTES + s->board->points;
}

FYL_INLINE uint64_t herfor_key(const herfor_t *s)
{
    uint8_t head[HEAD_BYTES];
    uint64_t sum;
    turn_write_head(&s->turn, HERFOR_ID, s->board->size, head);
    sum = key_word(0, get8(head));
    for (int rank = 0; rank < s->board->side; rank++) {
        uint32_t black = s->line[rank].of[BLACK], white = s->line[rank].of[WHITE];
        sum += key_word((uint64_t)rank + 1, black | (uint64_t)white << 32);
    }
    return key_of(sum);
}

#endif

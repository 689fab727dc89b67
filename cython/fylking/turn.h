/* Whose turn it is, and how turns follow each other: what all games share (RULES P, S).
 *
 * turn_t is the first thing in every game's struct after the pointer to its board. */
#ifndef FYLKING_TURN_H
#define FYLKING_TURN_H

#include "fylking/bits.h"

enum { BLACK = 0, WHITE = 1 };

/* The stages of the position text (S). JUMP and FREEZE occur within a turn of Freeze only. */
enum {
    STAGE_OPEN = 0,   /* the pie rule's opening stone */
    STAGE_CHOOSE = 1, /* the pie choice */
    STAGE_PLAY = 2,   /* an ordinary turn begins */
    STAGE_PASSED = 3, /* an ordinary turn begins; the turn before was a pass */
    STAGE_JUMP = 4,
    STAGE_FREEZE = 5,
    STAGE_OVER_PASSES = 6, /* over by two passes; the first passer is the colour to move */
    STAGE_OVER = 7         /* over in the game's other way */
};

/* Result of a game for its winner; what outcome() gives. */
enum { OUTCOME_NONE = -1, OUTCOME_BLACK = 0, OUTCOME_WHITE = 1, OUTCOME_DRAW = 2 };

/* Which passes a random draw may take. */
enum { PASSES_FORCED = 0, PASSES_UNIFORM = 1 };

typedef struct {
    uint8_t to_move; /* BLACK or WHITE */
    uint8_t stage;
    uint8_t first;   /* colour of the first player; BLACK while undecided */
} turn_t;

FYL_INLINE void turn_start(turn_t *t, int pie)
{
    /* P4: Black is to move either way, and the first player is Black without the pie rule. */
    t->to_move = BLACK;
    t->stage = pie ? STAGE_OPEN : STAGE_PLAY;
    t->first = BLACK;
}

FYL_INLINE int turn_is_over(const turn_t *t) { return t->stage >= STAGE_OVER_PASSES; }

/* Between the steps of a turn: the same player acts again to finish it. */
FYL_INLINE int turn_is_within(const turn_t *t)
{
    return t->stage == STAGE_JUMP || t->stage == STAGE_FREEZE;
}

/* After a turn that was no pass. */
FYL_INLINE void turn_played(turn_t *t)
{
    t->stage = t->stage == STAGE_OPEN ? STAGE_CHOOSE : STAGE_PLAY; /* P2, P3 */
    t->to_move ^= 1;
}

/* After a pass: two in a row end every game (FV8, HF7, FS8, FZ6). */
FYL_INLINE void turn_passed(turn_t *t)
{
    t->stage = t->stage == STAGE_PASSED ? STAGE_OVER_PASSES : STAGE_PASSED;
    t->to_move ^= 1;
}

/* P3: the second player takes `colour`; White is to move next whoever that is (P2). */
FYL_INLINE void turn_chosen(turn_t *t, int colour)
{
    t->first = (uint8_t)(colour ^ 1);
    t->stage = STAGE_PLAY;
    t->to_move = WHITE;
}

/* Canonical bytes and keys: a head of eight bytes, then the board (int8 a point). Equal
 * positions have equal bytes; the version changes only with a release that says so. */
enum { HEAD_BYTES = 8, FORMAT_VERSION = 1 };

FYL_INLINE void turn_write_head(const turn_t *t, int game, int size, uint8_t out[HEAD_BYTES])
{
    memset(out, 0, HEAD_BYTES);
    out[0] = FORMAT_VERSION;
    out[1] = (uint8_t)game;
    out[2] = (uint8_t)size;
    out[3] = (uint8_t)(t->to_move | t->first << 1);
    out[4] = t->stage;
    /* out[5..7] belong to the game. */
}

/* Reads what all games share; the caller has checked the bytes. */
FYL_INLINE void turn_read_head(turn_t *t, const uint8_t head[HEAD_BYTES])
{
    t->to_move = head[3] & 1;
    t->first = head[3] >> 1 & 1;
    t->stage = head[4];
}

/* A 64-bit key is made of the head and words that hold the board: key_of(sum of key_word(...)),
 * number 0 being the head. */
FYL_INLINE uint64_t key_word(uint64_t number, uint64_t word)
{
    return mix64(word ^ mix64(number + 0x9e3779b97f4a7c15u));
}

FYL_INLINE uint64_t key_of(uint64_t sum) { return mix64(sum); }

/* The key of canonical bytes, where the board is in no handier words; they must be padded with
 * zeros to a multiple of 8. */
FYL_INLINE uint64_t bytes_key(const uint8_t *bytes, int length)
{
    uint64_t sum = 0;
    for (int i = 0; i < length; i += 8) sum += key_word((uint64_t)i / 8, get8(bytes + i));
    return key_of(sum);
}

#endif

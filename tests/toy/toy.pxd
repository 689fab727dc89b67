# The toy's C face: the same names as those of every game.
from libc.stdint cimport int8_t, int32_t, uint8_t, uint64_t

from fylking.rng cimport rng_t
from fylking.turn cimport turn_t

cdef extern from "toy.h" nogil:
    enum:
        ID "TOY_ID"
        BYTES "TOY_BYTES"
        MAX_ACTIONS "2"
        PLANES "TOY_PLANES"
        OBSERVATION "(TOY_PLANES * TOY_POINTS)"
    ctypedef struct board_t "toy_board_t":
        pass
    ctypedef struct state_t "toy_t":
        turn_t turn

    void init "toy_init"(board_t *board, int size)
    size_t capacity "toy_capacity"(const board_t *board)
    size_t used "toy_used"(const state_t *s)
    void start "toy_start"(state_t *s, const board_t *board, int pie)
    void copy "toy_copy"(state_t *to, const state_t *source)

    int point_count "toy_points"(const board_t *board)
    int ranks "toy_ranks"(const board_t *board)
    int files "toy_files"(const board_t *board)
    int action_count "toy_action_count"(const board_t *board)
    int pass_action "toy_pass"(const board_t *board)
    int legal_count "toy_legal_count"(const state_t *s)
    int legal_list "toy_legal_list"(const state_t *s, int32_t *out)
    void legal_mask "toy_legal_mask"(const state_t *s, uint8_t *out)
    int legal_nth "toy_legal_nth"(const state_t *s, int k)
    bint is_legal "toy_is_legal"(const state_t *s, int action)
    int draw "toy_draw"(const state_t *s, rng_t *rng, int passes)
    int apply "toy_apply"(state_t *s, int action)

    void score "toy_score"(const state_t *s, int half_points[2])
    int outcome "toy_outcome"(const state_t *s)
    int evaluate "toy_evaluate"(const state_t *s)
    void board "toy_board"(const state_t *s, int8_t *out)
    void planes "toy_planes"(const state_t *s, uint8_t *out)
    void set_up "toy_set_up"(
        state_t *s, const board_t *board, const int8_t *cells, const uint8_t *head)
    int write "toy_write"(const state_t *s, uint8_t *out)
    uint64_t key "toy_key"(const state_t *s)

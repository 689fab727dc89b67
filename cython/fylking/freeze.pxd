# Freeze: the kernel's C face. Rules FZ; the same names in every game.
#
# A board_t holds the tables of one size: fill it with init() once, before threads use it. A
# position is a state_t of at most capacity(board) bytes, used(state) of them in use.
from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uint64_t

from fylking.rng cimport rng_t
from fylking.turn cimport turn_t

cdef extern from "fylking/freeze.h" nogil:
    enum:
        ID "FREEZE_ID"
        BYTES "TORUS_BYTES"  # room for what write() and board() write
        MAX_ACTIONS "(5 * TORUS_MAX_SQUARES + 2)"  # room for what legal_list() writes, on any size
        PLANES "FREEZE_PLANES"  # of an observation
        OBSERVATION "(FREEZE_PLANES * TORUS_MAX_SQUARES)"  # room for what planes() writes
    ctypedef struct board_t "freeze_board_t":
        pass
    ctypedef struct state_t "freeze_t":
        turn_t turn
        uint8_t at, captured, left

    void init "freeze_init"(board_t *board, int size)
    size_t capacity "freeze_capacity"(const board_t *board)
    size_t used "freeze_used"(const state_t *s)
    void start "freeze_start"(state_t *s, const board_t *board, int pie)
    void copy "freeze_copy"(state_t *to, const state_t *source)

    int point_count "freeze_points"(const board_t *board)
    int ranks "freeze_ranks"(const board_t *board)  # shape of a plane
    int files "freeze_files"(const board_t *board)
    int action_count "freeze_action_count"(const board_t *board)
    int pass_action "freeze_pass"(const board_t *board)
    int legal_count "freeze_legal_count"(const state_t *s)
    int legal_list "freeze_legal_list"(const state_t *s, int32_t *out)
    void legal_mask "freeze_legal_mask"(const state_t *s, uint8_t *out)  # action_count bytes
    int legal_nth "freeze_legal_nth"(const state_t *s, int k)
    bint is_legal "freeze_is_legal"(const state_t *s, int action)
    int draw "freeze_draw"(const state_t *s, rng_t *rng, int passes)
    int apply "freeze_apply"(state_t *s, int action)  # 0, or -1: no memory

    void score "freeze_score"(const state_t *s, int half_points[2])
    int outcome "freeze_outcome"(const state_t *s)
    int evaluate "freeze_evaluate"(const state_t *s)  # from Black's side
    void board "freeze_board"(const state_t *s, int8_t *out)
    void planes "freeze_planes"(const state_t *s, uint8_t *out)  # PLANES * ranks * files bytes
    void set_up "freeze_set_up"(
        state_t *s, const board_t *board, const int8_t *cells, const uint8_t *head)
    int write "freeze_write"(const state_t *s, uint8_t *out)
    uint64_t key "freeze_key"(const state_t *s)

cdef extern from "fylking/freeze_turns.h" nogil:
    # Whole turns, counted without listing them (FZ9).
    ctypedef struct counter_t "freeze_counter_t":
        int (*poll)(void *context) except -1 nogil  # or NULL; called at every jump
        void *context
        int status  # not 0: poll returned it, and counting was given up
    uint64_t count_turns "freeze_count_turns"(const state_t *s, counter_t *counter)
    uint64_t count_two_turns "freeze_count_two_turns"(const state_t *s, counter_t *counter)

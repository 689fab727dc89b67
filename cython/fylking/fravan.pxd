# Fravan: the kernel's C face. Rules FV; the same names in every game.
#
# A board_t holds the tables of one size: fill it with init() once, before threads use it. A
# position is a state_t of at most capacity(board) bytes, used(state) of them in use.
from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uint64_t

from fylking.rng cimport rng_t
from fylking.turn cimport turn_t

cdef extern from "fylking/fravan.h" nogil:
    enum:
        ID "FRAVAN_ID"
        BYTES "HEX_BYTES"  # room for what write() and board() write
        MAX_ACTIONS "(HEX_MAX_POINTS + 3)"  # room for what legal_list() writes, on any size
        PLANES "FRAVAN_PLANES"  # of an observation
        OBSERVATION "(FRAVAN_PLANES * HEX_GRID)"  # room for what planes() writes, on any size
    ctypedef struct board_t "fravan_board_t":
        pass
    ctypedef struct state_t "fravan_t":
        turn_t turn
        uint8_t unstable

    void init "fravan_init"(board_t *board, int size)
    size_t capacity "fravan_capacity"(const board_t *board)
    size_t used "fravan_used"(const state_t *s)
    void start "fravan_start"(state_t *s, const board_t *board, int pie)
    void copy "fravan_copy"(state_t *to, const state_t *source)

    int point_count "fravan_points"(const board_t *board)
    int ranks "fravan_ranks"(const board_t *board)  # shape of a plane
    int files "fravan_files"(const board_t *board)
    int action_count "fravan_action_count"(const board_t *board)
    int pass_action "fravan_pass"(const board_t *board)
    int legal_count "fravan_legal_count"(const state_t *s)
    int legal_list "fravan_legal_list"(const state_t *s, int32_t *out)
    void legal_mask "fravan_legal_mask"(const state_t *s, uint8_t *out)  # action_count bytes
    int legal_nth "fravan_legal_nth"(const state_t *s, int k)
    bint is_legal "fravan_is_legal"(const state_t *s, int action)
    int draw "fravan_draw"(const state_t *s, rng_t *rng, int passes)
    int apply "fravan_apply"(state_t *s, int action)  # 0, or -1: no memory

    void score "fravan_score"(const state_t *s, int half_points[2])
    int outcome "fravan_outcome"(const state_t *s)
    int evaluate "fravan_evaluate"(const state_t *s)  # from Black's side
    void board "fravan_board"(const state_t *s, int8_t *out)
    void planes "fravan_planes"(const state_t *s, uint8_t *out)  # PLANES * ranks * files bytes
    void set_up "fravan_set_up"(
        state_t *s, const board_t *board, const int8_t *cells, const uint8_t *head)
    int write "fravan_write"(const state_t *s, uint8_t *out)
    uint64_t key "fravan_key"(const state_t *s)

    # The flip cascade, for those who look into it.
    ctypedef struct cascade_t "fravan_cascade_t":
        int flips
        int16_t *flip
        uint64_t *flipped
        void *user
    ctypedef void (*step_t "fravan_step_t")(state_t *, cascade_t *, int) noexcept nogil
    void step "fravan_step"(state_t *s, cascade_t *c, int colour) noexcept
    int apply_with "fravan_apply_with"(state_t *s, cascade_t *c, int action, step_t step)

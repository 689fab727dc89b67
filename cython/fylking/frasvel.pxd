# Frasvel: the kernel's C face. Rules FS; the same names in every game.
#
# A board_t holds the tables of one size: fill it with init() once, before threads use it. A
# position is a state_t of at most capacity(board) bytes, used(state) of them in use.
from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uint64_t

from fylking.rng cimport rng_t
from fylking.turn cimport turn_t

cdef extern from "fylking/frasvel.h" nogil:
    enum:
        ID "FRASVEL_ID"
        BYTES "HEX_BYTES"  # room for what write() and board() write
        MAX_ACTIONS "(7 * HEX_MAX_POINTS + 3)"  # room for what legal_list() writes, on any size
        PLANES "FRASVEL_PLANES"  # of an observation
        OBSERVATION "(FRASVEL_PLANES * HEX_GRID)"  # room for what planes() writes, on any size
    ctypedef struct board_t "frasvel_board_t":
        pass
    ctypedef struct state_t "frasvel_t":
        turn_t turn

    void init "frasvel_init"(board_t *board, int size)
    size_t capacity "frasvel_capacity"(const board_t *board)
    size_t used "frasvel_used"(const state_t *s)
    void start "frasvel_start"(state_t *s, const board_t *board, int pie)
    void copy "frasvel_copy"(state_t *to, const state_t *source)

    int point_count "frasvel_points"(const board_t *board)
    int ranks "frasvel_ranks"(const board_t *board)  # shape of a plane
    int files "frasvel_files"(const board_t *board)
    int action_count "frasvel_action_count"(const board_t *board)
    int pass_action "frasvel_pass"(const board_t *board)
    int legal_count "frasvel_legal_count"(const state_t *s)
    int legal_list "frasvel_legal_list"(const state_t *s, int32_t *out)
    void legal_mask "frasvel_legal_mask"(const state_t *s, uint8_t *out)  # action_count bytes
    int legal_nth "frasvel_legal_nth"(const state_t *s, int k)
    bint is_legal "frasvel_is_legal"(const state_t *s, int action)
    int draw "frasvel_draw"(const state_t *s, rng_t *rng, int passes)
    int apply "frasvel_apply"(state_t *s, int action)  # 0, or -1: no memory

    void score "frasvel_score"(const state_t *s, int half_points[2])
    int outcome "frasvel_outcome"(const state_t *s)
    int evaluate "frasvel_evaluate"(const state_t *s)  # from Black's side
    void board "frasvel_board"(const state_t *s, int8_t *out)
    void planes "frasvel_planes"(const state_t *s, uint8_t *out)  # PLANES * ranks * files bytes
    void set_up "frasvel_set_up"(
        state_t *s, const board_t *board, const int8_t *cells, const uint8_t *head)
    int write "frasvel_write"(const state_t *s, uint8_t *out)
    uint64_t key "frasvel_key"(const state_t *s)

    # What a move does, group by group.
    ctypedef struct trace_t "frasvel_trace_t":
        int groups
        int16_t *first
        int16_t *cell
        int grown
        int16_t *grow
    int apply_traced "frasvel_apply_traced"(state_t *s, int action, trace_t *trace)

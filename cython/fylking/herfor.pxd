# Herfor: the kernel's C face. Rules HF; the same names in every game.
#
# A board_t holds the tables of one size: fill it with init() once, before threads use it. A
# position is a state_t of at most capacity(board) bytes, used(state) of them in use.
from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uint64_t

from fylking.rng cimport rng_t
from fylking.turn cimport turn_t

cdef extern from "fylking/herfor.h" nogil:
    enum:
        ID "HERFOR_ID"
        BYTES "HEX_BYTES"  # room for what write() and board() write
        MAX_ACTIONS "(HEX_MAX_POINTS + 3)"  # room for what legal_list() writes, on any size
        PLANES "HERFOR_PLANES"  # of an observation
        OBSERVATION "(HERFOR_PLANES * HEX_GRID)"  # room for what planes() writes, on any size
    ctypedef struct board_t "herfor_board_t":
        pass
    ctypedef struct state_t "herfor_t":
        turn_t turn

    void init "herfor_init"(board_t *board, int size)
    size_t capacity "herfor_capacity"(const board_t *board)
    size_t used "herfor_used"(const state_t *s)
    void start "herfor_start"(state_t *s, const board_t *board, int pie)
    void copy "herfor_copy"(state_t *to, const state_t *source)

    int point_count "herfor_points"(const board_t *board)
    int ranks "herfor_ranks"(const board_t *board)  # shape of a plane
    int files "herfor_files"(const board_t *board)
    int action_count "herfor_action_count"(const board_t *board)
    int pass_action "herfor_pass"(const board_t *board)
    int legal_count "herfor_legal_count"(const state_t *s)
    int legal_list "herfor_legal_list"(const state_t *s, int32_t *out)
    void legal_mask "herfor_legal_mask"(const state_t *s, uint8_t *out)  # action_count bytes
    int legal_nth "herfor_legal_nth"(const state_t *s, int k)
    bint is_legal "herfor_is_legal"(const state_t *s, int action)
    int draw "herfor_draw"(const state_t *s, rng_t *rng, int passes)
    int apply "herfor_apply"(state_t *s, int action)  # 0, or -1: no memory

    void score "herfor_score"(const state_t *s, int half_points[2])
    int outcome "herfor_outcome"(const state_t *s)
    int evaluate "herfor_evaluate"(const state_t *s)  # from Black's side
    void board "herfor_board"(const state_t *s, int8_t *out)
    void planes "herfor_planes"(const state_t *s, uint8_t *out)  # PLANES * ranks * files bytes
    void set_up "herfor_set_up"(
        state_t *s, const board_t *board, const int8_t *cells, const uint8_t *head)
    int write "herfor_write"(const state_t *s, uint8_t *out)
    uint64_t key "herfor_key"(const state_t *s)

    # Places a stone and tells what it flips; returns how many.
    int place "herfor_place"(state_t *s, int point, int16_t *flips)

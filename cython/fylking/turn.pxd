# What all games share: colours, stages, outcomes.
from libc.stdint cimport uint8_t

cdef extern from "fylking/turn.h" nogil:
    enum:
        BLACK
        WHITE
        STAGE_OPEN
        STAGE_CHOOSE
        STAGE_PLAY
        STAGE_PASSED
        STAGE_JUMP
        STAGE_FREEZE
        STAGE_OVER_PASSES
        STAGE_OVER
        OUTCOME_NONE
        OUTCOME_BLACK
        OUTCOME_WHITE
        OUTCOME_DRAW
        PASSES_FORCED
        PASSES_UNIFORM
        HEAD_BYTES
        FORMAT_VERSION
    ctypedef struct turn_t:
        uint8_t to_move, stage, first
    bint turn_is_over(const turn_t *turn)
    bint turn_is_within(const turn_t *turn)

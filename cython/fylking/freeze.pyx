"""Freeze for Python: its positions and native loops."""

from libc.stdint cimport int8_t, int32_t, uint32_t, uint64_t

from fylking.freeze cimport *

cdef enum:
    MAX_STEPS = 100  # actions in a turn: at most 48 jumps, a stop and 48 freezes (size 10)

include "loops.pxi"
include "position.pxi"


cdef int64_t count_turns_at_once(const state_t *s, int depth) noexcept nogil:
    """Turns counted by formula; -1: go on step by step."""
    if depth == 0:
        return 1
    if depth == 1:
        return <int64_t>count_turns(s)
    if depth == 2 and s.turn.stage != STAGE_FREEZE:
        return <int64_t>count_two_turns(s)
    return -1


cdef list changes(const state_t *s, const board_t *tables, int action):
    """FZ3, FZ5: the stack that a jump captures, or the soldier that becomes a king."""
    cdef int8_t[BYTES] before
    cdef int8_t[BYTES] after
    cdef int i, squares = point_count(tables)
    cdef state_t next
    if action == 4 * squares or action > 5 * squares:
        return []
    copy(&next, s)
    apply(&next, action)
    board(s, before)
    board(&next, after)
    if action > 4 * squares:
        return [[("freeze", [action - 4 * squares - 1], 1)]]
    for i in range(squares):  # the mover's squares change too; an enemy that is gone was captured
        if (before[i] < 0) == (s.turn.to_move == BLACK) and before[i] != 0 and after[i] == 0:
            return [[("capture", [i], abs(before[i]))]]
    raise AssertionError("a jump captures a stack")

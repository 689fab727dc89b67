"""Freeze for Python: its positions and native loops."""

from libc.stdint cimport int8_t, int32_t, uint32_t, uint64_t

from fylking.freeze cimport *

include "loops.pxi"
include "position.pxi"
include "batch.pxi"
include "mcts.pxi"
include "alphabeta.pxi"
include "proof.pxi"

cdef enum:
    MAX_STEPS = 100  # actions in a turn: at most 48 jumps, a stop and 48 freezes (size 10)


cdef int poll_path(void *loop) except -1 nogil:
    return poll(<loop_t *>loop) if is_due(<loop_t *>loop) else 0


cdef int turns_at_once(const state_t *s, int depth, loop_t *loop,
                       int64_t *turns) except -1 nogil:
    """Sequences of `depth` turns, if they can be counted at once (FZ9); else returns 0."""
    cdef counter_t counter
    if depth > 2 or (depth == 2 and s.turn.stage == STAGE_FREEZE):
        return 0
    counter.poll = poll_path
    counter.context = loop
    counter.status = 0
    if depth == 0:
        turns[0] = 1
    elif depth == 1:
        turns[0] = <int64_t>count_turns(s, &counter)
    else:
        turns[0] = <int64_t>count_two_turns(s, &counter)
    return -1 if counter.status < 0 else 1


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

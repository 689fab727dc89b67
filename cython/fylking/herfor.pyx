"""Herfor for Python: its positions and native loops."""

from libc.stdint cimport int8_t, int16_t, int32_t, uint32_t, uint64_t

from fylking.herfor cimport *

cdef enum:
    MAX_STEPS = 1  # actions in a turn

include "loops.pxi"
include "position.pxi"


cdef int64_t count_turns_at_once(const state_t *s, int depth) noexcept nogil:
    """Turns are actions here; -1: go on action by action."""
    if depth == 0:
        return 1
    return legal_count(s) if depth == 1 else -1


cdef list changes(const state_t *s, const board_t *tables, int action):
    """HF4: what the new phalanxes invade, on all axes at once."""
    cdef int16_t[BYTES] flips
    cdef int count
    cdef state_t *after
    if action >= point_count(tables):
        return []
    after = <state_t *>malloc(capacity(tables))
    if after == NULL:
        raise MemoryError
    copy(after, s)
    count = place(after, action, flips)
    free(after)
    return [[("invade", sorted(flips[i] for i in range(count)), 1)]] if count else []

"""The toy for Python: its positions and native loops."""

from libc.stdint cimport int8_t, int32_t, uint64_t

from toy cimport *

cdef enum:
    MAX_STEPS = 1

include "fylking/loops.pxi"
include "fylking/position.pxi"


cdef int64_t count_turns_at_once(const state_t *s, int depth) noexcept nogil:
    return 1 if depth == 0 else -1


cdef list changes(const state_t *s, const board_t *tables, int action):
    return []

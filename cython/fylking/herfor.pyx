"""Herfor for Python: its positions and native loops."""

from libc.stdint cimport int8_t, int16_t, int32_t, uint32_t, uint64_t

from fylking.herfor cimport *

include "loops.pxi"
include "single_actions.pxi"
include "position.pxi"
include "batch.pxi"
include "mcts.pxi"
include "alphabeta.pxi"
include "proof.pxi"


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

"""Frasvel for Python: its positions and native loops."""

from libc.stdint cimport int8_t, int32_t, uint32_t, uint64_t

from fylking.frasvel cimport *

include "loops.pxi"
include "single_actions.pxi"
include "position.pxi"
include "batch.pxi"
include "mcts.pxi"
include "alphabeta.pxi"
include "proof.pxi"


cdef list changes(const state_t *s, const board_t *tables, int action):
    """FS6, FS7: the groups that lose a piece, and the stacks that grow by their number."""
    cdef trace_t trace
    cdef int points = point_count(tables)
    cdef state_t *after
    if not points <= action < 7 * points:
        return []
    after = <state_t *>malloc(capacity(tables))
    if after == NULL:
        raise MemoryError
    copy(after, s)
    apply_traced(after, action, &trace)
    free(after)
    groups = sorted(sorted(trace.cell[i] for i in range(trace.first[k], trace.first[k + 1]))
                    for k in range(trace.groups))
    grown = sorted(trace.grow[i] for i in range(trace.grown))
    return [[("absorb", group, 1) for group in groups] + [("grow", grown, trace.groups)]]

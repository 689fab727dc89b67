"""The toy for Python: its positions and native loops."""

from libc.stdint cimport int8_t, int32_t, uint64_t

from toy cimport *

include "fylking/loops.pxi"
include "fylking/single_actions.pxi"
include "fylking/position.pxi"
include "fylking/batch.pxi"
include "fylking/mcts.pxi"
include "fylking/alphabeta.pxi"
include "fylking/proof.pxi"


cdef list changes(const state_t *s, const board_t *tables, int action):
    return []

"""Fravan for Python: its positions and native loops."""

from libc.stdint cimport int8_t, int32_t, uint32_t, uint64_t
from libc.stdlib cimport realloc

from fylking.fravan cimport *

include "loops.pxi"
include "single_actions.pxi"
include "position.pxi"
include "batch.pxi"
include "mcts.pxi"
include "alphabeta.pxi"
include "proof.pxi"


# What the steps of a cascade flip: for each its number of flips, then the points.
cdef struct log_t:
    int32_t *entries
    size_t length, room
    bint failed


cdef void note(log_t *log, int value) noexcept nogil:
    cdef int32_t *more
    if log.length == log.room:
        more = <int32_t *>realloc(log.entries, (2 * log.room + 64) * sizeof(int32_t))
        if more == NULL:
            log.failed = True
            return
        log.entries = more
        log.room = 2 * log.room + 64
    log.entries[log.length] = value
    log.length += 1


cdef void noted_step(state_t *s, cascade_t *cascade, int colour) noexcept nogil:
    cdef int i
    cdef log_t *log = <log_t *>cascade.user
    step(s, cascade, colour)
    note(log, cascade.flips)
    for i in range(cascade.flips):
        note(log, cascade.flip[i])


cdef list changes(const state_t *s, const board_t *tables, int action):
    """FV1: rounds of an attack and a backlash, those that flip something."""
    cdef log_t log
    cdef cascade_t cascade
    cdef size_t at = 0
    cdef state_t *after = <state_t *>malloc(capacity(tables))
    memset(&log, 0, sizeof(log))
    rounds = []
    try:
        if after == NULL:
            raise MemoryError
        copy(after, s)
        cascade.user = &log
        if apply_with(after, &cascade, action, noted_step) < 0 or log.failed:
            raise MemoryError
        while at < log.length:
            flips = []
            for kind in ("attack", "backlash"):
                count = log.entries[at]
                points = sorted(log.entries[at + 1 + i] for i in range(count))
                at += 1 + <size_t>count
                if points:
                    flips.append((kind, points, 1))
            if flips:
                rounds.append(flips)
    finally:
        free(after)
        free(log.entries)
    return rounds

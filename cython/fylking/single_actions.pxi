# Turns that are single actions. Included by the .pyx of a game of such turns, after loops.pxi.

cdef enum:
    MAX_STEPS = 1  # actions in a turn


cdef int turns_at_once(const state_t *s, int depth, loop_t *loop,
                       int64_t *turns) except -1 nogil:
    """Sequences of `depth` turns, if they can be counted at once; else returns 0."""
    if depth > 1:
        return 0
    turns[0] = 1 if depth == 0 else legal_count(s)
    return 1

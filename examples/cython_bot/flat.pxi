# The small bot's choice, on one kernel: included after the kernel's names are cimported, which are
# the same for every game. Nothing here needs the GIL but errors.

from libc.limits cimport INT_MIN
from libc.stdint cimport int8_t, int32_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc

from fylking.rng cimport rng_seed, rng_split, rng_t
from fylking.turn cimport (
    BLACK,
    HEAD_BYTES,
    OUTCOME_BLACK,
    OUTCOME_DRAW,
    PASSES_FORCED,
    STAGE_CHOOSE,
    turn_is_over,
)


cdef int balance(const state_t *s, int first_seat, int games) noexcept nogil:
    """What a finished game counts for the first or for the second seat, `games` times."""
    cdef int result = outcome(s)
    if result == OUTCOME_DRAW:
        return 0
    # `first` is the colour of the first seat, after the pie choice too.
    return games if (result == OUTCOME_BLACK) == ((s.turn.first == BLACK) == first_seat) else -games


cdef int expected(
    const state_t *s, state_t *after, state_t *end, int action, int games, uint64_t seed
) except? INT_MIN nogil:
    """Games won less games lost by the seat that plays an action; `after` and `end` are room."""
    cdef rng_t parent, rng
    cdef int i, result, value = 0
    cdef bint first_seat = s.turn.to_move == s.turn.first
    copy(after, s)
    if apply(after, action) < 0:
        raise MemoryError
    if turn_is_over(&after.turn):
        return balance(after, first_seat, games)
    # As `fylking.playouts`, which counts colours: that of the seat as it is now.
    cdef bint black = (after.turn.first == BLACK) == first_seat
    rng_seed(&parent, seed)
    for i in range(games):
        rng_split(&rng, &parent, i)
        copy(end, after)
        while not turn_is_over(&end.turn):
            if apply(end, draw(end, &rng, PASSES_FORCED)) < 0:
                raise MemoryError
        result = outcome(end)
        if result != OUTCOME_DRAW:
            value += 1 if (result == OUTCOME_BLACK) == black else -1
    return -abs(value) if after.turn.stage == STAGE_CHOOSE else value


cdef int best(
    const state_t *s, const board_t *tables, int games, uint64_t seed, int *value
) except -1 nogil:
    """The action that brings most, the first of them."""
    cdef int32_t[MAX_ACTIONS] actions
    cdef int i, found, action = -1, count = legal_list(s, actions)
    cdef state_t *after = <state_t *>malloc(capacity(tables))
    cdef state_t *end = <state_t *>malloc(capacity(tables))
    try:
        if after == NULL or end == NULL:
            raise MemoryError
        for i in range(count):
            found = expected(s, after, end, actions[i], games, seed)
            if action < 0 or found > value[0]:
                action, value[0] = actions[i], found
        return action
    finally:
        free(after)
        free(end)


def choose(int size, bytes data, int games, uint64_t seed):
    """The action, and what it brings, from -1 to 1, in the position of these `to_bytes()`."""
    cdef board_t tables
    cdef const uint8_t *given = data
    cdef int action, value = 0
    init(&tables, size)
    if len(data) != HEAD_BYTES + point_count(&tables):
        raise ValueError(f"{len(data)} bytes are no position of size {size}")
    cdef state_t *s = <state_t *>malloc(capacity(&tables))
    if s == NULL:
        raise MemoryError
    try:
        set_up(s, &tables, <const int8_t *>given + HEAD_BYTES, given)
        if turn_is_over(&s.turn):
            raise ValueError("the game is over")
        with nogil:
            action = best(s, &tables, games, seed, &value)
        return action, value / <double>games
    finally:
        free(s)

# Random games by a kernel's C face, without the GIL. The same for every game: included after its
# names are cimported.

from libc.stdint cimport int8_t, int32_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcmp

from fylking.rng cimport rng_seed, rng_split, rng_t
from fylking.turn cimport HEAD_BYTES, PASSES_FORCED, PASSES_UNIFORM, turn_is_over


cdef int faults_of(const state_t *s, const board_t *tables, state_t *other) noexcept nogil:
    """How often the functions of the face disagree about a position."""
    cdef int32_t[MAX_ACTIONS] actions
    cdef uint8_t[BYTES] mine
    cdef uint8_t[BYTES] theirs
    cdef int8_t[BYTES] cells
    cdef int action, k = 0, length = write(s, mine), faults = 0
    cdef int count = legal_list(s, actions)
    faults += count != legal_count(s)
    for k in range(count):
        faults += legal_nth(s, k) != actions[k]
    k = 0
    for action in range(-1, action_count(tables) + 1):
        faults += is_legal(s, action) != (k < count and actions[k] == action)
        k += k < count and actions[k] == action
    faults += length != HEAD_BYTES + point_count(tables)
    board(s, cells)
    faults += memcmp(cells, mine + HEAD_BYTES, point_count(tables)) != 0
    copy(other, s)
    faults += used(other) != used(s) or used(s) > capacity(tables)
    faults += write(other, theirs) != length or memcmp(mine, theirs, length) != 0
    set_up(other, tables, cells, mine)
    faults += write(other, theirs) != length or memcmp(mine, theirs, length) != 0
    faults += key(other) != key(s) or legal_count(other) != count
    return faults


def play(int size, bint pie, uint64_t seed, uint64_t number, bint uniform, int every):
    """The game of `Rng(seed).split(number)`: outcome, length, half points, key, bytes, and the
    faults found in every `every`-th position (0: the last one only)."""
    cdef board_t tables
    cdef rng_t parent, rng
    cdef uint8_t[BYTES] data
    cdef int[2] half_points
    cdef int result, length, count = 0, faults = 0
    cdef int passes = PASSES_UNIFORM if uniform else PASSES_FORCED
    cdef state_t *s
    cdef state_t *other
    init(&tables, size)
    s = <state_t *>malloc(capacity(&tables))
    other = <state_t *>malloc(capacity(&tables))
    if s == NULL or other == NULL:
        raise MemoryError
    with nogil:
        rng_seed(&parent, seed)
        rng_split(&rng, &parent, number)
        start(s, &tables, pie)
        while not turn_is_over(&s.turn):
            if every and count % every == 0:
                faults += faults_of(s, &tables, other)
            if apply(s, draw(s, &rng, passes)) < 0:
                faults += 1
                break
            count += 1
        faults += faults_of(s, &tables, other)
        result = outcome(s)
        score(s, half_points)
        length = write(s, data)
    final = (<char *>data)[:length]
    last_key = key(s)
    free(s)
    free(other)
    return result, count, (half_points[0], half_points[1]), last_key, final, faults

# Many games stepped together, compiled against each game's kernel. Included by the game's .pyx
# after position.pxi.
#
# There are two rows of slots. A step reads the one and writes the other, and they change places
# when all games have moved: whatever ends a step early (an illegal action, Ctrl-C, want of memory),
# no game has moved. A slot whose game was started anew within the step still holds the position in
# which that ended: the present one is the opening, the same for all games.

from libc.math cimport NAN
from libc.stdlib cimport calloc

from fylking._slots cimport Slots

cdef extern from "fylking/bits.h" nogil:
    uint8_t pack8(uint64_t bytes)
    uint64_t get8(const void *source)

cdef enum:
    SAME_STEP, NEXT_STEP, DISABLED  # as in _slots.MODES
    TERMINATED = 1  # flags: the last step ended the game ...
    TRUNCATED = 2   # ... or cut it off ...
    FINISHED = 4    # ... and it is still to be started anew
    HEADER = 64     # bytes of a slot before its state
    MOVED, ILLEGAL, NO_MEMORY

cdef struct slot_t:
    rng_t rng
    int64_t count   # actions played in the game that the slot's position is of
    int32_t action  # the last step's, or -1
    int8_t reward   # the first seat's for the last step
    uint8_t flags


cdef inline state_t *state_in(slot_t *slot) noexcept nogil:
    return <state_t *>(<char *>slot + HEADER)


cdef inline bint was_restarted(const slot_t *slot) noexcept nogil:
    """Whether the game has ended and another one begun: the slot holds the last position."""
    return slot.flags != 0 and not slot.flags & FINISHED


# How games are played: the same for all slots.
cdef struct play_t:
    const board_t *tables
    state_t *opening
    int mode, passes
    int64_t most  # actions in a game, or -1


cdef int advance_slot(slot_t *old, slot_t *new, const play_t *how,
                      const int64_t *chosen) noexcept nogil:
    """One step of one game, from slot to slot; by the chosen action, or (NULL) a drawn one."""
    cdef state_t *s = state_in(new)
    cdef int action, result
    new[0] = old[0]
    new.reward = 0
    new.action = -1
    if old.flags & FINISHED:
        if how.mode == DISABLED:
            if chosen != NULL and chosen[0] != -1:
                return ILLEGAL
            copy(s, state_in(old))
        else:
            copy(s, how.opening)
            new.count = new.flags = 0
        return MOVED
    if was_restarted(old):
        copy(s, how.opening)
        new.count = 0
    else:
        copy(s, state_in(old))
    if chosen == NULL:
        action = draw(s, &new.rng, how.passes)
    elif 0 <= chosen[0] < action_count(how.tables) and is_legal(s, <int>chosen[0]):
        action = <int>chosen[0]
    else:
        return ILLEGAL
    if apply(s, action) < 0:
        return NO_MEMORY
    new.action = action
    new.count += 1
    new.flags = 0
    if turn_is_over(&s.turn):
        new.flags = TERMINATED
        result = outcome(s)
        if result == OUTCOME_BLACK or result == OUTCOME_WHITE:
            new.reward = 1 if result == s.turn.first else -1
    elif new.count == how.most:
        new.flags = TRUNCATED
    if new.flags and how.mode != SAME_STEP:
        new.flags |= FINISHED
    return MOVED


cdef inline void write_packed_mask(const state_t *s, int actions, uint8_t *out) noexcept nogil:
    """A bit an action, the highest of a byte first."""
    cdef uint8_t[MAX_ACTIONS + 8] mask
    cdef int i
    legal_mask(s, mask)
    memset(mask + actions, 0, 8)
    for i in range((actions + 7) // 8):
        out[i] = pack8(get8(mask + 8 * i))


cdef inline void *address(cnp.ndarray array):
    return NULL if array is None else cnp.PyArray_DATA(array)


cdef class KernelBatch(Slots):
    cdef char *now
    cdef char *then  # the row that the next step writes
    cdef size_t stride
    cdef play_t how

    def __cinit__(self, game, Py_ssize_t n, int mode, int64_t most):
        cdef const board_t *tables = board_of_size(game.size)
        self.game = game
        self.n = n
        self.how.tables = tables
        self.how.mode = mode
        self.how.most = most
        self.stride = HEADER + ((capacity(tables) + 63) & ~<size_t>63)
        self.how.opening = <state_t *>calloc(1, capacity(tables))
        self.now = <char *>calloc(<size_t>n, self.stride)
        self.then = <char *>calloc(<size_t>n, self.stride)
        if self.how.opening == NULL or self.now == NULL or self.then == NULL:
            raise MemoryError
        start(self.how.opening, tables, game.pie)

    def __dealloc__(self):
        free(self.how.opening)
        free(self.now)
        free(self.then)

    cdef inline slot_t *slot(self, Py_ssize_t i) noexcept nogil:
        return <slot_t *>(self.now + <size_t>i * self.stride)

    cdef inline state_t *present(self, slot_t *slot) noexcept nogil:
        return self.how.opening if was_restarted(slot) else state_in(slot)

    cdef inline void put(self, Py_ssize_t i, const state_t *s, int flags) noexcept nogil:
        """Makes a position that of game i."""
        cdef slot_t *slot = self.slot(i)
        copy(state_in(slot), s)
        slot.count = slot.reward = 0
        slot.action = -1
        slot.flags = flags

    def restart(self, where, Rng rng):
        cdef const uint8_t *marked = <const uint8_t *>address(where)
        cdef Py_ssize_t i
        for i in range(self.n):
            if marked[i]:
                self.put(i, self.how.opening, 0)
                if rng is not None:
                    rng_split(&self.slot(i).rng, &rng.state, <uint64_t>i)

    def advance(self, Py_ssize_t first, Py_ssize_t last, actions, passes, results, mask,
                bint packed, seen, Control control):
        cdef play_t how = self.how
        cdef const int64_t *chosen = <const int64_t *>address(actions)
        cdef const int64_t *own = NULL
        cdef float *rewards = <float *>address(results[0])
        cdef uint8_t *terminated = <uint8_t *>address(results[1])
        cdef uint8_t *truncated = <uint8_t *>address(results[2])
        cdef uint8_t *legal = <uint8_t *>address(mask)
        cdef char *planes = <char *>address(seen)
        cdef int count = action_count(how.tables), row = (count + 7) // 8 if packed else count
        cdef int cells = plane_cells(how.tables), kind = 0, result
        cdef size_t width = 0
        cdef loop_t loop = begin_loop(&control.stop)
        cdef slot_t *new
        cdef Py_ssize_t i, illegal = -1
        if seen is not None:
            kind = cnp.PyArray_TYPE(seen)
            width = <size_t>(cells * cnp.PyArray_ITEMSIZE(seen))
        how.passes = as_passes(passes)
        with nogil:
            for i in range(first, last):
                new = <slot_t *>(self.then + <size_t>i * self.stride)
                if chosen != NULL:
                    own = &chosen[i]
                result = advance_slot(self.slot(i), new, &how, own)
                if result == ILLEGAL:
                    illegal = i
                    break
                if result == NO_MEMORY:
                    with gil:
                        raise MemoryError
                rewards[2 * i] = new.reward
                rewards[2 * i + 1] = -new.reward
                terminated[i] = (new.flags & TERMINATED) != 0
                truncated[i] = (new.flags & TRUNCATED) != 0
                if legal != NULL:
                    self.write_mask_of(new, count, packed, &legal[i * row])
                if planes != NULL:
                    write_planes(
                        self.present(new), cells, kind, planes + <size_t>i * width)
                if is_due(&loop) and poll(&loop):
                    break
        return illegal

    cdef inline void write_mask_of(self, slot_t *slot, int count, bint packed,
                                   uint8_t *out) noexcept nogil:
        if slot.flags & FINISHED and slot.flags & TRUNCATED:
            memset(out, 0, <size_t>((count + 7) // 8 if packed else count))
        elif packed:
            write_packed_mask(self.present(slot), count, out)
        else:
            legal_mask(self.present(slot), out)

    def commit(self):
        self.now, self.then = self.then, self.now

    def write_masks(self, Py_ssize_t first, Py_ssize_t last, mask, bint packed, Control control):
        cdef uint8_t *out = <uint8_t *>address(mask)
        cdef int count = action_count(self.how.tables), row = (count + 7) // 8 if packed else count
        cdef loop_t loop = begin_loop(&control.stop)
        cdef Py_ssize_t i
        with nogil:
            for i in range(first, last):
                self.write_mask_of(self.slot(i), count, packed, &out[i * row])
                if is_due(&loop) and poll(&loop):
                    break

    def write_planes(self, Py_ssize_t first, Py_ssize_t last, seen, bint final, Control control):
        cdef int cells = plane_cells(self.how.tables), kind = cnp.PyArray_TYPE(seen)
        cdef size_t width = <size_t>(cells * cnp.PyArray_ITEMSIZE(seen))
        cdef char *out = <char *>address(seen)
        cdef loop_t loop = begin_loop(&control.stop)
        cdef slot_t *slot
        cdef Py_ssize_t i
        with nogil:
            for i in range(first, last):
                slot = self.slot(i)
                if not final:
                    write_planes(self.present(slot), cells, kind, out + <size_t>i * width)
                elif slot.flags:
                    write_planes(state_in(slot), cells, kind, out + <size_t>i * width)
                else:
                    memset(out + <size_t>i * width, 0, width)
                if is_due(&loop) and poll(&loop):
                    break

    def read(self, name, out):
        cdef void *to = address(out)
        cdef slot_t *slot
        cdef const turn_t *turn
        cdef Py_ssize_t i
        cdef int what = ("to_move", "seat", "counts", "actions", "rewards", "terminated",
                         "truncated", "finished", "final_counts").index(name)
        for i in range(self.n):
            slot = self.slot(i)
            turn = &self.present(slot).turn
            if what == 0:
                (<int8_t *>to)[i] = turn.to_move
            elif what == 1:
                (<int8_t *>to)[i] = turn.to_move != turn.first
            elif what == 2:
                (<int64_t *>to)[i] = 0 if was_restarted(slot) else slot.count
            elif what == 3:
                (<int32_t *>to)[i] = slot.action
            elif what == 4:
                (<float *>to)[2 * i] = slot.reward
                (<float *>to)[2 * i + 1] = -slot.reward
            elif what == 5:
                (<uint8_t *>to)[i] = (slot.flags & TERMINATED) != 0
            elif what == 6:
                (<uint8_t *>to)[i] = (slot.flags & TRUNCATED) != 0
            elif what == 7:
                (<uint8_t *>to)[i] = (slot.flags & FINISHED) != 0
            else:
                (<int64_t *>to)[i] = slot.count if slot.flags else 0

    def write_final_scores(self, out):
        cdef double *scores = <double *>address(out)
        cdef int[2] half_points
        cdef Py_ssize_t i
        for i in range(self.n):
            scores[2 * i] = scores[2 * i + 1] = NAN
            if self.slot(i).flags:
                score(state_in(self.slot(i)), half_points)
                scores[2 * i] = half_points[0] / 2.0
                scores[2 * i + 1] = half_points[1] / 2.0

    def has_ended(self, Py_ssize_t i):
        return self.slot(i).flags != 0

    def is_finished(self, Py_ssize_t i):
        return (self.slot(i).flags & FINISHED) != 0

    def position(self, Py_ssize_t i, bint final=False):
        cdef KernelPosition position = KernelPosition.__new__(KernelPosition, self.game)
        cdef slot_t *slot = self.slot(i)
        copy(position.s, state_in(slot) if final else self.present(slot))
        return position

    def set_position(self, Py_ssize_t i, KernelPosition position):
        cdef bint over = turn_is_over(&position.s.turn)
        self.put(i, position.s, TERMINATED | FINISHED if over else 0)

    def copy(self):
        cdef KernelBatch twin = KernelBatch(self.game, self.n, self.how.mode, self.how.most)
        memcpy(twin.now, self.now, <size_t>self.n * self.stride)
        return twin

    def dump(self, Py_ssize_t i):
        cdef slot_t *slot = self.slot(i)
        cdef Rng rng = Rng.__new__(Rng)
        rng.state = slot.rng
        return (self.position(i, slot.flags != 0), rng, slot.count, slot.action, slot.reward,
                slot.flags)

    def load(self, Py_ssize_t i, dumped):
        cdef slot_t *slot = self.slot(i)
        cdef KernelPosition position
        cdef Rng rng
        position, rng, slot.count, slot.action, slot.reward, slot.flags = dumped
        copy(state_in(slot), position.s)
        slot.rng = rng.state

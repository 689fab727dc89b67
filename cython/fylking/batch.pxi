# Many games stepped together, compiled against each game's kernel. Included by the game's .pyx
# after position.pxi.
#
# There are two rows of slots. A step reads the one and writes the other, and they change places
# when all games have moved: whatever ends a step early (an illegal action, Ctrl-C, want of memory),
# no game has moved. A slot whose game was started anew within the step still holds the position in
# which that ended: the present one is the opening, the same for all games.

from libc.math cimport NAN
from libc.stdlib cimport calloc

from fylking._crew cimport Crew
from fylking._slots cimport Slots

cdef extern from "fylking/bits.h" nogil:
    uint8_t pack8(uint64_t bytes)
    uint64_t get8(const void *source)

cdef extern from "fylking/atomics.h" nogil:
    ctypedef int64_t atomic64_t
    void store64(atomic64_t *to, int64_t value)
    void lower64(atomic64_t *to, int64_t value)

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


# The games: two rows of slots.
cdef struct rows_t:
    char *now
    char *then  # the row that the next step writes
    size_t stride
    const board_t *tables
    state_t *opening  # the same for all games


cdef inline slot_t *slot_in(const rows_t *rows, Py_ssize_t i) noexcept nogil:
    return <slot_t *>(rows.now + <size_t>i * rows.stride)


cdef inline bint was_restarted(const slot_t *slot) noexcept nogil:
    """Whether the game has ended and another one begun: the slot holds the last position."""
    return slot.flags != 0 and not slot.flags & FINISHED


cdef inline state_t *present_in(const rows_t *rows, slot_t *slot) noexcept nogil:
    return rows.opening if was_restarted(slot) else state_in(slot)


# What a call is to do for every game; the arrays may be NULL.
cdef struct task_t:
    const rows_t *rows
    int mode, passes
    int64_t most            # actions in a game, or -1
    const int64_t *chosen   # actions; NULL: they are drawn
    float *rewards
    uint8_t *terminated
    uint8_t *truncated
    uint8_t *mask
    size_t mask_width       # bytes a game
    bint packed
    char *planes
    size_t planes_width
    int cells, kind
    bint final              # planes of the last positions of games that have ended
    atomic64_t illegal      # the first game whose action is
    atomic64_t no_memory    # the first game that was lacking it


cdef int advance_slot(slot_t *old, slot_t *new, const task_t *how,
                      const int64_t *chosen) noexcept nogil:
    """One step of one game, from slot to slot; by the chosen action, or (NULL) a drawn one."""
    cdef const rows_t *rows = how.rows
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
            copy(s, rows.opening)
            new.count = new.flags = 0
        return MOVED
    if was_restarted(old):
        copy(s, rows.opening)
        new.count = 0
    else:
        copy(s, state_in(old))
    if chosen == NULL:
        action = draw(s, &new.rng, how.passes)
    elif 0 <= chosen[0] < action_count(rows.tables) and is_legal(s, <int>chosen[0]):
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


cdef inline void write_mask_of(const task_t *task, slot_t *slot, uint8_t *out) noexcept nogil:
    cdef const rows_t *rows = task.rows
    if slot.flags & FINISHED and slot.flags & TRUNCATED:
        memset(out, 0, task.mask_width)
    elif task.packed:
        write_packed_mask(present_in(rows, slot), action_count(rows.tables), out)
    else:
        legal_mask(present_in(rows, slot), out)


# ---- Spans of games, of which a crew's threads do some each ----

cdef void advance_span(void *what, Py_ssize_t first, Py_ssize_t last) noexcept nogil:
    cdef task_t *task = <task_t *>what
    cdef const rows_t *rows = task.rows
    cdef const int64_t *own = NULL
    cdef slot_t *new
    cdef Py_ssize_t i
    cdef int result
    for i in range(first, last):
        new = <slot_t *>(rows.then + <size_t>i * rows.stride)
        if task.chosen != NULL:
            own = &task.chosen[i]
        result = advance_slot(slot_in(rows, i), new, task, own)
        if result == ILLEGAL:
            lower64(&task.illegal, i)
            return
        if result == NO_MEMORY:
            lower64(&task.no_memory, i)
            return
        task.rewards[2 * i] = new.reward
        task.rewards[2 * i + 1] = -new.reward
        task.terminated[i] = (new.flags & TERMINATED) != 0
        task.truncated[i] = (new.flags & TRUNCATED) != 0
        if task.mask != NULL:
            write_mask_of(task, new, task.mask + <size_t>i * task.mask_width)
        if task.planes != NULL:
            write_planes(present_in(rows, new), task.cells, task.kind,
                         task.planes + <size_t>i * task.planes_width)


cdef void masks_span(void *what, Py_ssize_t first, Py_ssize_t last) noexcept nogil:
    cdef task_t *task = <task_t *>what
    cdef Py_ssize_t i
    for i in range(first, last):
        write_mask_of(task, slot_in(task.rows, i), task.mask + <size_t>i * task.mask_width)


cdef void planes_span(void *what, Py_ssize_t first, Py_ssize_t last) noexcept nogil:
    cdef task_t *task = <task_t *>what
    cdef slot_t *slot
    cdef char *out
    cdef Py_ssize_t i
    for i in range(first, last):
        slot = slot_in(task.rows, i)
        out = task.planes + <size_t>i * task.planes_width
        if not task.final:
            write_planes(present_in(task.rows, slot), task.cells, task.kind, out)
        elif slot.flags:
            write_planes(state_in(slot), task.cells, task.kind, out)
        else:
            memset(out, 0, task.planes_width)


cdef inline void *address(cnp.ndarray array):
    return NULL if array is None else cnp.PyArray_DATA(array)


cdef tuple _WRITTEN = ("rewards", "terminated", "truncated", "mask", "observation")


cdef int check_apart(tuple arrays) except -1:
    """Raises when two arrays that a step writes, or None, overlap."""
    cdef cnp.ndarray one, other
    cdef char *begins
    cdef char *begins_other
    cdef Py_ssize_t i, k
    for i in range(1, len(arrays)):
        for k in range(i if arrays[i] is not None else 0):
            if arrays[k] is None:
                continue
            one, other = arrays[i], arrays[k]
            begins, begins_other = cnp.PyArray_BYTES(one), cnp.PyArray_BYTES(other)
            if (begins < begins_other + cnp.PyArray_NBYTES(other)
                    and begins_other < begins + cnp.PyArray_NBYTES(one)):
                raise OptionError(f"{_WRITTEN[k]} and {_WRITTEN[i]} share memory")
    return 0


cdef class KernelBatch(Slots):
    cdef rows_t rows
    cdef int mode
    cdef int64_t most

    def __cinit__(self, game, Py_ssize_t n, int mode, int64_t most):
        cdef const board_t *tables = board_of_size(game.size)
        self.game = game
        self.n = n
        self.mode = mode
        self.most = most
        self.rows.tables = tables
        self.rows.stride = HEADER + ((capacity(tables) + 63) & ~<size_t>63)
        self.rows.opening = <state_t *>calloc(1, capacity(tables))
        self.rows.now = <char *>calloc(<size_t>n, self.rows.stride)
        self.rows.then = <char *>calloc(<size_t>n, self.rows.stride)
        if self.rows.opening == NULL or self.rows.now == NULL or self.rows.then == NULL:
            raise MemoryError
        start(self.rows.opening, tables, game.pie)

    def __dealloc__(self):
        free(self.rows.opening)
        free(self.rows.now)
        free(self.rows.then)

    cdef inline slot_t *slot(self, Py_ssize_t i) noexcept nogil:
        return slot_in(&self.rows, i)

    cdef inline state_t *present(self, slot_t *slot) noexcept nogil:
        return present_in(&self.rows, slot)

    cdef inline void put(self, Py_ssize_t i, const state_t *s, int flags) noexcept nogil:
        """Makes a position that of game i."""
        cdef slot_t *slot = self.slot(i)
        copy(state_in(slot), s)
        slot.count = slot.reward = 0
        slot.action = -1
        slot.flags = flags

    cdef task_t task(self, mask, bint packed, seen) except *:
        """A task that writes such arrays, which may be None."""
        cdef task_t task
        cdef int count = action_count(self.rows.tables)
        memset(&task, 0, sizeof(task))
        task.rows = &self.rows
        task.mode = self.mode
        task.most = self.most
        task.mask = <uint8_t *>address(mask)
        task.mask_width = <size_t>((count + 7) // 8 if packed else count)
        task.packed = packed
        task.cells = plane_cells(self.rows.tables)
        task.planes = <char *>address(seen)
        if seen is not None:
            task.kind = cnp.PyArray_TYPE(seen)
            task.planes_width = <size_t>(task.cells * cnp.PyArray_ITEMSIZE(seen))
        return task

    def restart(self, where, Rng rng):
        cdef const uint8_t *marked = <const uint8_t *>address(where)
        cdef Py_ssize_t i
        for i in range(self.n):
            if marked[i]:
                self.put(i, self.rows.opening, 0)
                if rng is not None:
                    rng_split(&self.slot(i).rng, &rng.state, <uint64_t>i)

    def advance(self, Crew crew, actions, passes, results, mask, bint packed, seen):
        cdef task_t task = self.task(mask, packed, seen)
        check_apart((*results, mask, seen))
        task.passes = as_passes(passes)
        task.chosen = <const int64_t *>address(actions)
        task.rewards = <float *>address(results[0])
        task.terminated = <uint8_t *>address(results[1])
        task.truncated = <uint8_t *>address(results[2])
        store64(&task.illegal, self.n)
        store64(&task.no_memory, self.n)
        crew.share(advance_span, &task, self.n)
        if task.no_memory < self.n:
            raise MemoryError
        return task.illegal if task.illegal < self.n else -1

    def commit(self):
        self.rows.now, self.rows.then = self.rows.then, self.rows.now

    def write_masks(self, Crew crew, mask, bint packed):
        cdef task_t task = self.task(mask, packed, None)
        crew.share(masks_span, &task, self.n)

    def write_planes(self, Crew crew, seen, bint final):
        cdef task_t task = self.task(None, False, seen)
        task.final = final
        crew.share(planes_span, &task, self.n)

    def read(self, name, out):
        cdef void *to = address(out)
        cdef slot_t *slot
        cdef const turn_t *turn
        cdef int[2] half_points
        cdef Py_ssize_t i
        cdef int what = ("to_move", "seat", "counts", "actions", "rewards", "terminated",
                         "truncated", "finished", "final_counts", "final_scores").index(name)
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
            elif what == 8:
                (<int64_t *>to)[i] = slot.count if slot.flags else 0
            elif slot.flags:
                score(state_in(slot), half_points)
                (<double *>to)[2 * i] = half_points[0] / 2.0
                (<double *>to)[2 * i + 1] = half_points[1] / 2.0
            else:
                (<double *>to)[2 * i] = (<double *>to)[2 * i + 1] = NAN

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
        cdef KernelBatch twin = KernelBatch(self.game, self.n, self.mode, self.most)
        memcpy(twin.rows.now, self.rows.now, <size_t>self.n * self.rows.stride)
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

# The position class, compiled against each game's kernel. Included by the game's .pyx after it has
# cimported the kernel's names.

from operator import index as _index

import numpy as np

from fylking.color import BLACK as _BLACK, WHITE as _WHITE
from fylking.errors import OptionError, int_text

cimport numpy as cnp
from cpython.list cimport PyList_New, PyList_SET_ITEM
from cpython.long cimport PyLong_AsLongAndOverflow, PyLong_CheckExact
from cpython.object cimport PyObject
from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_GET_ITEM
from libc.stdint cimport uint8_t
from libc.string cimport memcmp, memcpy, memset

from fylking._position cimport Control, Position
from fylking._rng cimport Rng, as_passes, as_rng
from fylking.turn cimport *

cdef extern from "fylking/history.h":
    ctypedef struct past_t:
        past_t *before
        int32_t action
    past_t *past_push(past_t *before, const void *state, size_t size, int action)
    past_t *past_settle(past_t *node, const void *state, size_t size)
    past_t *past_share(past_t *node)
    void past_drop(past_t *node)
    past_t *past_pop(past_t *node, void *state)

cdef extern from "fylking/spares.h":
    ctypedef struct spares_t:
        pass
    void *spares_take(spares_t *spares, size_t length)
    void spares_give(spares_t *spares, void *block)

cnp.import_array()

include "arrays.pxi"

GAME_ID = ID

cdef tuple _COLOURS = (_BLACK, _WHITE)
cdef int _MAX_SIZE = 10
cdef board_t[11] _boards
cdef bint[11] _ready
cdef spares_t[11] _spares  # for the states of positions


cdef const board_t *board_of_size(int size) except NULL:
    """The tables of one size, made when first asked for (the GIL is held)."""
    if not 2 <= size <= _MAX_SIZE:
        raise OptionError(f"no tables for size {size}")
    if not _ready[size]:
        init(&_boards[size], size)
        _ready[size] = True
    return &_boards[size]


cdef class KernelPosition(Position):
    cdef state_t *s
    cdef const board_t *tables
    cdef past_t *past
    cdef tuple ints
    cdef int size
    cdef Py_ssize_t played

    def __cinit__(self, game, KernelPosition like=None):
        if like is None:
            self.size = game.size
            self.tables = board_of_size(self.size)
            self.ints = game._ints
        else:
            game = like.game
            self.size = like.size
            self.tables = like.tables
            self.ints = like.ints
        self.game = game
        self.s = <state_t *>spares_take(&_spares[self.size], capacity(self.tables))
        if self.s == NULL:
            raise MemoryError
        if like is None:
            start(self.s, self.tables, game.pie)
        else:
            memcpy(self.s, like.s, used(like.s))
            self.past = past_share(like.past)
            self.played = like.played

    def __dealloc__(self):
        past_drop(self.past)
        spares_give(&_spares[self.size], self.s)

    # ---- What it is ----

    @property
    def to_move(self):
        return <object>PyTuple_GET_ITEM(_COLOURS, self.s.turn.to_move)

    @property
    def seat(self):
        return 0 if self.s.turn.to_move == self.s.turn.first else 1

    @property
    def ply(self):
        return self.played

    @property
    def is_over(self):
        return turn_is_over(&self.s.turn)

    @property
    def within_turn(self):
        return turn_is_within(&self.s.turn)

    @property
    def winner(self):
        cdef int result = outcome(self.s)
        if result == OUTCOME_BLACK or result == OUTCOME_WHITE:
            return <object>PyTuple_GET_ITEM(_COLOURS, result)
        return None

    @property
    def score(self):
        cdef int[2] half_points
        score(self.s, half_points)
        return (half_points[0] / 2.0, half_points[1] / 2.0)

    @property
    def returns(self):
        cdef int result = outcome(self.s)
        if result != OUTCOME_BLACK and result != OUTCOME_WHITE:
            return (0.0, 0.0)
        return (1.0, -1.0) if result == self.s.turn.first else (-1.0, 1.0)

    @property
    def evaluation(self):
        return evaluate(self.s)

    @property
    def key(self):
        return key(self.s)

    @property
    def board(self):
        cdef int8_t[BYTES] cells
        cdef cnp.npy_intp points = self.game.points
        cdef cnp.ndarray out = cnp.PyArray_EMPTY(1, &points, cnp.NPY_INT8, 0)
        board(self.s, cells)
        memcpy(cnp.PyArray_DATA(out), cells, <size_t>points)
        return out

    def __eq__(self, other):
        cdef uint8_t[BYTES] mine
        cdef uint8_t[BYTES] theirs
        cdef int length
        if not isinstance(other, Position):
            return NotImplemented
        if type(other) is not type(self):
            return False
        length = write(self.s, mine)
        return (length == write((<KernelPosition>other).s, theirs)
                and memcmp(mine, theirs, <size_t>length) == 0)

    def __hash__(self):
        return Position.__hash__(self)  # raises, and says what to use

    # ---- Legal actions ----

    def legal_actions(self):
        cdef int32_t[MAX_ACTIONS] actions
        cdef int i, count = legal_list(self.s, actions)
        cdef list out = PyList_New(count)
        cdef PyObject *item
        for i in range(count):
            item = PyTuple_GET_ITEM(self.ints, actions[i])
            Py_INCREF(<object>item)
            PyList_SET_ITEM(out, i, <object>item)
        return out

    def legal_count(self):
        return legal_count(self.s)

    def is_legal(self, action):
        return is_legal(self.s, self.number(action))

    def legal_mask(self, out=None):
        cdef cnp.npy_intp size = action_count(self.tables)
        cdef cnp.ndarray array
        if out is None:
            array = cnp.PyArray_EMPTY(1, &size, cnp.NPY_BOOL, 0)
        else:
            array = fitting(out, 1, &size, cnp.NPY_BOOL)
        legal_mask(self.s, <uint8_t *>cnp.PyArray_DATA(array))
        return array

    def observation(self, out=None, dtype="float32"):
        cdef cnp.npy_intp[3] shape = [PLANES, ranks(self.tables), files(self.tables)]
        cdef cnp.ndarray array
        if out is None:
            array = cnp.PyArray_EMPTY(3, shape, plane_kind(dtype), 0)
        else:
            array = fitting(out, 3, shape, cnp.NPY_FLOAT32, cnp.NPY_UINT8)
        write_planes(self.s, plane_cells(self.tables), cnp.PyArray_TYPE(array),
                     cnp.PyArray_DATA(array))
        return array

    cdef int number(self, object action) except? -2:
        """An action as a C int; -1 for ints that no action has."""
        cdef int overflow = 0
        cdef long value
        if not PyLong_CheckExact(action):
            if isinstance(action, str):
                return self.game._parse_action(self, action)
            if isinstance(action, bool):
                raise TypeError("an action is an int or a text, not a bool")
            try:
                action = _index(action)
            except TypeError:
                raise TypeError(
                    f"an action is an int or a text, not {type(action).__name__}") from None
        value = PyLong_AsLongAndOverflow(action, &overflow)
        if overflow or value < 0 or value >= action_count(self.tables):
            return -1
        return <int>value

    # ---- Playing ----

    cdef int play(self, int action) except -1:
        """A legal action, remembered. Raises MemoryError and changes nothing when there is none."""
        cdef past_t *node = past_push(self.past, self.s, used(self.s), action)
        if node == NULL:
            raise MemoryError
        if apply(self.s, action) < 0:
            self.past = past_pop(node, self.s)
            raise MemoryError
        self.past = past_settle(node, self.s, used(self.s))
        self.played += 1
        return 0

    def push(self, action):
        cdef int number = self.number(action)
        if not is_legal(self.s, number):
            raise self.game._illegal(self, action)
        self.play(number)

    def push_unchecked(self, int action):
        self.play(action)

    def pop(self):
        cdef int action
        if self.past == NULL:
            raise IndexError("no action has been played since the position was made")
        action = self.past.action
        self.past = past_pop(self.past, self.s)
        self.played -= 1
        return self.ints[action]

    def peek(self):
        if self.past == NULL:
            raise IndexError("no action has been played since the position was made")
        return self.ints[self.past.action]

    @property
    def history(self):
        cdef past_t *node = self.past
        actions = []
        while node != NULL:
            actions.append(self.ints[node.action])
            node = node.before
        actions.reverse()
        return tuple(actions)

    def copy(self):
        return KernelPosition.__new__(KernelPosition, self.game, self)

    def __reduce__(self):
        from fylking.codec import restore
        cdef KernelPosition root = self.copy()
        while root.past != NULL:
            root.pop()
        return restore, (self.game, root.to_bytes(), self.history)

    def random_action(self, rng, passes="forced"):
        cdef Rng source = rng if type(rng) is Rng else as_rng(rng)
        cdef int how = PASSES_FORCED if passes == "forced" else as_passes(passes)
        if turn_is_over(&self.s.turn):
            raise self.game._illegal(self, 0)
        return <object>PyTuple_GET_ITEM(self.ints, draw(self.s, &source.state, how))

    def play_random(self, rng, max_actions=None, passes="forced"):
        cdef Rng source = as_rng(rng)
        cdef int how = as_passes(passes)
        cdef Py_ssize_t count = 0, most = as_limit(max_actions)
        while count != most and not turn_is_over(&self.s.turn):
            self.play(draw(self.s, &source.state, how))
            count += 1
        return count

    def preview(self, action):
        cdef int number = self.number(action)
        if not is_legal(self.s, number):
            raise self.game._illegal(self, action)
        return self.game._preview(number, changes(self.s, self.tables, number))

    # ---- Bytes ----

    def to_bytes(self):
        cdef uint8_t[BYTES] data
        return (<char *>data)[:write(self.s, data)]

    def _set_up(self, head, cells):
        cdef bytes head_bytes = head, cell_bytes = cells
        if len(head_bytes) != HEAD_BYTES or len(cell_bytes) != self.game.points:
            raise ValueError("head or cells of the wrong length")
        past_drop(self.past)
        self.past = NULL
        self.played = 0
        set_up(self.s, self.tables, <const int8_t *><const char *>cell_bytes,
               <const uint8_t *><const char *>head_bytes)
        return self

    # ---- Native loops ----

    def _perft(self, depth, make_leaves, Control control):
        return run_perft(self.s, self.tables, depth, make_leaves, &control.stop)

    def _perft_turns(self, depth, Control control):
        return run_perft_turns(self.s, self.tables, depth, &control.stop)

    def _perft_sums(self, depth, Control control):
        return run_perft_sums(self.s, self.tables, depth, &control.stop)

    def _playouts(self, Rng rng, first, last, max_actions, passes, listed, Control control):
        return run_playouts(self.s, self.tables, &rng.state, first, last, as_limit(max_actions),
                            as_passes(passes), listed, &control.stop)


cdef Py_ssize_t as_limit(object max_actions) except? -2:
    """A number of actions; -1 for no limit."""
    if max_actions is None:
        return -1
    max_actions = _index(max_actions)
    if max_actions < 0:
        raise OptionError(f"max_actions is {int_text(max_actions)}; it must be 0 or more, or None")
    return min(max_actions, 1 << 62)

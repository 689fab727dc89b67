"""Symmetries of a game, and the exchange of the colours: what they make of positions and arrays.

How a board is mapped onto itself is the board's to say, how actions follow the game's.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from fylking import codec
from fylking._position import Position
from fylking.errors import IllegalActionError, OptionError, PositionError

if TYPE_CHECKING:
    import numpy.typing as npt

    from fylking.board import IntArray
    from fylking.game import Game

_T = TypeVar("_T", bound=np.generic)

_FEW = 12  # of so many images, all are written out to find the least


class Symmetry:
    """A map of the board onto itself that the rules of a game respect; the colours stay.

    Those of a game are in `game.symmetries`. Immutable, hashable, picklable; equal when the names
    and sizes of their games and their numbers are. `a @ b` does `b` first, then `a`.

    Attributes:
        name: in words; rotations are counterclockwise, in degrees; shifts are (files, ranks).
        number: its place in `game.symmetries`; 0 is the identity.
        points: `points[i]` is where point `i` goes, a read-only array of shape (points,).
        actions: `actions[a]` is where action `a` goes, a read-only array of shape (action_count,).

    >>> import fylking
    >>> game = fylking.Fravan(size=2, pie=False)
    >>> turn = game.symmetries[1]
    >>> turn.name, game.point_name(turn.point(game.point_index("c2")))
    ('rotation by 60', 'c3')
    >>> pos = game.start()
    >>> pos.push("c2")
    >>> turn.position(pos).text
    'fravan2 .b/.../.. w play 1b'
    >>> (turn @ turn.inverse).name
    'identity'
    """

    name: str
    number: int
    points: IntArray
    actions: IntArray
    _group: Group

    __slots__ = ("_group", "actions", "name", "number", "points")
    __array_ufunc__ = None  # `s @ array` is a TypeError, not a product of NumPy's

    def __init__(self, group: Group, number: int) -> None:
        for name, value in (
            ("_group", group),
            ("number", number),
            ("name", group.names[number]),
            ("points", group.points[number]),
            ("actions", group.actions[number]),
        ):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a symmetry cannot be changed, nor can its {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a symmetry cannot be changed")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Symmetry):
            return NotImplemented
        return self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def _identity(self) -> tuple[str, int, int]:
        return self._group.game.name, self._group.game.size, self.number

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, self._identity()

    def __repr__(self) -> str:
        name, size, number = self._identity()
        return f"fylking.game({name!r}, {size}).symmetries[{number}]"

    def __str__(self) -> str:
        return self.name

    # ---- The group ----

    @property
    def inverse(self) -> Symmetry:
        """The symmetry that takes everything back."""
        return self._group.find(np.argsort(self.points))

    def __matmul__(self, other: Symmetry) -> Symmetry:
        """The symmetry that does `other` first, then this one."""
        if not isinstance(other, Symmetry):
            return NotImplemented
        if other._group is not self._group:
            raise OptionError(f"{self!r} and {other!r} are not of one board")
        return self._group.find(self.points[other.points])

    # ---- Images ----

    def point(self, i: int) -> int:
        """Where a point goes.

        Raises:
            OptionError: there is no such point.
        """
        return int(self.points[self._group.game._checked_point(i)])

    def action(self, action: int) -> int:
        """Where an action goes; passes, pie choices and `stop` stay.

        Args:
            action: an int; `Position.parse_action` makes one of a text.

        Raises:
            IllegalActionError: the int is no action of the game.
        """
        return int(self.actions[self._group.game._checked_index(action)])

    def position(self, pos: Position) -> Position:
        """The image of a position, a new one with no history.

        Raises:
            OptionError: the position is of another game or size.
            PositionError: it has no image: a square has been frozen in this turn (FZ7).
        """
        head = self._head(pos)
        reason = pos.game._why_no_image(head)
        if reason and self.number:
            raise PositionError(f"no image under {self.name!r}: {reason}")
        moved = pos.game._image_head(head, self.points)
        return _build(pos.game, moved, self.board(pos.board).tobytes())

    def holds(self, pos: Position) -> bool:
        """Whether this position's legal actions can be mapped one by one.

        Then the legal actions of the image are the images of the legal actions, and transforming
        and acting commute. The identity always holds, others everywhere but within the freezes of a
        turn of Freeze: when a square has been frozen, or two or more pieces are to be placed, the
        ascending order of the squares stands in the way (FZ7). Whole turns do map: see `turn`.

        Raises:
            OptionError: the position is of another game or size.
        """
        head = self._head(pos)
        return self.number == 0 or pos.game._maps_actions(head)

    def turn(self, pos: Position, actions: Iterable[int | str]) -> tuple[int, ...]:
        """The image of a whole turn, or of the rest of one: ints to play on `position(pos)`.

        Args:
            pos: the position that the turn is played from; it stays as it is.
            actions: the turn's actions, ints or texts. Those of a Freeze turn come back in the
                order that FZ7 asks for.

        Raises:
            OptionError: the position is of another game or size.
            PositionError: the position has no image, as for `position`.
            IllegalActionError: the actions are not legal, or are not one turn to its end.
        """
        self.position(pos)  # which there may not be
        if isinstance(actions, str):
            raise TypeError("a turn is given here by its actions one by one, not by a text")
        after = pos.copy()
        played: list[int] = []
        for action in actions:
            if played and not after.within_turn:
                raise IllegalActionError(f"the turn has ended before {action!r} (A)", "A")
            after.push(action)
            played.append(after.peek())
        if not played or after.within_turn:
            raise IllegalActionError(f"the actions {played} do not end the turn (A)", "A")
        return pos.game._ordered_turn([self.action(action) for action in played])

    def board(self, cells: npt.NDArray[_T]) -> npt.NDArray[_T]:
        """The image of a board, as `Position.board` gives it, or of anything given by points.

        Args:
            cells: an array of any dtype whose last axis has an entry for each point.

        Returns:
            A new array of the same shape and dtype.

        Raises:
            OptionError: the last axis has another length.
        """
        return self._moved(cells, self.points, "cells")

    def mask(self, mask: npt.NDArray[_T]) -> npt.NDArray[_T]:
        """The image of a mask of actions: see `policy`."""
        return self._moved(mask, self.actions, "mask")

    def policy(self, policy: npt.NDArray[_T]) -> npt.NDArray[_T]:
        """The image of numbers given by actions; where `holds` is False it means nothing.

        Args:
            policy: an array of any dtype whose last axis has an entry for each action.

        Returns:
            A new array of the same shape and dtype.

        Raises:
            OptionError: the last axis has another length.
        """
        return self._moved(policy, self.actions, "policy")

    def planes(self, planes: npt.NDArray[_T]) -> npt.NDArray[_T]:
        """The image of planes, as `Position.observation` gives them.

        Args:
            planes: an array of any dtype whose last three axes are planes, ranks and files.

        Returns:
            A new array of the same shape and dtype, 0 off the board.

        Raises:
            OptionError: the last two axes are not the board's, or there is no axis before them.
        """
        files, ranks = self._group.coordinates
        grid = self._group.game._board.shape
        _check_array(planes, "planes")
        if planes.ndim < 3 or planes.shape[-2:] != grid:
            raise OptionError(
                f"planes of {self._group.label} have the shape (..., planes, {grid[0]}, {grid[1]}),"
                f" not {planes.shape}"
            )
        out = np.zeros(planes.shape, planes.dtype)
        out[..., ranks[self.points], files[self.points]] = planes[..., ranks, files]
        return out

    def _moved(self, array: npt.NDArray[_T], images: IntArray, what: str) -> npt.NDArray[_T]:
        _check_array(array, what)
        if array.ndim == 0 or array.shape[-1] != len(images):
            raise OptionError(
                f"the last axis of {what} has {len(images)} entries for {self._group.label}; "
                f"the shape given is {array.shape}"
            )
        out = np.empty(array.shape, array.dtype)
        out[..., images] = array
        return out

    def _head(self, pos: Position) -> codec.Head:
        """The head of a position, which must be of this symmetry's game."""
        _check_position(pos)
        game = self._group.game
        if (pos.game.name, pos.game.size) != (game.name, game.size):
            raise OptionError(
                f"a symmetry of {self._group.label} does not fit a position of "
                f"{pos.game.name}{pos.game.size}"
            )
        return codec.head_of(pos)


class Group:
    """The symmetries of one game and size; the arrays are shared by all of them."""

    def __init__(self, game: Game) -> None:
        board = game._board
        self.game = game
        self.label = f"{game.name}{game.size}"
        self.names, self.points, directions = board.symmetries()
        self.actions = game._action_images(self.points, directions)
        self.points.flags.writeable = self.actions.flags.writeable = False
        self.coordinates = np.transpose(board.coordinates)
        self.members = tuple(Symmetry(self, number) for number in range(len(self.names)))

    def find(self, points: IntArray) -> Symmetry:
        """The symmetry that does this to the points."""
        return self.members[int((self.points == points).all(axis=1).argmax())]

    @cached_property
    def sources(self) -> IntArray:
        """For each symmetry, the points that its images of boards are read from."""
        return np.argsort(self.points, axis=1)

    @cached_property
    def first_sources(self) -> IntArray:
        """The first eight of them."""
        return np.ascontiguousarray(self.sources[:, :8])

    def least_image(self, pos: Position) -> tuple[bytes, codec.Head]:
        """Cells and head of the image with the least cells, then the least head."""
        cells = np.frombuffer(pos.to_bytes(), np.uint8, offset=codec.HEAD_BYTES)
        numbers = np.arange(len(self.members))
        if len(numbers) > _FEW:
            words = cells.take(self.first_sources).view(">u8")[:, 0]
            numbers = np.flatnonzero(words == words.min())
        images = [image.tobytes() for image in cells.take(self.sources[numbers])]
        least = min(images)
        head = codec.head_of(pos)
        return least, min(
            self.game._image_head(head, self.points[number])
            for number, image in zip(numbers, images, strict=True)
            if image == least
        )


_groups: dict[tuple[str, int], Group] = {}


def group_of(game: Game) -> Group:
    """The symmetries of a game, made when first asked for; the pie rule makes no difference."""
    key = game.name, game.size
    return _groups.get(key) or _groups.setdefault(key, Group(game))


def _restore(name: str, size: int, number: int) -> Symmetry:
    from fylking.games import game

    return game(name, size).symmetries[number]


def canonical_key(pos: Position) -> int:
    """See `Position.canonical_key`."""
    if pos.game._why_no_image(codec.head_of(pos)):
        return pos.key
    cells, head = group_of(pos.game).least_image(pos)
    return _build(pos.game, head, cells).key


def swap_colours(pos: Position) -> Position:
    """The position with the colours exchanged, a new one with no history.

    Black's stacks become White's and the other way round, and so do the mover, the winner and the
    colour that passed first. The first player changes its colour too, and the mover keeps its seat;
    but in Freeze the first player is Black by rule (P4), and the mover changes its seat.

    Raises:
        PositionError: the pie rule's opening or choice is due, which is one colour's alone.

    >>> import fylking
    >>> fylking.swap_colours(fylking.parse("herfor2 ../bw./.. b passed 1b")).text
    'herfor2 ../wb./.. w passed 1w'
    """
    _check_position(pos)
    head = pos.game._swapped_head(codec.head_of(pos))
    return _build(pos.game, head, (-pos.board).tobytes())


def _build(game: Game, head: codec.Head, cells: bytes) -> Position:
    """A position of parts that need no check, for they come from one."""
    return game.start()._set_up(codec.pack_head(game, head), cells)


def _check_position(pos: Position) -> None:
    if not isinstance(pos, Position):
        raise TypeError(f"a position is asked for, not {type(pos).__name__}")


def _check_array(array: npt.NDArray[Any], what: str) -> None:
    if not isinstance(array, np.ndarray):
        raise TypeError(f"{what} must be a NumPy array, not {type(array).__name__}")

"""What the four games have in common: options, coordinates, notation, errors.

A game is a room: a module with one class (`fravan.Fravan`) that states the game's facts and fills
in the methods marked "room" here. The registry in `games` lists the rooms.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from fylking import codec, symmetry
from fylking.codec import Head
from fylking.color import Color
from fylking.errors import (
    IllegalActionError,
    NotationError,
    OptionError,
    PositionError,
    int_text,
)
from fylking.preview import Change, Preview

if TYPE_CHECKING:
    from fylking._alphabeta import Searcher
    from fylking._position import Position
    from fylking._proof import Prover
    from fylking._slots import Slots
    from fylking._tree import Tree
    from fylking.board import Board, IntArray


@cache
def _int_objects(count: int) -> tuple[int, ...]:
    """Ready-made ints: making new ones is the dearest part of a list of actions."""
    return tuple(range(count))


class Game:
    """One of the games with its options: immutable, hashable, picklable.

    Attributes:
        name: "fravan", "herfor", "frasvel" or "freeze".
        title: the name with a capital.
        size: size of the board.
        pie: whether the pie rule is on.
        points: number of points (cells, squares) of the board.
        action_count: actions are ints from 0 to action_count - 1.
        sizes: the sizes on offer.
        default_size: the size when none is given.
        has_pie: whether the game can have the pie rule.
        has_points: whether scores are points, so that a win has a margin.
        planes: the names of an observation's planes.
        rules: the numbered rules as text (Markdown).
    """

    name: ClassVar[str]
    title: ClassVar[str]
    id: ClassVar[int]
    sizes: ClassVar[tuple[int, ...]]
    default_size: ClassVar[int]
    has_pie: ClassVar[bool]
    has_points: ClassVar[bool] = True
    planes: ClassVar[tuple[str, ...]]
    _positions: ClassVar[type[Position]]
    _slots: ClassVar[type[Slots]]
    _trees: ClassVar[type[Tree]]
    _exploration: ClassVar[float] = 0.4  # of Monte Carlo search by random games, and how long it
    _rave: ClassVar[float] = 100.0  # trusts what actions did later on: measured in matches
    _one_tree: ClassVar[bool] = True  # for all threads of such a search, not one for each
    _levels: ClassVar[tuple[int, ...]] = (4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048)
    # simulations of the bots' levels: in the games' rooms as found in matches, docs/levels.md
    _searchers: ClassVar[type[Searcher]]
    _provers: ClassVar[type[Prover]]
    _on_lines: ClassVar[bool] = False  # pictures have pieces where lines cross, not on cells
    # What the kinds of change (`Change.kind`) do: "flip", "flip back", "lose", "gain" or "gone".
    _effects: ClassVar[Mapping[str, str]] = {}

    size: int
    pie: bool
    points: int
    action_count: int
    _ints: tuple[int, ...]

    __slots__ = ("_ints", "action_count", "pie", "points", "size")

    def __init__(self, size: int | None = None, pie: bool = True) -> None:
        if size is None:
            size = self.default_size
        if isinstance(size, bool):
            raise TypeError("a size is an int, not a bool")
        size = index(size)
        if size not in self.sizes:
            offered = ", ".join(map(str, self.sizes))
            raise OptionError(
                f"size is {int_text(size)}; {self.title} is played on sizes {offered}"
            )
        if not isinstance(pie, bool):
            raise TypeError(f"pie is True or False, not {pie!r}")
        points, action_count = self._counts(size)
        for name, value in (
            ("size", size),
            ("pie", pie),
            ("points", points),
            ("action_count", action_count),
            ("_ints", _int_objects(action_count)),
        ):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a game cannot be changed; make another one to change {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a game cannot be changed")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def _identity(self) -> tuple[str, int, bool]:
        return self.name, self.size, self.pie

    def __reduce__(self) -> tuple[Any, ...]:
        from fylking.games import game

        return game, (self.name, self.size, self.pie)

    def __repr__(self) -> str:
        pie = f", pie={self.pie}" if self.has_pie else ""
        return f"fylking.{self.title}(size={self.size}{pie})"

    @property
    def max_actions(self) -> int | None:
        """A proven bound on the length of a game in actions, or None: there is no useful one."""
        raise NotImplementedError

    @property
    def observation_shape(self) -> tuple[int, int, int]:
        """Shape of an observation: planes, ranks, files; rank 1 and file a come first."""
        return len(self.planes), *self._board.shape

    @property
    def plane_limits(self) -> tuple[int, ...]:
        """A number for each plane of an observation that nothing in it exceeds."""
        return (1,) * len(self.planes)

    @property
    def rules(self) -> str:
        """The numbered rules as text (Markdown)."""
        return (files("fylking") / "rules" / f"{self.name}.md").read_text(encoding="utf-8")

    def start(self) -> Position:
        """The position before the first action.

        >>> import fylking
        >>> fylking.Herfor(size=2).start().text
        'herfor2 ../.../.. b open 1b'
        """
        return self._positions(self)

    # ---- Coordinates ----

    def coordinates(self, i: int) -> tuple[int, int]:
        """File and rank of a point, both from 0.

        Raises:
            OptionError: there is no such point.
        """
        return self._board.coordinates[self._checked_point(i)]

    def point_name(self, i: int) -> str:
        """The name of a point, "a1" for 0.

        Raises:
            OptionError: there is no such point.
        """
        return self._board.names[self._checked_point(i)]

    def point_index(self, name: str) -> int:
        """The index of a point given by its name; forgives case and spaces around it.

        Raises:
            NotationError: it names no point of the board.
        """
        if not isinstance(name, str):
            raise TypeError(f"a point's name is a text, not {type(name).__name__}")
        point = self._board.index.get(name.strip().lower())
        if point is None:
            raise NotationError(f"{name!r} is no point of {self.name}{self.size}")
        return point

    def neighbours(self, i: int) -> tuple[int, ...]:
        """The points next to a point, in the order of the directions.

        Raises:
            OptionError: there is no such point.
        """
        return tuple(p for p in self._board.steps[self._checked_point(i)] if p is not None)

    @property
    def symmetries(self) -> tuple[symmetry.Symmetry, ...]:
        """The symmetries of the rules, whatever the start; the identity first.

        Those of the hexagon are 12: rotations, then reflections. Freeze has the 8 of the square
        around a1, then the same followed by each shift of the torus.

        >>> import fylking
        >>> len(fylking.Fravan().symmetries), len(fylking.Freeze(size=8).symmetries)
        (12, 512)
        >>> print(fylking.Freeze(size=8).symmetries[8 * 5 + 1])
        rotation by 90, then shift by (5, 0)
        """
        return symmetry.group_of(self).members

    def _checked_point(self, i: int) -> int:
        i = index(i)
        if not 0 <= i < self.points:
            raise OptionError(
                f"there is no point {int_text(i)}; there are points 0 to {self.points - 1}"
            )
        return i

    def _checked_index(self, action: int) -> int:
        if isinstance(action, bool):
            raise TypeError("an action is an int, not a bool")
        action = index(action)
        if not 0 <= action < self.action_count:
            raise IllegalActionError(self._no_such_action(action), "A")
        return action

    def _no_such_action(self, action: int) -> str:
        return (
            f"there is no action {int_text(action)}; "
            f"{self.name}{self.size} has actions 0 to {self.action_count - 1} (A)"
        )

    # ---- For positions ----

    def _text(self, position: Position) -> str:
        head = codec.head_of(position)
        board = self._board.rows_text([self._cell_text(cell) for cell in codec.cells_of(position)])
        fields = [f"{self.name}{self.size}", board, head.to_move.letter, self._stage_text(head)]
        if self.has_pie:
            fields.append(f"1{head.first.letter}")
        return " ".join(fields)

    def _stage(self, position: Position) -> str:
        return self._stage_text(codec.head_of(position))

    def _stage_text(self, head: Head) -> str:
        return head.stage + head.to_move.letter if head.stage == "over:" else head.stage

    def _stage_words(self, head: Head) -> str:
        """What is to be known of a stage before the end, for people; empty when it is nothing."""
        return {
            "open": "first stone",
            "choose": "choose a side",
            "passed": "after a pass",
        }.get(head.stage, "")

    def _end_reason(self, position: Position) -> str | None:
        stage = codec.head_of(position).stage
        return {"over:": "two passes", "over": self._other_end()}.get(stage)

    def _draw(self, position: Position) -> str:
        marks: dict[int, str] = {}
        if position.ply:
            before = position.copy()
            marks = self._marks(before, before.pop())
        cells = [self._cell_text(cell) for cell in codec.cells_of(position)]
        return f"{self._board.drawing(cells, marks)}\n{self._caption(position)}"

    def _caption(self, position: Position) -> str:
        if not position.is_over:
            stage = self._stage_words(codec.head_of(position))
            return f"{position.to_move} to move{f' ({stage})' if stage else ''}"
        winner = "drawn" if position.winner is None else f"{position.winner} wins"
        black, white = position.score
        return f"over by {position.end_reason}: {winner}, {black:g}:{white:g}"

    def _illegal(self, position: Position, action: int | str) -> IllegalActionError:
        """The error that says why an action, known to be illegal here, is so."""
        number = self._parse_action(position, action) if isinstance(action, str) else index(action)
        if not 0 <= number < self.action_count:
            return IllegalActionError(self._no_such_action(number), "A")
        if position.is_over:
            rule = self._end_rule(position)
            return IllegalActionError(
                f"the game is over by {position.end_reason}: no action is legal ({rule})", rule
            )
        rule, reason = self._why_illegal(position, number)
        return IllegalActionError(f"{reason} ({rule})", rule)

    def _preview(self, action: int, rounds: list[list[tuple[str, list[int], int]]]) -> Preview:
        return Preview(
            action,
            tuple(
                tuple(Change(kind, tuple(points), pieces) for kind, points, pieces in changes)
                for changes in rounds
            ),
        )

    def _parse_action(self, position: Position, text: str) -> int:
        """The int of an action given as text."""
        if not isinstance(text, str):
            raise TypeError(f"an action's text is a str, not {type(text).__name__}")
        plain = "".join(text.split()).lower()
        action = self._read_action(position, plain)
        if action is None:
            raise NotationError(f"{text!r} is no action of {self.name}{self.size}")
        return action

    def _stage_parts(self, text: str, to_move: Color) -> tuple[str, tuple[int, int, int]]:
        """Stage and extra ints of a stage as the position text writes it."""
        if text in ("over:b", "over:w"):
            if text[-1] != to_move.letter:
                raise PositionError(
                    f"{text} means that {to_move.other} passed first, "
                    f"so {to_move.other} would be to move, not {to_move}"
                )
            return "over:", (0, 0, 0)
        stage = self._read_stage(text)
        if stage is None:
            raise NotationError(f"{text!r} is no stage of {self.name}{self.size}")
        return stage

    def _turn_actions(self, position: Position, text: str) -> Iterator[int]:
        """The actions of a turn given as text; here a turn is an action."""
        yield self._parse_action(position, text)

    def _turns(self, position: Position) -> Iterator[str]:
        """The texts of all turns from a position that may be changed; here they are the actions."""
        return map(position.action_text, position.legal_actions())

    def _turn_text(self, before: Position, actions: Sequence[int]) -> str:
        """The text of a turn played from `before`; here a turn is an action."""
        return before.action_text(actions[0])

    def _check_parts(self, head: Head, cells: Sequence[int]) -> None:
        """Raises PositionError when parts of a position are impossible by themselves."""
        for point, cell in enumerate(cells):
            if abs(cell) > self._highest():
                raise PositionError(
                    f"the stack on {self.point_name(point)} has height {abs(cell)}; "
                    f"no stack of {self.name}{self.size} exceeds {self._highest()}"
                )

    # ---- Symmetries: what a room says when its actions, stages or turns are not these ----

    def _action_images(self, points: IntArray, directions: IntArray) -> IntArray:
        """Where each action goes, of shape (maps, action_count); here all of them stay.

        Args:
            points: where each point goes, of shape (maps, points).
            directions: where each direction goes, of shape (maps, directions).
        """
        return np.tile(np.arange(self.action_count, dtype=np.intp), (len(points), 1))

    def _image_head(self, head: Head, points: IntArray) -> Head:
        """The head of an image; `points` says where each point goes."""
        return head

    def _why_no_image(self, head: Head) -> str | None:
        """Why the identity alone gives such a position an image; None when all do."""
        return None

    def _maps_actions(self, head: Head) -> bool:
        """Whether the legal actions of an image are the images of the legal actions."""
        return True

    def _ordered_turn(self, images: Sequence[int]) -> tuple[int, ...]:
        """The images of a turn's actions in the order in which they are legal."""
        return tuple(images)

    def _swapped_head(self, head: Head) -> Head:
        """The head with the colours exchanged; P4: without the pie rule Black is first always."""
        first = head.first.other if self.has_pie else head.first
        return head._replace(to_move=head.to_move.other, first=first)

    # ---- Pictures: what a room says when its pieces are not these ----

    def _piece_name(self, cell: int) -> str:
        """What stands on a cell that is not empty, in words."""
        colour = "black" if cell > 0 else "white"
        return f"{colour} stone" if self._highest() == 1 else f"{colour} stack of {abs(cell)}"

    def _piece_sign(self, cell: int) -> str:
        """What is written on the pieces of a cell: a number, "crown" or nothing."""
        return str(abs(cell)) if abs(cell) > 1 else ""

    def _waiting(self, position: Position) -> tuple[Color, int, str] | None:
        """Pieces beside the board: whose, how many, and what about them.

        None in games that have no such pieces, in any position.
        """
        return None

    def _selected(self, position: Position) -> int | None:
        """The point that every legal action begins at, where the rules say so."""
        return None

    def _owners(self, position: Position) -> list[tuple[bool, bool]] | None:
        """For each point whether it is Black's and White's territory; None: there is no such."""
        return None

    # ---- Room: what each game fills in ----

    @property
    def _board(self) -> Board:
        raise NotImplementedError

    @classmethod
    def _counts(cls, size: int) -> tuple[int, int]:
        """Numbers of points and of actions."""
        raise NotImplementedError

    def _highest(self) -> int:
        """The greatest height of a stack."""
        return 1

    def _cell_text(self, cell: int) -> str:
        """A cell as the position text writes it."""
        return ".bw"[cell]

    def _read_cells(self, row: str) -> list[int] | None:
        """The cells of one row of the position text, or None when it cannot be read."""
        cells = [".bw".find(letter) for letter in row]
        return None if -1 in cells else [-1 if cell == 2 else cell for cell in cells]

    def _read_stage(self, text: str) -> tuple[str, tuple[int, int, int]] | None:
        """Stage and extra ints, or None when the text names none; not asked for over:b, over:w."""
        raise NotImplementedError

    def _other_end(self) -> str:
        """How the game ends if not by two passes."""
        raise NotImplementedError

    def _end_rule(self, position: Position) -> str:
        """The rule by which a finished game has ended."""
        raise NotImplementedError

    def _action_text(self, position: Position, action: int) -> str:
        raise NotImplementedError

    def _read_action(self, position: Position, plain: str) -> int | None:
        """The int of an action in lower case without spaces, or None."""
        raise NotImplementedError

    def _marks(self, before: Position, action: int) -> dict[int, str]:
        """Points of an action played from `before`, and the brackets that mark them.

        They are [] where something came, () where it came from.
        """
        raise NotImplementedError

    def _why_illegal(self, position: Position, action: int) -> tuple[str, str]:
        """Rule and reason why an action, known to be illegal, is so; the game is not over."""
        raise NotImplementedError

    def _check_position(self, position: Position, head: Head) -> None:
        """Raises PositionError when a position, set up from parts, is impossible as a whole."""
        raise NotImplementedError

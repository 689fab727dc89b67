"""Freeze: jump chains on a torus.

The rules are in `docs/rules/freeze.md`, the kernel in `freeze.h`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from fylking.board import TorusBoard
from fylking.codec import Head, cells_of, head_of
from fylking.color import BLACK, Color
from fylking.cpu import kernel
from fylking.errors import IllegalActionError, NotationError, OptionError, PositionError
from fylking.game import Game

if TYPE_CHECKING:
    from fylking._position import Position
    from fylking.board import IntArray

_kernel = kernel("freeze")
_board_of = cache(TorusBoard)
_NOWHERE = 255
_STAGE = re.compile(r"(?:jump@([a-z][0-9]+)\+|freeze\+)([1-9][0-9]{0,3})(?:>([a-z][0-9]+))?")


class Freeze(Game):
    """Freeze on a torus of size 6, 8 or 10 (default 8).

    A turn is played in steps by the same player: jumps, perhaps a stop, then freezes (FZ7).

    >>> import fylking
    >>> pos = fylking.Freeze().start()
    >>> pos.push_turn("b1:b7=d4")
    >>> pos.history
    (7, 284)
    """

    name = "freeze"
    title = "Freeze"
    id = _kernel.GAME_ID
    sizes = (6, 8, 10)  # B6
    default_size = 8
    has_pie = False
    has_points = False  # FZ8
    planes = (
        "on board",
        "own soldier",
        "own king",
        "enemy soldier",
        "enemy king",
        "soldier in the middle of its jumps",
        "square frozen last in the turn",
        "number of pieces captured in the turn",
        "number of pieces still to place",
        "mover is White",
        "stage passed",
        "over by two passes",
        "over, no jump",
    )
    _positions = _kernel.KernelPosition
    _slots = _kernel.KernelBatch
    _trees = _kernel.KernelTree
    _exploration = 0.2
    _rave = 100.0
    _one_tree = False  # a simulation is so short that threads would only wait for each other
    _levels = (4, 8, 16, 28, 65, 140, 310, 650, 1250, 2800)
    _searchers = _kernel.KernelSearcher
    _provers = _kernel.KernelProver
    _effects: ClassVar[Mapping[str, str]] = {"capture": "gone", "freeze": "gain"}

    __slots__ = ()

    def __init__(self, size: int | None = None, pie: bool = False) -> None:
        if pie is not False:
            raise OptionError("Freeze has no pie rule (P4)")
        super().__init__(size, pie)

    @property
    def _board(self) -> TorusBoard:
        return _board_of(self.size)

    @property
    def max_actions(self) -> int | None:
        """4 N - 1, where N is the number of stacks at the start.

        Every jump takes a stack off the board for good: fewer than N jumps. No stack is frozen
        twice: at most N freezes. A turn with jumps has at most one stop, and at most one pass
        comes before it; two passes end the game.
        """
        return 4 * (self.points - 4) - 1

    @property
    def plane_limits(self) -> tuple[int, ...]:
        """All pieces of a player (FZ1) for the planes of numbers, 1 for the others."""
        pieces = (self.points - 4) // 2
        return tuple(pieces if p.startswith("number") else 1 for p in self.planes)

    @classmethod
    def _counts(cls, size: int) -> tuple[int, int]:
        return size * size, 5 * size * size + 2

    # Actions (A): jumps from 0, then the stop, the freezes and the pass.

    @property
    def stop_action(self) -> int:
        """The end of a chain that could go on."""
        return 4 * self.points

    @property
    def pass_action(self) -> int:
        """The pass."""
        return 5 * self.points + 1

    def _jump_squares(self, action: int) -> tuple[int, int, int]:
        """Squares that a jump leaves, leaps over and lands on."""
        origin, direction = divmod(action, 4)
        over = self._board.steps[origin][direction]
        assert over is not None
        landing = self._board.steps[over][direction]
        assert landing is not None
        return origin, over, landing

    def _action_text(self, position: Position, action: int) -> str:
        if action < self.stop_action:
            origin, _, landing = self._jump_squares(action)
            return f"{self.point_name(origin)}:{self.point_name(landing)}"
        if action == self.stop_action:
            return "stop"
        if action == self.pass_action:
            return "pass"
        return f"={self.point_name(action - self.stop_action - 1)}"

    def _read_action(self, position: Position, plain: str) -> int | None:
        if plain in ("stop", "pass"):
            return self.stop_action if plain == "stop" else self.pass_action
        if plain.startswith("="):
            square = self._board.index.get(plain[1:])
            return None if square is None else self.stop_action + 1 + square
        origin, colon, landing = plain.partition(":")
        if not colon or origin not in self._board.index or landing not in self._board.index:
            return None
        return self._jump(self._board.index[origin], self._board.index[landing])

    def _jump(self, origin: int, landing: int) -> int | None:
        """The jump between two squares, or None when they are not two apart in a line."""
        for direction in range(4):
            action = 4 * origin + direction
            if self._jump_squares(action)[2] == landing:
                return action
        return None

    # ---- Whole turns (FZ9) ----

    def _turn_actions(self, position: Position, text: str) -> Iterator[int]:
        """The steps of a turn, or of the rest of one; freezes may come in any order."""
        if not isinstance(text, str):
            raise TypeError(f"a turn's text is a str, not {type(text).__name__}")
        plain = "".join(text.split()).lower()
        if plain == "pass":
            yield self.pass_action
            return
        path, equals, frozen = plain.partition("=")
        freezes = sorted(self._squares(text, frozen, ",")) if equals else []
        squares = self._squares(text, path, ":") if path else []
        if len(set(freezes)) != len(freezes):
            raise NotationError(f"{text!r} freezes a square twice")
        head = head_of(position)
        if not squares and (head.stage != "freeze" or not freezes):
            raise NotationError(f"{text!r} is no turn of {self.name}{self.size}")
        if len(squares) == 1 and head.stage != "jump":
            raise NotationError(f"{text!r} names one square; a jump has two, joined by ':'")
        if squares and head.stage == "jump" and squares[0] != head.extra[0]:
            raise IllegalActionError(
                f"the chain goes on from {self.point_name(head.extra[0])}, "
                f"not from {self.point_name(squares[0])} (FZ4)",
                "FZ4",
            )
        for origin, landing in pairwise(squares):
            jump = self._jump(origin, landing)
            if jump is None:
                raise NotationError(
                    f"{text!r}: {self.point_name(origin)} and {self.point_name(landing)} "
                    "are not two apart in a line"
                )
            yield jump
        # `position` has moved on with the jumps.
        if squares and head_of(position).stage == "jump":
            yield self.stop_action
        for square in freezes:
            yield self.stop_action + 1 + square
        if position.within_turn:
            left = head_of(position).extra[2]
            raise IllegalActionError(
                f"{text!r} does not end the turn: {left} more to freeze (FZ5)", "FZ5"
            )

    def _squares(self, text: str, field: str, joint: str) -> list[int]:
        squares = [self._board.index.get(name) for name in field.split(joint)]
        known = [square for square in squares if square is not None]
        if len(known) != len(squares):
            name = field.split(joint)[squares.index(None)]
            raise NotationError(f"{text!r}: {name!r} is no square of {self.name}{self.size}")
        return known

    def _turns(self, position: Position) -> Iterator[str]:
        head = head_of(position)
        if head.stage == "jump":
            yield from self._ways_to_end(position, [head.extra[0]], [])
        else:
            yield from self._ways_to_end(position, [], [])

    def _ways_to_end(self, position: Position, path: list[int], frozen: list[int]) -> Iterator[str]:
        for action in position.legal_actions():
            if action == self.pass_action:
                yield "pass"
                continue
            longer, more = path, frozen
            if action < self.stop_action:
                origin, _, landing = self._jump_squares(action)
                longer = [*(path or [origin]), landing]
            elif action > self.stop_action:
                more = [*frozen, action - self.stop_action - 1]
            position.push(action)
            if position.within_turn:
                yield from self._ways_to_end(position, longer, more)
            else:
                yield self._path_text(longer, more)
            position.pop()

    def _path_text(self, path: Sequence[int], frozen: Sequence[int]) -> str:
        text = ":".join(map(self.point_name, path))
        return f"{text}={','.join(map(self.point_name, frozen))}" if frozen else text

    def _turn_text(self, before: Position, actions: Sequence[int]) -> str:
        if actions[0] == self.pass_action:
            return "pass"
        head = head_of(before)
        path = [head.extra[0]] if head.stage == "jump" else []
        for action in actions:
            if action < self.stop_action:
                origin, _, landing = self._jump_squares(action)
                path = [*(path or [origin]), landing]
        frozen = [a - self.stop_action - 1 for a in actions if a > self.stop_action]
        return self._path_text(path, frozen)

    # ---- Text ----

    def _cell_text(self, cell: int) -> str:
        return ".bBWw"[cell]

    def _read_cells(self, row: str) -> list[int] | None:
        cells = [".bBWw".find(letter) for letter in row]
        return None if -1 in cells else [cell - 5 if cell > 2 else cell for cell in cells]

    def _stage_text(self, head: Head) -> str:
        at, captured, left = head.extra
        if head.stage == "jump":
            return f"jump@{self.point_name(at)}+{captured}"
        if head.stage == "freeze":
            return f"freeze+{left}" + ("" if at == _NOWHERE else f">{self.point_name(at)}")
        return super()._stage_text(head)

    def _stage_words(self, head: Head) -> str:
        at, _, left = head.extra
        if head.stage == "jump":  # FZ4
            return f"jump on from {self.point_name(at)}, or stop"
        if head.stage == "freeze":  # FZ5, FZ7
            after = "" if at == _NOWHERE else f", after {self.point_name(at)}"
            return f"{left} captured piece{'' if left == 1 else 's'} to place{after}"
        return super()._stage_words(head)

    def _read_stage(self, text: str) -> tuple[str, tuple[int, int, int]] | None:
        if text in ("open", "choose", "play", "passed", "over"):
            return text, (0, 0, 0)
        match = _STAGE.fullmatch(text)
        if match is None:
            return None
        soldier, number, frozen = match.groups()
        if frozen is not None and soldier is not None:
            return None
        square = self._board.index.get(soldier or frozen, _NOWHERE)
        if square == _NOWHERE and (soldier or frozen):
            return None
        amount = min(int(number), 255)
        return ("jump", (square, amount, 0)) if soldier else ("freeze", (square, 0, amount))

    # ---- Symmetries ----

    def _action_images(self, points: IntArray, directions: IntArray) -> IntArray:
        images = super()._action_images(points, directions)
        jumps = 4 * points[:, :, None] + directions[:, None]
        images[:, : self.stop_action] = jumps.reshape(len(points), -1)
        images[:, self.stop_action + 1 : self.pass_action] = self.stop_action + 1 + points
        return images

    def _image_head(self, head: Head, points: IntArray) -> Head:
        at, captured, left = head.extra
        if head.stage != "jump":
            return head
        return head._replace(extra=(int(points[at]), captured, left))

    def _why_no_image(self, head: Head) -> str | None:
        last = head.extra[0]
        if head.stage != "freeze" or last == _NOWHERE:
            return None
        return (
            f"{self.point_name(last)} has been frozen in this turn, which leaves the squares with "
            "a higher index, and their images need not be the higher ones (FZ7)"
        )

    def _maps_actions(self, head: Head) -> bool:
        return head.stage != "freeze" or head.extra == (_NOWHERE, 0, 1)  # FZ7

    def _ordered_turn(self, images: Sequence[int]) -> tuple[int, ...]:
        # FZ7: the freezes, which have the highest numbers, ascend; what came before them stays so.
        return tuple(sorted(images, key=lambda action: max(action, self.stop_action)))

    # ---- Pictures ----

    def _piece_name(self, cell: int) -> str:
        return f"{'black' if cell > 0 else 'white'} {('soldier', 'king')[abs(cell) - 1]}"

    def _piece_sign(self, cell: int) -> str:
        return "crown" if abs(cell) > 1 else ""

    def _waiting(self, position: Position) -> tuple[Color, int, str] | None:
        head = head_of(position)
        _, captured, left = head.extra
        return head.to_move.other, captured + left, "captured" if captured else "to place"

    def _selected(self, position: Position) -> int | None:
        head = head_of(position)
        return head.extra[0] if head.stage == "jump" else None  # FZ4

    # ---- Errors ----

    def _other_end(self) -> str:
        return "no jump"

    def _end_rule(self, position: Position) -> str:
        return "FZ6"

    def _marks(self, before: Position, action: int) -> dict[int, str]:
        if action < self.stop_action:
            origin, _, landing = self._jump_squares(action)
            return {origin: "()", landing: "[]"}
        square = action - self.stop_action - 1
        return {square: "[]"} if 0 <= square < self.points else {}

    def _why_illegal(self, position: Position, action: int) -> tuple[str, str]:
        head = head_of(position)
        if head.stage == "freeze":
            return self._why_no_freeze(position, head, action)
        if action == self.pass_action:
            return "FZ7", "a turn that has begun with a jump cannot be passed"
        if action == self.stop_action:
            return "FZ7", "there is no chain to stop: the turn begins"
        if action > self.stop_action:
            return "FZ5", "there is no captured piece to place yet"
        origin, over, landing = self._jump_squares(action)
        cells = cells_of(position)
        own = 1 - 2 * position.to_move
        name = self.point_name
        if head.stage == "jump" and origin != head.extra[0]:
            return "FZ4", f"the chain goes on with the soldier on {name(head.extra[0])} only"
        if cells[origin] * own <= 0:
            return "FZ3", f"{position.to_move} has no soldier on {name(origin)}"
        if abs(cells[origin]) > 1:
            return "FZ2", f"the king on {name(origin)} cannot move"
        if cells[over] * own >= 0:
            return "FZ3", f"there is no enemy stack on {name(over)} to jump over"
        return "FZ3", f"the square behind, {name(landing)}, is taken"

    def _why_no_freeze(self, position: Position, head: Head, action: int) -> tuple[str, str]:
        last, _, left = head.extra
        square = action - self.stop_action - 1
        if not 0 <= square < self.points:
            return "FZ5", f"the captured pieces must be placed: {left} still to go"
        enemy = 1 - 2 * position.to_move.other
        name = self.point_name(square)
        if cells_of(position)[square] * enemy != 1:
            return "FZ5", f"there is no enemy soldier on {name} to freeze"
        if last != _NOWHERE and square <= last:
            after = self.point_name(last)
            return "FZ7", f"{name} comes before {after}, and squares are frozen in ascending order"
        return "FZ7", f"too few enemy soldiers would remain above {name} for {left - 1} more"

    # ---- Positions from parts ----

    def _highest(self) -> int:
        return 2  # FZ2

    def _check_parts(self, head: Head, cells: Sequence[int]) -> None:
        super()._check_parts(head, cells)
        if head.stage in ("open", "choose"):
            raise PositionError("Freeze has no pie rule (P4)")
        if head.first != BLACK:
            raise PositionError("the first player of Freeze is Black (P4)")
        pieces = (self.points - 4) // 2  # FZ1
        for colour in Color:
            count = sum(abs(cell) for cell in cells if cell * (1 - 2 * colour) > 0)
            if count > pieces:
                raise PositionError(f"{colour} has {count} pieces, more than {pieces} (FZ1)")
        at, captured, left = head.extra
        enemy = 1 - 2 * head.to_move.other
        missing = pieces - sum(abs(cell) for cell in cells if cell * enemy > 0)
        name = self.point_name
        if head.stage == "jump":
            if left or not 1 <= captured <= missing:
                raise PositionError(
                    f"{captured} pieces captured, but {missing} of {head.to_move.other}'s "
                    "are missing (FZ3)"
                )
            if at >= self.points or cells[at] != -enemy:
                where = name(at) if at < self.points else f"square {at}"
                raise PositionError(f"{head.to_move} has no soldier on {where} (FZ4)")
        elif head.stage == "freeze":
            if captured or not 1 <= left <= missing:
                raise PositionError(
                    f"{left} pieces to place, but {missing} of {head.to_move.other}'s "
                    "are missing (FZ5)"
                )
            if at != _NOWHERE and (at >= self.points or cells[at] != 2 * enemy):
                where = name(at) if at < self.points else f"square {at}"
                raise PositionError(f"{head.to_move.other} has no king on {where} (FZ7)")
            first = 0 if at == _NOWHERE else at + 1
            soldiers = sum(cell == enemy for cell in cells[first:])
            if soldiers < left:
                raise PositionError(
                    f"{left} pieces to place on {soldiers} enemy soldiers"
                    + ("" if at == _NOWHERE else f" above {name(at)}")
                    + " (FZ5, FZ7)"
                )
        elif head.extra != (0, 0, 0):
            raise PositionError("bytes 5 to 7 must be 0 outside a turn")

    def _check_position(self, position: Position, head: Head) -> None:
        if head.stage == "jump":
            if position.legal_count() == 1:
                raise PositionError(
                    f"the chain cannot go on from {self.point_name(head.extra[0])}, "
                    "so the turn is past its jumps (FZ7)"
                )
            return
        if head.stage == "freeze":
            return
        can_jump = self._can_jump(position, head.to_move)
        if head.stage == "over" and can_jump:
            raise PositionError(f"{head.to_move} has a jump: the game is not over (FZ6)")
        if head.stage in ("play", "passed") and not can_jump:
            raise PositionError(f"{head.to_move} has no jump, so the stage is 'over' (FZ6)")
        if head.stage == "over:" and not self._can_jump(position, head.to_move.other):
            raise PositionError(
                f"{head.to_move.other} had no jump and lost before it could pass (FZ6)"
            )

    def _can_jump(self, position: Position, colour: Color) -> bool:
        cells = cells_of(position)
        own = 1 - 2 * colour
        for action in range(self.stop_action):
            origin, over, landing = self._jump_squares(action)
            if cells[origin] == own and cells[over] * own < 0 and not cells[landing]:
                return True
        return False

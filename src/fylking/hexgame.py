"""What Fravan, Herfor and Frasvel share: the hexhex board and the pie rule."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, ClassVar

from fylking.board import HexhexBoard
from fylking.codec import Head, cells_of
from fylking.color import BLACK
from fylking.errors import PositionError
from fylking.game import Game

if TYPE_CHECKING:
    from fylking._position import Position
    from fylking.board import IntArray

_board_of = cache(HexhexBoard)

STAGES = ("open", "choose", "play", "passed", "over")


class HexGame(Game):
    """A game on the hexhex board with the pie rule (B1 to B4, P1 to P4)."""

    planes: ClassVar[tuple[str, ...]] = (
        "on board",
        "own stone",
        "enemy stone",
        "mover is White",
        "stage open",
        "stage choose",
        "stage passed",
        "over by two passes",
        "over, board full",
    )
    sizes = tuple(range(2, 11))  # B6
    has_pie = True
    rule_of_placing: ClassVar[str]
    rule_of_passing: ClassVar[str]

    __slots__ = ()

    @property
    def _board(self) -> HexhexBoard:
        return _board_of(self.size)

    @property
    def max_actions(self) -> int | None:
        """Twice the number of points.

        Every placement fills a point for good, the last one or a second pass in a row ends the
        game, so at most one pass comes before each placement; with the pie rule the opening has no
        pass, but the choice.
        """
        return 2 * self.points

    @property
    def pass_action(self) -> int:
        """The pass; the two that follow are the pie choice, `black` and `white`."""
        return self.action_count - 3

    @classmethod
    def _counts(cls, size: int) -> tuple[int, int]:
        points = 3 * size * (size - 1) + 1
        return points, points + 3

    def _read_stage(self, text: str) -> tuple[str, tuple[int, int, int]] | None:
        return (text, (0, 0, 0)) if text in STAGES else None

    def _other_end(self) -> str:
        return "board full"

    def _action_text(self, position: Position, action: int) -> str:
        if action < self.points:
            return self.point_name(action)
        return ("pass", "black", "white")[action - self.pass_action]

    def _read_action(self, position: Position, plain: str) -> int | None:
        if plain in ("pass", "black", "white"):
            return self.pass_action + ("pass", "black", "white").index(plain)
        return self._board.index.get(plain)

    def _marks(self, before: Position, action: int) -> dict[int, str]:
        return {action: "[]"} if action < self.points else {}

    def _why_illegal(self, position: Position, action: int) -> tuple[str, str]:
        stage = position.stage
        if stage == "choose":
            return "P3", "the pie choice comes first: black or white"
        if action > self.pass_action:
            what = self._action_text(position, action)
            return "P3", f"{what} is the pie choice, which is not due"
        if action == self.pass_action:
            if stage == "open":
                return "P4", "the opening turn places a stone; it cannot be passed"
            return self._why_no_pass(position)
        cells = cells_of(position)
        if action < self.points and cells[action]:
            owner = "Black" if cells[action] > 0 else "White"
            return self.rule_of_placing, f"{self.point_name(action)} is taken by {owner}"
        return self._why_no_play(position, action, cells)

    def _why_no_pass(self, position: Position) -> tuple[str, str]:
        raise AssertionError("a pass is legal on every turn but the opening")

    def _why_no_play(
        self, position: Position, action: int, cells: Sequence[int]
    ) -> tuple[str, str]:
        """Rule and reason why a turn that is no pass is illegal; the point is not taken."""
        raise AssertionError("every empty point is legal")

    def _action_images(self, points: IntArray, directions: IntArray) -> IntArray:
        images = super()._action_images(points, directions)
        images[:, : self.points] = points
        return images

    def _swapped_head(self, head: Head) -> Head:
        if head.stage in ("open", "choose"):
            raise PositionError(
                f"stage {head.stage!r} has no counterpart with the colours exchanged: the opening "
                "stone is Black's, and White is to move at the choice (P1, P2)"
            )
        return super()._swapped_head(head)

    def _check_parts(self, head: Head, cells: Sequence[int]) -> None:
        super()._check_parts(head, cells)
        if head.stage not in (*STAGES, "over:"):
            raise PositionError(f"{self.title} has no stage {head.stage!r}")
        if head.extra != (0, 0, 0):
            raise PositionError(f"{self.title} has no captured pieces: bytes 5 to 7 must be 0")
        if head.stage in ("open", "choose"):
            self._check_pie(head, cells)

    def _check_pie(self, head: Head, cells: Sequence[int]) -> None:
        if not self.pie:
            raise PositionError(f"stage {head.stage!r} needs the pie rule, which is off")
        if head.first != BLACK:
            raise PositionError("the seats are undecided before the pie choice: 1b, not 1w (P2)")
        stacks = [point for point, cell in enumerate(cells) if cell]
        if head.stage == "open":
            if head.to_move != BLACK:
                raise PositionError("the opening stone is Black's, but White is to move (P2)")
            if stacks:
                raise PositionError(
                    f"the opening stone is still to come, but {self.point_name(stacks[0])} "
                    "is taken (P1)"
                )
        else:
            if head.to_move == BLACK:
                raise PositionError("at the pie choice White is to move, not Black (P2)")
            if [cells[point] for point in stacks] != [1]:
                raise PositionError(
                    "at the pie choice the board holds one black stone and nothing else (P1)"
                )

    def _check_full(self, position: Position, head: Head, rule: str) -> None:
        """For games that end when the board is full: the stage agrees with the board."""
        full = 0 not in cells_of(position)
        if head.stage == "over" and not full:
            raise PositionError(f"stage 'over' needs a full board: the game is not over ({rule})")
        if head.stage != "over" and full:
            raise PositionError(
                f"the board is full, so the stage is 'over', "
                f"not {self._stage_text(head)!r} ({rule})"
            )

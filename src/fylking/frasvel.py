"""Frasvel: stacks that absorb groups.

The rules are in `docs/rules/frasvel.md`, the kernel in `frasvel.h`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from fylking.codec import Head, cells_of
from fylking.cpu import kernel
from fylking.errors import PositionError
from fylking.hexgame import HexGame

if TYPE_CHECKING:
    from fylking._position import Position
    from fylking.board import IntArray

_kernel = kernel("frasvel")
_ROW = re.compile(r"(?:\.|[bw](?:[2-9]|[1-9][0-9])?)*")
_CELL = re.compile(r"\.|[bw][0-9]*")
_MOVE = re.compile(r"([a-z][0-9]+)-([a-z][0-9]+)")


class Frasvel(HexGame):
    """Frasvel on a board of a size from 2 to 10 (default 5), with or without the pie rule.

    >>> import fylking
    >>> game = fylking.Frasvel(size=5)
    >>> game.points, game.action_count
    (61, 430)
    """

    name = "frasvel"
    title = "Frasvel"
    id = _kernel.GAME_ID
    default_size = 5
    planes = (
        "on board",
        *(f"own stack of height {h} or more" for h in range(1, 9)),
        *(f"enemy stack of height {h} or more" for h in range(1, 9)),
        "height of own stack",
        "height of enemy stack",
        "mover is White",
        "stage open",
        "stage choose",
        "stage passed",
        "over by two passes",
    )
    rule_of_placing = "FS2"
    _positions = _kernel.KernelPosition
    _slots = _kernel.KernelBatch
    _trees = _kernel.KernelTree
    _levels = (16, 22, 31, 43, 60, 100, 230, 430, 760, 1350)
    _searchers = _kernel.KernelSearcher
    _provers = _kernel.KernelProver
    _effects: ClassVar[Mapping[str, str]] = {"absorb": "lose", "grow": "gain"}

    __slots__ = ()

    @property
    def max_actions(self) -> int | None:
        """None: games end (FS8), but there is no useful bound."""
        return None

    @property
    def plane_limits(self) -> tuple[int, ...]:
        """The greatest height (FS7) for the planes of heights, 1 for the others."""
        return tuple(self._highest() if p.startswith("height") else 1 for p in self.planes)

    @classmethod
    def _counts(cls, size: int) -> tuple[int, int]:
        points = 3 * size * (size - 1) + 1
        return points, 7 * points + 3

    def _owners(self, position: Position) -> list[tuple[bool, bool]]:
        """FS10: the empty cells that a player controls."""
        cells = cells_of(position)
        owners = []
        for point, cell in enumerate(cells):
            beside = [cells[p] for p in self.neighbours(point)]
            greatest = max(map(abs, beside))
            balance = beside.count(greatest) - beside.count(-greatest) if greatest else 0
            owners.append((not cell and balance > 0, not cell and balance < 0))
        return owners

    def _highest(self) -> int:
        return 6 * self.size - 3  # FS7

    def _cell_text(self, cell: int) -> str:
        letter = ".bw"[(cell > 0) - (cell < 0)]
        return letter + str(abs(cell)) if abs(cell) > 1 else letter

    def _read_cells(self, row: str) -> list[int] | None:
        if not _ROW.fullmatch(row):
            return None
        heights = []
        for cell in _CELL.findall(row):
            height = 0 if cell == "." else int(cell[1:] or 1)
            heights.append(-height if cell[0] == "w" else height)
        return heights

    def _end_rule(self, position: Position) -> str:
        return "FS8"

    def _action_text(self, position: Position, action: int) -> str:
        if not self.points <= action < self.pass_action:
            return super()._action_text(position, action)
        origin, direction = divmod(action - self.points, 6)
        landing = self._landing(origin, direction, self._height(position, origin))
        # Without a stack that lands on the board there is no landing cell to name.
        there = self.point_name(landing) if landing is not None else f"direction{direction}"
        return f"{self.point_name(origin)}-{there}"

    def _read_action(self, position: Position, plain: str) -> int | None:
        match = _MOVE.fullmatch(plain)
        if match is None:
            return super()._read_action(position, plain)
        origin, landing = (self._board.index.get(name) for name in match.groups())
        if origin is None or landing is None or origin == landing:
            return None
        for direction in range(6):
            p: int | None = origin
            while p is not None:
                p = self._board.steps[p][direction]
                if p == landing:
                    # FS3: the length of a move is its height; others land elsewhere.
                    if self._landing(origin, direction, self._height(position, origin)) == p:
                        return self.points + 6 * origin + direction
                    return None
        return None

    def _height(self, position: Position, point: int) -> int:
        return abs(int(position.board[point]))

    def _landing(self, origin: int, direction: int, height: int) -> int | None:
        """FS3: where a stack would land, None off the board or when there is no stack."""
        p: int | None = origin if height else None
        for _ in range(height):
            if p is not None:
                p = self._board.steps[p][direction]
        return p

    def _marks(self, before: Position, action: int) -> dict[int, str]:
        if not self.points <= action < self.pass_action:
            return super()._marks(before, action)
        origin, direction = divmod(action - self.points, 6)
        landing = self._landing(origin, direction, self._height(before, origin))
        return {origin: "()", landing: "[]"} if landing is not None else {}

    def _why_no_play(
        self, position: Position, action: int, cells: Sequence[int]
    ) -> tuple[str, str]:
        own = 1 - 2 * position.to_move
        if action < self.points:
            beside = next(p for p in self.neighbours(action) if cells[p] * own > 0)
            return "FS2", (
                f"{self.point_name(action)} is next to {position.to_move}'s own stack on "
                f"{self.point_name(beside)}"
            )
        origin, direction = divmod(action - self.points, 6)
        height = cells[origin] * own
        if position.stage == "open":
            return "P1", "the opening turn places a stone"
        if height <= 0:
            return "FS3", f"{position.to_move} has no stack on {self.point_name(origin)}"
        way: list[int] = []
        p = origin
        for _ in range(height):
            step = self._board.steps[p][direction]
            if step is None:
                return "FS3", (
                    f"the stack on {self.point_name(origin)} moves {height} cells, "
                    f"and the board ends after {self.point_name(p)}"
                )
            p = step
            way.append(p)
            if cells[p] * own < 0:
                return "FS3", f"an enemy stack on {self.point_name(p)} is in the way"
        if cells[p]:
            return "FS3", f"the landing cell {self.point_name(p)} is taken"
        touched = {q for c in way if not cells[c] for q in self.neighbours(c) if cells[q] * own < 0}
        if not touched:
            return "FS5", "the move touches no enemy group"
        high = max(touched, key=lambda q: abs(cells[q]))
        return "FS5", (
            f"the move touches the stack on {self.point_name(high)}, which is "
            f"{abs(cells[high])} high, more than {height}"
        )

    def _action_images(self, points: IntArray, directions: IntArray) -> IntArray:
        images = super()._action_images(points, directions)
        moves = self.points + 6 * points[:, :, None] + directions[:, None]
        images[:, self.points : self.pass_action] = moves.reshape(len(points), -1)
        return images

    def _check_position(self, position: Position, head: Head) -> None:
        if head.stage == "over":
            raise PositionError("Frasvel is over by two passes only: over:b or over:w (FS8)")

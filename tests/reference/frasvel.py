"""Frasvel (FS)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from . import hexhex
from .colours import opponent
from .pie import PieGame


@dataclass(frozen=True)
class Frasvel(PieGame):
    """A position of Frasvel; a cell is ``.`` or a stack as in the text, such as ``w`` or ``b3``."""

    GAME = "frasvel"
    CELL = re.compile(r"[.]|[bw](?:[1-9][0-9]+|[2-9])?")
    ENDS_WHEN_FULL = False  # FS8: two passes are the only end

    @property
    def pass_action(self) -> int:
        return 7 * len(self.board)  # A

    # ---- placements and moves (FS2)

    def may_do(self, action: int) -> bool:
        if action < len(self.board):
            return self._may_place(action)
        return self._may_move(*self._origin_and_direction(action))

    def may_pass(self) -> bool:
        return True  # FS2

    def _may_place(self, point: int) -> bool:
        near = hexhex.neighbours(self.size, point)  # FS2
        return self.board[point] == "." and all(self._colour(p) != self.to_move for p in near)

    def _may_move(self, origin: int, direction: int) -> bool:
        if self._colour(origin) != self.to_move:
            return False
        height = self._height(origin)
        way = self._way(origin, direction)
        if len(way) < height:  # FS3: the edge is in the way
            return False
        if any(self._colour(p) == opponent(self.to_move) for p in way):  # FS3
            return False
        if self.board[way[-1]] != ".":  # FS3
            return False
        touched = self._touched(way)
        # FS5; the stacks of a group are all of one height (FS1)
        return bool(touched) and all(self._height(group[0]) <= height for group in touched)

    def board_after(self, action: int) -> tuple[str, ...]:
        cells = list(self.board)
        if action < len(self.board):
            cells[action] = stack(self.to_move, 1)  # FS2
            return tuple(cells)
        origin, direction = self._origin_and_direction(action)
        height = self._height(origin)
        absorbed, grown = self._effects(origin, direction)
        for group in absorbed:  # FS6
            for point in group:
                cells[point] = stack(self._colour(point), self._height(point) - 1)
        cells[origin] = "."
        for point in grown:  # FS7
            cells[point] = stack(self.to_move, height + len(absorbed))
        return tuple(cells)

    def preview(self, action: int) -> tuple[list[list[int]], list[int]]:
        """Return the groups that a legal action makes lose a piece, and the points that grow."""
        self.require_legal(action)
        if len(self.board) <= action < self.pass_action:
            return self._effects(*self._origin_and_direction(action))
        return [], []

    def _effects(self, origin: int, direction: int) -> tuple[list[list[int]], list[int]]:
        way = self._way(origin, direction)
        moved = list(self.board)
        moved[origin], moved[way[-1]] = ".", self.board[origin]  # FS7: the origin counts as empty
        return self._touched(way), group_of(self.size, tuple(moved), way[-1])

    def _touched(self, way: tuple[int, ...]) -> list[list[int]]:
        """List the enemy groups next to an empty cell of the way, before the move (FS4)."""
        groups: list[list[int]] = []
        for cell in way:
            if self.board[cell] != ".":
                continue
            for near in hexhex.neighbours(self.size, cell):
                if self._colour(near) == opponent(self.to_move):
                    group = group_of(self.size, self.board, near)
                    if group not in groups:  # FS6: once, however often it is touched
                        groups.append(group)
        return sorted(groups)

    # ---- the score

    def score(self) -> tuple[float, float]:
        """Count each colour's cells and stacks, and the half point of the first passer (FS11)."""
        return self._score_of("b"), self._score_of("w")

    def _score_of(self, colour: str) -> float:
        total = 0.5 if self.first_passer == colour else 0.0
        for point in range(len(self.board)):
            if self.board[point] == ".":
                total += self._controller(point) == colour
            else:
                # a live stack counts for its own colour, a dead one for the other
                own = self._colour(point) == colour
                total += own != self._is_dead(point)
        return total

    def _is_dead(self, point: int) -> bool:
        """Tell whether a higher enemy stack stands next to the stack (FS9)."""
        enemy = opponent(self._colour(point))
        return any(
            self._colour(near) == enemy and self._height(near) > self._height(point)
            for near in hexhex.neighbours(self.size, point)
        )

    def _controller(self, point: int) -> str | None:
        """Return who controls an empty cell, if anybody (FS10)."""
        stacks = [p for p in hexhex.neighbours(self.size, point) if self.board[p] != "."]
        greatest = max((self._height(p) for p in stacks), default=0)
        highest = [self._colour(p) for p in stacks if self._height(p) == greatest]
        black, white = highest.count("b"), highest.count("w")
        if black == white:
            return None
        return "b" if black > white else "w"

    # ---- small things

    def _colour(self, point: int) -> str:
        return colour_of(self.board[point])

    def _height(self, point: int) -> int:
        return height_of(self.board[point])

    def _origin_and_direction(self, action: int) -> tuple[int, int]:
        return divmod(action - len(self.board), 6)  # A

    def _way(self, origin: int, direction: int) -> tuple[int, ...]:
        """The cells of a move, the landing cell last; cut short by the edge (FS3, FS4)."""
        return hexhex.ray(self.size, origin, direction)[: self._height(origin)]

    def action_text(self, action: int) -> str:
        """Return the notation of an action: a move is origin-landing (A)."""
        if not len(self.board) <= action < self.pass_action:
            return super().action_text(action)
        origin, direction = self._origin_and_direction(action)
        way = self._way(origin, direction)
        if not way or len(way) < self._height(origin):
            raise ValueError(f"no such move: {action}")
        return f"{hexhex.name(self.size, origin)}-{hexhex.name(self.size, way[-1])}"


def colour_of(cell: str) -> str:
    """Return ``b`` or ``w``, or ``.`` for an empty cell."""
    return cell[0]


def height_of(cell: str) -> int:
    """Return the height of a cell, 0 when it is empty (FS1, S)."""
    if cell == ".":
        return 0
    return int(cell[1:] or "1")


def stack(colour: str, height: int) -> str:
    """Return the cell with such a stack; nothing is left at height 0 (FS6, S)."""
    if height == 0:
        return "."
    return colour if height == 1 else f"{colour}{height}"


def group_of(size: int, board: tuple[str, ...], point: int) -> list[int]:
    """List the points of the group that the stack on ``point`` belongs to, ascending (FS1)."""
    group = [point]
    for member in group:  # grows while we go through it
        for near in hexhex.neighbours(size, member):
            if board[near] == board[point] and near not in group:
                group.append(near)
    return sorted(group)

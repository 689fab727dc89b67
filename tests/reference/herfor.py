"""Herfor (HF)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from . import hexhex
from .colours import opponent
from .pie import PieGame


@dataclass(frozen=True)
class Herfor(PieGame):
    """A position of Herfor; a cell is ``.``, ``b`` or ``w``."""

    GAME = "herfor"
    CELL = re.compile(r"[.bw]")
    ENDS_WHEN_FULL = True  # HF6

    @property
    def pass_action(self) -> int:
        return len(self.board)  # A

    def may_do(self, action: int) -> bool:
        """Judge a placement (HF3)."""
        if self.board[action] != ".":  # HF2
            return False
        enemy = opponent(self.to_move)
        has_enemy_neighbour = any(
            self.board[near] == enemy for near in hexhex.neighbours(self.size, action)
        )
        return not has_enemy_neighbour or bool(self._invasions(action))

    def may_pass(self) -> bool:
        """A pass is forced when no placement is legal, and illegal otherwise (HF7)."""
        return not any(self.may_do(point) for point in range(len(self.board)))

    def board_after(self, action: int) -> tuple[str, ...]:
        cells = list(self._with_stone(action))
        for point in self._flipping(action):
            cells[point] = self.to_move
        return tuple(cells)

    def preview(self, action: int) -> list[int]:
        """List the stones that a legal action flips."""
        self.require_legal(action)
        return self._flipping(action) if action < len(self.board) else []

    def _with_stone(self, placed: int) -> tuple[str, ...]:
        return tuple(self.to_move if p == placed else cell for p, cell in enumerate(self.board))

    def _invasions(self, placed: int) -> list[tuple[list[int], list[int]]]:
        """List the pairs of invaded phalanxes, each phalanx from the invader outwards (HF2)."""
        board = self._with_stone(placed)  # HF5: the position right after the placement
        enemy = opponent(self.to_move)
        pairs = []
        for axis in hexhex.AXES:
            invaded = []
            for direction in (axis, axis + 3):
                ray = hexhex.ray(self.size, placed, direction)
                beyond = ray[len(run(board, ray, self.to_move)) :]  # HF1: past the new phalanx
                invaded.append(run(board, beyond, enemy))
            if invaded[0] and invaded[1]:  # HF2: enemies next to both ends
                pairs.append((invaded[0], invaded[1]))
        return pairs

    def _flipping(self, placed: int) -> list[int]:
        """List the stones that flip after a placement (HF4)."""
        points: set[int] = set()
        for one, two in self._invasions(placed):
            count = min(len(one), len(two))  # HF4
            points.update(one[:count], two[:count])  # HF5: the nearest of the longer phalanx
        return sorted(points)

    def score(self) -> tuple[float, float]:
        """Count the stones (HF6)."""
        return float(self.board.count("b")), float(self.board.count("w"))

    @property
    def winner(self) -> str | None:
        """The colour with more stones (HF6), else the first passer (HF8); None while it goes on."""
        black, white = self.score()
        if self.is_over and black == white:
            return self.first_passer
        return super().winner


def run(board: tuple[str, ...], points: tuple[int, ...], colour: str) -> list[int]:
    """List the leading ``points`` that hold stones of ``colour``."""
    leading = []
    for point in points:
        if board[point] != colour:
            break
        leading.append(point)
    return leading

"""Fravan (FV)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from . import hexhex
from .colours import opponent
from .pie import PieGame

Board = tuple[str, ...]
Round = tuple[list[int], list[int]]


@dataclass(frozen=True)
class Fravan(PieGame):
    """A position of Fravan; a cell is ``.``, ``b`` or ``w``."""

    GAME = "fravan"
    CELL = re.compile(r"[.bw]")
    ENDS_WHEN_FULL = True  # FV8

    @property
    def pass_action(self) -> int:
        return len(self.board)  # A

    def may_do(self, action: int) -> bool:
        return self.board[action] == "."  # FV1

    def may_pass(self) -> bool:
        return True  # FV1

    def board_after(self, action: int) -> Board:
        board, _ = self._placement(action)
        return board

    def preview(self, action: int) -> list[Round]:
        """List the rounds of a legal action in which something flips: attack, backlash."""
        self.require_legal(action)
        if action >= len(self.board):  # FV1: a pass flips nothing; neither does a choice (P3)
            return []
        _, rounds = self._placement(action)
        return rounds

    def _placement(self, placed: int) -> tuple[Board, list[Round]]:
        """Return the board at the end of a turn that places a stone, and its rounds."""
        size, mover = self.size, self.to_move
        board = tuple(mover if p == placed else cell for p, cell in enumerate(self.board))
        rounds: list[Round] = []
        earlier_starts: set[Board] = set()
        while board not in earlier_starts:  # FV7: no round starts twice from one colouring
            earlier_starts.add(board)
            first_round = not rounds
            # FV1: the attack flips enemies. FV5: only the first knows the stone just placed.
            attack = flipping(size, board, opponent(mover), placed if first_round else None)
            board = flipped(board, attack)
            # FV1, FV6: the backlash flips friends, judged on what the attack left.
            backlash = flipping(size, board, mover, None)
            board = flipped(board, backlash)
            if not attack and not backlash:  # FV7
                break
            rounds.append((attack, backlash))
        return board, rounds

    def score(self) -> tuple[float, float]:
        """Count stones and the empty points in territories of each colour (FV10)."""
        return self._score_of("b"), self._score_of("w")

    def _score_of(self, colour: str) -> float:
        stones = self.board.count(colour)
        owned = sum(
            in_territory(self.size, self.board, point, colour)
            for point, cell in enumerate(self.board)
            if cell == "."
        )
        return float(stones + owned)


def flanks(size: int, board: Board, point: int) -> Iterator[tuple[str, int, int]]:
    """For each axis that flanks ``point``: the colour of the two stones, and the two (FV2)."""
    for axis in hexhex.AXES:
        one = hexhex.nearest_stone(size, board, point, axis)
        two = hexhex.nearest_stone(size, board, point, axis + 3)
        if one is None or two is None:
            continue
        (distance_one, stone_one), (distance_two, stone_two) = one, two
        if distance_one == distance_two and board[stone_one] == board[stone_two]:
            yield board[stone_one], stone_one, stone_two


def flips(size: int, board: Board, point: int, just_placed: int | None) -> bool:
    """Tell whether the stone on ``point`` flips; ``just_placed`` only in the first attack."""
    own = board[point]
    flanked_by_enemy = flanked_by_friends = flanked_by_placed = False
    for colour, stone_one, stone_two in flanks(size, board, point):
        if colour == own:
            flanked_by_friends = True
        else:
            flanked_by_enemy = True
            if just_placed in (stone_one, stone_two):
                flanked_by_placed = True
    shielded = flanked_by_enemy and flanked_by_friends  # FV3
    if shielded:
        return flanked_by_placed  # FV4
    return flanked_by_enemy  # FV1


def flipping(size: int, board: Board, colour: str, just_placed: int | None) -> list[int]:
    """List the stones of ``colour`` that flip in one step, all judged on ``board`` (FV6)."""
    return [
        point
        for point, cell in enumerate(board)
        if cell == colour and flips(size, board, point, just_placed)
    ]


def flipped(board: Board, changed: Iterable[int]) -> Board:
    """Return the board with the colour of the stones on ``changed`` reversed."""
    cells = list(board)
    for point in changed:
        cells[point] = opponent(cells[point])
    return tuple(cells)


def in_territory(size: int, board: Board, point: int, colour: str) -> bool:
    """Tell whether the empty ``point`` is in a run with ``colour`` at both ends (FV9)."""
    for axis in hexhex.AXES:
        one = hexhex.nearest_stone(size, board, point, axis)
        two = hexhex.nearest_stone(size, board, point, axis + 3)
        if one is None or two is None:  # FV9: the run reaches the edge
            continue
        if board[one[1]] == board[two[1]] == colour:
            return True
    return False

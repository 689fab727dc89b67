"""cshogi: shogi in C++ behind Cython."""

from __future__ import annotations

from random import Random

import pytest
from measuring import CALLS_A_ROUND, Measure, call_often

cshogi = pytest.importorskip("cshogi", reason="cshogi is not installed")
pytestmark = pytest.mark.benchmark(group="peer")

GAMES = 10
LONGEST = 300  # random shogi can go on for ever


def _drive() -> int:
    draw = Random(1).random
    moves = 0
    for _ in range(GAMES):
        board = cshogi.Board()
        left = LONGEST
        while left and not board.is_game_over():
            actions = list(board.legal_moves)
            board.push(actions[int(draw() * len(actions))])
            left -= 1
        moves += LONGEST - left
    return moves


def test_driven(measure: Measure) -> None:
    assert 0 < measure("peer-shogi-driven", _drive, lambda moves: moves) <= GAMES * LONGEST


def test_copy(measure: Measure) -> None:
    board = cshogi.Board()
    copy = measure("peer-shogi-copy", lambda: call_often(board.copy), CALLS_A_ROUND)
    assert copy.sfen() == board.sfen()

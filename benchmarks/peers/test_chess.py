"""python-chess: chess in pure Python."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from measuring import Measure, call_often

chess = pytest.importorskip("chess", reason="python-chess is not installed")
pytestmark = pytest.mark.benchmark(group="peer")

CALLS = 200


def _drive() -> int:
    draw = Random(1).random
    board = chess.Board()
    while not board.is_game_over():
        actions = list(board.legal_moves)
        board.push(actions[int(draw() * len(actions))])
    return board.ply()


def _perft(board: Any, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += _perft(board, depth - 1)
        board.pop()
    return nodes


def test_driven(measure: Measure) -> None:
    assert measure("peer-chess-driven", _drive, lambda moves: moves) > 0


def test_perft(measure: Measure) -> None:
    board = chess.Board()
    assert measure("peer-chess-perft", lambda: _perft(board, 3), 8902) == 8902


def test_copy(measure: Measure) -> None:
    board = chess.Board()

    def call() -> Any:
        return board.copy(stack=False)

    assert measure("peer-chess-copy", lambda: call_often(call, CALLS), CALLS) == board

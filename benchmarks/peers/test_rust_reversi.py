"""rust-reversi: Othello in Rust. A pass is a move."""

from __future__ import annotations

from random import Random

import pytest
from measuring import CALLS_A_ROUND, Measure, call_often

rust_reversi = pytest.importorskip("rust_reversi", reason="rust-reversi is not installed")
pytestmark = pytest.mark.benchmark(group="peer")

GAMES = 100
PLAYOUTS = 5000


def _drive(games: int) -> int:
    draw = Random(1).random
    moves = 0
    for _ in range(games):
        board = rust_reversi.Board()
        while not board.is_game_over():
            actions = board.get_legal_moves_vec()
            if actions:
                board.do_move(actions[int(draw() * len(actions))])
            else:
                board.do_pass()
            moves += 1
    return moves


def _drive_drawn(games: int) -> int:
    moves = 0
    for _ in range(games):
        board = rust_reversi.Board()
        while not board.is_game_over():
            if board.is_pass():
                board.do_pass()
            else:
                board.do_move(board.get_random_move())
            moves += 1
    return moves


def test_playouts(measure: Measure) -> None:
    """A tree search that never grows its tree is playouts from the first move's successors.

    It does not say how many moves it played: their number is taken from the length of games played
    from Python, less the first move.
    """
    length = _drive(GAMES) / GAMES - 1
    search = rust_reversi.MctsSearch(PLAYOUTS, 1.0, 10**9)
    board = rust_reversi.Board()
    move = measure("peer-reversi-playouts", lambda: search.get_move(board), PLAYOUTS * length)
    assert board.is_legal_move(move)


def test_driven(measure: Measure) -> None:
    moves = measure("peer-reversi-driven", lambda: _drive(GAMES), lambda moves: moves)
    assert 55 < moves / GAMES < 65


def test_random(measure: Measure) -> None:
    moves = measure("peer-reversi-random", lambda: _drive_drawn(GAMES), lambda moves: moves)
    assert 55 < moves / GAMES < 65


def test_copy(measure: Measure) -> None:
    board = rust_reversi.Board()
    copy = measure("peer-reversi-copy", lambda: call_often(board.clone), CALLS_A_ROUND)
    assert copy.get_board_line() == board.get_board_line()

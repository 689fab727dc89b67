"""OpenSpiel: its Othello, Y and Hex in C++, driven from Python and played out natively."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from measuring import CALLS_A_ROUND, Measure, call_often

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
pytestmark = pytest.mark.benchmark(group="peer")

# The game's OpenSpiel name, games and native playouts a round.
GAMES = {
    "othello": ("othello", 10, 100),
    "y": ("y(board_size=9)", 50, 2000),
    "hex": ("hex(board_size=11)", 20, 500),
}
games = pytest.mark.parametrize("name", GAMES)


def _drive(game: Any, count: int) -> int:
    draw = Random(1).random
    moves = 0
    for _ in range(count):
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(draw() * len(actions))])
            moves += 1
    return moves


@games
def test_playouts(measure: Measure, name: str) -> None:
    """A tree search of one simulation evaluates its root, by native random playouts.

    It does not say how many moves it played: their number is taken from the length of games played
    from Python.
    """
    text, _, playouts = GAMES[name]
    game = pyspiel.load_game(text)
    length = _drive(game, 100) / 100
    evaluator = pyspiel.RandomRolloutEvaluator(playouts, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 1, False, 1, False)
    state = game.new_initial_state()
    action = measure(f"peer-openspiel-{name}-playouts", lambda: bot.step(state), playouts * length)
    assert action in state.legal_actions()


@games
def test_driven(measure: Measure, name: str) -> None:
    text, count, _ = GAMES[name]
    game = pyspiel.load_game(text)
    moves = measure(
        f"peer-openspiel-{name}-driven", lambda: _drive(game, count), lambda moves: moves
    )
    assert 0 < moves <= count * game.max_game_length()


@games
def test_copy(measure: Measure, name: str) -> None:
    state = pyspiel.load_game(GAMES[name][0]).new_initial_state()
    for _ in range(20):
        state.apply_action(state.legal_actions()[0])
    copy = measure(f"peer-openspiel-{name}-copy", lambda: call_often(state.clone), CALLS_A_ROUND)
    assert str(copy) == str(state)

"""Our games in OpenSpiel, beside a Python game that does nothing under the same wrapper.

One game is played over and over, with the same draws. The idle game gives the same lists of legal
actions and ends after the same number of moves; what is more is ours.
"""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import pytest
from measuring import Measure, call_often
from rows import SPIEL_GAMES

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

from openspiel_idle import IdleGame  # noqa: E402

import fylking.doors.openspiel  # noqa: E402, F401 (registers the games)

GAMES_A_ROUND = 5
CLONES_A_ROUND = 200

# Moves of the game that is played, and the sum of the lengths of its lists of legal actions.
EXPECTED = {
    "fravan-5": (64, 1978),
    "herfor-5": (63, 1076),
    "frasvel-5": (161, 3734),
    "freeze-8": (64, 654),
}

games = pytest.mark.parametrize("name", SPIEL_GAMES)


def _load(name: str) -> Any:
    game, size = name.split("-")
    return pyspiel.load_game(f"fylking_{game}(size={size})")


def _play(game: Any, lists: list[list[int]] | None = None) -> int:
    """Plays the game once; the number of its moves. Keeps its lists of legal actions in `lists`."""
    draw = Random(1).random
    state = game.new_initial_state()
    moves = 0
    while not state.is_terminal():
        actions = state.legal_actions()
        if lists is not None:
            lists.append(actions)
        state.apply_action(actions[int(draw() * len(actions))])
        moves += 1
    return moves


def _play_and_observe(game: Any) -> int:
    draw = Random(1).random
    state = game.new_initial_state()
    moves = 0
    while not state.is_terminal():
        state.observation_tensor()
        actions = state.legal_actions()
        state.apply_action(actions[int(draw() * len(actions))])
        moves += 1
    return moves


def _idle(name: str, game: Any) -> Any:
    lists: list[list[int]] = []
    assert (_play(game, lists), sum(map(len, lists))) == EXPECTED[name]
    idle = IdleGame(game, lists)
    again: list[list[int]] = []
    _play(idle, again)
    assert again == lists
    return idle


@pytest.mark.benchmark(group="OpenSpiel")
@games
def test_driven(measure: Measure, name: str) -> None:
    game = _load(name)
    moves, _ = EXPECTED[name]
    work = partial(call_often, partial(_play, game), GAMES_A_ROUND)
    assert measure(f"openspiel-{name}-driven", work, moves * GAMES_A_ROUND) == moves


@pytest.mark.benchmark(group="OpenSpiel, beside an idle game")
@games
def test_driven_beside_idle(measure: Measure, name: str) -> None:
    game = _load(name)
    idle = _idle(name, game)
    ours, other = (
        partial(call_often, partial(_play, each), GAMES_A_ROUND) for each in (game, idle)
    )
    assert measure.beside(f"openspiel-{name}-driven-beside-idle", ours, other) == EXPECTED[name][0]


@pytest.mark.benchmark(group="OpenSpiel, beside an idle game")
@games
def test_observed_beside_idle(measure: Measure, name: str) -> None:
    game = _load(name)
    idle = _idle(name, game)
    ours, other = (partial(_play_and_observe, each) for each in (game, idle))
    row = f"openspiel-{name}-observed-beside-idle"
    assert measure.beside(row, ours, other) == EXPECTED[name][0]


@pytest.mark.benchmark(group="OpenSpiel, beside an idle game")
@games
def test_clone_beside_idle(measure: Measure, name: str) -> None:
    game = _load(name)
    states = [each.new_initial_state() for each in (game, _idle(name, game))]
    for state in states:
        for _ in range(20):
            state.apply_action(state.legal_actions()[0])
    ours, other = (partial(call_often, state.clone, CLONES_A_ROUND) for state in states)
    copy = measure.beside(f"openspiel-{name}-clone-beside-idle", ours, other)
    assert str(copy) == str(states[0])

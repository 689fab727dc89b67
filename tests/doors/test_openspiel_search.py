"""OpenSpiel's searches play our games: MCTS in C++ and in Python, alpha-beta in Python."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
import samples

import fylking

pyspiel = pytest.importorskip("pyspiel")

from loading import load  # noqa: E402
from open_spiel.python.algorithms import mcts, minimax  # noqa: E402

some_games = pytest.mark.parametrize("game", samples.SMALL, ids=samples.label)
# Games that are solved here by walking their whole tree. In those with the pie rule a seat may act
# twice running: a search that took turns for granted would not find their values.
solved_games = pytest.mark.parametrize(
    "game",
    [fylking.Fravan(2, False), fylking.Fravan(2), fylking.Herfor(2, False), fylking.Herfor(2)],
    ids=samples.label,
)


def native_bot(game, simulations: int, seed: int = 1):
    """MCTS in C++, with rollouts in C++."""
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    return pyspiel.MCTSBot(game, evaluator, 1.4, simulations, 100, True, seed, False)


def python_bot(game, simulations: int, seed: int = 1):
    draw = np.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(1, draw)
    return mcts.MCTSBot(game, 1.4, simulations, evaluator, random_state=draw)


def values(position: fylking.Position, known: dict[int, float]) -> float:
    """What seat 0 gets when both play perfectly, by our own rules; `known` is by key."""
    if position.is_over:
        return position.returns[0]
    if position.key not in known:
        best = max if position.seat == 0 else min
        found = []
        for action in position.legal_actions():
            position.push(action)
            found.append(values(position, known))
            position.pop()
        known[position.key] = best(found)
    return known[position.key]


def value_after(position: fylking.Position, action: int, known: dict[int, float]) -> float:
    after = position.copy()
    after.push(action)
    return values(after, known)


@solved_games
def test_alpha_beta_finds_the_value_and_an_action_that_keeps_it(game):
    known: dict[int, float] = {}
    loaded = load(game)
    for position in samples.walk(game, 1):
        if position.is_over:
            break
        state = loaded.new_initial_state(position.text)
        value, action = minimax.alpha_beta_search(loaded, state, maximizing_player_id=0)
        assert value == values(position, known)
        assert value_after(position, action, known) == value


@solved_games
@pytest.mark.parametrize("make", [native_bot, python_bot])
def test_mcts_solves_late_positions(game, make):
    """Its proofs are the values, also where a seat acts again."""
    known: dict[int, float] = {}
    loaded = load(game)
    proved = 0
    for seed in range(4):
        for position in samples.walk(game, seed):
            if position.is_over or position.ply < 2:
                continue
            root = make(loaded, 300).mcts_search(loaded.new_initial_state(position.text))
            if root.outcome:
                proved += 1
                assert root.outcome[0] == values(position, known)
                best = root.best_child()
                assert value_after(position, best.action, known) == root.outcome[0]
    assert proved > 5


@some_games
def test_alpha_beta_looks_three_actions_ahead(game):
    """With a value function: the legal actions of the mover, for its seat."""

    def value(state) -> float:
        mine = len(state.legal_actions()) / 1000
        return mine if state.current_player() == 0 else -mine

    def expected(position: fylking.Position, depth: int) -> float:
        if position.is_over:
            return position.returns[0]
        if depth == 0:
            return position.legal_count() / (1000 if position.seat == 0 else -1000)
        best = max if position.seat == 0 else min
        found = []
        for action in position.legal_actions():
            position.push(action)
            found.append(expected(position, depth - 1))
            position.pop()
        return best(found)

    loaded = load(game)
    found, _ = minimax.alpha_beta_search(
        loaded, value_function=value, maximum_depth=3, maximizing_player_id=0
    )
    assert found == expected(game.start(), 3)


@some_games
@pytest.mark.parametrize("make", [native_bot, python_bot])
def test_mcts_plays_whole_games(game, make):
    loaded = load(game)
    state = loaded.new_initial_state()
    bot = make(loaded, 10)
    while not state.is_terminal():
        before = (str(state), state.history())
        root = bot.mcts_search(state)
        assert (str(state), state.history()) == before
        assert {child.player for child in root.children} == {state.current_player()}
        state.apply_action(root.best_child().action)
    assert state.position.is_over
    assert state.returns() == list(state.position.returns)


@some_games
def test_the_python_bot_steps(game):
    loaded = load(game)
    state = loaded.new_initial_state()
    assert python_bot(loaded, 20).step(state) in state.legal_actions()


def test_step_of_the_native_bot_crashes_on_every_python_game():
    """Why the documents warn of it. When this fails they need not any more."""
    program = """
import resource
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
import pyspiel, open_spiel.python.games
game = pyspiel.load_game("python_tic_tac_toe")  # OpenSpiel's own
bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 1.4, 50, 10, True, 1, False)
state = game.new_initial_state()
print(bot.mcts_search(state).best_child().action in state.legal_actions(), flush=True)
bot.step(state)
"""
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=100, check=False
    )
    assert ended.stdout == "True\n"
    assert ended.returncode < 0

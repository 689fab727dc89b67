"""OpenSpiel's own tests pass on our games: nothing of ours is left out of them.

The games are registered before its test modules are imported, for these list the games then.
"""

from __future__ import annotations

import itertools
import random
import subprocess
import sys
import unittest
from types import SimpleNamespace

import numpy as np
import pytest
import samples

import fylking

pyspiel = pytest.importorskip("pyspiel")

from loading import load  # noqa: E402
from open_spiel.integration_tests import api_test  # noqa: E402
from open_spiel.python import rl_environment  # noqa: E402
from open_spiel.python.algorithms import generate_playthrough, random_agent  # noqa: E402
from open_spiel.python.tests import games_sim_test  # noqa: E402

NAMES = [f"fylking_{name}" for name in fylking.GAMES]

# A suite as it is started from the command line, with our games registered.
PROGRAM = """
import runpy, sys
import fylking.doors.openspiel
runpy.run_module(sys.argv.pop(1), run_name="__main__", alter_sys=True)
"""

every_game = pytest.mark.parametrize("game", samples.GAMES, ids=samples.label)
some_games = pytest.mark.parametrize("game", samples.SMALL, ids=samples.label)


def run_suite(module: str, *arguments: str) -> str:
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM, module, *arguments],
        capture_output=True, text=True, timeout=200, check=False,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout + ended.stderr


def run_cases(case: type[unittest.TestCase], names: list[str]) -> None:
    """Runs the tests of a class of OpenSpiel's that bear these names."""
    result = unittest.TestResult()
    unittest.TestSuite(map(case, names)).run(result)
    problems = [text for _, text in result.failures + result.errors]
    assert result.wasSuccessful(), "\n".join(problems)
    assert result.testsRun == len(names)
    assert not result.skipped


@every_game
def test_random_sim_test(game):
    """Random games; serialisation, masks, clones, observations and strings at each action."""
    sims = 3 if game.size < 5 else 1
    pyspiel.random_sim_test(load(game), num_sims=sims, serialize=True, verbose=False)


@some_games
def test_random_sim_test_from_a_later_state(game):
    state = load(game).new_initial_state()
    for position in itertools.islice(samples.walk(game, 1), 1, 8):
        state.apply_action(position.peek())
    pyspiel.random_sim_test_with_specific_initial_state(state.get_game(), 1, state, True)


def test_games_sim_test():
    names = [f"GamesSimTest.test_game_sim_{name}" for name in NAMES]
    said = run_suite("open_spiel.python.tests.games_sim_test", *names)
    assert f"Ran {len(NAMES)} tests" in said
    assert "kipping" not in said
    assert "maximum number of actions" not in said
    for name in NAMES:
        assert f"Sim of game {name}(" in said


@every_game
def test_sim_game(game):
    """What games_sim_test does with the default parameters, with all others."""
    np.random.seed(game.size)  # the suite draws from it
    games_sim_test.GamesSimTest().sim_game(load(game))


def test_api_test():
    said = run_suite(
        "open_spiel.integration_tests.api_test", f"--test_only_games=({'|'.join(NAMES)})$"
    )
    count = len(unittest.TestLoader().getTestCaseNames(api_test.EnforceAPIOnPartialTreeBase))
    assert f"Ran {count * len(NAMES)} tests" in said
    assert "kipped" not in said
    for name in NAMES:
        assert f"EnforceAPIPartialTree_{name}_Test" in said


@every_game
def test_partial_tree_of_api_test(game):
    """What api_test does with the default parameters, with all others."""
    random.seed(game.size)  # the suite draws from it
    made = {"game": load(game), "game_name": f"fylking_{game.name}"}
    case = type("PartialTree", (api_test.EnforceAPIOnPartialTreeBase,), made)
    run_cases(case, unittest.TestLoader().getTestCaseNames(case))


@pytest.mark.parametrize("pie", [False, True])
def test_full_tree_of_api_test(pie, monkeypatch):
    """OpenSpiel runs these on a list of its own games. Our smallest tree is small enough."""
    game = fylking.Herfor(2, pie)
    unfinished = finished = 0
    stack = [game.start()]
    while stack:
        position = stack.pop()
        finished += position.is_over
        unfinished += not position.is_over
        for action in position.legal_actions():
            child = position.copy()
            child.push(action)
            stack.append(child)
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, "ours", (0, unfinished, finished))
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, "ours", unfinished)
    made = {"game": load(game), "game_name": "ours"}
    case = type("FullTree", (api_test.EnforceAPIOnFullTreeBase,), made)
    names = unittest.TestLoader().getTestCaseNames(case)
    # It asks for tensors of information states, which no game of OpenSpiel's with perfect
    # information in Python has (docs/doors/openspiel.md).
    names.remove("test_current_player_infosets_no_overlap_between_players")
    assert len(names) == 7
    run_cases(case, names)


@some_games
def test_a_playthrough_is_replayed(game, tmp_path, monkeypatch):
    monkeypatch.setattr(generate_playthrough, "_USE_ACTION_IDS", SimpleNamespace(value=True))
    file = tmp_path / "playthrough"
    text = generate_playthrough.playthrough(str(load(game)), None, seed=1)
    file.write_text(text)
    expected, actual = generate_playthrough.replay(file)
    assert expected == actual
    assert "IsTerminal() = True" in text


# ---- rl_environment ----


@some_games
def test_rl_environment(game):
    """Steps of random agents: the same seat may act twice running, and nothing changes later."""
    environment = rl_environment.Environment(load(game), include_full_state=True)
    assert environment.observation_spec()["info_state"] == (np.prod(game.observation_shape),)
    assert environment.action_spec()["num_actions"] == game.action_count
    agents = [random_agent.RandomAgent(seat, game.action_count) for seat in range(2)]
    np.random.seed(3)  # the agents draw from it
    for _ in range(3):
        steps, kept = [environment.reset()], []
        position = game.start()
        while not steps[-1].last():
            step = steps[-1]
            seen = step.observations
            assert step.current_player() == position.seat
            assert seen["legal_actions"][position.seat] == position.legal_actions()
            assert seen["legal_actions"][1 - position.seat] == []
            for seat in range(2):
                assert np.array_equal(seen["info_state"][seat], position.observation().reshape(-1))
            assert step.rewards in (None, [0.0, 0.0])
            kept.append(repr(step))
            action = agents[position.seat].step(step).action
            position.push(action)
            steps.append(environment.step([action]))
        assert position.is_over
        assert steps[-1].rewards == list(position.returns)
        assert len(steps) == position.ply + 1
        assert [repr(step) for step in steps[:-1]] == kept


@some_games
def test_rl_environment_checks_actions(game):
    environment = rl_environment.Environment(load(game), enable_legality_check=True)
    environment.reset()
    with pytest.raises(rl_environment.IllegalActionError):
        environment.step([game.pass_action + 1])

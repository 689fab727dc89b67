"""A fifth game needs a room of its own and an entry in the registry, and nothing else."""

from __future__ import annotations

import os
import pickle
import shutil
import subprocess
import sys
from math import comb
from pathlib import Path

import pytest
import samples

import fylking

pytest.importorskip("Cython")
pytest.importorskip("setuptools")


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    """The toy's class, built far from the source tree."""
    folder = tmp_path_factory.mktemp("toy")
    shutil.copytree(Path(__file__).parent / "toy", folder, dirs_exist_ok=True)
    built = subprocess.run(
        [sys.executable, "setup.py"], cwd=folder, capture_output=True, text=True, timeout=500,
        check=False, env={**os.environ, "CFLAGS": os.environ.get("CFLAGS", "") + " -O1"},
    )  # fmt: skip
    assert built.returncode == 0, built.stdout + built.stderr
    sys.path.insert(0, str(folder))
    from toy_room import Toy

    yield Toy
    sys.path.remove(str(folder))


@pytest.fixture
def game(room, monkeypatch):
    monkeypatch.setitem(fylking.GAMES, "toy", room)
    return fylking.game("toy")


def test_it_is_a_game_like_the_others(game):
    assert repr(game) == "fylking.Toy(size=4)"
    assert (game.points, game.action_count, game.max_actions) == (8, 2, 8)
    assert game == pickle.loads(pickle.dumps(game)) == fylking.game("TOY", 4)
    assert game.neighbours(0) == (1,)
    assert game.point_index("c1") == 2
    with pytest.raises(fylking.OptionError, match="Toy is played on sizes 2, 3, 4, 5"):
        fylking.game("toy", 6)


def test_it_is_played(game):
    position = game.start()
    facts = []
    for action in ("two", "one", "TWO", "two"):
        facts.append(samples.facts(position))
        position.push(action)
    assert position.text == "toy4 bbwbbww. b play"
    assert position.legal_actions() == [0]
    with pytest.raises(fylking.IllegalActionError, match=r"there is one point left \(T1\)"):
        position.push("two")
    with pytest.raises(fylking.IllegalActionError, match="there is no action 2"):
        position.push(2)
    assert position.parse_action(" One") == 0
    last = position.copy()
    last.push(0)
    assert (last.winner, last.end_reason, last.score) == (fylking.BLACK, "row full", (5.0, 3.0))
    assert last.returns == (1.0, -1.0)
    assert last.legal_actions() == []
    while facts:
        position.pop()
        assert samples.facts(position) == facts.pop()


def test_it_is_counted(game):
    """Sequences of ones and twos that do not overrun the row of 8."""
    position = game.start()
    for depth in range(10):
        expected = sum(comb(depth, twos) for twos in range(depth + 1) if depth + twos <= 8)
        assert fylking.perft(position, depth) == expected
    assert fylking.perft_divide(position, 3) == {"one": 4, "two": 4}
    assert fylking.perft(position, 5, threads=3) == fylking.perft(position, 5, make_leaves=True)
    assert fylking.perft_turns(position, 4, threads=2) == fylking.perft(position, 4)
    assert fylking.perft_sums(position, 1) == (2, 3, 3.0)


def test_random_games(game):
    stats = fylking.playouts(game.start(), 1000, 1)
    assert stats == fylking.playouts(game.start(), 1000, 1, threads=2)
    assert stats.black + stats.white == 1000
    position = game.start()
    assert position.play_random(3) == position.ply <= game.max_actions
    assert position.is_over


def test_it_goes_out_and_comes_in(game):
    for seed in range(20):
        position = game.start()
        position.play_random(seed, max_actions=seed % 6)
        assert fylking.parse(position.text) == position
        assert fylking.Position.from_bytes(position.to_bytes()) == position
        assert fylking.position(game, position.board, position.to_move, position.stage) == position
        again = pickle.loads(pickle.dumps(position))
        assert samples.facts(again) == samples.facts(position)
        assert position.key == again.key != fylking.Fravan(2).start().key
        assert position != fylking.Fravan(2).start()


def test_it_goes_through_the_doors(game):
    pytest.importorskip("pettingzoo")
    pytest.importorskip("PIL")
    from fylking.doors.gymnasium import FylkingEnv
    from fylking.doors.pettingzoo import env

    agents = env(game, render_mode="rgb_array")
    agents.reset()
    single = FylkingEnv(game, opponent=lambda position: "one")
    observation, _ = single.reset(seed=1)
    for action in (1, 0, 1):
        assert (observation == agents.observe(agents.agent_selection)).all()
        assert single.observation_space.contains(observation)
        observation, *_ = single.step(action)
        agents.step(action)
        before = agents.render()
        agents.step(0)
        assert (agents.render() != before).any()
    assert single.position.text == agents.unwrapped.position.text == "toy4 bbwbwbbw b over"


def test_it_is_drawn(game):
    from xml.etree import ElementTree

    position = game.start()
    position.push("two")
    position.push("one")
    root = ElementTree.fromstring(position.svg(interactive=True, targets=True, territory=True))
    (stones,) = (g for g in root if g.get("class") == "points")
    labels = [point.get("aria-label") for point in stones]
    assert labels[1:4] == ["b1, black stone", "c1, white stone", "d1, empty"]
    assert len(labels) == 8
    assert fylking.draw.strip(position, every=1).count('class="frame"') == 3


def test_the_identity_is_its_symmetry(game):
    (identity,) = game.symmetries
    assert identity == pickle.loads(pickle.dumps(identity)) == identity.inverse @ identity
    position = game.start()
    position.play_random(1, max_actions=3)
    assert identity.holds(position)
    assert identity.position(position) == position
    assert identity.turn(position, ["one"]) == (0,)
    assert position.canonical_key() == position.key
    swapped = fylking.swap_colours(position)
    assert (swapped.board == -position.board).all()
    assert fylking.swap_colours(swapped) == position


def test_it_is_searched_and_solved(game):
    """Who can leave a multiple of three points wins."""
    position = game.start()
    found = fylking.search.AlphaBeta(game, hash=1).search(position)
    assert (found.action, found.outcome, found.depth) == (1, 1, found.distance)
    solution = fylking.search.solve(position, hash=1)
    assert (solution.winner, solution.seat) == (fylking.BLACK, 0)
    position.push("one")
    assert fylking.search.solve(position, hash=1).winner == fylking.WHITE
    assert position.evaluation == -100


def test_it_is_studied(game):
    from fylking import study

    games = study.GameStudy([game], ["level:2", "random"], number=6)
    report = study.run(games, 2, "threads").report()
    assert report == study.run(games).report()
    first, second = report["columns"]
    assert (first["game"], first["played"], second["player"]) == ("toy", 6, "random")
    assert first["measures"]["turns"]["mean"] == first["measures"]["actions"]["mean"]
    assert not {"attack", "capture"} & set(first["measures"])
    with pytest.raises(fylking.OptionError, match="Toy has no pie rule"):
        study.PieStudy(game)


def test_without_an_entry_it_is_unknown(room):
    with pytest.raises(fylking.OptionError, match="there is no game 'toy'"):
        fylking.game("toy")
    with pytest.raises(fylking.NotationError, match="a position text begins with a game"):
        fylking.parse("toy4 ........ b play")

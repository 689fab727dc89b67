"""Monte Carlo tree search: right where the truth is known, the same for the same seed."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time

import exhaustive
import numpy as np
import pytest
import samples

import fylking
from fylking.search import MCTS

SOLVABLE = [
    fylking.game(name, 2, pie) for name in ("fravan", "herfor", "frasvel") for pie in (True, False)
]
each_game = pytest.mark.parametrize("game", samples.SMALL, ids=samples.label)
posix = pytest.mark.skipif(os.name == "nt", reason="needs the signals of POSIX")


def midgame(game, seed):
    """A position in the middle of a random game."""
    position = game.start()
    position.play_random(seed, max_actions=game.points // 2)
    while position.is_over:
        position.pop()
    return position


def line_of(found):
    """What a result tells of the tree."""
    arrays = (found.visits.tolist(), found.values.tobytes(), found.proofs.tolist())
    return (*found[:4], *arrays, found.nodes, found.memory, found.full)


# ---- Proofs ----


@pytest.mark.parametrize("game", SOLVABLE, ids=samples.label)
@pytest.mark.parametrize(
    "options",
    [{}, {"threads": 2}, {"rave": 0}, {"passes": "uniform", "exploration": 2, "expand_after": 3}],
    ids=lambda options: " ".join(options) or "default",
)
def test_small_games_are_solved(game, options):
    """Every position of random games is worth, to whoever acts, what looking at everything says."""
    known = {}
    for seed in range(3):
        for position in samples.walk(game, seed, pass_rate=0.2):
            if position.is_over:
                continue
            truth = exhaustive.value(position.copy(), known)
            found = MCTS(position, seed, **options).search(simulations=2_000_000)
            assert found.proven, position.text
            assert found.value == (truth if position.seat == 0 else -truth), position.text
            check_against(position, found, known)


def check_against(position, found, known):
    """The proofs of the actions, and the line, agree with the truth."""
    sign = 1 if position.seat == 0 else -1
    for action in position.legal_actions():
        if found.proofs[action]:
            child = position.copy()
            child.push(action)
            assert found.values[action] == sign * exhaustive.value(child, known)
    end = position.copy()
    for action in found.pv:
        end.push(action)
    assert sign * found.value == exhaustive.value(end, known)


@pytest.mark.parametrize("game", SOLVABLE, ids=samples.label)
def test_the_solver_plays_out_what_it_has_proven(game):
    """Against random play, the proven value is what comes out, or better."""
    for seed in range(5):
        chance = random.Random(seed)
        position = game.start()
        mcts = MCTS(position, seed)
        seat = seed % 2
        promised = -1.0
        while not position.is_over:
            found = mcts.search(simulations=2_000_000)
            assert found.proven
            action = chance.choice(position.legal_actions())
            if position.seat == seat:
                assert found.value >= promised, (seed, position.text)
                promised = found.value
                action = found.action
            position.push(action)
            mcts.push(action)
        assert position.returns[seat] >= promised, (seed, position.history)


@pytest.mark.parametrize("game", SOLVABLE[::2], ids=samples.label)
def test_a_win_through_the_pie_choice(game):
    """P3: whatever the opening stone, the second seat wins by one of the sides. After `white` it
    acts again, after `black` the other one does: the win is its own either way."""
    known = {}
    for opening in range(game.points):
        position = game.start()
        position.push(opening)
        mcts = MCTS(position, seed=opening)
        found = mcts.search()
        assert (position.seat, found.proven, found.value) == (1, True, 1.0), position.text
        assert len(found.pv) > 1
        mcts.push(found.action)
        position.push(found.action)
        assert exhaustive.value(position, known) == -1.0
        after = mcts.search()
        assert (after.proven, after.value) == (True, 1.0 if position.seat == 1 else -1.0)


# Turns of three to six steps after which the opponent has no jump (FZ6).
FREEZE_WINS = [
    "freeze6 .WBWB./.b..w./.WBW../.BwB../bwBw.W/..WB.. w play",
    "freeze6 b..W../.....B/b.B..W/wBWBWB/.WBw.W/wB..w. b play",
    "freeze6 .Wb..W/..w..b/Bw...W/wBWb../BwB..W/.bWB.B w play",
    "freeze6 .WBwB./Wb.Bw./bWb.bW/W.w.w./B..WB./.b.b.. w play",
    "freeze6 bWbW.w/W.WB.b/..bW../..wB.B/.wb.b./w..BWB b play",
]


@pytest.mark.parametrize("text", FREEZE_WINS)
def test_a_win_through_a_chain_of_freeze(text):
    """FZ7: all steps of the winning turn are the same seat's, and they are found and played."""
    position = fylking.parse(text)
    seat, turn = position.seat, []
    mcts = MCTS(position, seed=1)
    while not position.is_over:
        found = mcts.search(simulations=200_000)
        assert (found.proven, found.value, position.seat) == (True, 1.0, seat), position.text
        position.push(found.action)
        mcts.push(found.action)
        turn.append(found.action)
    assert position.returns[seat] == 1.0
    assert len(turn) > 2


# ---- The same everywhere ----

# Text of a position, and what 3000 simulations with seed 7 make of it: visits of the first ten legal
# actions, the sum of all times their action's number, nodes.
GOLDEN = {
    "fravan5 ...../....../......./......../........./......../......./....../..... b open 1b": ([1, 1, 146, 20, 3, 7, 22, 16, 3, 1], 96166, 65936),
    "fravan5 .b..w/b..bw./w..wb.w/w....bbb/w.bb...../b.b.b.w./..ww.b./ww.b../w.wb. w play 1b": ([5, 1810, 33, 4, 52, 25, 2, 22, 13, 2], 47726, 34096),
    "herfor5 ...../....../......./......../........./......../......./....../..... b open 1b": ([297, 256, 1, 54, 52, 1, 1, 56, 113, 48], 55907, 61393),
    "herfor5 .b.wb/bb..bw/.b.wb../.bb...wb/w..b..w../w....w.w/.ww..b./ww.b.b/w.b.. w play 1b": ([120, 61, 547, 424, 129, 264, 99, 1356], 120850, 12764),
    "frasvel4 ..../...../....../......./....../...../.... b open 1b": ([27, 122, 42, 9, 13, 1, 1, 25, 6, 21], 54944, 37316),
    "frasvel4 ..b3b/...../....../w...b../.b2b2..w2/..w../w... w play 1b": ([49, 30, 35, 31, 38, 23, 31, 21, 59, 16], 321964, 27088),
    "freeze8 bwbwbwbw/w..bwbwb/bwbwbwbw/wbwbwbwb/bwbwbwbw/wbwbw..b/bwbwbwbw/wbwbwbwb b play": ([345, 1148, 391, 827, 222, 66, 1], 214593, 21448),
    "freeze8 b.bWbWbW/wBwBWbwb/bw..b.../..wb..Wb/.wbw.wBW/..w.w..B/bWBWb.b./wbwbwBwb w jump@b6+1": ([2947, 35, 18], 496673, 11541),
}  # fmt: skip


@pytest.mark.parametrize("text", GOLDEN)
def test_visits_are_pinned(text):
    position = fylking.parse(text)
    found = MCTS(position, seed=7).search(simulations=3000)
    assert print_of(position, found) == GOLDEN[text]


def print_of(position, found):
    """A few numbers that change when the search does."""
    actions = position.legal_actions()
    weighed = int((found.visits * np.arange(len(found.visits))).sum())
    return found.visits[actions[:10]].tolist(), weighed, found.nodes


@each_game
def test_going_on_is_the_same_as_going_far(game):
    for seed, options in enumerate(({}, {"rave": 0}, {"passes": "uniform", "expand_after": 5})):
        position = midgame(game, seed)
        at_once = MCTS(position, seed, **options).search(simulations=700)
        parts = MCTS(position, seed, **options)
        for count in (1, 0, 299, 400):
            found = parts.search(simulations=count)
        assert line_of(found) == line_of(at_once)


CODE = """
import sys, fylking
from fylking.search import MCTS
for text in sys.argv[1:]:
    found = MCTS(fylking.parse(text), seed=3).search(simulations=500)
    print(found.visits.tolist(), found.values.tobytes().hex(), found.pv, found.nodes)
"""


def test_the_paths_agree():
    """Each in a process of its own, on positions of every game and several sizes."""
    games = [game for game in samples.GAMES if game.size in (2, 3, 5, 6, 7, 10)]
    texts = [
        midgame(game, 4).text for game in games if (game.name, game.size < 6) != ("frasvel", 0)
    ]
    told = [
        subprocess.run(
            [sys.executable, "-c", CODE, *texts],
            env={**os.environ, "FYLKING_CPU": path},
            capture_output=True, text=True, check=True, timeout=300,
        ).stdout.splitlines()
        for path in fylking.cpu.available
    ]  # fmt: skip
    for lines in told:
        for text, line, expected in zip(texts, lines, told[0], strict=True):
            assert line == expected, text


@each_game
def test_results_are_of_a_kind(game):
    for seed in range(3):
        position = midgame(game, seed)
        before = position.text
        mcts = MCTS(position, seed)
        found = mcts.search(simulations=500)
        assert position.text == before == mcts.position.text
        assert found.simulations == 500 or found.proven
        legal = position.legal_mask()
        assert found.visits.sum() == found.simulations
        assert not found.visits[~legal].any()
        assert np.isnan(found.values[found.visits == 0]).all()
        assert (np.abs(found.values[found.visits > 0]) <= 1).all()
        assert not found.proofs[found.visits == 0].any()
        assert legal[found.action]
        assert found.pv[0] == found.action
        assert -1 <= found.value <= 1
        end = position.copy()
        for action in found.pv:
            end.push(action)
        if not found.proven:
            assert found.visits[found.action] == found.visits[~found.proofs].max()


@each_game
def test_what_was_returned_stays(game):
    mcts = MCTS(midgame(game, 1), seed=1)
    found = mcts.search(simulations=50)
    kept = line_of(found)
    mcts.search(simulations=200)
    mcts.push(found.action)
    assert line_of(found) == kept


@each_game
def test_what_was_searched_counts_alone(game):
    """Without RAVE a value is the mean of the returns; with it, too: that only guides the walk."""
    for rave in (0, 300):
        position = midgame(game, 5)
        found = MCTS(position, seed=2, rave=rave).search(simulations=300)
        counted = found.values[(found.visits > 0) & ~found.proofs]
        visits = found.visits[(found.visits > 0) & ~found.proofs]
        assert np.allclose(counted * visits, np.round(counted * visits), atol=1e-6)


# ---- Following the game ----


@each_game
def test_push_keeps_what_is_known(game):
    """The visits below an action are there after it is played; nothing else is."""
    for seed in range(3):
        mcts = MCTS(midgame(game, seed), seed)
        while not mcts.position.is_over:
            found = mcts.search(simulations=400)
            second = found.pv[1] if len(found.pv) > 1 else None
            mcts.push(found.action)
            if mcts.position.is_over:
                break
            kept = mcts.result()
            assert kept.nodes <= found.nodes
            assert kept.simulations == 0
            if second is not None:
                assert kept.pv == found.pv[1:]
                assert kept.visits.sum() <= found.visits[found.action]
                assert kept.visits.sum() >= found.visits[found.action] - 1
            if mcts.position.ply > 12:
                break


def test_push_follows_any_action_and_refuses_others():
    game = fylking.Fravan(3, pie=False)
    mcts = MCTS(game.start(), seed=1)
    mcts.push("c3")  # nothing was searched yet
    mcts.search(simulations=30)
    before = line_of(mcts.result())
    for action in ("c3", 5000, -1):
        with pytest.raises(fylking.IllegalActionError):
            mcts.push(action)
    assert line_of(mcts.result()) == before
    mcts.push("pass")
    mcts.push("pass")
    with pytest.raises(fylking.IllegalActionError, match="over by two passes"):
        mcts.search(simulations=1)
    with pytest.raises(fylking.IllegalActionError):
        mcts.result()


# ---- Limits ----


def test_memory_is_bounded():
    game = fylking.Fravan(7)
    mcts = MCTS(game.start(), seed=1, memory=1 << 20)
    found = mcts.search(simulations=20_000)
    assert found.full
    assert found.simulations == 20_000 == found.visits.sum()
    assert found.memory <= 1 << 20
    nodes = found.nodes
    assert mcts.search(simulations=1000).nodes == nodes
    assert mcts.search(nodes=1 << 40).simulations == 0
    mcts.push(found.action)
    assert not mcts.result().full
    assert mcts.search(simulations=100).nodes > mcts.result().nodes - 1


def test_limits():
    mcts = MCTS(fylking.Fravan(7).start(), seed=1)
    assert mcts.search(simulations=0).simulations == 0
    assert mcts.result().action == 0
    nodes = mcts.search(nodes=5000).nodes
    assert 5000 <= nodes <= 5000 + 130
    begun = time.perf_counter()
    found = mcts.search(seconds=0.1)
    assert 0.09 <= time.perf_counter() - begun < 2
    assert found.simulations > 100


def test_options_are_checked():
    position = fylking.Fravan(3).start()
    for options in (
        {"memory": 1000}, {"threads": 0}, {"exploration": -1}, {"exploration": float("nan")},
        {"expand_after": 0}, {"first_play": float("inf")}, {"noise": 0.5}, {"leaves": 0},
        {"rave": -1}, {"passes": "never"},
    ):  # fmt: skip
        with pytest.raises(fylking.OptionError):
            MCTS(position, **options)
    for options in ({"memory": "much"}, {"exploration": "1"}, {"evaluator": 3}):
        with pytest.raises(TypeError):
            MCTS(position, **options)
    with pytest.raises(TypeError):
        MCTS("fravan")
    mcts = MCTS(position)
    for limits in ({"simulations": -1}, {"nodes": -5}, {"seconds": -0.1}):
        with pytest.raises(fylking.OptionError):
            mcts.search(**limits)
    with pytest.raises(TypeError):
        mcts.search(seconds="1")


# ---- Threads, stopping ----


@each_game
def test_threads_share_a_tree(game):
    mcts = MCTS(midgame(game, 2), seed=1, threads=3)
    for _ in range(3):
        found = mcts.search(simulations=3000)
        assert found.simulations == 3000 or found.proven
        if not mcts.position.is_over and not found.proven:
            assert found.visits.sum() >= 3000
            mcts.push(found.action)
        if mcts.position.is_over or found.proven:
            break


@pytest.mark.parametrize("threads", [1, 2])
def test_stop_from_another_thread(threads):
    mcts = MCTS(fylking.Frasvel(10).start(), seed=1, threads=threads)
    timer = threading.Timer(0.2, mcts.stop)
    timer.start()
    begun = time.perf_counter()
    found = mcts.search()
    took = time.perf_counter() - begun
    assert 0.1 < took < 1.5
    assert found.visits.sum() == found.simulations
    after = mcts.search(simulations=20)
    assert after.simulations == 20
    assert after.visits.sum() == found.simulations + 20


def test_one_search_at_a_time():
    mcts = MCTS(fylking.Fravan(7).start(), seed=1)
    worker = threading.Thread(target=mcts.search)
    worker.start()
    time.sleep(0.1)
    for call in (mcts.result, mcts.search, mcts.sample, lambda: mcts.push(0)):
        with pytest.raises(fylking.OptionError, match="running in another thread"):
            call()
    mcts.stop()
    worker.join(5)
    assert not worker.is_alive()
    mcts.push(0)


@posix
@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_leaves_a_good_tree(threads):
    mcts = MCTS(fylking.Frasvel(10).start(), seed=1, threads=threads)
    sent = []

    def interrupt():
        sent.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(0.3, interrupt)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        mcts.search()
    late = time.perf_counter() - sent[0]
    assert late < 1.0
    done = mcts.result().visits.sum()
    assert done > 0
    found = mcts.search(simulations=10)
    assert found.simulations == 10
    assert found.visits.sum() == done + 10


# ---- Drawing by visits ----


def test_sample():
    mcts = MCTS(fylking.Herfor(3, pie=False).start(), seed=5)
    with pytest.raises(fylking.OptionError, match="search first"):
        mcts.sample()
    found = mcts.search(simulations=300)
    assert {mcts.sample(0) for _ in range(20)} == {found.action}
    assert {mcts.sample(0.01) for _ in range(20)} == {found.action}
    for temperature in (0.5, 1.0, 2.0):
        weights = found.visits ** (1 / temperature)
        drawn = np.bincount([mcts.sample(temperature) for _ in range(4000)], minlength=len(weights))
        expected = weights / weights.sum() * 4000
        assert (abs(drawn - expected) < 6 * np.sqrt(expected) + 6).all(), temperature
    twins = [MCTS(fylking.Herfor(3).start(), seed=5) for _ in range(2)]
    for twin in twins:
        twin.search(simulations=300)
    assert [twins[0].sample() for _ in range(50)] == [twins[1].sample() for _ in range(50)]
    with pytest.raises(fylking.OptionError):
        mcts.sample(-1)


def test_a_proven_win_is_drawn_always():
    mcts = MCTS(fylking.Herfor(2, pie=False).start(), seed=5)
    found = mcts.search()
    assert (found.proven, found.value) == (True, 1.0)
    assert all(found.proofs[mcts.sample(100)] for _ in range(50))
    assert all(found.values[mcts.sample(100)] == 1 for _ in range(50))

"""Alpha-beta gives what a plain minimax gives, within its limits."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

import pytest
import samples
from minimax import children, leaf, minimax

import fylking
from fylking import cpu
from fylking._alphabeta import Searcher
from fylking._position import Control
from fylking.search import AlphaBeta

posix = pytest.mark.skipif(os.name == "nt", reason="needs the signals of POSIX")

# Boards on which a plain minimax sees a few actions ahead, with and without the pie rule.
FEW = [game for game in samples.GAMES if game.size in (2, 3, 6) and game.name != "freeze"]
FEW = [game for game in FEW if game.size < 4] + [fylking.Freeze(6)]
LARGER = [fylking.Fravan(5), fylking.Herfor(5), fylking.Frasvel(4), fylking.Freeze(8)]
DEPTHS = {2: 5, 3: 3, 4: 2, 5: 2, 6: 3, 8: 2}


def unfinished(game, count):
    """Positions of random games, the first of them and some of every stage among them."""
    found = [pos.copy() for pos in samples.positions(game) if not pos.is_over]
    stages = {pos.stage.split("@")[0].split("+")[0]: pos for pos in found}
    return [*stages.values(), *found[:: max(1, len(found) // count)]]


def last_of(pos, actions):
    """The position after the actions."""
    after = pos.copy()
    for action in actions:
        after.push(action)
    return after


@pytest.mark.parametrize("megabytes", [0, 1])
@pytest.mark.parametrize("game", FEW, ids=samples.label)
def test_the_value_is_that_of_minimax(game, megabytes):
    for pos in unfinished(game, 8):
        for depth in range(1, DEPTHS[game.size] + 1):
            if pos.legal_count() ** depth > 20_000:
                break
            found = AlphaBeta(game, megabytes).search(pos, depth=depth)
            assert found.depth == depth or found.proven, (pos.text, depth)
            assert found.value == minimax(pos.copy(), found.depth), (pos.text, depth)


@pytest.mark.parametrize("game", LARGER, ids=samples.label)
def test_the_value_is_that_of_minimax_on_larger_boards(game):
    for pos in unfinished(game, 2):
        if pos.legal_count() < 90:
            found = AlphaBeta(game, 1).search(pos, depth=2)
            assert found.value == minimax(pos.copy(), found.depth), pos.text


@pytest.mark.parametrize("game", FEW, ids=samples.label)
def test_the_variation_ends_where_the_value_comes_from(game):
    for pos in unfinished(game, 8):
        found = AlphaBeta(game, 1).search(pos, depth=3)
        end = last_of(pos, found.pv)
        assert found.action == found.pv[0]
        sign = 1 if end.seat == pos.seat else -1
        if end.is_over:
            wins = 0 if end.winner is None else 1 if end.winner == end.to_move else -1
            assert found.value == sign * wins * (1_000_000 - len(found.pv)), pos.text
            assert found.distance == (len(found.pv) if wins else None)
        else:
            assert len(found.pv) == found.depth
            assert found.value == sign * leaf(end), pos.text
            assert found.distance is None
        values = children(pos.copy(), lambda: 0)
        assert found.action in values


@pytest.mark.parametrize("game", FEW, ids=samples.label)
def test_what_was_searched_before_changes_no_value(game):
    """One object for many positions and depths, against a new one for each."""
    search = AlphaBeta(game, 1)
    for pos in unfinished(game, 6):
        for depth in (4, 1, 3, 2):
            found = search.search(pos, depth=depth)
            new = AlphaBeta(game, 0).search(pos, depth=depth)
            assert (found.value, found.depth) == (new.value, new.depth), (pos.text, depth)


@pytest.mark.parametrize("game", FEW, ids=samples.label)
def test_the_seat_of_the_pie_choice_and_of_steps(game):
    """Who acts next comes from the position: values of actions that keep the seat do not turn."""
    for pos in unfinished(game, 4):
        if pos.stage not in ("open", "choose") and not pos.within_turn:
            continue
        values = children(pos.copy(), lambda p=pos: 0)
        found = AlphaBeta(game, 1).search(pos, depth=2)
        after = last_of(pos, [found.action])
        rest = minimax(after, found.depth - 1, 1)
        assert found.value == (rest if after.seat == pos.seat else -rest), pos.text
        assert set(values) == set(pos.legal_actions())


@pytest.mark.parametrize("game", [*FEW, *LARGER], ids=samples.label)
def test_the_same_for_the_same_limits(game):
    pos = unfinished(game, 2)[-1]
    before = samples.facts(pos)
    for limits in ({"depth": 3}, {"nodes": 3000}):
        one = AlphaBeta(game, 1).search(pos, **limits)
        other = AlphaBeta(game, 1).search(pos, **limits)
        assert one._replace(seconds=0) == other._replace(seconds=0)
    assert samples.facts(pos) == before
    search = AlphaBeta(game, 1)
    first = search.search(pos, nodes=3000)
    search.search(game.start(), depth=2)
    search.clear()
    assert search.search(pos, nodes=3000)._replace(seconds=0) == first._replace(seconds=0)


DIGEST = """
import sys
sys.path.insert(0, sys.argv[1])
import fylking, samples
for game in samples.GAMES[::3]:
    search = fylking.search.AlphaBeta(game, 1)
    for pos in list(samples.walk(game, 7, most=30))[2:30:9]:
        if not pos.is_over:
            print(pos.text, search.search(pos, nodes=400)[:6])
            solution = fylking.search.solve(pos, nodes=400, hash=1)
            print(solution.known, solution.winner, solution.nodes)
"""


def test_all_paths_find_the_same():
    answers = {}
    for path in cpu.available:
        done = subprocess.run(
            [sys.executable, "-c", DIGEST, os.path.dirname(os.path.dirname(__file__))],
            env={**os.environ, "FYLKING_CPU": path}, capture_output=True, text=True, check=False,
            timeout=300,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        answers[path] = done.stdout
    assert len(set(answers.values())) == 1


def test_limits_of_nodes():
    pos = fylking.Fravan(5).start()
    for nodes in (1, 50, 100, 1000, 5000):
        found = AlphaBeta(pos.game, 1).search(pos, nodes=nodes)
        assert found.depth >= 1
        assert found.nodes <= max(nodes, pos.legal_count())
    assert found.nodes == 5000


def test_a_limit_of_seconds():
    pos = fylking.Frasvel(5).start()
    begun = time.monotonic()
    found = AlphaBeta(pos.game, 1).search(pos, seconds=0.2)
    took = time.monotonic() - begun
    assert 0.15 < found.seconds <= took < 2.0
    assert AlphaBeta(pos.game, 1).search(pos, seconds=0).depth == 1


def test_each_depth_is_told():
    pos = fylking.Herfor(4).start()
    told = []
    found = AlphaBeta(pos.game, 1).search(pos, depth=4, on_depth=told.append)
    assert [judgement.depth for judgement in told] == [1, 2, 3, 4]
    assert told[-1] == found
    assert all(pos.is_legal(judgement.action) for judgement in told)
    assert sorted(judgement.nodes for judgement in told) == [j.nodes for j in told]


def test_what_a_callback_raises_comes_out():
    pos = fylking.Herfor(4).start()
    with pytest.raises(ZeroDivisionError):
        AlphaBeta(pos.game, 1).search(pos, depth=4, on_depth=lambda found: 1 / 0)


def test_it_is_stopped_from_another_thread():
    pos = fylking.Freeze(8).start()
    search = AlphaBeta(pos.game, 1)
    found = []
    thread = threading.Thread(target=lambda: found.append(search.search(pos)))
    thread.start()
    ticks, until = 0, time.monotonic() + 0.3
    while time.monotonic() < until:
        ticks += 1
        time.sleep(0.001)
    for call in (search.clear, lambda: search.search(pos, depth=1)):
        with pytest.raises(fylking.Error, match="at work already"):
            call()
    search.stop()
    thread.join(timeout=10)
    assert not thread.is_alive()
    assert pos.is_legal(found[0].action)
    assert ticks > 10  # some 200 on an idle machine; none if the search held the GIL


CHILD = """
import time
import fylking
pos = fylking.game(NAME).start()
before = pos.text, pos.key, pos.history
print("ready", flush=True)
try:
    CALL
except KeyboardInterrupt:
    stopped = time.monotonic()
    assert before == (pos.text, pos.key, pos.history)
    print(stopped)
"""
CALLS = {
    "search": "fylking.search.AlphaBeta(pos.game, 16).search(pos)",
    "solve": "fylking.search.solve(pos, hash=16)",
}


@posix
@pytest.mark.parametrize("name", ["fravan", "frasvel", "freeze"])
@pytest.mark.parametrize("call", CALLS)
def test_ctrl_c_stops_it(name, call):
    """0.2 s is promised on an idle machine; the bound leaves room for a busy one."""
    script = CHILD.replace("NAME", repr(name)).replace("CALL", CALLS[call])
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, text=True
    ) as child:
        try:
            assert child.stdout.readline() == "ready\n"
            time.sleep(0.3)
            sent = time.monotonic()
            child.send_signal(signal.SIGINT)
            rest, _ = child.communicate(timeout=30)
        finally:
            child.kill()
    assert child.returncode == 0
    assert 0 <= float(rest) - sent < 1.0


def test_a_win_at_hand_is_proven():
    # A second pass ends the game, and Black is ahead (FV8).
    pos = fylking.parse("fravan2 b./b../.w b passed 1b", pie=False)
    found = AlphaBeta(pos.game, 1).search(pos)
    assert (found.action, found.proven, found.outcome) == (pos.game.pass_action, True, 1)
    assert (found.value, found.distance, found.depth, found.pv) == (999_999, 1, 1, (7,))


def test_what_does_not_fit_is_refused():
    game = fylking.Fravan(2)
    search = AlphaBeta(game, hash=1)
    pos = game.start()
    for options in ({"depth": 0}, {"depth": 255}, {"nodes": 0}, {"seconds": -1.0}):
        with pytest.raises(fylking.OptionError, match=next(iter(options))):
            search.search(pos, **options)
    for seconds in (float("nan"), float("inf")):
        with pytest.raises(fylking.OptionError, match="seconds"):
            search.search(pos, seconds=seconds)
    for options in ({"depth": 1.5}, {"nodes": True}, {"seconds": "1"}):
        with pytest.raises(TypeError):
            search.search(pos, **options)
    for size in (-1, 1 << 21):
        with pytest.raises(fylking.OptionError, match="hash"):
            AlphaBeta(game, hash=size)
    with pytest.raises(TypeError, match="fylking game"):
        AlphaBeta("fravan")
    with pytest.raises(TypeError, match="fylking position"):
        search.search("fravan2")
    with pytest.raises(fylking.OptionError, match="fravan2, the position of fravan3"):
        search.search(fylking.Fravan(3).start(), depth=1)
    over = fylking.parse("fravan2 ../b../.. w over:w 1b")
    with pytest.raises(fylking.IllegalActionError, match="over by two passes"):
        search.search(over, depth=1)
    assert search.search(fylking.Fravan(2, pie=False).start(), depth=1).depth == 1


def test_searchers_are_made_by_the_package():
    with pytest.raises(TypeError, match=r"made by fylking\.search"):
        Searcher()
    searcher = fylking.Fravan(2)._searchers(fylking.Fravan(2), 0, True)
    for pos in (fylking.Fravan(3).start(), fylking.parse("fravan2 ../b../.. w over:w 1b")):
        with pytest.raises(ValueError, match="no position to search"):
            searcher.search(pos, 1, -1, 1, -1, -1, Control())


def test_it_tells_what_it_is():
    search = AlphaBeta(fylking.Frasvel(3), hash=2)
    assert (search.game, search.hash) == (fylking.Frasvel(3), 2)
    assert repr(search) == "<fylking.search.AlphaBeta of fylking.Frasvel(size=3, pie=True), hash=2>"

"""Native loops on several threads: the same answers, the GIL released, Ctrl-C at once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

import pytest
import samples

import fylking
from fylking._position import Control

THREADS = (2, 3, 5)
posix = pytest.mark.skipif(os.name == "nt", reason="needs the signals of POSIX")


def midgame(game, seed=1):
    position = game.start()
    position.play_random(seed, max_actions=game.points // 2)
    while position.is_over:
        position.pop()
    return position


@pytest.mark.parametrize("game", samples.SMALL, ids=samples.label)
def test_the_number_of_threads_changes_no_answer(game):
    for position in (game.start(), midgame(game), *samples.positions(game)[::20]):
        for depth in range(4):
            results = [
                (
                    fylking.perft(position, depth, threads),
                    fylking.perft(position, depth, threads, make_leaves=True),
                    fylking.perft_sums(position, depth, threads),
                    fylking.perft_divide(position, depth, threads) if depth else None,
                    fylking.perft_turns(position, min(depth, 2), threads),
                )
                for threads in (1, *THREADS)
            ]
            assert results.count(results[0]) == len(results), (position.text, depth)
        for options in ({}, {"passes": "uniform"}, {"listed": True}, {"max_actions": 9}):
            for n in (0, 1, 2, 97):
                results = [
                    fylking.playouts(position, n, 5, threads, **options)
                    for threads in (1, *THREADS)
                ]
                assert results.count(results[0]) == len(results), (position.text, n, options)


# A position of Freeze with 3450 turns; on larger boards there can be millions.
MANY_TURNS = "freeze6 .Wbwb./wbwbWb/bw.wbw/w..Bwb/b...b./wbWbwB w play"


@pytest.mark.parametrize("text", [fylking.Freeze(6).start().text, MANY_TURNS])
def test_turns_of_freeze_on_several_threads(text):
    position = fylking.parse(text)
    children = [position.copy() for _ in range(position.legal_count())]
    for child, action in zip(children, position.legal_actions(), strict=True):
        child.push(action)
    for depth in range(1, 4):
        counts = [fylking.perft_turns(position, depth, threads) for threads in (1, *THREADS)]
        parted = sum(fylking.perft_turns(c, depth - (not c.within_turn)) for c in children)
        assert counts == [parted] * len(counts)


def test_turns_are_not_listed_to_be_counted():
    told = []
    fylking.perft_turns(
        fylking.parse(MANY_TURNS), 3, threads=2, progress=lambda *parts: told.append(parts)
    )
    assert told[-1][1] < 1000


def test_playouts_are_the_games_of_split_generators():
    for game in samples.SMALL:
        position, rng = midgame(game), fylking.Rng(12)
        for passes in ("forced", "uniform"):
            games = [position.copy() for _ in range(40)]
            lengths = [g.play_random(rng.split(i), passes=passes) for i, g in enumerate(games)]
            winners = [g.winner for g in games]
            stats = fylking.playouts(position, 40, rng, passes=passes)
            assert stats[:5] == (
                winners.count(fylking.BLACK), winners.count(fylking.WHITE), winners.count(None),
                0, sum(lengths),
            )  # fmt: skip
            assert stats.mean_length == sum(lengths) / 40


def test_cut_off_games_are_counted():
    position = fylking.Fravan(5).start()
    stats = fylking.playouts(position, 50, 1, max_actions=10)
    assert stats[:5] == (0, 0, 0, 50, 500)
    assert fylking.playouts(position, 50, 1, max_actions=0)[:5] == (0, 0, 0, 50, 0)


@pytest.mark.parametrize("threads", [1, 3])
def test_progress_is_told(threads):
    told = []
    fylking.playouts(
        fylking.Herfor(3).start(), 100, 1, threads, progress=lambda *parts: told.append(parts)
    )
    assert [done for done, _ in told] == list(range(1, len(told) + 1))
    assert told[-1][0] == told[-1][1]


@pytest.mark.parametrize("threads", [1, 3])
def test_an_exception_from_progress_ends_the_work(threads):
    def fail(done, parts):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fylking.playouts(fylking.Fravan(7).start(), 10**5, 1, threads, progress=fail)


LOOPS = {
    "playouts": "fylking.playouts(position, 10**12, 1, threads)",
    "playouts listed": "fylking.playouts(position, 10**12, 1, threads, listed=True)",
    "perft": "fylking.perft(position, 12, threads)",
    "perft of made leaves": "fylking.perft(position, 12, threads, make_leaves=True)",
    "perft_turns": "fylking.perft_turns(position, 12, threads)",
    "perft_sums": "fylking.perft_sums(position, 12, threads)",
}
POSITIONS = {
    "fravan": "fylking.Fravan(10).start()",
    "herfor": "fylking.Herfor(10).start()",
    "frasvel": "fylking.Frasvel(10).start()",
    "freeze": "fylking.Freeze(10).start()",
}


@posix
@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("loop", LOOPS)
def test_the_gil_is_released(name, loop):
    """A thread goes on ticking while another is in a long loop."""
    position = eval(POSITIONS[name])
    done = threading.Event()

    class Enough(BaseException):
        pass

    def ring(signum, frame):
        raise Enough

    ticks = 0

    def heartbeat():
        nonlocal ticks
        while not done.wait(0.002):
            ticks += 1

    before = signal.signal(signal.SIGALRM, ring)
    thread = threading.Thread(target=heartbeat)
    thread.start()
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(Enough):
            eval(LOOPS[loop], {"fylking": fylking, "position": position, "threads": 1})
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        done.set()
        thread.join()
    assert ticks >= 5  # some 90 on an idle machine; none if the loop held the GIL


CHILD = """
import sys, time
import fylking
start, threads = POSITION, THREADS
for loop in sys.stdin:
    position = start.copy()
    code = compile(loop, "loop", "eval")  # eval of a text would have Ctrl-C end the program too
    before = position.text, position.key, position.history, position.to_bytes()
    print("ready", flush=True)
    try:
        eval(code)
    except KeyboardInterrupt:
        stopped = time.monotonic()
        assert before == (position.text, position.key, position.history, position.to_bytes())
        position.play_random(1, max_actions=50)
        print(stopped, flush=True)
"""


@pytest.fixture(scope="module", params=[1, 2])
def threads(request):
    return request.param


@pytest.fixture(scope="module", params=POSITIONS)
def child(request, threads):
    """A program that runs a loop for each line, and is interrupted in each."""
    script = CHILD.replace("POSITION", POSITIONS[request.param]).replace("THREADS", str(threads))
    with subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        try:
            yield child
            child.stdin.close()
            assert child.wait(10) == 0
        finally:
            child.kill()


@posix
@pytest.mark.parametrize("loop", LOOPS)
def test_ctrl_c_stops_long_loops(child, loop):
    """0.2 s is promised on an idle machine; the bound leaves room for a busy one."""
    print(LOOPS[loop], file=child.stdin, flush=True)
    assert child.stdout.readline() == "ready\n"
    time.sleep(0.2)
    sent = time.monotonic()
    child.send_signal(signal.SIGINT)
    took = float(child.stdout.readline()) - sent
    print(f"{took:.3f} s to the exception")
    assert 0 <= took < 1.0


# ---- Threads that stay ----


def test_no_thread_works_on_after_an_error():
    """Nor does one begin: what an interrupted call left in the queue is not done."""
    team = fylking.threads.Team(3)
    finished = []

    def slow(i, control):
        if i == 0:
            raise KeyboardInterrupt
        time.sleep(0.05)
        finished.append(i)

    for _ in range(3):
        with pytest.raises(KeyboardInterrupt):
            team.everywhere(slow, Control())
        seen = len(finished)
        time.sleep(0.1)
        assert len(finished) == seen
    assert team.everywhere(lambda i, control: i, Control()) == [0, 1, 2]


def test_an_error_in_another_thread_is_raised():
    team = fylking.threads.Team(3)

    def work(i, control):
        if i == 2:
            raise MemoryError("no more")

    with pytest.raises(MemoryError, match="no more"):
        team.everywhere(work, Control())
    assert team.everywhere(lambda i, control: i, Control()) == [0, 1, 2]

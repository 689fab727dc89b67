"""Parts of the engine by themselves: lines, the clock, `info` lines both ways."""

from __future__ import annotations

import io
import threading
from itertools import pairwise

import pytest
import samples
from hypothesis import given, settings
from hypothesis import strategies as st

import fylking
from fylking.bots import Thought
from fylking.ugi import clock, info
from fylking.ugi.lines import LONGEST, TOO_LONG, Output, Splitter, each_line, plain

# ---- Lines ----


def split(chunks, longest=LONGEST):
    splitter = Splitter(longest)
    lines = [line for chunk in chunks for line in splitter.lines(chunk)]
    return [*lines, splitter.last()]


@given(st.binary(max_size=60), st.lists(st.integers(0, 60), max_size=6))
@settings(max_examples=200, deadline=None)
def test_lines_do_not_depend_on_the_chunks(data, cuts):
    bounds = [0, *sorted(cut for cut in cuts if cut < len(data)), len(data)]
    chunks = [data[a:b] for a, b in pairwise(bounds)]
    expected = [line.decode("utf-8", "replace").rstrip("\r") for line in data.split(b"\n")]
    assert split(chunks) == expected
    assert split(bytes([byte]) for byte in data) == expected


@pytest.mark.parametrize("step", [1, 3, 100])
def test_a_line_that_is_too_long_is_dropped_and_the_next_one_read(step):
    data = b"before\n" + b"x" * 50 + b"\nafter\n" + b"y" * 50
    chunks = [data[i : i + step] for i in range(0, len(data), step)]
    assert split(chunks, 10) == ["before", TOO_LONG, "after", TOO_LONG]


def test_a_stream_that_fails_is_at_its_end():
    lines = []
    stream = io.BytesIO(b"one\ntwo")
    each_line(stream, lines.append)
    stream.close()
    each_line(stream, lines.append)
    assert lines == ["one", "two"]


@pytest.mark.parametrize("text", ["a\nb", "a\r\n  b\n", "é\x00\u2028\x7f\x1b[2J", "x" * 10_000, ""])
def test_plain_texts_are_one_printable_line(text):
    line = plain(text)
    assert line.isascii()
    assert line.isprintable()
    assert len(line) <= 303


class Broken(io.BytesIO):
    """A stream that can be written to so many times."""

    def __init__(self, good, error):
        super().__init__()
        self.good, self.error = good, error

    def write(self, data):
        if not self.good:
            raise self.error
        self.good -= 1
        return super().write(data)


@pytest.mark.parametrize("error", [BrokenPipeError(), OSError(28, "full"), ValueError("closed")])
def test_an_output_that_breaks_is_told_once_and_raises_nothing(error):
    told = []
    stream = Broken(1, error)
    out = Output(stream, lambda: told.append(1))
    for _ in range(3):
        out.write("a", "b")
    out.say("c")
    assert (stream.getvalue(), told, out.error) == (b"a\nb\n", [1], error)


def test_lines_of_several_threads_stay_whole():
    stream = io.BytesIO()
    out = Output(stream)
    work = [
        threading.Thread(
            target=lambda n=n: [out.write(f"{n}" * 50, f"{n}" * 50) for _ in range(50)]
        )
        for n in range(4)
    ]
    for thread in work:
        thread.start()
    for thread in work:
        thread.join()
    lines = stream.getvalue().decode().splitlines()
    assert len(lines) == 400
    assert all(lines[i] == lines[i + 1] and len(set(lines[i])) == 1 for i in range(0, 400, 2))


# ---- The clock ----

TIMES = [(2.0, 0.0), (60.0, 0.0), (1.0, 0.1), (600.0, 5.0), (0.2, 0.05)]


@pytest.mark.parametrize("game", samples.SMALL, ids=samples.label)
@pytest.mark.parametrize(("start", "increment"), TIMES)
def test_the_clock_is_used_and_never_overrun(game, start, increment):
    """A game in which every action costs what is planned, and 10 ms on the way."""
    left = [start, start]
    for pos in samples.walk(game, 3, pass_rate=0.0, most=150):
        if pos.is_over:
            break
        seconds = clock.by_clock(pos, left[pos.seat], increment)
        assert seconds > 0
        left[pos.seat] -= seconds + 0.01
        assert left[pos.seat] > 0, f"overrun at ply {pos.ply}"
        left[pos.seat] += increment
    if not increment and start >= 2:
        assert max(left) < 0.75 * start, "the game has ended with most of the time left"


@pytest.mark.parametrize("name", fylking.GAMES)
def test_no_action_takes_a_large_part_of_the_time(name):
    pos = fylking.game(name).start()
    assert clock.by_clock(pos, 100.0, 0.0) < 20
    while pos.legal_count() > 1 and pos.ply < 2000:
        assert clock.by_clock(pos, 100.0, 0.0) < 20
        pos.play_random(pos.ply, max_actions=9)


@pytest.mark.parametrize("left", [-1e9, -1.0, 0.0, 1e-9, 0.01, 1e9, 1e12])
def test_any_clock_gives_a_time(left):
    for increment in (0.0, 1.0, 1e12):
        seconds = clock.by_clock(fylking.Fravan(3).start(), left, increment)
        assert clock.LEAST <= seconds <= clock.LONGEST


def test_more_time_is_more_time():
    pos = fylking.Herfor(5).start()
    plans = [clock.by_clock(pos, left, 0.0) for left in (0.5, 1, 5, 60, 600)]
    assert plans == sorted(set(plans))
    assert clock.by_clock(pos, 60, 1.0) > clock.by_clock(pos, 60, 0.0) + 0.7


@pytest.mark.parametrize("allowed", [0.001, 0.01, 0.1, 1.0, 60.0])
def test_movetimes(allowed):
    seconds = clock.by_movetime(allowed)
    assert seconds <= max(clock.LEAST, allowed - min(0.01, allowed / 4))
    assert seconds >= 0.7 * allowed


def test_the_length_of_a_game_is_that_of_random_games():
    assert clock.actions_left(fylking.Fravan(5, pie=False).start()) == 61 / 2
    pos = fylking.Fravan(2, pie=False).start()
    pos.play_random(1, max_actions=7)
    assert clock.actions_left(pos) == 1.0


# ---- Info ----


@pytest.mark.parametrize("game", samples.SMALL, ids=samples.label)
def test_thoughts_come_back_from_their_lines(game):
    for pos in samples.positions(game)[::5]:
        if pos.is_over:
            continue
        after = pos.copy()
        after.play_random(1, max_actions=5)
        pv = after.history[pos.ply :]
        for value in (None, -1.0, -0.123, 0.0, 0.999, 1.0):
            thought = Thought(pv[0], value, False, pv, 0, 4321, 7)
            line = info.written(pos, thought, 1.5)
            assert line.startswith("info depth 7 time 1500 nodes 4321 nps 2881")
            assert info.read(pos, line.split(), Thought(pv[0])) == thought


def test_a_proven_end_is_a_mate_in_plies():
    pos = fylking.parse("fravan2 ../.b./.. b passed 1b")
    for value, expected in ((1.0, "mate 1"), (-1.0, "mate -1")):
        thought = Thought(7, value, True, (7,))
        line = info.written(pos, thought, 0.0)
        assert line == f"info time 0 nodes 0 nps 0 score {expected} pv pass"
        assert info.read(pos, line.split(), Thought(7)) == thought
    # One that is proven without a line to the end, or a draw, is no mate in so many plies.
    for thought in (Thought(0, 1.0, True, (0,)), Thought(7, 0.0, True, (7,))):
        assert " score cp " in info.written(pos, thought, 0.0)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("info", Thought(-1)),
        ("info string score cp 5 nodes 7", Thought(-1)),
        ("info nodes", Thought(-1)),
        ("info nodes many depth deep", Thought(-1)),
        ("info score", Thought(-1)),
        ("info score cp", Thought(-1)),
        ("info score cp high", Thought(-1)),
        ("info score 5 5", Thought(-1)),
        ("info score cp 99999", Thought(-1, value=1.0)),
        ("info score cp -99999 lowerbound", Thought(-1, value=-1.0)),
        ("info score mate 3", Thought(-1, value=1.0, proven=True)),
        ("info score mate -3 upperbound", Thought(-1, value=-1.0)),
        ("info score mate 0", Thought(-1, value=-1.0, proven=True)),
        ("info pv z9 a1", Thought(-1)),
        ("info pv b2 a1 a1", Thought(-1, pv=(3, 0))),
        ("info depth 3 seldepth 9 nodes 5 hashfull 4 xyz", Thought(-1, depth=3, nodes=5)),
        ("info pv b2 string pv a1", Thought(-1, pv=(3,))),
    ],
)
def test_info_lines_of_others(line, expected):
    pos = fylking.Fravan(2, pie=False).start()
    assert info.read(pos, line.split(), Thought(-1)) == expected

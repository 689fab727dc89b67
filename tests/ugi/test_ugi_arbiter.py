"""Complete games of all four under an arbiter that knows no rules, with engines as programs."""

from __future__ import annotations

import pytest
from arbiter import Arbiter
from talking import Program

import fylking
from fylking.ugi.engine import result

MATCHES = [
    # game, size, pie, go, opening
    ("fravan", 4, True, "p1time 3000 p2time 3000 p1inc 50 p2inc 50", "startpos"),
    ("fravan", 3, False, "nodes 100", "startpos"),
    ("herfor", 4, True, "movetime 20", "startpos"),
    ("herfor", 3, True, "depth 2", "herfor3 .../..../..b../..../... w choose 1b"),
    ("frasvel", 3, True, "nodes 100", "startpos"),
    ("frasvel", 3, True, "movetime 5", "frasvel3 .../..../..b../..../... w play 1w"),
    ("freeze", 6, False, "nodes 100", "startpos"),
    ("freeze", 6, False, "p1time 3000 p2time 3000 p1inc 0 p2inc 0", "startpos"),
]


@pytest.fixture(scope="module")
def engines():
    """Two engines."""
    with Program("--seed", "1") as first, Program("--seed", "2") as second:
        for engine in (first, second):
            engine.ask("ugi", "ugiok")
        yield first, second


@pytest.mark.parametrize(("name", "size", "pie", "go", "opening"), MATCHES)
def test_a_game_from_beginning_to_end(engines, name, size, pie, go, opening):
    options = [("Size", size), ("Game", name), ("Pie", str(pie).lower())]
    for engine, order in zip(engines, (options, options[::-1]), strict=True):
        for option, value in order:
            engine.send(f"setoption name {option} value {value}")
    start = fylking.game(name, size, pie).start()
    if opening != "startpos":
        start = fylking.parse(opening)
    pos = start.copy()

    def check(moves, what, answer):
        """By our own rules: whose turn it is, whether the game is over, who has won, by seat."""
        while pos.ply < len(moves):
            pos.push(moves[pos.ply])  # raises when it is illegal
        yes = {"p1turn": pos.seat == 0, "gameover": pos.is_over}
        expected = result(pos) if what == "result" else str(yes[what]).lower()
        assert answer == expected

    arbiter = Arbiter(*engines, opening)
    outcome = arbiter.play(go, check)
    assert pos.is_over
    assert len(arbiter.moves) == pos.ply > 3
    assert outcome == result(pos)
    assert outcome in ("p1win", "p2win", "draw")
    plies = pos.ply
    # p1turn: once, and twice a ply and at the end; gameover: of both at every ply and at the end.
    assert sum(arbiter.queries) == 1 + 2 * (plies + 1) + 2 * plies + 1 + 4


def test_an_opening_that_is_over_is_a_game_without_moves(engines):
    over = "freeze6 ....../....../....../....../....../bw.... b over:b"
    arbiter = Arbiter(*engines, over)
    assert arbiter.play("nodes 1") == "draw"
    assert arbiter.moves == []


def test_arguments_do_what_options_do():
    with Program("freeze", "--size", "6", "--level", "3") as engine:
        engine.send("d")
        assert engine.until("fen")[-1] == f"fen {fylking.Freeze(6).start().text}"

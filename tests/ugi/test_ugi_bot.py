"""The example of a bot as a UGI program, driven as any program is."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest
import samples

import fylking
from fylking.bots import Limits
from fylking.ugi import Engine

FILE = Path(__file__).resolve().parents[2] / "examples" / "ugi_bot.py"

pytestmark = pytest.mark.skipif(not FILE.exists(), reason="the examples are not here")


@pytest.fixture(scope="module")
def bot():
    spec = importlib.util.spec_from_file_location("ugi_bot", FILE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_it_is_short():
    assert len(FILE.read_text(encoding="utf-8").splitlines()) < 100


@pytest.mark.parametrize(
    ("name", "size"), [("fravan", 3), ("herfor", 3), ("frasvel", 3), ("freeze", 6)]
)
def test_it_plays_what_it_chooses_and_answers_by_seat(bot, name, size):
    game = fylking.game(name, size)
    with Engine([sys.executable, str(FILE), name, str(size)], 60) as engine:
        assert engine.name == "flat playouts"
        for pos in samples.positions(game)[::5]:
            engine.set_position(pos)
            assert engine.query("p1turn") is (pos.seat == 0)
            assert engine.query("gameover") is pos.is_over
            first = int(pos.returns[0])
            expected = {1: "p1win", -1: "p2win", 0: "draw"}[first] if pos.is_over else "none"
            assert engine.query("result") == expected
            if not pos.is_over:
                action, value = bot.choose(pos)
                assert engine.choose(pos, Limits(seconds=1.0)) == action
                assert engine.thought.value == pytest.approx(value, abs=0.001)


def test_it_wins_at_once_where_it_can(bot):
    # White has no jump once its only soldier is taken.
    pos = fylking.parse("freeze6 ....../....../....../....../....../bw.... b play")
    assert pos.action_text(bot.choose(pos)[0]) == "a1:c1"


def test_it_beats_random_moves(bot):
    game, wins = fylking.Fravan(3), 0
    for seed in range(20):
        pos, seat = game.start(), seed % 2
        while not pos.is_over:
            mine = pos.seat == seat
            pos.push(bot.choose(pos, 5)[0] if mine else pos.random_action(seed))
        wins += pos.returns[seat] > 0
    assert wins >= 16


def test_it_survives_what_it_does_not_know():
    with Engine([sys.executable, str(FILE)], 60) as engine:
        for line in ("", "xyzzy", "position", "position fen", "position fen x y z", "query", "go"):
            engine._send(line)
        engine.ready()
        assert engine.query("gameover") is True
        engine.new_game()
        assert engine.query("gameover") is False

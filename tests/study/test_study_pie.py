"""Pie studies: openings, known values, exact probabilities, verdicts, pages and pictures."""

from __future__ import annotations

import itertools
import sys
import xml.etree.ElementTree as ET
from fractions import Fraction
from functools import cache
from math import sqrt
from pathlib import Path

import pytest
import reference

import fylking
from fylking.bots.levels import simulations_of
from fylking.matches import PairStatistics
from fylking.study import PieStudy, openings_of, run
from fylking.study.heat import pie_picture
from fylking.study.pie_report import pie_page, pie_text, shares_by_point

PIE_GAMES = [name for name, room in fylking.GAMES.items() if room.has_pie]
HERE = Path(__file__).resolve().parent


@pytest.fixture
def exact(monkeypatch):
    """Players of `exactbots` can be found."""
    monkeypatch.syspath_prepend(str(HERE))
    yield "exactbots:Exact"
    sys.modules.pop("exactbots", None)


def report(name, size, **options):
    return run(PieStudy(fylking.game(name, size), **options)).report()


def black_wins(facts):
    """Whether Black has won all games after each opening, or none."""
    assert all(row["black"] in (0, row["games"]) for row in facts["openings"])
    return {row["opening"]: row["black"] > 0 for row in facts["openings"]}


# ---- Openings ----


@pytest.mark.parametrize("name", PIE_GAMES)
@pytest.mark.parametrize("size", [2, 3, 4, 7, 10])
def test_openings_are_the_orbits_of_the_points(name, size):
    game = fylking.game(name, size)
    openings = openings_of(game)
    assert sorted(itertools.chain(*(opening.points for opening in openings))) == [
        *range(game.points)
    ]
    for opening in openings:
        point = game.point_index(opening.name)
        assert set(opening.points) == {symmetry.point(point) for symmetry in game.symmetries}
        pos = fylking.parse(opening.text)
        assert (pos.stage, pos.seat, pos.to_move) == ("play", 0, fylking.WHITE)
        assert [*map(int, pos.board.nonzero()[0])] == [point]


def test_games_without_the_pie_rule_have_no_openings():
    with pytest.raises(fylking.OptionError, match="Freeze has no pie rule"):
        openings_of(fylking.Freeze())
    with pytest.raises(fylking.OptionError, match="pie rule of .* is off"):
        PieStudy(fylking.Fravan(size=3, pie=False))


# ---- Known values ----


@pytest.mark.parametrize(
    ("name", "size", "lost"),
    [
        ("fravan", 2, ()),
        ("herfor", 2, ()),
        ("herfor", 3, ()),  # HF8 among them
        ("frasvel", 2, ()),
        pytest.param("fravan", 3, ("b2",), marks=pytest.mark.slow),  # the inner ring
    ],
)
def test_who_plays_exactly_wins_what_is_won(exact, name, size, lost):
    won = black_wins(report(name, size, player=exact, games=1))
    assert won == {opening: opening not in lost for opening in won}


@pytest.mark.parametrize(("name", "size"), [("fravan", 2), ("herfor", 2), ("frasvel", 2)])
def test_a_good_bot_wins_what_is_won(name, size):
    """It finds proofs on these boards."""
    facts = report(name, size, player="mcts:simulations=1000", games=5)
    assert all(black_wins(facts).values())
    assert all(row["different"] > 1 for row in facts["openings"]), "seeds differ"


@cache
def chances(state):
    """How likely Black, and White, wins by random play without needless passes."""
    if state.is_over:
        return Fraction(state.winner == "b"), Fraction(state.winner == "w")
    actions = state.legal()
    others = [action for action in actions if action != state.pass_action] or actions
    each = [chances(state.play(action)) for action in others]
    return tuple(sum(side) / len(each) for side in zip(*each, strict=True))


@pytest.mark.parametrize("name", ["fravan", "herfor"])
def test_playouts_win_as_often_as_the_rules_say(name):
    """By all sequences of the slow reference, which shares nothing with the kernels."""
    games = 20_000
    facts = report(name, 2, playouts=games, seed=5)
    start = reference.start(name, 2)
    for row in facts["openings"]:
        point = fylking.game(name, 2).point_index(row["opening"])
        opening = start.play(point)
        black, white = chances(opening.play(opening.pass_action + 1))
        for found, chance in ((row["black"], black), (row["white"], white)):
            deviation = sqrt(games * chance * (1 - chance))
            assert abs(found - games * chance) <= 4 * deviation, (name, row["opening"])
        assert row["games"] == games


def test_playouts_are_those_of_the_package():
    """Blocks of 1000 and a rest, each with a stream of its own."""
    study = PieStudy(fylking.Herfor(size=3), playouts=2500, seed=9)
    facts = run(study).report()
    for which, (opening, row) in enumerate(zip(study.openings, facts["openings"], strict=True)):
        pos = fylking.parse(opening.text)
        rng = fylking.Rng(9).split(which)
        blocks = [fylking.playouts(pos, n, rng.split(i)) for i, n in enumerate((1000, 1000, 500))]
        assert row["black"] == sum(block.black for block in blocks)
        assert row["white"] == sum(block.white for block in blocks)


# ---- What is told ----


def test_counts_shares_and_intervals_fit_together():
    facts = report("frasvel", 3, player="random", games=30, max_actions=25)
    assert sum(row["cut_off"] for row in facts["openings"]) > 0
    for row in facts["openings"]:
        half = row["drawn"] + row["cut_off"]
        assert row["black"] + row["white"] + half == row["games"] == 30
        assert row["share"] == pytest.approx((row["black"] + half / 2) / 30)
        counts = (row["white"], 0, half, 0, row["black"])
        assert row["interval"] == list(PairStatistics(counts).interval())
    assert f"counted as drawn: {sum(row['cut_off'] for row in facts['openings'])}" in pie_text(
        facts
    )


def test_more_games_go_on_from_fewer(tmp_path):
    """The games of a longer study begin with those of a shorter one."""
    out = tmp_path / "study.jsonl"
    few = run(PieStudy(fylking.Fravan(size=3), "random", games=3), out=out)
    more = run(PieStudy(fylking.Fravan(size=3), "random", games=5), out=out)
    assert more.done == 20
    assert out.read_text().count("\n") == 21
    assert more.every(4, 2)[:3] == few.every(4, 2)
    assert more.report() == report("fravan", 3, player="random", games=5)


@pytest.mark.parametrize("sizes", [(500, 2500), (2500, 1500)])
def test_playouts_of_another_number_are_told_apart(tmp_path, sizes):
    out = tmp_path / "study.jsonl"
    for games in sizes:
        found = run(PieStudy(fylking.Fravan(size=2), playouts=games), out=out).report()
        assert found == report("fravan", 2, playouts=games)


def test_games_that_repeat_are_told():
    facts = report("fravan", 2, player="alphabeta:depth=2", games=4)
    assert [row["different"] for row in facts["openings"]] == [1, 1]
    assert "games that went like another one, so that intervals are too short: 6" in pie_text(facts)


def test_text_page_and_picture_show_every_opening():
    facts = report("herfor", 3, player="level:1", games=4)
    text, page = pie_text(facts), pie_page(facts, "fylking study pie herfor", "map.svg")
    who = f"level:1 ({simulations_of(1, fylking.Herfor())} simulations an action)"
    assert text.startswith(f"Herfor, size 3, pie rule on; {who}; seed 1\n")
    assert "$ fylking study pie herfor" in page
    assert "](map.svg)" in page
    shares = shares_by_point(facts)
    picture = ET.fromstring(pie_picture(facts))
    numbers = [element.text for element in picture.iter() if element.tag.endswith("text")]
    for row in facts["openings"]:
        percent = f"{100 * row['share']:.1f}"
        for table in (text, page):
            assert any(row["opening"] in line and percent in line for line in table.splitlines())
        for name in row["points"]:
            assert shares[fylking.Herfor(size=3).point_index(name)] == row["share"]
        assert numbers.count(f"{100 * row['share']:.0f}") >= len(row["points"])
    assert None not in shares
    assert pie_picture(facts) == pie_picture(facts)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"player": "level:11"}, "level is 11"),
        ({"player": "nobody"}, "no player 'nobody'"),
        ({"player": "mcts:seconds=0.1"}, "by the clock"),
        ({"player": "random", "playouts": 5}, "a player, or playouts"),
        ({"games": 0}, "games is 0"),
        ({"playouts": 0}, "playouts is 0"),
        ({"max_actions": 0}, "max_actions is 0"),
    ],
)
def test_what_makes_no_study(options, message):
    with pytest.raises(fylking.OptionError, match=message):
        report("fravan", 2, **options)

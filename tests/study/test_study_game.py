"""Studies of games: every figure counted once more by replaying the games."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET
from itertools import pairwise
from statistics import NormalDist, fmean, stdev

import pytest

import fylking
from fylking.bots.levels import simulations_of
from fylking.study import GameStudy, run
from fylking.study.game_report import game_page, game_text
from fylking.study.measures import decided_at, lead_changes, leaders


def studied(games, players, **options):
    study = GameStudy(games, players, **options)
    return study, run(study)


def replayed(study, which, facts):
    """The positions of a game, before and after each action."""
    pos = study.columns[which].game.start()
    for text in facts["actions"].split():
        before = pos.copy()
        pos.push(text)
        yield before, pos.copy()


@pytest.mark.parametrize("name", fylking.GAMES)
def test_games_are_told_as_they_went(name):
    room = fylking.GAMES[name]
    game = room(room.sizes[1] if room.has_pie else room.sizes[0])
    study, results = studied([game], ["level:1"], number=3)
    for facts in study.played(results, 0):
        steps = list(replayed(study, 0, facts))
        end = steps[-1][1]
        assert end.is_over
        assert facts["end"] == end.end_reason
        assert facts["score"] == list(end.score)
        if end.winner is not None:
            assert facts["winner"] == end.winner.name.lower()
            assert (facts["winner"] == facts["first"]) == (end.returns == (1.0, -1.0))
        assert facts["legal"] == [len(before.legal_actions()) for before, _ in steps]
        turns = [(before, after) for before, after in steps if not after.within_turn]
        assert facts["turns"] == len(turns)
        assert facts["evaluations"] == [after.evaluation for _, after in turns]
        assert len(facts["values"]) == len(steps)
        assert all(-1 <= value <= 1 for value in facts["values"])


@pytest.mark.parametrize(
    ("name", "size", "kinds"),
    [
        ("fravan", 4, {"attack", "backlash"}),
        ("herfor", 4, {"invade"}),
        ("frasvel", 3, {"absorb", "grow"}),
        ("freeze", 6, {"capture", "freeze"}),
    ],
)
def test_changes_are_those_of_the_boards(name, size, kinds):
    """Flips, absorptions and captures show in the pieces on the board; nothing else is counted."""
    study, results = studied([fylking.game(name, size)], ["random"], number=4)
    for facts in study.played(results, 0):
        assert set(facts["changes"]) == kinds
        flipped = vanished = 0
        for before, after in replayed(study, 0, facts):
            sign = 1 - 2 * before.to_move
            old, new = before.board * sign, after.board * sign
            flipped += int(((old < 0) & (new > 0)).sum())
            vanished += int(-old[old < 0].sum() + new[new < 0].sum())  # pieces of the other side
        if name == "herfor":
            assert facts["changes"]["invade"] >= flipped  # it loses stones, too
        elif name == "frasvel":
            assert facts["changes"]["absorb"] == vanished
        elif name == "freeze":
            assert facts["changes"]["capture"] - facts["changes"]["freeze"] == vanished


def test_expectations_are_the_first_players():
    """Before the last action of a game both bots know who wins, and so does each seat's sign."""
    study, results = studied([fylking.Herfor(size=3)], ["mcts:simulations=300"], number=6)
    seats = set()
    for facts in study.played(results, 0):
        *_, (before, end) = replayed(study, 0, facts)
        assert facts["values"][-1] == end.returns[0]
        seats.add(before.seat)
    assert seats == {0, 1}


def test_means_have_their_intervals():
    study, results = studied([fylking.Frasvel(size=3)], ["random"], number=20)
    column = results.report()["columns"][0]
    lengths = [len(facts["legal"]) for facts in study.played(results, 0)]
    found = column["measures"]["actions"]
    assert found["mean"] == fmean(lengths)
    assert (found["least"], found["most"], found["games"]) == (min(lengths), max(lengths), 20)
    error = NormalDist().inv_cdf(0.975) * stdev(lengths) / math.sqrt(20)
    assert found["interval"] == pytest.approx([fmean(lengths) - error, fmean(lengths) + error])
    trees = [math.log10(math.prod(facts["legal"])) for facts in study.played(results, 0)]
    assert column["measures"]["tree"]["mean"] == pytest.approx(fmean(trees))


def test_a_column_says_the_same_beside_others():
    games = [fylking.Fravan(size=2), fylking.Fravan(size=3)]
    _, together = studied(games, ["random", "level:1"], number=5)
    columns = together.report()["columns"]
    assert [(column["size"], column["player"]) for column in columns] == [
        (2, "random"), (2, "level:1"), (3, "random"), (3, "level:1"),
    ]  # fmt: skip
    for game, spec, column in zip(
        (games[0], games[1]), ("random", "level:1"), columns[::3], strict=True
    ):
        _, alone = studied([game], [spec], number=5)
        assert alone.report()["columns"] == [column]


def test_a_freeze_turn_is_several_actions():
    study, results = studied([fylking.Freeze(size=6)], ["random"], number=5)
    for facts in study.played(results, 0):
        movers = [before.to_move for before, _ in replayed(study, 0, facts)]
        assert facts["turns"] == 1 + sum(one != other for one, other in pairwise(movers))


def test_leads():
    assert leaders([0, 1, -1, 0, 0.1], 0.2) == [0, 1, -1, -1, -1]
    assert lead_changes([0, 3, 1, -1, 0, 2]) == 2
    assert lead_changes([0.1, -0.1, 0.3, 0.1], 0.2) == 0
    assert decided_at([0, -1, 1, 1], 1) == 50
    assert decided_at([1, 1, 1], 1) == 0
    assert decided_at([-1, -1], 1) == 100


def test_bots_that_expect_nothing_leave_gaps():
    _, results = studied([fylking.Herfor(size=3)], ["random"], number=3)
    facts = results.report()
    assert facts["columns"][0]["measures"]["lead_changes"]["mean"] is None
    assert facts["columns"][0]["measures"]["score_lead_changes"]["mean"] is not None
    assert "as the bots expect" not in game_text(facts)


def test_text_and_page_show_every_column():
    _, results = studied([fylking.Fravan(size=2), fylking.Fravan(size=3)], ["level:1"], number=4)
    facts = results.report()
    text, page = game_text(facts), game_page(facts, "fylking study game fravan", "plots.svg")
    count = simulations_of(1, fylking.Fravan())
    assert f"A  Fravan, size 2, pie rule on; level:1 ({count} simulations an action)" in text
    assert "B: Fravan, size 3" in page
    assert "](plots.svg)" in page
    for column in facts["columns"]:
        length = f"{column['measures']['actions']['mean']:.2f}"
        for table in (text, page):
            assert any(
                "length in actions" in line and length in line for line in table.splitlines()
            )


def test_plots(tmp_path):
    pytest.importorskip("matplotlib")
    from fylking.study.plots import plot

    games = [fylking.Fravan(size=2), fylking.Frasvel(size=2)]
    study, results = studied(games, ["level:1", "random"], number=3)
    pictures = [tmp_path / name for name in ("one.svg", "other.svg", "one.png")]
    for path in pictures:
        plot(study, results, path)
    one, other, png = (path.read_bytes() for path in pictures)
    assert one == other
    assert ET.fromstring(one).tag.endswith("}svg")
    assert png.startswith(b"\x89PNG")
    with pytest.raises(fylking.OptionError, match="no picture of a kind"):
        plot(study, results, tmp_path / "plots.txt")


@pytest.mark.parametrize(
    ("games", "players", "options", "message"),
    [
        ([], ["random"], {}, "at least one game"),
        ([fylking.Fravan(size=2)], [], {}, "at least one game"),
        ([fylking.Fravan(size=2)] * 2, ["random"], {}, "columns of a study differ"),
        ([fylking.Fravan(size=2)], ["random"] * 2, {}, "columns of a study differ"),
        ([fylking.Fravan(size=2)], ["random"], {"number": 0}, "games is 0"),
        ([fylking.Fravan(size=2)], ["greedy:seconds=1"], {}, "by the clock"),
    ],
)
def test_what_makes_no_study(games, players, options, message):
    with pytest.raises(fylking.OptionError, match=message):
        GameStudy(games, players, **options)

"""Matches that are really played: the same from the same seed, resumed, and with bad opponents."""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path

import pytest

import fylking
from fylking import record
from fylking.matches import (
    GivenOpenings,
    Plan,
    Sprt,
    crew,
    parse_player,
    random_openings,
    read_record,
    run,
)

RANDOM, SEEDED, STEADY = "random", "badbots:Seeded", "badbots:Steady"


def make_plan(*specs, game=None, pairs=3, seed=1, **options):
    game = game or fylking.Fravan(size=3)
    players = tuple(map(parse_player, specs))
    return Plan(players, random_openings(game, seed), pairs, seed, **options)


def identities(results):
    return [game.identity() for game in results.counted()]


def test_a_match_replays_bit_for_bit_and_with_any_number_of_jobs():
    plan = make_plan(RANDOM, SEEDED, pairs=8, game=fylking.Freeze(size=6))
    first = run(plan)
    assert len(first.counted()) == 16
    assert identities(run(plan)) == identities(first)
    assert identities(run(plan, jobs=2)) == identities(first)
    other = make_plan(RANDOM, SEEDED, pairs=8, game=fylking.Freeze(size=6), seed=2)
    assert identities(run(other)) != identities(first)


def test_a_record_has_what_bots_thought(tmp_path):
    plan, path = make_plan("level:1", RANDOM, pairs=1), tmp_path / "match.jsonl"
    results = run(plan, out=path)
    with record.read(path) as reader:
        games = list(reader)
    assert len(games) == 2
    for game in games:
        seats = [game.replay(ply).seat for ply in range(len(game.actions))]
        for seat, action, thought in zip(seats, game.actions, game.thoughts, strict=True):
            if game.players[seat] == 1:  # random moves, which know nothing
                assert thought is None
            else:
                assert -1 <= thought["value"] <= 1
                assert thought["pv"].split()[0] == action
                assert thought["simulations"] == 24 or thought["proven"]
    assert identities(results) == [game.identity() for game in games]
    assert identities(run(plan, out=path)) == identities(results)


@pytest.mark.parametrize("what", ["value", "line", "number", "type", "stale", "raises"])
def test_a_thought_that_no_record_takes_loses_no_game(tmp_path, what):
    path = tmp_path / "match.jsonl"
    run(make_plan(f"badbots:Rambling:{what}", STEADY, pairs=1), out=path)
    with record.read(path) as games:
        for game in games:
            assert game.forfeit is None
            known = [thought for thought in game.thoughts or () if thought is not None]
            assert [thought["value"] for thought in known] == [None] * len(known)
            assert bool(known) == (what == "value")


def test_a_ladder_has_every_pairing():
    results = run(make_plan(RANDOM, SEEDED, STEADY, pairs=2), jobs=2)
    assert {pairing: pairs.pairs for pairing, pairs in results.met().items()} == {
        (0, 1): 2,
        (0, 2): 2,
        (1, 2): 2,
    }


def test_a_broken_match_is_resumed(tmp_path):
    """As after a kill while games were played: some are there, one line is torn."""
    plan, path = make_plan(RANDOM, SEEDED, pairs=4), tmp_path / "match.jsonl"
    whole = run(plan)

    class Killed(BaseException):
        pass

    def kill(results):
        if results.played == 3:
            raise Killed

    with pytest.raises(Killed):
        run(plan, 2, path, progress=kill)
    with path.open("ab") as file:
        file.write(b'{"game": 7, "pair"')
    assert len(read_record(path)[1]) == 3
    seen = []
    results = run(plan, 2, path, progress=lambda results: seen.append(results.played))
    assert seen == [3, 4, 5, 6, 7, 8]
    assert identities(results) == identities(whole)
    assert sorted(game.game for game in read_record(path)[1]) == list(range(8))


def test_a_finished_match_is_not_played_again_and_can_be_prolonged(tmp_path, monkeypatch):
    plan, path = make_plan(RANDOM, SEEDED, pairs=2), tmp_path / "match.jsonl"
    first = run(plan, out=path)
    before = path.read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(crew, "_Worker", None)
        assert identities(run(plan, out=path)) == identities(first)
    assert path.read_bytes() == before
    longer = identities(run(make_plan(RANDOM, SEEDED, pairs=3), out=path))
    assert longer[:4] == identities(first)
    assert len(longer) == 6
    assert path.read_bytes().startswith(before)


def test_a_test_stops_a_match():
    plan = make_plan(STEADY, "badbots:Bad:raises,0", pairs=1000)
    results = run(plan, sprt=Sprt(0, 100))
    assert results.decision == "H1"
    assert len(results.counted()) == results.played == 24
    results = run(plan, jobs=2, sprt=Sprt(0, 100))
    assert results.decision == "H1"
    assert len(results.counted()) == 24


def test_given_openings(tmp_path):
    texts = [
        "fravan3 .../..../.b.../..../... w play 1b",
        "fravan3 .../..../..b../..../... w play 1w",
    ]
    players = (parse_player(RANDOM), parse_player(STEADY))
    results = run(Plan(players, GivenOpenings(texts), pairs=2))
    assert [game.opening for game in results.counted()] == [texts[i] for i in (0, 0, 1, 1)]
    assert [game.colours for game in results.counted()] == [("black", "white")] * 2 + [
        ("white", "black")
    ] * 2


# ---- Bad opponents ----


def forfeits(results):
    """Who forfeited, how, and after how many actions, in games of the bad bot's."""
    return [
        (game.players[game.forfeit.seat], game.forfeit.kind, game.forfeit.detail)
        for game in results.counted()
        if game.forfeit is not None
    ]


@pytest.mark.parametrize(
    ("how", "kind", "detail"),
    [
        ("raises", "crash", "ZeroDivisionError: no way"),
        ("illegal", "illegal", "taken"),
        ("exits", "crash", "the process ended with status 3"),
        pytest.param(
            "dies",
            "crash",
            "the process was ended by SIGKILL",
            marks=pytest.mark.skipif(os.name != "posix", reason="signals of POSIX"),
        ),
        ("hangs", "time", "no answer within 0.6 s"),
        ("spins", "time", "no answer within 0.6 s"),
    ],
)
def test_a_bad_opponent_loses_and_the_match_goes_on(monkeypatch, how, kind, detail):
    monkeypatch.setattr(crew, "SLACK", 0.1)
    deadline = 0.6 if kind == "time" else 30
    results = run(make_plan(f"badbots:Bad:{how}", RANDOM, pairs=1, deadline=deadline))
    assert len(results.counted()) == 2
    assert [loss[:2] for loss in forfeits(results)] == [(0, kind)] * 2
    for game in results.counted():
        assert detail in game.forfeit.detail
        assert game.points[game.players.index(0)] == 0
        assert sum(game.points) == 1
        assert 3 <= len(game.actions) <= 5  # what was played until then is kept


def test_the_games_of_others_are_not_harmed(monkeypatch):
    monkeypatch.setattr(crew, "SLACK", 0.1)
    bad = ["badbots:Bad:exits", "badbots:Bad:hangs"]
    results = run(make_plan(RANDOM, *bad, SEEDED, pairs=1, deadline=0.6), jobs=2)
    assert len(results.counted()) == 12
    for game in results.counted():
        guilty = {1, 2} & set(game.players)
        if guilty:
            assert game.players[game.forfeit.seat] in guilty
            assert game.forfeit.kind == {1: "crash", 2: "time"}[game.players[game.forfeit.seat]]
        else:
            assert game.forfeit is None
            assert game.end == "board full"


def test_who_hangs_before_the_game_loses_it(monkeypatch):
    monkeypatch.setattr(crew, "READY", 0.8)
    monkeypatch.setattr(crew, "SLACK", 0.1)
    results = run(make_plan(RANDOM, "badbots:HangsAtReset", pairs=1, deadline=0.5))
    assert forfeits(results) == [(1, "time", "no answer within 0.8 s")] * 2


@pytest.mark.parametrize("how", ["exits", "hangs"])
def test_who_spoils_the_process_after_its_game_costs_nobody_the_next(monkeypatch, how):
    monkeypatch.setattr(crew, "TIDY", 0.2)
    monkeypatch.setattr(crew, "SLACK", 0.1)
    monkeypatch.setattr(crew, "FAREWELL", 0.1)
    results = run(make_plan(f"badbots:Sloppy:{how}", RANDOM, SEEDED, pairs=1))
    assert forfeits(results) == []
    assert len(results.counted()) == 6


def test_processes_that_do_not_start_are_an_error(monkeypatch):
    monkeypatch.setattr(crew, "MAIN", "import sys; sys.exit(7)")
    with pytest.raises(fylking.Error, match="does not start: the process ended with status 7"):
        run(make_plan(RANDOM, RANDOM))


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks at /proc")
def test_no_process_is_left(tmp_path, monkeypatch):
    """Neither the games' processes nor what their players have started."""
    mark = f"fylking-left-{os.getpid()}"
    (tmp_path / "parent.py").write_text(
        "import subprocess, sys, badbots\n"
        "def make(how):\n"
        f"    subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(99)', {mark!r}])\n"
        "    return badbots.Bad(how)\n"
    )

    def left():
        found = 0
        for path in Path("/proc").glob("[0-9]*/cmdline"):
            with contextlib.suppress(OSError):
                found += mark.encode() in path.read_bytes()
        return found

    monkeypatch.syspath_prepend(str(tmp_path))
    run(make_plan("parent:make:hangs", RANDOM, pairs=1, deadline=0.1))
    end = time.monotonic() + 5
    while left() and time.monotonic() < end:
        time.sleep(0.05)
    assert left() == 0

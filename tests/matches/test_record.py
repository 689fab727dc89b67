"""The record of a match: what a line holds, and files that are torn, foreign or another match's."""

from __future__ import annotations

import json

import pytest

import fylking
from fylking.bots import RandomBot
from fylking.matches import (
    GameRecord,
    Plan,
    Record,
    Results,
    Sprt,
    parse_player,
    random_openings,
    read_record,
)
from fylking.matches.crew import Course
from fylking.matches.record import judged
from fylking.record import Loss

PIE = fylking.Fravan(size=3)
FREEZE = fylking.Freeze(size=6)


def make_plan(game=PIE, seed=1, pairs=3, players=2, **options):
    openings = random_openings(game, seed)
    return Plan((parse_player("random"),) * players, openings, pairs, seed, **options)


def course_of(plan, number, most=10**6, loss=None):
    """A game played here by two random bots with the seeds of the plan."""
    task = plan.task(number)
    bots = [RandomBot(seed) for seed in task.seeds]
    pos = fylking.parse(task.opening, plan.game.pie)
    course = Course(task, loss=loss)
    while not pos.is_over and len(course.actions) < most:
        action = bots[pos.seat].choose(pos)
        course.actions.append(pos.action_text(action))
        course.seconds.append(0.5)
        pos.push(action)
    return course


def records_of(plan):
    return [judged(plan, course_of(plan, number)) for number in range(plan.games)]


# ---- A line ----


@pytest.mark.parametrize("game", [PIE, fylking.Frasvel(size=2), FREEZE], ids=str)
def test_a_line_holds_all_that_replays_its_game(game):
    plan = make_plan(game)
    for record in records_of(plan):
        back = GameRecord.from_facts(json.loads(json.dumps(record.facts())))
        assert back == record
        pos = back.replay()
        assert pos.is_over
        assert back.points == tuple((1 + r) / 2 for r in pos.returns)
        assert back.score == pos.score
        assert back.end == pos.end_reason
        assert sorted(back.colours) == ["black", "white"]
        if pos.winner is not None:
            winner = back.colours.index(pos.winner.name.lower())
            assert back.points[winner] == 1


def test_colours_are_those_after_the_pie_choice():
    plan = make_plan(pairs=20)
    records = records_of(plan)
    assert {record.colours for record in records} == {("black", "white"), ("white", "black")}
    for record in records:
        assert record.colours[1] == record.actions[0]  # the second player's choice


def test_a_game_that_is_cut_off_is_half_a_point_each():
    plan = make_plan(max_actions=5)
    record = judged(plan, course_of(plan, 0, most=5))
    assert (record.end, record.points, record.forfeit) == ("cut off", (0.5, 0.5), None)
    assert len(record.actions) == 5


@pytest.mark.parametrize("seat", [0, 1])
def test_a_forfeit_is_lost_by_who_forfeits(seat):
    plan = make_plan()
    loss = Loss(seat, "crash", "it died")
    record = judged(plan, course_of(plan, 1, most=5, loss=loss))
    assert record.end == "forfeit"
    assert record.points[seat] == 0
    assert record.points[1 - seat] == 1
    assert GameRecord.from_facts(json.loads(json.dumps(record.facts()))).forfeit == loss


def test_times_are_no_part_of_the_identity():
    plan = make_plan()
    one, other = course_of(plan, 0), course_of(plan, 0)
    other.seconds = [2.0] * len(other.actions)
    assert judged(plan, one) != judged(plan, other)
    assert judged(plan, one).identity() == judged(plan, other).identity()


# ---- The file ----


def test_written_read_and_continued(tmp_path):
    plan, path = make_plan(), tmp_path / "match.jsonl"
    games = records_of(plan)
    with Record(path, plan) as record:
        assert record.games == []
        record.add(games[1])
        assert len(path.read_bytes().splitlines()) == 2  # at once
    with Record(path, plan) as record:
        assert record.games == [games[1]]
        record.add(games[0])
    head, found = read_record(path)
    assert head == {"fylking_match": 1} | plan.facts()
    assert found == [games[1], games[0]]


@pytest.mark.parametrize("cut", [1, 2, 30, 200])
def test_a_torn_last_line_is_cut_away(tmp_path, cut):
    plan, path = make_plan(), tmp_path / "match.jsonl"
    games = records_of(plan)
    with Record(path, plan) as record:
        record.add(games[0])
        record.add(games[1])
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut])
    assert read_record(path)[1] == games[:1]
    with Record(path, plan) as record:
        assert record.games == games[:1]
        record.add(games[1])
    assert path.read_bytes() == whole


@pytest.mark.parametrize("kept", [0, 1, 40])
def test_a_torn_head_is_written_anew(tmp_path, kept):
    plan, path = make_plan(), tmp_path / "match.jsonl"
    Record(path, plan).__exit__(None, None, None)
    whole = path.read_bytes()
    path.write_bytes(whole[:kept])
    Record(path, plan).__exit__(None, None, None)
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    "text", [b"dear diary", b"dear diary\n", b"{}\n", b"[1]\n", b"\xff\xfe\n", b"\n"]
)
def test_a_foreign_file_is_refused_and_left_alone(tmp_path, text):
    path = tmp_path / "file"
    path.write_bytes(text)
    with pytest.raises(fylking.RecordError, match="is no record of a match"):
        Record(path, make_plan())
    assert path.read_bytes() == text


@pytest.mark.parametrize(
    ("other", "what"),
    [
        (make_plan(seed=2), "seed is 1, not 2"),
        (make_plan(fylking.Fravan(size=4)), "size is 3, not 4"),
        (make_plan(fylking.Fravan(size=3, pie=False)), "pie is true, not false"),
        (make_plan(fylking.Herfor(size=3)), 'game is "fravan", not "herfor"'),
        (make_plan(players=3), "players is"),
        (make_plan(max_actions=9), "max_actions is 5000, not 9"),
        (make_plan(deadline=2.5), "deadline is null, not 2.5"),
        (make_plan(limits=fylking.bots.Limits(nodes=5)), "limits is null"),
    ],
)
def test_another_match_is_refused(tmp_path, other, what):
    path = tmp_path / "match.jsonl"
    Record(path, make_plan()).__exit__(None, None, None)
    before = path.read_bytes()
    with pytest.raises(fylking.OptionError, match="the record of another match") as caught:
        Record(path, other)
    assert what in str(caught.value)
    assert path.read_bytes() == before


def test_a_file_that_another_match_writes_to_is_refused(tmp_path):
    pytest.importorskip("fcntl")
    path = tmp_path / "match.jsonl"
    with (
        Record(path, make_plan()),
        pytest.raises(fylking.OptionError, match="another match is writing to"),
    ):
        Record(path, make_plan())
    Record(path, make_plan()).__exit__(None, None, None)


def test_more_pairs_are_the_same_match(tmp_path):
    path = tmp_path / "match.jsonl"
    Record(path, make_plan(pairs=3)).__exit__(None, None, None)
    Record(path, make_plan(pairs=9)).__exit__(None, None, None)


@pytest.mark.parametrize(
    "line", [b"nonsense", b"{}", b'{"game": 0}', b"", b"3"], ids=lambda line: line.decode()
)
def test_a_line_that_is_no_game_is_an_error_with_its_number(tmp_path, line):
    plan, path = make_plan(), tmp_path / "match.jsonl"
    with Record(path, plan) as record:
        record.add(records_of(plan)[0])
    path.write_bytes(path.read_bytes() + line + b"\n")
    for read in (lambda: Record(path, plan), lambda: read_record(path)):
        with pytest.raises(fylking.RecordError, match="line 3 of"):
            read()


def test_a_game_of_another_opening_is_an_error(tmp_path):
    plan, path = make_plan(), tmp_path / "match.jsonl"
    facts = records_of(plan)[0].facts() | {"game": 2}
    with Record(path, plan):
        pass
    path.write_bytes(path.read_bytes() + json.dumps(facts).encode() + b"\n")
    with pytest.raises(fylking.RecordError, match="line 2 of .*: game 2 has another opening"):
        Record(path, plan)


# ---- What counts ----


def test_only_whole_pairs_count_in_any_order():
    plan = make_plan(pairs=4)
    games = records_of(plan)
    results = Results(plan)
    for number in (5, 2, 7, 3, 6):
        results.add(games[number])
        results.add(games[number])
    assert [game.game for game in results.counted()] == [2, 3, 6, 7]
    assert results.played == 5
    assert not results.is_finished
    assert results.met()[0, 1].pairs == 2
    for number in (0, 1, 4):
        results.add(games[number])
    assert results.is_finished
    assert results.counted() == games
    points = sum(game.points[game.players.index(0)] for game in games)
    assert results.met()[0, 1].score == points / 8


def won_by_a(plan):
    """Games that the first of two players wins, all of them."""
    for number in range(plan.games):
        loss = Loss(plan.task(number).players.index(1), "crash", "")
        yield judged(plan, course_of(plan, number, most=2, loss=loss))


def test_a_test_decides_by_the_order_of_the_pairs_whichever_came_first():
    plan = make_plan(pairs=60)
    games = list(won_by_a(plan))
    stops = set()
    for order in (games, games[::-1], games[40:] + games[:40]):
        results = Results(plan, Sprt(0, 100))
        for game in order:
            results.add(game)
        assert results.decision == "H1"
        assert results.is_finished
        stops.add(len(results.counted()))
    (stop,) = stops
    assert stop == 24  # 2.944 / log(score of Elo 100 / 0.5) is 11.9 pairs
    results = Results(plan, Sprt(0, 100))
    for game in games[: stop - 1]:
        results.add(game)
    assert not results.is_finished

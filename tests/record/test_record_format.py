"""Game records: the schema and what it lets through, tampered lines, streams, people's games."""

from __future__ import annotations

import copy
import io
import json
import math
import random

import pytest
import samples

import fylking
from fylking import record
from fylking.bots import MctsBot
from fylking.matches import Plan, parse_player, random_openings, run

GAMES = [fylking.Fravan(3), fylking.Herfor(3), fylking.Frasvel(3), fylking.Freeze(6)]


@pytest.fixture(scope="module", params=GAMES, ids=samples.label)
def match(request, tmp_path_factory):
    """The bytes that `fylking match` writes, two games."""
    path = tmp_path_factory.mktemp("record") / "match.jsonl"
    players = (parse_player("random"), parse_player("mcts:simulations=4"))
    run(Plan(players, random_openings(request.param, seed=3), pairs=1, seed=3), out=path)
    return path.read_bytes()


def lines_of(data):
    return [json.loads(line) for line in data.splitlines()]


def file_of(*lines):
    return b"".join(map(record.line_of, lines))


def played(game, seed=1, actions=None):
    pos = game.start()
    pos.play_random(seed, actions)
    return pos


def own_file(pos, **more):
    head = record.head_of(pos.game, ["Ann", "Bob"])
    return [head, record.GameRecord.of(pos, **more).facts()]


# ---- The schema ----


def test_what_a_match_writes_has_the_shape_of_the_schema(match):
    jsonschema = pytest.importorskip("jsonschema")
    schema = record.schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for line in lines_of(match):
        validator.validate(line)
    assert record.validate(match) == 2


def mutations(facts, chance):
    """Copies of a line with one value exchanged, left out or added, at any depth."""
    odd = [None, True, -1, 0, 2, 0.5, "", "x", [], {}, [None], [1, 2], {"x": 1}, 10**20]
    places = [()]
    while places:
        where = places.pop()
        value = facts
        for key in where:
            value = value[key]
        if isinstance(value, dict):
            places += [(*where, key) for key in value]
        elif isinstance(value, list):
            places += [(*where, key) for key in range(min(len(value), 2))]
        for new in chance.sample(odd, 5):
            if not where:
                continue
            other = copy.deepcopy(facts)
            inner = other
            for key in where[:-1]:
                inner = inner[key]
            inner[where[-1]] = new
            yield other
        if isinstance(value, dict):
            for key in [*value, "new"]:
                other = copy.deepcopy(facts)
                inner = other
                for step in where:
                    inner = inner[step]
                inner.pop(key, None) if key in inner else inner.update({key: 1})
                yield other


def test_the_check_of_the_shape_agrees_with_the_schema(match, seeds):
    jsonschema = pytest.importorskip("jsonschema")
    chance = random.Random(seeds(1)[0])
    definitions = record.schema()["$defs"]
    head, game, _ = lines_of(match)
    game["thoughts"] = [{"value": 0.5, "proven": False, "pv": "a1", "simulations": 3}, None]
    game["forfeit"] = {"seat": 0, "kind": "crash", "detail": ""}
    for name, facts in (("head", head), ("game", game)):
        schema = {"$ref": f"#/$defs/{name}", "$defs": definitions}
        validator = jsonschema.Draft202012Validator(schema)
        verdicts = set()
        for other in mutations(facts, chance):
            fits = validator.is_valid(other)
            verdicts.add(fits)
            try:
                check = record.checked_head if name == "head" else record.GameRecord.from_facts
                check(other)
                found = True
            except ValueError:
                found = False
            assert found == fits, other
        assert verdicts == {True, False}


def test_the_constants_are_those_of_the_schema():
    definitions = record.schema()["$defs"]
    assert definitions["head"]["properties"]["fylking_match"]["const"] == record.FORMAT
    kinds = definitions["game"]["properties"]["forfeit"]["properties"]["kind"]["enum"]
    assert kinds == [record.CRASH, record.TIME, record.ILLEGAL, record.RESIGNED]


# ---- There and back ----


@pytest.mark.parametrize("game", samples.SMALL, ids=samples.label)
@pytest.mark.parametrize("actions", [0, 1, 2, 7, None])
def test_written_and_read_a_game_is_the_same(tmp_path, game, actions):
    pos = played(game, actions=actions)
    path = tmp_path / "games.jsonl"
    games = [record.GameRecord.of(pos, number) for number in range(3)]
    with record.Writer(path, record.head_of(game, ["Ann", "Bob"])) as out:
        for one in games:
            out.write(one)
    with record.read(path) as found:
        assert found.game == game
        assert list(found) == games
    again = games[0].replay()
    assert (again, again.history) == (pos, pos.history)
    assert games[0].end == (pos.end_reason or "unfinished")
    assert record.validate(path) == 3


def test_a_writer_does_not_write_over_a_file(tmp_path):
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"mine")
    with pytest.raises(FileExistsError):
        record.Writer(path, record.head_of(GAMES[0], ["Ann", "Bob"]))
    assert path.read_bytes() == b"mine"


def test_a_game_of_another_head_is_not_written():
    out = io.BytesIO()
    writer = record.Writer(out, record.head_of(fylking.Fravan(4), ["Ann", "Bob"]))
    before = out.getvalue()
    with pytest.raises(fylking.RecordError, match="which is not what the head says"):
        writer.write(record.GameRecord.of(GAMES[0].start()))
    assert out.getvalue() == before


def test_people_have_names_and_need_no_times():
    pos = played(fylking.Fravan(2))
    head, game = own_file(pos)
    assert head["players"] == ["Ann", "Bob"]
    assert not {"seconds", "thoughts", "seeds", "limits", "pair"} & game.keys()
    assert record.validate(file_of(head, game)) == 1


def test_times_and_thoughts_may_be_known_for_some_actions():
    pos = fylking.Fravan(2).start()
    bot = MctsBot(50, seed=1)
    pos.push("b2")
    action = bot.choose(pos)
    thought = record.thought_facts(pos, bot.thought)
    pos.push(action)
    more = {"seconds": (None, 0.5), "thoughts": (None, thought)}
    data = file_of(*own_file(pos, **more))
    (game,) = record.read(data)
    assert game.thoughts == (None, thought)
    assert thought["pv"].split()[0] == game.actions[1]
    assert "thoughts" not in game.identity()


@pytest.mark.parametrize("seat", [0, 1])
def test_who_resigns_has_lost(seat):
    loss = record.Loss(seat, record.RESIGNED, "resigned")
    head, facts = own_file(played(fylking.Fravan(2), actions=4), forfeit=loss)
    (game,) = record.read(file_of(head, facts))
    assert (game.end, game.points[seat], game.points[1 - seat]) == ("forfeit", 0, 1)


# ---- Broken and tampered ----


def tampered(name, value):
    def change(head, game):
        game[name] = value

    return change


def head_with(name, value):
    def change(head, game):
        head[name] = value

    return change


def without(name):
    return lambda head, game: game.pop(name)


OTHER_POINTS = [0.5, 0.5]


@pytest.mark.parametrize(
    ("change", "line", "reason"),
    [
        (head_with("fylking_match", 2), 1, "version 2 of the format is not 1"),
        (head_with("fylking_match", "1"), 1, 'version "1" of the format is not 1'),
        (head_with("game", "chess"), 1, "there is no game 'chess'"),
        (head_with("size", 99), 1, "size is 99; Fravan is played on sizes"),
        (head_with("size", "3"), 1, 'size is a whole number, not "3"'),
        (head_with("moves", 1), 1, 'the head has "moves", which is no field of it'),
        (head_with("players", ["Ann"]), 2, "players are [0, 1], but the head has not so many"),
        (head_with("pie", False), 2, "which is not what the head says"),
        (without("opening"), 2, "the game has no 'opening'"),
        (tampered("opening", "fravan3 x b open 1b"), 2, "rank"),
        (tampered("points", OTHER_POINTS), 2, "points is [0.5, 0.5]; from the actions follows"),
        (tampered("points", [1, 0, 0]), 2, "points has 3 entries; it has 2"),
        (tampered("points", [2, 0]), 2, "points[0] is 0 or 0.5 or 1, not 2"),
        (tampered("score", [99, 0]), 2, "score is [99, 0]; from the actions follows"),
        (tampered("colours", ["black", "black"]), 2, "colours is"),
        (tampered("end", "two passes"), 2, 'end is "two passes"; from the actions follows'),
        (tampered("end", "cut off"), 2, 'end is "cut off"; from the actions follows'),
        (tampered("actions", "c3 black c3"), 2, "action 3 of 3: c3 is taken"),
        (tampered("actions", "c3 black z9"), 2, "action 3 of 3: 'z9' is no action"),
        (tampered("actions", "c3 black a1"), 2, "after the actions the game goes on"),
        (tampered("actions", 5), 2, "actions is a text, not 5"),
        (tampered("seconds", [1.0]), 2, "actions, but 1 seconds"),
        (tampered("seconds", [-1.0]), 2, "seconds[0] is 0 or more, not -1.0"),
        (tampered("thoughts", []), 2, "actions, but 0 thoughts"),
        (tampered("thoughts", [{"value": 7}]), 2, "thoughts[0].value is at most 1, not 7"),
        (tampered("forfeit", {"seat": 0, "kind": "crash", "detail": ""}), 2, "end is"),
        (tampered("forfeit", {"seat": 2, "kind": "crash", "detail": ""}), 2, "forfeit.seat is 0"),
    ],
)
def test_what_does_not_follow_is_an_error_with_its_line(change, line, reason):
    head, game = own_file(played(fylking.Fravan(3)))
    change(head, game)
    with pytest.raises(fylking.RecordError) as caught:
        record.validate(file_of(head, game))
    assert caught.value.line == line
    assert str(caught.value).startswith(f"line {line} of the record: ")
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"nonsense\n", "the line is no JSON: b'nonsense"),
        (b"\n", "the line is no JSON"),
        (b"\xff\n", "the line is no JSON"),
        (b"[1]\n", "the line is no JSON object"),
        (b"[" * 100_000 + b"\n", "the line is no JSON"),
        (b'{"game": NaN}\n', "the line is no JSON"),
        (b'{"game": "\\ud800"}\n', "the line is no JSON"),
        (b"9" * 10_000 + b"\n", "the line is no JSON"),
        (b"{}\n", "the game has no 'game'"),
        (b'{"fylking_match": 1}\n', "the game has no 'game'"),
    ],
    ids=range(10),
)
def test_a_line_that_is_no_game_is_an_error_with_its_number(line, reason):
    head, game = own_file(played(fylking.Fravan(2)))
    with pytest.raises(fylking.RecordError) as caught:
        record.validate(file_of(head, game) + line)
    assert caught.value.line == 3
    assert reason in str(caught.value)


@pytest.mark.parametrize("data", [b"", b"{}\n", b"hello\n", b'{"fylking_match": 1'], ids=range(4))
def test_what_has_no_head_is_an_error_in_line_1(data):
    with pytest.raises(fylking.RecordError, match="line 1 of the record") as caught:
        record.read(data)
    assert caught.value.line == 1


def test_infinite_numbers_are_refused():
    head, game = own_file(played(fylking.Fravan(2)))
    text = json.dumps(game | {"seconds": [12345.5]}).replace("12345.5", "1e999")
    with pytest.raises(fylking.RecordError, match="seconds"):
        record.validate(file_of(head) + text.encode() + b"\n")


def test_a_line_that_is_too_long_is_refused_without_being_read(monkeypatch):
    monkeypatch.setattr("fylking.record.files.LONGEST", 1000)
    head, _ = own_file(played(fylking.Fravan(2)))
    read = io.BytesIO(file_of(head) + b"x" * 5000)
    with pytest.raises(fylking.RecordError, match="line 2 of .* longer than 1000 bytes"):
        record.validate(read)
    assert read.tell() < 2000


def test_a_torn_last_line_is_left_out_and_told():
    head, game = own_file(played(fylking.Fravan(2)))
    reader = record.read(file_of(head, game, game)[:-1])
    assert len(list(reader)) == 1
    assert reader.torn


@pytest.mark.parametrize("numbers", [(0, 0), (3, 5, 3), (1, 0, 2, 1)])
def test_two_games_have_not_the_same_number(numbers):
    pos = played(fylking.Fravan(2))
    head, game = own_file(pos)
    lines = [game | {"game": number} for number in numbers]
    with pytest.raises(
        fylking.RecordError, match=f"there is a game {numbers[-1]} already"
    ) as caught:
        record.validate(file_of(head, *lines))
    assert caught.value.line == len(numbers) + 1
    assert record.validate(file_of(head, *lines[:-1])) == len(numbers) - 1
    with record.Writer(io.BytesIO(), head) as out:
        for number in numbers[:-1]:
            out.write(record.GameRecord.of(pos, number))
        with pytest.raises(fylking.RecordError, match="already"):
            out.write(record.GameRecord.of(pos, numbers[-1]))


@pytest.mark.parametrize("value", [math.nan, math.inf, 1.5, -2])
def test_a_value_that_is_no_return_is_not_written(value):
    pos = played(fylking.Fravan(2))
    head, _ = own_file(pos)
    thoughts = ({"value": value}, *[None] * (pos.ply - 1))
    with (
        record.Writer(io.BytesIO(), head) as out,
        pytest.raises(fylking.RecordError) as caught,
    ):
        out.write(record.GameRecord.of(pos, thoughts=thoughts))
    assert caught.value.line == 2
    first = pos.legal_actions()[0] if not pos.is_over else 0
    assert record.thought_facts(pos, fylking.bots.Thought(first, value))["value"] is None


@pytest.mark.parametrize("ply", [-1, 99, 10**30])
def test_there_is_no_ply_beyond_the_actions(ply):
    game = record.GameRecord.of(played(fylking.Fravan(2)))
    with pytest.raises(fylking.OptionError, match="ply"):
        game.replay(ply)


def test_shape_alone_can_be_checked():
    head, game = own_file(played(fylking.Fravan(2)))
    game["points"] = OTHER_POINTS
    assert len(list(record.read(file_of(head, game), check=False))) == 1


def test_a_file_is_read_line_by_line():
    head, game = own_file(played(fylking.Fravan(2)))

    class Endless(io.RawIOBase):
        """A head, then games without end."""

        lines = 0

        def readline(self, size=-1):
            self.lines += 1
            return record.line_of(head if self.lines == 1 else game | {"game": self.lines - 2})

    source = Endless()
    games = iter(record.read(source))
    for _ in range(100):
        next(games)
    assert source.lines == 101

"""The engine's commands: what each does to the position and the options, and what it answers."""

from __future__ import annotations

import random
from itertools import permutations

import pytest
import samples
from talking import Talk

import fylking
from fylking.ugi.engine import result
from fylking.ugi.options import KINDS
from fylking.ugi.record import Record

OPENING = "fravan2 ../.b./.. w choose 1b"


def position_line(pos):
    """The line that tells a position by its root's text and its moves."""
    root = pos.copy()
    while root.ply:
        root.pop()
    words = ["position", "fen", root.text]
    for i, action in enumerate(pos.history):
        words += (["moves"] if i == 0 else []) + [root.action_text(action)]
        root.push(action)
    return " ".join(words)


# ---- Options ----


def test_greeting():
    said = Talk().tell("ugi")
    assert said[0] == f"id name fylking {fylking.__version__}"
    assert said[1].startswith("id author ")
    assert said[-1] == "ugiok"
    names = [line.split(" ")[2] for line in said[2:-1]]
    assert {"Game", "Size", "Pie", "Level", "Threads", "Hash"} <= set(names)
    assert names == list(KINDS)
    for line in said[2:-1]:
        words = line.split(" ")
        assert words[:2] == ["option", "name"]
        assert words[3] == "type"
        assert words[5] == "default"


def test_options_given_at_the_start_are_the_defaults():
    said = Talk(game="freeze", size=6, level=2).tell("ugi")
    assert any(line.startswith("option name Game type combo default freeze var") for line in said)
    assert "option name Size type spin default 6 min 0 max 10" in said
    assert "option name Level type spin default 2 min 0 max 10" in said


@pytest.mark.parametrize("game", samples.SMALL, ids=samples.label)
def test_options_in_any_order(game):
    lines = [
        f"setoption name Game value {game.name}",
        f"setoption name size value {game.size}",
        f"setoption name Pie value {str(game.pie).lower()}",
        "setoption name Level value 3",
    ]
    for order in permutations(lines):
        talk = Talk()
        assert talk.tell(*order, "isready") == ["readyok"]
        assert talk.text() == game.start().text
        assert talk.tell("position startpos", "d")[-1] == f"fen {game.start().text}"


@pytest.mark.parametrize(
    "line",
    [
        "setoption name Game value chess",
        "setoption name Game",
        "setoption name Size value 11",
        "setoption name Size value -1",
        "setoption name Size value five",
        "setoption name Size value " + "9" * 5000,
        "setoption name Pie value maybe",
        "setoption name Level value -1",
        "setoption name Level value 11",
        "setoption name Threads value 0",
        "setoption name Hash value 1.5",
        "setoption name Ponder value true",
        "setoption name",
        "setoption",
        "setoption Size 5",
    ],
)
def test_an_option_that_does_not_fit_is_told_and_changes_nothing(line):
    talk = Talk()
    before = talk.tell("ugi")
    (said,) = talk.tell(line)
    assert said.startswith("info string ")
    assert talk.tell("ugi") == before


def test_a_size_that_the_game_does_not_have_is_told_until_it_has():
    talk = Talk("setoption name Game value freeze", "setoption name Size value 7")
    said = talk.tell("position startpos")
    assert said == ["info string size is 7; Freeze is played on sizes 6, 8, 10"]
    assert talk.query("gameover") == "true"
    talk.tell("setoption name Size value 8", "position startpos")
    assert talk.text() == fylking.Freeze().start().text
    assert talk.query("gameover") == "false"


def test_size_0_is_the_default_size():
    for name, room in fylking.GAMES.items():
        assert Talk(f"setoption name Game value {name}").text() == room().start().text


# ---- Positions ----


@pytest.mark.parametrize("game", samples.SMALL, ids=samples.label)
def test_positions_by_text_and_moves(game):
    talk = Talk(pie=game.pie)
    for pos in samples.positions(game):
        assert talk.tell(position_line(pos)) == []
        assert talk.text() == pos.text
        assert talk.tell(f"position fen {pos.text}") == []
        assert talk.text() == pos.text


def test_a_new_position_replaces_the_old_one_and_a_new_game_forgets_it():
    talk = Talk("position startpos moves d4 white", game="fravan", size=4)
    start = fylking.Fravan(4).start()
    assert talk.text() != start.text
    talk.tell(f"position fen {OPENING}")
    assert talk.text() == OPENING
    talk.tell("uginewgame")
    assert talk.text() == start.text


@pytest.mark.parametrize("game", samples.SMALL, ids=samples.label)
def test_lines_that_go_on_go_back_and_branch_off(game):
    """What an engine remembers of the line before never shows."""
    chance = random.Random(5)
    talk = Talk(pie=game.pie)
    record = None
    pos = game.start()
    for _ in range(120):
        match chance.randrange(5):
            case 0:
                for _ in range(chance.randint(1, min(4, pos.ply or 1))):
                    if pos.ply:
                        pos.pop()
            case 1:
                talk.tell(chance.choice(("position startpos moves zz", "uginewgame", "position")))
            case 2 if not pos.is_over and chance.random() < 0.3:
                pos = fylking.parse(pos.text, game.pie)
            case _:
                pos.play_random(chance.randrange(1000), max_actions=chance.randint(1, 3))
        if pos.is_over and chance.random() < 0.5:
            pos = game.start()
        record = Record(pos, record)
        assert record.command() == Record(pos).command()
        for line in (position_line(pos), record.command()):
            if line.startswith("position startpos"):
                talk.tell(f"setoption name Game value {game.name}")
                talk.tell(f"setoption name Size value {game.size}")
            assert talk.tell(line) == []
            assert talk.text() == pos.text


def test_the_same_actions_from_another_root_are_other_moves():
    """Action numbers of Frasvel leave out how far a stack moves."""
    low = fylking.parse("frasvel3 .../..../.b.ww/..../... b play 1b")
    high = fylking.parse("frasvel3 .../..../.b2..w/..../... b play 1b")
    for pos, move in ((low, "b3-c3"), (high, "b3-d3")):
        pos.push(move)
    assert low.history == high.history
    record = Record(high, Record(low))
    assert record.texts == ("b3-d3",)
    assert record.command() == position_line(high)


def test_a_move_that_is_illegal_later_is_told_by_its_number():
    talk = Talk("position startpos moves d4 white", game="fravan", size=4)
    (said,) = talk.tell("position startpos moves d4 white a1 a1")
    assert said.startswith("info string illegal move 4, a1: ")
    talk.tell("position startpos moves d4 white a1")
    assert talk.query("p1turn") == "true"


def test_a_position_stays_when_options_change():
    talk = Talk(f"position fen {OPENING}", "setoption name Game value freeze")
    assert talk.text() == OPENING


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("position startpos moves d4 white d4", "illegal move 3, d4: d4 is taken by Black (FV1)"),
        ("position startpos moves d4 e4", "illegal move 2, e4: "),
        ("position startpos moves z9", "illegal move 1, z9: 'z9' is no action of fravan4"),
        ("position startpos moves pass", "illegal move 1, pass: "),
        (
            f"position fen {OPENING} moves black pass pass a1",
            "illegal move 4, a1: the game is over",
        ),
        ("position fen chess5 .. b play", "a position text begins with a game"),
        ("position fen", "position takes startpos or fen TEXT"),
        ("position", "position takes startpos or fen TEXT"),
        ("position moves d4", "position takes startpos or fen TEXT"),
        ("position startpos d4", "position takes startpos or fen TEXT"),
    ],
)
def test_an_illegal_position_is_told_and_leaves_none(line, expected):
    talk = Talk("position startpos moves d4", game="fravan", size=4)
    (said,) = talk.tell(line)
    assert said.startswith(f"info string {expected}")
    # What holds then, until the next position.
    assert talk.query("gameover") == "true"
    assert talk.query("result") == "none"
    assert talk.query("p1turn") in ("true", "false")
    assert talk.go()[-1] == "bestmove none"
    assert talk.go("go infinite")[-1] == "bestmove none"
    assert talk.tell("moves")[-1] == "moves"
    assert talk.tell("isready") == ["readyok"]
    assert talk.tell("d") == talk.tell("perft 1") == ["info string there is no valid position"]
    talk.tell("position startpos")
    assert talk.query("gameover") == "false"
    assert talk.go()[-1] != "bestmove none"


# ---- Queries ----


@pytest.mark.parametrize("game", samples.SMALL, ids=samples.label)
@pytest.mark.parametrize("seed", [0, 1])
def test_queries_speak_of_seats(game, seed):
    talk = Talk(pie=game.pie)
    for pos in samples.walk(game, seed, pass_rate=0.02, most=60):
        talk.tell(position_line(pos))
        assert talk.query("p1turn") == ("true" if pos.seat == 0 else "false")
        assert talk.query("gameover") == ("true" if pos.is_over else "false")
        expected = "none"
        if pos.is_over:
            winner = None if pos.winner is None else pos.winner is samples.first_colour(pos)
            expected = {True: "p1win", False: "p2win", None: "draw"}[winner]
        assert talk.query("result") == expected
        assert result(pos) == expected


def test_the_second_player_acts_twice_after_choosing_white():
    turns = []
    for moves in ("", "moves d4", "moves d4 white", "moves d4 white a1", "moves d4 black"):
        talk = Talk(f"position startpos {moves}", game="fravan", size=4)
        turns.append(talk.query("p1turn"))
    assert turns == ["true", "false", "false", "true", "true"]


def test_a_seat_that_has_changed_its_colour_wins_as_a_seat():
    # One black stone on the board and two passes: Black has won.
    for choice, expected in (("black", "p2win"), ("white", "p1win")):
        talk = Talk(f"position startpos moves b2 {choice} pass pass", game="fravan", size=2)
        assert (talk.query("gameover"), talk.query("result")) == ("true", expected)


def test_the_steps_of_a_freeze_turn_are_the_same_players():
    talk = Talk("position startpos moves b1:b7", game="freeze")
    assert talk.query("p1turn") == "true"
    talk.tell("position startpos moves b1:b7 =d4")
    assert talk.query("p1turn") == "false"


def test_a_draw_is_a_draw():
    talk = Talk("position startpos moves pass pass", game="freeze")
    assert (talk.query("gameover"), talk.query("result")) == ("true", "draw")


@pytest.mark.parametrize("line", ["query", "query winner"])
def test_an_unknown_query_is_told(line):
    assert Talk().tell(line) == ["info string query takes p1turn, gameover or result"]


# ---- Extensions ----


@pytest.mark.parametrize("game", samples.SMALL, ids=samples.label)
def test_d_moves_and_perft(game):
    talk = Talk(pie=game.pie)
    for pos in samples.positions(game)[::7]:
        talk.tell(f"position fen {pos.text}")
        fresh = fylking.parse(pos.text)
        assert talk.tell("d") == [*str(fresh).splitlines(), f"fen {pos.text}"]
        listed = [pos.action_text(action) for action in pos.legal_actions()]
        assert talk.tell("moves") == [" ".join(["moves", *listed])]
        before = len(talk.said)
        talk.tell("perft 2")
        assert talk.until("perft", before) == [f"perft 2 {fylking.perft(pos, 2)}"]


@pytest.mark.parametrize(
    "line", ["perft", "perft x", "perft -1", "perft 1001", "perft " + "9" * 5000]
)
def test_perft_wants_a_depth(line):
    assert Talk().tell(line) == ["info string perft takes a depth from 0 to 1000"]


def test_a_long_perft_can_be_stopped():
    talk = Talk("perft 40", game="frasvel")
    assert talk.tell("isready") == ["readyok"]
    talk.tell("stop")
    assert talk.until("info")[-1] == "info string perft 40 was stopped"


# ---- Lines ----


@pytest.mark.parametrize("line", ["", "   ", "\t", "\r"])
def test_blank_lines_say_nothing(line):
    assert Talk().tell(line) == []


@pytest.mark.parametrize("line", ["isready\r", "  isready  ", "\tisready now"])
def test_spaces_and_carriage_returns_do_not_matter(line):
    assert Talk().tell(line) == ["readyok"]


@pytest.mark.parametrize(
    "line", ["xyzzy", "uci", "QUIT", "\x00", "é" * 1000, "\u2028", "info string hello"]
)
def test_unknown_lines_are_told_in_one_line_of_ascii(line):
    said = Talk().tell(line)
    if line.split():
        assert len(said) == 1
        assert said[0].startswith("info string unknown command ")
        assert said[0].isascii()
        assert said[0].isprintable()
        assert len(said[0]) < 350
    else:
        assert said == []

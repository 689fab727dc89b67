# ruff: noqa: N802 (tests are named for the rules)
"""Position text (S)."""

from __future__ import annotations

import pytest
import reference

import fylking

from .drawing import play

TEXTS = [
    # Every stage of every game.
    "fravan2 ../.../.. b open 1b",
    "fravan2 ../.b./.. w choose 1b",
    "fravan2 ../.b./.. w play 1w",
    "fravan2 ../.b./.. b passed 1b",
    "fravan2 ../.b./.. w over:w 1b",
    "fravan2 bw/wwb/wb b over 1w",
    "herfor2 ../.../.. b open 1b",
    "herfor2 ../.b./.. w choose 1b",
    "herfor2 ../.../.. w play 1b",
    "herfor2 ../.b./.. b passed 1w",
    "herfor2 .b/w.b/w. b over:b 1b",
    "herfor2 bb/wbb/ww w over 1b",
    "frasvel2 ../.../.. b open 1b",
    "frasvel2 ../.b./.. w choose 1b",
    "frasvel2 w9./.b./.. w play 1w",
    "frasvel2 ../.b./.. b passed 1b",
    "frasvel2 ../.b2./.w b over:b 1w",
    "freeze6 ....../....../....w./.w..../....../bw.W.. b play",
    "freeze6 ....../....../....w./.w..../....../bw.W.. b passed",
    "freeze6 ....../....../....w./.w..../....../..bW.. b jump@c1+1",
    "freeze6 ....../....../....w./.w..../....../..bW.. b freeze+1",
    "freeze6 ....../....../....w./.W..../....../..bW.. b freeze+1>b3",
    "freeze6 bwbwbw/w..bwb/bwbwbw/wbwbwb/bwbw../wbwbwb b over:b",
    "freeze6 ....../....../....../....../....../bW.... w over",
]


@pytest.mark.parametrize("text", TEXTS)
def test_S_round_trip(text: str) -> None:
    pos = fylking.parse(text)
    assert pos.text == text == reference.parse(text).text()
    _, _, to_move, stage, *_ = text.split(" ")
    assert (pos.to_move.letter, pos.stage) == (to_move, stage)
    assert (pos.ply, pos.history) == (0, ())


def test_S_ranks_from_the_highest_files_ascending() -> None:
    pos = fylking.Fravan(2, pie=False).start()
    assert play(pos, "b3").text == "fravan2 b./.../.. w play 1b"
    assert play(pos, "a2").text == "fravan2 ../b../.. w play 1b"
    assert play(pos, "b1").text == "fravan2 ../.../.b w play 1b"


def test_S_heights_from_two_on() -> None:
    pos = fylking.parse("frasvel3 .../..../bb2w15../..../... b play 1b")
    assert pos.board.tolist()[7:10] == [1, 2, -15]
    with pytest.raises(fylking.NotationError):
        fylking.parse("frasvel3 .../..../b1..../..../... b play 1b")


def test_S_kings_are_capitals() -> None:
    pos = fylking.parse("freeze6 bwBW../....../....../....../....../...... b over")
    assert pos.board.tolist()[30:] == [1, -1, 2, -2, 0, 0]


def test_S_seats_only_where_there_is_a_pie_rule() -> None:
    with pytest.raises(fylking.NotationError):
        fylking.parse("freeze6 bw..../....../....../....../....../...... b play 1b")
    with pytest.raises(fylking.NotationError):
        fylking.parse("fravan2 ../.../.. b play")


@pytest.mark.parametrize(
    "text",
    [
        "fravan2  ../.../.. b play 1b",
        " fravan2 ../.../.. b play 1b",
        "fravan2 ../.../.. b play 1b\n",
        "fravan2\t../.../.. b play 1b",
    ],
)
def test_S_single_spaces(text: str) -> None:
    with pytest.raises(fylking.NotationError):
        fylking.parse(text)


@pytest.mark.parametrize(
    ("actions", "to_move"),
    [(["b2", "pass", "pass"], "w"), (["b2", "a1", "pass", "pass"], "b")],
)
def test_S_to_move_after_two_passes_alternates(actions: list[str], to_move: str) -> None:
    # The colour whose turn would have come is the one that passed first.
    pos = play(fylking.Fravan(2, pie=False).start(), *actions)
    assert pos.text.split()[2:4] == [to_move, f"over:{to_move}"]


@pytest.mark.parametrize("to_move", ["b", "w"])
def test_S_to_move_after_a_full_board_alternates(to_move: str) -> None:
    pos = play(fylking.parse(f"fravan2 b./wbb/wb {to_move} play 1b"), "c3")
    assert pos.to_move.letter != to_move


def test_S_a_freeze_player_without_a_jump_is_to_move() -> None:
    pos = play(fylking.parse("freeze6 bW..../....../....../....../....../...... b play"), "pass")
    assert pos.text.endswith(" w over")


def test_S_stages_of_a_freeze_turn() -> None:
    pos = fylking.parse("freeze6 ....../....../.w..w./.w..../....../bw.W.. b play")
    stages = []
    for step in ("a1:c1", "c1:e1", "=b3", "=b4", "=e4"):
        pos = play(pos, step)
        stages.append(pos.stage)
    assert stages == ["jump@c1+1", "freeze+3", "freeze+2>b3", "freeze+1>b4", "over"]


def test_S_pieces_left_are_those_that_find_a_soldier() -> None:
    # Three captured, two soldiers (FZ5).
    pos = fylking.parse("freeze6 ....../....../....w./.w..../....../bw.W.. b play")
    assert play(pos, "a1:c1", "c1:e1").stage == "freeze+2"


def test_S_the_pie_rule_is_not_in_the_text() -> None:
    text = "fravan2 ../.b./.. w play 1b"
    on, off = fylking.parse(text), fylking.parse(text, pie=False)
    assert (on.game.pie, off.game.pie) == (True, False)
    assert on == off


def test_S_equal_when_the_texts_are() -> None:
    # Reached by two orders of play.
    start = fylking.Fravan(3, pie=False).start()
    one = play(start, "a1", "e5", "c3", "pass")
    two = play(start, "c3", "e5", "a1", "pass")
    assert one.text == two.text
    assert (one, one.key) == (two, two.key)
    assert one != play(start, "a1", "e5", "c3")


def test_S_boards_that_no_game_reaches() -> None:
    # b2 could flip; as written it stays until somebody places a stone.
    pos = fylking.parse("fravan2 .b/.w./b. w play 1b")
    assert play(pos, "pass").board.tolist() == [1, 0, 0, -1, 0, 0, 1]

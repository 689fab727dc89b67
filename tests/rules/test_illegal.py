# ruff: noqa: N802 (tests are named for the rules)
"""What is said of an illegal action: the rule that forbids it, and where."""

from __future__ import annotations

import pytest

import fylking

from .drawing import drawn, play, refused


def test_A_no_such_action() -> None:
    pos = fylking.Fravan(2).start()
    assert "10" in refused(pos, 10, "A")
    assert "-1" in refused(pos, -1, "A")


@pytest.mark.parametrize("name", ["fravan", "herfor", "frasvel"])
def test_P3_the_choice_comes_first(name: str) -> None:
    pos = play(fylking.game(name, 2).start(), "b2")
    for action in ("a1", "b2", "pass"):
        assert "black or white" in refused(pos, action, "P3")


@pytest.mark.parametrize("name", ["fravan", "herfor", "frasvel"])
@pytest.mark.parametrize("choice", ["black", "white"])
def test_P3_no_choice_at_another_time(name: str, choice: str) -> None:
    for pie in (True, False):
        assert choice in refused(fylking.game(name, 2, pie=pie).start(), choice, "P3")


@pytest.mark.parametrize("name", ["fravan", "herfor", "frasvel"])
def test_P4_no_pass_on_the_opening_turn(name: str) -> None:
    assert "opening" in refused(fylking.game(name, 2).start(), "pass", "P4")


def test_P1_no_move_on_the_opening_turn() -> None:
    game = fylking.Frasvel(2)
    assert "places a stone" in refused(game.start(), game.points, "P1")


def test_FV1_a_taken_point() -> None:
    pos = fylking.parse("fravan2 ../.bw/.. w play 1b")
    assert refused(pos, "b2", "FV1") == "b2 is taken by Black (FV1)"
    assert refused(pos, "c2", "FV1") == "c2 is taken by White (FV1)"


@pytest.mark.parametrize("text", ["fravan2 bw/wwb/wb b over 1w", "fravan2 ../.b./.. w over:w 1b"])
def test_FV8_the_game_is_over(text: str) -> None:
    pos = fylking.parse(text)
    for action in ("a1", "pass", "black"):
        assert str(pos.end_reason) in refused(pos, action, "FV8")


def test_HF2_a_taken_point() -> None:
    pos = fylking.parse("herfor3 .../..../..b../..../... w play 1b")
    assert refused(pos, "c3", "HF2") == "c3 is taken by Black (HF2)"


def test_HF3_next_to_an_enemy_without_invading() -> None:
    pos = drawn(
        "herfor",
        """
            . . .
           . . * w
          . . . . .
           . . . .
            . . .
        """,
    )
    expected = "d4 is next to White on e4 and invades on no axis (HF3)"
    assert refused(pos, "d4", "HF3") == expected


def test_HF6_the_board_is_full() -> None:
    pos = fylking.parse("herfor2 bb/wbb/ww w over 1b")
    assert "board full" in refused(pos, "a1", "HF6")


def test_HF7_two_passes() -> None:
    pos = fylking.parse("herfor2 .b/w.b/w. b over:b 1b")
    assert "two passes" in refused(pos, "pass", "HF7")


def test_HF7_no_pass_with_a_placement() -> None:
    # Only a1 has no white neighbour.
    pos = fylking.parse("herfor2 .w/.../.. b play 1b")
    assert "a1 is legal" in refused(pos, "pass", "HF7")


def test_FS2_a_taken_cell() -> None:
    pos = fylking.parse("frasvel2 ../.b3./.. w play 1b")
    assert refused(pos, "b2", "FS2") == "b2 is taken by Black (FS2)"


def test_FS2_next_to_a_friend() -> None:
    pos = fylking.parse("frasvel2 ../.b3./.. b play 1b")
    assert "a1 is next to Black's own stack on b2" in refused(pos, "a1", "FS2")


EAST = 0


def east(rank: str, origin: str, rule: str) -> str:
    """Why a stack may not move to the east on the middle rank of size 3."""
    pos = drawn(
        "frasvel",
        f"""
            . . .
           . . . .
          {rank}
           . . . .
            . . .
        """,
    )
    move = pos.game.points + 6 * pos.game.point_index(origin) + EAST
    return refused(pos, move, rule)


def test_FS3_no_stack_of_ones_own() -> None:
    assert "Black has no stack on a3" in east(". . . . .", "a3", "FS3")
    assert "Black has no stack on a3" in east("w . . . .", "a3", "FS3")


def test_FS3_an_enemy_in_the_way() -> None:
    assert "an enemy stack on b3 is in the way" in east("b3 w . . .", "a3", "FS3")
    assert "an enemy stack on c3 is in the way" in east("b2 . w . .", "a3", "FS3")


def test_FS3_the_edge_in_the_way() -> None:
    message = east(". . . b3 .", "d3", "FS3")
    assert "d3 moves 3 cells, and the board ends after e3" in message


def test_FS3_the_landing_is_taken() -> None:
    assert "the landing cell c3 is taken" in east("b2 . b . .", "a3", "FS3")


def test_FS5_nothing_touched() -> None:
    assert "touches no enemy group" in east("b . . . w", "a3", "FS5")


def test_FS5_a_higher_group_touched() -> None:
    message = east("b . w3 . .", "a3", "FS5")
    assert "c3, which is 3 high, more than 1" in message


def test_FS8_the_game_is_over() -> None:
    pos = fylking.parse("frasvel2 ../.b2./.w b over:b 1w")
    assert "two passes" in refused(pos, "a1", "FS8")


# b3 can jump over c3 and then d4; king b5 and soldier f2 stay out of it. White: c3 d4 f6, king a1.
CHAIN = """
          . . . . . w
          . B w . . .
          . . . w . .
          . b w . . .
          . . . . . b
          W . . . . .
"""


def test_FZ2_a_king() -> None:
    pos = drawn("freeze", CHAIN)
    assert refused(pos, "b5:d5", "FZ2") == "the king on b5 cannot move (FZ2)"


def test_FZ3_no_soldier_of_ones_own() -> None:
    pos = drawn("freeze", CHAIN)
    assert "Black has no soldier on a2" in refused(pos, "a2:c2", "FZ3")
    assert "Black has no soldier on c3" in refused(pos, "c3:e3", "FZ3")


def test_FZ3_no_enemy_to_jump_over() -> None:
    pos = drawn("freeze", CHAIN)
    assert "no enemy stack on b4" in refused(pos, "b3:b5", "FZ3")


def test_FZ3_the_square_behind_is_taken() -> None:
    pos = fylking.parse("freeze6 ....../....../....../bwbw../....../...... b play")
    assert "the square behind, c3, is taken" in refused(pos, "a3:c3", "FZ3")


def test_FZ4_another_soldier() -> None:
    pos = play(drawn("freeze", CHAIN), "b3:d3")
    assert "the soldier on d3 only" in refused(pos, "f2:d2", "FZ4")


def test_FZ5_nothing_to_place() -> None:
    pos = drawn("freeze", CHAIN)
    assert "no captured piece to place yet" in refused(pos, "=c3", "FZ5")
    assert "no captured piece to place yet" in refused(play(pos, "b3:d3"), "=d4", "FZ5")


def test_FZ5_pieces_must_be_placed() -> None:
    pos = play(drawn("freeze", CHAIN), "b3:d3", "d3:d5")
    for action in ("pass", "stop", "d5:b5"):
        assert "2 still to go" in refused(pos, action, "FZ5")


@pytest.mark.parametrize("square", ["b1", "a1", "d5"])
def test_FZ5_no_enemy_soldier(square: str) -> None:
    # Empty, a king, a soldier of one's own.
    pos = play(drawn("freeze", CHAIN), "b3:d3", "stop")
    assert f"no enemy soldier on {square}" in refused(pos, f"={square}", "FZ5")


def test_FZ6_the_game_is_over() -> None:
    pos = fylking.parse("freeze6 ....../....../....../....../....../bW.... w over")
    assert "no jump" in refused(pos, "pass", "FZ6")
    pos = play(fylking.Freeze(6).start(), "pass", "pass")
    assert "two passes" in refused(pos, "b1:b5", "FZ6")


def test_FZ7_no_pass_within_a_turn() -> None:
    pos = play(drawn("freeze", CHAIN), "b3:d3")
    assert "cannot be passed" in refused(pos, "pass", "FZ7")


def test_FZ7_no_stop_before_a_jump() -> None:
    assert "no chain to stop" in refused(drawn("freeze", CHAIN), "stop", "FZ7")


# Two pieces to place on three soldiers: e1, b5, e5.
THREE = "freeze6 ....../.w..w./....../...b../....../....w. b freeze+{}"


def test_FZ7_too_few_soldiers_above() -> None:
    pos = fylking.parse(THREE.format(2))
    assert "above e5 for 1 more" in refused(pos, "=e5", "FZ7")


def test_FZ7_descending() -> None:
    pos = play(fylking.parse(THREE.format(2)), "=b5")
    assert "e1 comes before b5" in refused(pos, "=e1", "FZ7")

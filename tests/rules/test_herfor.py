# ruff: noqa: N802 (tests are named for the rules)
"""Herfor, rule by rule (HF)."""

from __future__ import annotations

import pytest

import fylking

from .drawing import after, board, drawn, legal, play

ROW = """
         . . . .
        . . . . .
       . . . . . .
      {}
       . . . . . .
        . . . . .
         . . . .
"""


def turned(rank: str, placed: str) -> str:
    """The middle rank of size 4 after Black has played on the file named."""
    result = after(drawn("herfor", ROW.format(rank)), placed + "4")
    return " ".join(result.split("/")[3])


def test_HF1_a_run_of_stones_is_one_phalanx() -> None:
    # The new phalanx is c4 d4 e4, with white stones next to its ends.
    assert turned(". w b * b w .", "d") == ". b b b b b ."


def test_HF1_a_run_is_of_one_colour() -> None:
    # The phalanx that is invaded from d4 ends with f4: g4 is black.
    assert turned(". w w * w w b", "d") == ". b b b b b b"
    assert turned(". w w * w b b", "d") == ". w b b b b b"


def test_HF1_a_single_stone_is_a_phalanx_on_every_axis() -> None:
    # It invades on all three.
    before = drawn(
        "herfor",
        """
            . . .
           . w w .
          . w * w .
           . w w .
            . . .
        """,
    )
    expected = board(
        """
            . . .
           . b b .
          . b b b .
           . b b .
            . . .
        """
    )
    assert after(before, "c3") == expected


def test_HF2_a_stone_goes_on_an_empty_point() -> None:
    pos = drawn(
        "herfor",
        """
            . . .
           . . . .
          . b . . .
           . . . .
            . . .
        """,
    )
    assert "b3" not in legal(pos)
    assert len(legal(pos)) == 18


def test_HF2_an_enemy_at_one_end_is_not_enough() -> None:
    assert turned(". w b * . . .", "d") == ". w b b . . ."


def test_HF2_the_edge_is_no_enemy() -> None:
    assert turned("* b w . . . .", "a") == "b b w . . . ."


def test_HF2_old_phalanxes_do_not_invade() -> None:
    # b4 stands between two white stones, but is not part of a line through f4.
    assert turned("w b w . . * .", "f") == "w b w . . b ."


def test_HF3_without_an_enemy_neighbour() -> None:
    assert turned("w . * b . . .", "c") == "w . b b . . ."


def test_HF3_next_to_an_enemy_only_as_an_invader() -> None:
    # d4 has white c4 and e4 at its sides; b4 and f4 touch one of them and invade nothing.
    pos = drawn("herfor", ROW.format(". . w * w . ."))
    assert pos.is_legal("d4")
    assert not pos.is_legal("b4")
    assert not pos.is_legal("f4")


def test_HF3_invading_on_one_axis_is_enough() -> None:
    # c3 touches d4 too, on an axis where it invades nothing (b2 is empty).
    before = drawn(
        "herfor",
        """
            . . .
           . . w .
          . w * w .
           . . . .
            . . .
        """,
    )
    expected = board(
        """
            . . .
           . . w .
          . b b b .
           . . . .
            . . .
        """
    )
    assert after(before, "c3") == expected


def test_HF3_an_invader_without_an_enemy_neighbour() -> None:
    # No white stone is next to d4; the phalanx b4-f4 that it completes invades all the same.
    assert turned("w b b * b b w", "d") == "b b b b b b b"


def test_HF4_the_shorter_phalanx_says_how_many_flip() -> None:
    # Lengths 1 and 3: one stone of each.
    assert turned(". w * w w w .", "c") == ". b b b w w ."
    # Lengths 2 and 2: all of them.
    assert turned(". w w * w w .", "d") == ". b b b b b ."


def test_HF5_the_stones_nearest_the_invader_flip() -> None:
    # Lengths 2 and 3: d4 and e4 are nearer than f4.
    assert turned("w w * w w w .", "c") == "b b b b b w ."
    assert turned(". w w w * w w", "e") == ". w b b b b b"


def test_HF5_all_axes_on_the_position_after_the_placement() -> None:
    # E-W: b3 and d3. N-S: c4 c5 and c2, so one each. NE-SW: b2 is empty.
    before = drawn(
        "herfor",
        """
            w . .
           . w w .
          . w * w .
           . . w .
            . . b
        """,
    )
    expected = board(
        """
            w . .
           . b w .
          . b b b .
           . . b .
            . . b
        """
    )
    assert after(before, "c3") == expected


def test_HF5_flips_start_no_invasion() -> None:
    # d3 turns black between white d2 and d4: no phalanx of the placed stone, so they stay.
    before = drawn(
        "herfor",
        """
            . . .
           . . w .
          . w * w .
           . . . w
            . . .
        """,
    )
    expected = board(
        """
            . . .
           . . w .
          . b b b .
           . . . w
            . . .
        """
    )
    assert after(before, "c3") == expected


def test_HF6_the_board_is_full_and_more_stones_win() -> None:
    before = drawn(
        "herfor",
        """
          b *
         w b b
          w w
        """,
    )
    pos = play(before, "c3")
    assert pos.text == "herfor2 bb/wbb/ww w over 1b"
    assert (pos.end_reason, pos.score, pos.winner) == ("board full", (4.0, 3.0), fylking.BLACK)


def test_HF6_the_last_stone_decides() -> None:
    # White leads by 4 to 2; b2 invades a1 and c3.
    before = drawn(
        "herfor",
        """
          b w
         b * w
          w w
        """,
    )
    pos = play(before, "b2")
    assert (pos.score, pos.winner) == ((5.0, 2.0), fylking.BLACK)


def test_HF7_a_player_without_a_placement_passes() -> None:
    # Every empty point touches the black stone, and none invades.
    pos = fylking.parse("herfor2 ../.b./.. w play 1b")
    assert legal(pos) == ["pass"]
    assert play(pos, "pass").stage == "passed"


def test_HF7_nobody_else_passes() -> None:
    pos = fylking.Herfor(2, pie=False).start()
    assert legal(pos) == ["a1", "b1", "a2", "b2", "c2", "b3", "c3"]


def test_HF7_two_passes_end_the_game() -> None:
    pos = play(fylking.parse("herfor2 .b/w.b/w. b play 1b"), "pass", "pass")
    assert (pos.stage, pos.end_reason, pos.legal_actions()) == ("over:b", "two passes", [])


def test_HF7_a_pass_after_a_placement_does_not() -> None:
    pos = play(fylking.Herfor(2, pie=False).start(), "b2", "pass")
    assert pos.legal_actions() == [0, 1, 2, 4, 5, 6]


@pytest.mark.parametrize("to_move", ["b", "w"])
def test_HF8_the_first_passer_wins_a_tie(to_move: str) -> None:
    # Two stones each, and no placement for either.
    pos = play(fylking.parse(f"herfor2 .b/w.b/w. {to_move} play 1b"), "pass", "pass")
    assert pos.score == (2.0, 2.0)
    assert pos.winner.letter == to_move


def test_HF8_unequal_counts_need_no_tie_break() -> None:
    pos = play(fylking.parse("herfor2 .b/w.b/.b w play 1b"), "pass", "pass")
    assert (pos.stage, pos.score, pos.winner) == ("over:w", (3.0, 1.0), fylking.BLACK)

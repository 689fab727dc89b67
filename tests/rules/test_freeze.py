# ruff: noqa: N802 (tests are named for the rules)
"""Freeze, rule by rule (FZ)."""

from __future__ import annotations

import pytest
import reference

import fylking

from .drawing import after, board, board_of, drawn, legal, play


def turns(pos: fylking.Position) -> list[str]:
    """The texts of the legal turns, in the order in which the reference finds them."""
    found = [text for text, _ in reference.parse(pos.text).turns()]
    assert sorted(pos.legal_turns()) == sorted(found)
    return found


def test_FZ1_the_start() -> None:
    expected = board(
        """
          b w b w b w b w
          w . . b w b w b
          b w b w b w b w
          w b w b w b w b
          b w b w b w b w
          w b w b w . . b
          b w b w b w b w
          w b w b w b w b
        """
    )
    assert fylking.Freeze().start().text == f"freeze8 {expected} b play"


@pytest.mark.parametrize(
    ("size", "empty"),
    [
        (6, {"b5", "c5", "e2", "f2"}),
        (8, {"b7", "c7", "f3", "g3"}),
        (10, {"b9", "c9", "g4", "h4"}),
    ],
)
def test_FZ1_the_empty_squares_of_each_size(size: int, empty: set[str]) -> None:
    game = fylking.Freeze(size)
    cells = game.start().board.tolist()
    assert {game.point_name(i) for i, cell in enumerate(cells) if not cell} == empty
    for i, cell in enumerate(cells):
        if cell:
            assert cell == (-1 if sum(game.coordinates(i)) % 2 == 0 else 1), game.point_name(i)


def test_FZ1_as_many_pieces_as_at_the_start() -> None:
    pos = fylking.parse("freeze6 bb..../BBBBBB/w...../....../....../...... w over")
    assert sum(pos.board[pos.board > 0]) == 14
    with pytest.raises(fylking.PositionError, match="Black has 17 pieces, more than 16"):
        fylking.parse("freeze6 bbbbb./BBBBBB/w...../....../....../...... w over")


def test_FZ2_kings_do_not_move() -> None:
    # Both could jump over w, if they were soldiers; c3 is one.
    pos = drawn(
        "freeze",
        """
          . . . . . .
          . . B w . .
          . . . . . .
          . . b w . .
          . . . . . .
          . . . . . .
        """,
    )
    assert legal(pos) == ["c3:e3", "pass"]


def test_FZ2_kings_can_be_captured() -> None:
    before = drawn(
        "freeze",
        """
          . . . . . .
          . . . . . .
          . . . . . .
          . b W . . .
          . . . . . .
          . . . . . .
        """,
    )
    expected = board(
        """
          . . . . . .
          . . . . . .
          . . . . . .
          . . . b . .
          . . . . . .
          . . . . . .
        """
    )
    assert after(before, "b3:d3") == expected


def test_FZ3_over_a_neighbour_to_the_square_behind() -> None:
    # c3 jumps north and east. South is a friend, west an enemy with another behind it; d4 is
    # diagonal.
    pos = drawn(
        "freeze",
        """
          . . . . . .
          . . . . . .
          . . w w . .
          w w b w . .
          . . b . . .
          . . . . . .
        """,
    )
    assert legal(pos) == ["c3:e3", "c3:c5", "pass"]


def test_FZ3_not_over_an_empty_square() -> None:
    # d3 is next to e3 only, and its way behind is free: c3 is two squares from e3.
    pos = drawn(
        "freeze",
        """
          . . . . . .
          . . . . . .
          . . . . . .
          . . b . w b
          . . . . . .
          . . . . . .
        """,
    )
    assert legal(pos) == ["f3:d3", "pass"]


def test_FZ3_the_captured_stack_leaves_at_once() -> None:
    before = drawn(
        "freeze",
        """
          . . . . . .
          . . . . w .
          . . . . . .
          . b w . . .
          . . . . . .
          . . . . . .
        """,
    )
    expected = board(
        """
          . . . . . .
          . . . . w .
          . . . . . .
          . . . b . .
          . . . . . .
          . . . . . .
        """
    )
    pos = play(before, "b3:d3")
    assert (board_of(pos), pos.stage) == (expected, "freeze+1")


def test_FZ3_a_king_is_two_pieces() -> None:
    before = drawn(
        "freeze",
        """
          . . . . . .
          . w . . w .
          . . . . . .
          . b W . . .
          . . . . . .
          . . . . . .
        """,
    )
    assert play(before, "b3:d3").stage == "freeze+2"


def test_FZ4_on_in_any_direction() -> None:
    # East, north, and there the chain cannot go on.
    pos = drawn(
        "freeze",
        """
          . . . . . .
          . . . . . w
          . . . w . .
          . b w . . .
          . . . . . .
          . . . . . .
        """,
    )
    assert turns(pos) == ["b3:d3:d5=f5", "b3:d3=d4", "b3:d3=f5", "pass"]


def test_FZ4_the_same_soldier_only() -> None:
    # Black's other soldier could jump too.
    pos = drawn(
        "freeze",
        """
          . . . . . .
          . . . . . .
          . . . w . .
          . b w . . .
          . . . . . .
          . b w . . .
        """,
    )
    assert legal(play(pos, "b3:d3")) == ["d3:d5", "stop"]


def test_FZ4_back_to_the_square_it_started_from() -> None:
    # a1 is empty once the soldier has left it.
    before = drawn(
        "freeze",
        """
          . . . . . .
          . . . . w .
          . . . . . .
          . w . . . .
          w . w . . .
          b w . . . .
        """,
    )
    expected = board(
        """
          . . . . . .
          . . . . W .
          . . . . . .
          . . . . . .
          . . . . . .
          b . . . . .
        """
    )
    assert "a1:c1:c3:a3:a1=e5" in turns(before)
    assert after(before, "a1:c1", "c1:c3", "c3:a3", "a3:a1", "=e5") == expected


def test_FZ5_one_piece_on_each_of_the_enemy_soldiers() -> None:
    # Two captured pieces, three soldiers: every pair of them, and nothing less. Kings get none.
    pos = drawn(
        "freeze",
        """
          . . . . . .
          . w . W w .
          . . . . . .
          . b W . . .
          . . . . . .
          . . . . w .
        """,
    )
    assert turns(pos) == ["b3:d3=e1,b5", "b3:d3=e1,e5", "b3:d3=b5,e5", "pass"]


def test_FZ5_what_is_left_over_leaves_the_game() -> None:
    # Two captured pieces and one soldier.
    before = drawn(
        "freeze",
        """
          . . . . . .
          . w . . . .
          . . . . . .
          . b W . . .
          . . . . . .
          . . . . . .
        """,
    )
    expected = board(
        """
          . . . . . .
          . W . . . .
          . . . . . .
          . . . b . .
          . . . . . .
          . . . . . .
        """
    )
    pos = play(before, "b3:d3", "=b5")
    assert (board_of(pos), pos.to_move) == (expected, fylking.WHITE)


def test_FZ5_no_enemy_soldier_left_ends_the_turn() -> None:
    # The last white soldier is captured: the king gets nothing, and White is to move.
    before = drawn(
        "freeze",
        """
          . . . . . .
          . . . . W .
          . . . . . .
          . b w . . .
          . . . . . .
          . . . . . .
        """,
    )
    pos = play(before, "b3:d3")
    assert (pos.to_move, pos.stage) == (fylking.WHITE, "over")


def test_FZ6_a_player_without_a_jump_loses() -> None:
    before = drawn(
        "freeze",
        """
          . . . . . .
          . . . . w .
          . . . . . .
          . b w . . .
          . . . . . .
          . . . . . .
        """,
    )
    pos = play(before, "b3:d3", "=e5")
    assert (pos.end_reason, pos.winner, pos.legal_actions()) == ("no jump", fylking.BLACK, [])
    assert pos.to_move == fylking.WHITE


def test_FZ6_a_pass_that_wins_at_once() -> None:
    # White's king cannot jump.
    before = drawn(
        "freeze",
        """
          . . . . . .
          . . . . . .
          . . . . . .
          . b W . . .
          . . . . . .
          . . . . . .
        """,
    )
    pos = play(before, "pass")
    assert (pos.stage, pos.end_reason, pos.winner) == ("over", "no jump", fylking.BLACK)


def test_FZ6_two_passes_are_a_draw() -> None:
    pos = play(fylking.Freeze(6).start(), "pass", "pass")
    assert (pos.stage, pos.end_reason, pos.winner) == ("over:b", "two passes", None)
    assert pos.returns == (0.0, 0.0)


def test_FZ6_passes_with_a_turn_between_are_not() -> None:
    pos = fylking.Freeze(6).start()
    pos.push("pass")
    pos.push_turn(next(pos.legal_turns()))
    assert play(pos, "pass").stage == "passed"


def test_FZ7_stop_only_where_the_chain_can_go_on() -> None:
    pos = drawn(
        "freeze",
        """
          . . . . . .
          . . . . . w
          . . . w . .
          . b w . . .
          . . . . . .
          . . . . . .
        """,
    )
    pos = play(pos, "b3:d3")
    assert (pos.stage, legal(pos)) == ("jump@d3+1", ["d3:d5", "stop"])
    assert play(pos, "stop").stage == "freeze+1"
    # At d5 it cannot: the freezes follow by themselves.
    assert play(pos, "d3:d5").stage == "freeze+1"


def test_FZ7_ascending_squares_that_leave_enough_above() -> None:
    # Three soldiers for two pieces: e5, the last of them, cannot be the first.
    pos = drawn(
        "freeze",
        """
          . . . . . .
          . w . . w .
          . . . . . .
          . b W . . .
          . . . . . .
          . . . . w .
        """,
    )
    pos = play(pos, "b3:d3")
    assert legal(pos) == ["=e1", "=b5"]
    pos = play(pos, "=b5")
    assert (pos.stage, legal(pos)) == ("freeze+1>b5", ["=e5"])


def test_FZ7_the_other_player_is_to_move_after_the_last_step() -> None:
    pos = fylking.Freeze().start()
    pos = play(pos, "b1:b7")
    assert (pos.to_move, pos.within_turn) == (fylking.BLACK, True)
    pos = play(pos, "=d4")
    assert (pos.to_move, pos.within_turn, pos.stage) == (fylking.WHITE, False, "play")


def test_FZ8_one_for_the_winner() -> None:
    won = "freeze6 ....../....../....../.bW.../....../...... {} over"
    pos = fylking.parse(won.format("w"))
    assert (pos.score, pos.winner) == ((1.0, 0.0), fylking.BLACK)
    lost = fylking.parse("freeze6 ....../....../....../.Bw.../....../...... b over")
    assert (lost.score, lost.winner) == ((0.0, 1.0), fylking.WHITE)


def test_FZ8_nothing_for_a_draw_or_before_the_end() -> None:
    pos = fylking.Freeze(6).start()
    assert pos.score == (0.0, 0.0)
    assert play(pos, "pass", "pass").score == (0.0, 0.0)


def test_FZ9_turns_in_notation() -> None:
    # The example of the rules page.
    pos = drawn(
        "freeze",
        """
          . . . . . .
          . . . . . .
          . . . . w .
          . w . . . .
          . . . . . .
          b w . W . .
        """,
    )
    assert turns(pos) == ["a1:c1:e1=b3,e4", "a1:c1=b3", "a1:c1=e4", "pass"]


def test_FZ9_freezes_in_any_order_when_read() -> None:
    pos = fylking.parse("freeze6 ....../....../....w./.w..../....../bw.W.. b play")
    pos.push_turn("a1:c1:e1=e4,b3")
    assert pos.turn_text() == "a1:c1:e1=b3,e4"


def test_FZ9_two_paths_are_two_turns() -> None:
    # Round the four white stacks either way; all end on a1.
    pos = fylking.parse("freeze6 ....../....../....../.w..../w.w.../bw.... b play")
    round_trips = ["a1:c1:c3:a3:a1", "a1:a3:c3:c1:a1"]
    assert [text for text in turns(pos) if text in round_trips] == round_trips
    ends = set()
    for text in round_trips:
        end = pos.copy()
        end.push_turn(text)
        ends.add(end.text)
    assert len(ends) == 1

# ruff: noqa: N802 (tests are named for the rules)
"""Frasvel, rule by rule (FS)."""

from __future__ import annotations

import random

import pytest
import reference

import fylking

from .drawing import after, board, board_of, drawn, legal, play


def moves(pos: fylking.Position) -> list[str]:
    """The texts of the legal moves of stacks."""
    return [text for text in legal(pos) if "-" in text]


def test_FS1_a_group_has_one_colour_and_one_height() -> None:
    # d3 is touched and e3, e4 belong to its group; d2 beside it is higher, so it does not.
    before = drawn(
        "frasvel",
        """
            .  .  .
          .  .  .  w
        .  b  .  w  w
          .  .  .  w2
            .  .  .
        """,
    )
    expected = board(
        """
            .  .  .
          .  .  .  .
        .  .  b2 .  .
          .  .  .  w2
            .  .  .
        """
    )
    assert after(before, "b3-c3") == expected


def test_FS2_a_placement_has_no_friendly_neighbour() -> None:
    pos = drawn(
        "frasvel",
        """
          . .
         . . .
          b .
        """,
    )
    assert legal(pos) == ["c2", "b3", "c3", "pass"]
    assert after(pos, "c3") == ".b/.../b."


def test_FS2_a_placement_may_have_enemy_neighbours() -> None:
    pos = drawn(
        "frasvel",
        """
          . .
         . w3 .
          . .
        """,
    )
    assert legal(pos) == ["a1", "b1", "a2", "c2", "b3", "c3", "pass"]


def test_FS3_a_stack_moves_as_far_as_it_is_high() -> None:
    # Two cells, neither one nor three: c3 is the only landing next to d3.
    pos = drawn(
        "frasvel",
        """
            .  .  .
          .  .  .  .
        b2 .  .  w  .
          .  .  .  .
            .  .  .
        """,
    )
    assert moves(pos) == ["a3-c3"]


def test_FS3_over_friends() -> None:
    pos = drawn(
        "frasvel",
        """
            .  .  .
          .  .  .  .
        b2 b3 .  w  .
          .  .  .  .
            .  .  .
        """,
    )
    assert "a3-c3" in moves(pos)


@pytest.mark.parametrize(
    ("rank", "origin"),
    [
        ("b2 w  .  .  . ", "a3"),  # an enemy on the way
        ("b3 .  w  .  . ", "a3"),  # an enemy further on
        ("b2 .  w  .  . ", "a3"),  # an enemy where it would land
        ("b2 .  b2 .  . ", "a3"),  # a friend where it would land
        (".  .  .  b2 . ", "d3"),  # the edge
    ],
)
def test_FS3_blocked(rank: str, origin: str) -> None:
    # d4 or c2 is touched on the way to the east, so nothing else forbids the move.
    pos = drawn(
        "frasvel",
        f"""
            .  .  .
          .  .  w  .
        {rank}
          .  .  w  .
            .  .  .
        """,
    )
    east = pos.game.points + 6 * pos.game.point_index(origin)
    assert east not in reference.parse(pos.text).legal()
    assert not pos.is_legal(east)


def test_FS4_through_an_empty_cell_on_the_way() -> None:
    # b4 is next to b3, which is passed, not to c3, where the stack lands.
    before = drawn(
        "frasvel",
        """
            .  .  .
          w  .  .  .
        b2 .  .  .  .
          .  .  .  .
            .  .  .
        """,
    )
    expected = board(
        """
            .  .  .
          .  .  .  .
        .  .  b3 .  .
          .  .  .  .
            .  .  .
        """
    )
    assert after(before, "a3-c3") == expected


def test_FS4_not_through_a_friend_on_the_way() -> None:
    pos = drawn(
        "frasvel",
        """
            .  .  .
          w  .  .  .
        b2 b  .  .  .
          .  .  .  .
            .  .  .
        """,
    )
    assert "a3-c3" not in moves(pos)


def test_FS4_not_next_to_the_origin_alone() -> None:
    # b3 is next to c3, where the stack comes from; e3 to d3, where it goes.
    before = drawn(
        "frasvel",
        """
            .  .  .
          .  .  .  .
        .  w  b  .  w
          .  .  .  .
            .  .  .
        """,
    )
    expected = board(
        """
            .  .  .
          .  .  .  .
        .  w  .  b2 .
          .  .  .  .
            .  .  .
        """
    )
    assert after(before, "c3-d3") == expected


def test_FS4_groups_are_those_before_the_move() -> None:
    # d3 and c2 are two groups though c2 will be as high as d3 is; d2 joins c2's and is not touched.
    before = drawn(
        "frasvel",
        """
            .  .  .
          .  .  .  .
        b2 .  .  w  .
          .  .  w2 w2
            .  .  .
        """,
    )
    expected = board(
        """
            .  .  .
          .  .  .  .
        .  .  b4 .  .
          .  .  w  w
            .  .  .
        """
    )
    assert after(before, "a3-c3") == expected


def test_FS5_a_move_touches_a_group() -> None:
    # No cell next to b3 is next to e5.
    pos = drawn(
        "frasvel",
        """
            .  .  w
          .  .  .  .
        .  b  .  .  .
          .  .  .  .
            .  .  .
        """,
    )
    assert moves(pos) == []


@pytest.mark.parametrize(("height", "allowed"), [(1, True), (2, True), (3, False)])
def test_FS5_no_touched_group_is_higher(height: int, allowed: bool) -> None:
    # d4 is no higher than the stack; all depends on c2.
    pos = drawn(
        "frasvel",
        f"""
            .  .  .
          .  .  w  .
        b2 .  .  .  .
          .  .  w{height if height > 1 else ""} .
            .  .  .
        """,
    )
    assert moves(pos) == (["a3-c3"] if allowed else [])


def test_FS6_every_stack_of_a_touched_group_loses_a_piece() -> None:
    before = drawn(
        "frasvel",
        """
            .  .  w2
          .  .  w2 .
        b2 .  .  w2 .
          .  .  .  .
            .  .  .
        """,
    )
    expected = board(
        """
            .  .  w
          .  .  w  .
        .  .  b3 w  .
          .  .  .  .
            .  .  .
        """
    )
    assert after(before, "a3-c3") == expected


def test_FS6_a_group_touched_twice_counts_once() -> None:
    # The group lies along the whole way: b4 c4 next to b3, c4 next to c3, d4 next to c3.
    before = drawn(
        "frasvel",
        """
            .  .  .
          w2 w2 w2 .
        b2 .  .  .  .
          .  .  .  .
            .  .  .
        """,
    )
    expected = board(
        """
            .  .  .
          w  w  w  .
        .  .  b3 .  .
          .  .  .  .
            .  .  .
        """
    )
    assert after(before, "a3-c3") == expected


def test_FS7_the_landing_joins_a_group() -> None:
    # c4 c5 and c2 are joined to c3: all grow, as the stack itself does. c1 is not of their height.
    before = drawn(
        "frasvel",
        """
            b  .  .
          .  b  .  .
        .  b  .  w  .
          .  .  b  .
            .  .  b3
        """,
    )
    expected = board(
        """
            b2 .  .
          .  b2 .  .
        .  .  b2 .  .
          .  .  b2 .
            .  .  b3
        """
    )
    assert after(before, "b3-c3") == expected


def test_FS7_the_origin_joins_nothing() -> None:
    # a3 was in one group with b3, which leaves.
    before = drawn(
        "frasvel",
        """
            .  .  .
          .  .  .  .
        b  b  .  w  .
          .  .  .  .
            .  .  .
        """,
    )
    expected = board(
        """
            .  .  .
          .  .  .  .
        b  .  b2 .  .
          .  .  .  .
            .  .  .
        """
    )
    assert after(before, "b3-c3") == expected


def test_FS7_growth_is_the_number_of_groups() -> None:
    # The example of the rules page: d3 e3 and c2 are touched, b4 is not; b2 grows too.
    before = drawn(
        "frasvel",
        """
            .   .   .
          w   .   .   .
        b2  b   *   w   w
          .   b2  w2  .
            .   .   .
        """,
    )
    expected = board(
        """
            .   .   .
          w   .   .   .
        .   b   b4  .   .
          .   b4  w   .
            .   .   .
        """
    )
    assert after(before, "a3-c3") == expected


def test_FS7_no_stack_exceeds_6s_minus_3() -> None:
    assert play(fylking.parse("frasvel3 .../..../..b15../..../... w play 1b")).board.max() == 15
    with pytest.raises(fylking.PositionError, match="c3 has height 16"):
        fylking.parse("frasvel3 .../..../..b16../..../... w play 1b")


def test_FS8_two_passes_end_the_game() -> None:
    pos = play(fylking.Frasvel(2, pie=False).start(), "b2", "pass", "pass")
    assert (pos.stage, pos.end_reason, pos.legal_actions()) == ("over:w", "two passes", [])


def test_FS8_nothing_else_ends_it() -> None:
    pos = fylking.parse("frasvel2 bb/bbb/bb w play 1b")
    assert legal(pos) == ["pass"]
    assert play(pos, "pass").stage == "passed"


def test_FS8_every_action_but_a_pass_raises_the_heights() -> None:
    for seed in range(20):
        rng = random.Random(seed)
        pos = fylking.Frasvel(3, pie=False).start()
        while not pos.is_over:
            before = heights(pos)
            action = rng.choice(pos.legal_actions())
            pos.push(action)
            raised = heights(pos) > before
            assert raised == (action != pos.game.pass_action), f"seed {seed}: {pos.history}"


def heights(pos: fylking.Position) -> list[int]:
    """How many stacks there are of each height, the greatest first."""
    found = [abs(cell) for cell in pos.board]
    return [found.count(height) for height in range(6 * pos.game.size - 3, 0, -1)]


def test_FS9_dead_next_to_a_higher_enemy() -> None:
    # a1 kills b1. Black: a1, b1 and the cells a2, b2; White: the cell c2.
    pos = fylking.parse("frasvel2 ../.../b2w b play 1b")
    assert play(pos).score == (4.0, 1.0)


def test_FS9_live_next_to_an_equal_enemy_or_a_higher_friend() -> None:
    # a1 and b1 live. Black: a1, the cell a2; White: b1, the cell c2. Nobody has b2.
    assert play(fylking.parse("frasvel2 ../.../bw b play 1b")).score == (2.0, 2.0)
    # Both live. Black: a1, b1, and the cells a2, b2, c2.
    assert play(fylking.parse("frasvel2 ../.../b2b b play 1b")).score == (5.0, 0.0)


@pytest.mark.parametrize(
    ("text", "score"),
    [
        # All stacks live; four against two of one height.
        ("b2b2/b2.b2/w2w2", (5.0, 2.0)),
        # Three against three: nobody has the middle.
        ("b2b2/b2.w2/w2w2", (3.0, 3.0)),
        # One higher stack outdoes five. It also kills a1's neighbours b1 and a2.
        ("bb/b.b/w2b", (3.0, 4.0)),
    ],
)
def test_FS10_the_most_of_the_highest_control(text: str, score: tuple[float, float]) -> None:
    pos = fylking.parse(f"frasvel2 {text} b play 1b")
    assert play(pos).score == score


def test_FS10_no_stack_next_to_it() -> None:
    # c2, b3 and c3 are next to no stack.
    assert play(fylking.parse("frasvel2 ../.../b. b play 1b")).score == (4.0, 0.0)


def test_FS11_cells_live_and_dead_stacks() -> None:
    # The example of the rules page: five cells, b2 and the dead b1, and the half point.
    pos = play(fylking.parse("frasvel2 ../.b2./.w b play 1w"), "pass", "pass")
    assert (pos.score, pos.winner, pos.returns) == ((7.5, 0.0), fylking.BLACK, (-1.0, 1.0))


@pytest.mark.parametrize(
    ("to_move", "score"), [("b", (3.5, 3.0)), ("w", (3.0, 3.5))], ids=["black", "white"]
)
def test_FS11_the_half_point_decides(to_move: str, score: tuple[float, float]) -> None:
    pos = fylking.parse(f"frasvel2 b2b2/b2.w2/w2w2 {to_move} play 1b")
    pos = play(pos, "pass", "pass")
    assert pos.score == score
    assert pos.winner.letter == to_move


def test_FS11_no_half_point_before_the_end() -> None:
    pos = play(fylking.parse("frasvel2 b2b2/b2.w2/w2w2 b play 1b"), "pass")
    assert (pos.score, pos.winner) == ((3.0, 3.0), None)


def test_FS11_no_half_point_for_the_second_passer() -> None:
    pos = play(fylking.parse("frasvel2 ../.../b. w play 1b"), "pass", "pass")
    assert (pos.stage, pos.score) == ("over:w", (4.0, 0.5))
    assert board_of(pos) == "../.../b."

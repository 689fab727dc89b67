# ruff: noqa: N802 (tests are named for the rules)
"""Fravan, rule by rule (FV)."""

from __future__ import annotations

import pytest

import fylking

from .drawing import after, board, drawn, legal, play


def test_FV1_any_empty_point_and_the_pass() -> None:
    pos = drawn(
        "fravan",
        """
          b .
         w b w
          . b
        """,
    )
    assert legal(pos) == ["a1", "c3", "pass"]


def test_FV1_the_attack_flips_enemies() -> None:
    before = drawn(
        "fravan",
        """
            . . .
           . . . .
          . b w * .
           . . . .
            . . .
        """,
    )
    expected = board(
        """
            . . .
           . . . .
          . b b b .
           . . . .
            . . .
        """
    )
    assert after(before, "d3") == expected


def test_FV1_the_backlash_flips_friends() -> None:
    # The stone that walks in between two enemies is flanked itself.
    before = drawn(
        "fravan",
        """
            . . .
           . . . .
          . w * w .
           . . . .
            . . .
        """,
    )
    expected = board(
        """
            . . .
           . . . .
          . w w w .
           . . . .
            . . .
        """
    )
    assert after(before, "c3") == expected


def test_FV1_the_attack_comes_first() -> None:
    # c3 turns black before the backlash could flip b3 between a3 and c3.
    before = drawn(
        "fravan",
        """
            . . .
           . . . .
          w * w b .
           . . . .
            . . .
        """,
    )
    expected = board(
        """
            . . .
           . . . .
          w b b b .
           . . . .
            . . .
        """
    )
    assert after(before, "b3") == expected


def test_FV1_a_pass_flips_nothing() -> None:
    # c3 would flip after any placement.
    before = drawn(
        "fravan",
        """
            . . .
           . . . .
          . b w b .
           . . . .
            . . .
        """,
    )
    assert after(before, "pass") == before.text.split()[1]


@pytest.mark.parametrize(("one", "two"), [("b3", "d3"), ("b2", "d4"), ("c2", "c4")])
def test_FV2_on_each_axis(one: str, two: str) -> None:
    pos = fylking.parse("fravan3 .../..../..w../..../... b play 1b")
    pos = play(pos, one, "pass", two)
    assert pos.board[pos.game.point_index("c3")] == 1


def test_FV2_at_a_distance() -> None:
    # Two points away on either side, and nothing in between.
    before = drawn(
        "fravan",
        """
            . . .
           . . . .
          b . w . *
           . . . .
            . . .
        """,
    )
    expected = board(
        """
            . . .
           . . . .
          b . b . b
           . . . .
            . . .
        """
    )
    assert after(before, "e3") == expected


@pytest.mark.parametrize(
    "rank",
    [
        "b . w * .",  # distances 2 and 1
        "b w w * .",  # either white stone has a white one on one side
        "w . w . *",  # two colours
        ". . w * .",  # nothing but the edge on one side
    ],
)
def test_FV2_not_flanked(rank: str) -> None:
    drawing = """
            . . .
           . . . .
          {}
           . . . .
            . . .
        """
    before = drawn("fravan", drawing.format(rank))
    placed = "abcde"[rank.split().index("*")] + "3"
    assert after(before, placed) == board(drawing.format(rank.replace("*", "b")))


def test_FV2_an_own_pair_does_not_flip_its_stone() -> None:
    before = drawn(
        "fravan",
        """
            . . .
           . . . .
          . w w * .
           . . . .
            . . .
        """,
        to_move="w",
    )
    expected = board(
        """
            . . .
           . . . .
          . w w w .
           . . . .
            . . .
        """
    )
    assert after(before, "d3") == expected


def test_FV3_a_shield() -> None:
    # c3: black pair c2 c4, white pair b3 d3. The stone on a1 flanks nothing.
    before = drawn(
        "fravan",
        """
            . . .
           . b . .
          . w w w .
           . . b .
            * . .
        """,
    )
    expected = board(
        """
            . . .
           . b . .
          . w w w .
           . . b .
            b . .
        """
    )
    assert after(before, "a1") == expected


def test_FV3_the_placed_stone_may_be_shielded() -> None:
    # c3 walks in between c2 and c4, and b3 and d3 shield it from the backlash.
    before = drawn(
        "fravan",
        """
            . . .
           . b . .
          . w * w .
           . . b .
            . . .
        """,
        to_move="w",
    )
    expected = board(
        """
            . . .
           . b . .
          . w w w .
           . . b .
            . . .
        """
    )
    assert after(before, "c3") == expected


def test_FV3_the_placed_stone_may_complete_a_shield() -> None:
    # c3 (black pair c2 c4) is safe in the backlash because d3 has come to b3's help.
    before = drawn(
        "fravan",
        """
            . . .
           . b . .
          . w w * .
           . . b .
            . . .
        """,
        to_move="w",
    )
    expected = board(
        """
            . . .
           . b . .
          . w w w .
           . . b .
            . . .
        """
    )
    assert after(before, "d3") == expected


def test_FV4_the_placed_stone_breaks_a_shield() -> None:
    # c3 as in the test of FV3, but c4 is the stone just placed. It stays black: its pair c2 c4
    # shields it from b3 and d3 in the backlash.
    before = drawn(
        "fravan",
        """
            . . .
           . * . .
          . w w w .
           . . b .
            . . .
        """,
    )
    expected = board(
        """
            . . .
           . b . .
          . w b w .
           . . b .
            . . .
        """
    )
    assert after(before, "c4") == expected


def test_FV4_only_where_the_placed_stone_flanks() -> None:
    # d4 (white pair c3 e5) is between d3 and the new d5: it flips. c2 (white pair c1 c3) is between
    # b1 and d3, both old: it stays.
    before = drawn(
        "fravan",
        """
            . * w
           . . w .
          . . w b .
           . . w .
            . b w
        """,
    )
    expected = board(
        """
            . b w
           . . b .
          . . w b .
           . . w .
            . b w
        """
    )
    assert after(before, "d5") == expected


def test_FV4_not_for_the_stones_of_the_player_to_move() -> None:
    # The backlash turns b3 white (a3 c3). With b1 it flanks Black's b2 now, and it is the stone
    # just placed; but b2 is Black's own and a2 c2 shield it.
    before = drawn(
        "fravan",
        """
            . . .
           . . . .
          w * w . .
           b b b .
            . w .
        """,
    )
    expected = board(
        """
            . . .
           . . . .
          w w w . .
           b b b .
            . w .
        """
    )
    assert after(before, "b3") == expected


def test_FV5_the_exception_ends_with_the_first_attack() -> None:
    # The first attack flips c2 (b1 d3). Now the new c4 and c2 flank c3, whose shield is b2 d4:
    # too late for the exception.
    before = drawn(
        "fravan",
        """
            . . .
           . * w .
          . . w b .
           . w w .
            . b .
        """,
    )
    expected = board(
        """
            . . .
           . b w .
          . . w b .
           . w b .
            . b .
        """
    )
    assert after(before, "c4") == expected


@pytest.mark.parametrize(
    ("text", "placed", "expected"),
    [
        ("fravan3 .w./wbww/bbwww/wbbw/wbb b play 1b", "e5", ".wb/wwww/bbbww/wbbw/wbb"),
        (
            "fravan4 .wbb/bwwbw/ww...b/bw..www/b.w..b/wb.wb/bw.. b play 1b",
            "d5",
            ".wbb/bwbbb/bwb..b/bw..bww/b.w..b/bb.wb/bw..",
        ),
    ],
)
def test_FV5_on_crowded_boards(text: str, placed: str, expected: str) -> None:
    # With the exception in every round these boards come out otherwise.
    assert after(fylking.parse(text), placed) == expected


def test_FV6_all_at_once() -> None:
    # The attack flips b2 (b1 b3) but not c3, which has b2 on one side: b2 was white as the step
    # began. So the backlash flips b3 (a3 c3), and c3 (b2 d4) waits for round 2.
    before = drawn(
        "fravan",
        """
            . . .
           . . b .
          w * w . .
           . w . .
            . b .
        """,
    )
    expected = board(
        """
            . . .
           . . b .
          w w b . .
           . b . .
            . b .
        """
    )
    assert after(before, "b3") == expected


def test_FV6_the_backlash_sees_what_the_attack_left() -> None:
    # Before the attack a3 and c3 flank the new stone, after it c3 is black.
    pos = fylking.parse("fravan3 .../..../w.wb./..../... b play 1b")
    (changes,) = pos.preview("b3").rounds
    assert [change.kind for change in changes] == ["attack"]
    assert after(pos, "b3") == ".../..../wbbb./..../..."


def test_FV6_stones_far_from_the_placed_one() -> None:
    before = drawn(
        "fravan",
        """
            . . *
           . . . .
          . . . . .
           b w b .
            . . .
        """,
    )
    expected = board(
        """
            . . b
           . . . .
          . . . . .
           b b b .
            . . .
        """
    )
    assert after(before, "e5") == expected


def test_FV7_rounds_until_nothing_flips() -> None:
    # Round 1: c4 (c3 c5) turns black, then the new c3 (b3 d3) white. Round 2: b3 (a2 c4).
    # Round 3: nothing. (No turn that comes back to an earlier colouring is known.)
    before = drawn(
        "fravan",
        """
            b . .
           . w . .
          . w * w .
           b . . .
            . . .
        """,
    )
    expected = board(
        """
            b . .
           . b . .
          . b w w .
           b . . .
            . . .
        """
    )
    point = before.game.point_index
    rounds = [
        [(change.kind, change.points) for change in changes]
        for changes in before.preview("c3").rounds
    ]
    assert rounds == [
        [("attack", (point("c4"),)), ("backlash", (point("c3"),))],
        [("attack", (point("b3"),))],
    ]
    assert after(before, "c3") == expected


def test_FV7_a_stone_that_flips_and_flips_back() -> None:
    # Round 1: b2 (b1 b3) turns black, then the new b3 (a3 c3) white. Round 2: the attack finds
    # nothing, the backlash b2 (a1 c3), which b1 and b3 shield no longer.
    before = drawn(
        "fravan",
        """
            . . .
           . . . .
          w * w . .
           . w . .
            w b .
        """,
    )
    expected = board(
        """
            . . .
           . . . .
          w w w . .
           . w . .
            w b .
        """
    )
    flips = [points for changes in before.preview("b3").rounds for _, points, _ in changes]
    b2, b3 = before.game.point_index("b2"), before.game.point_index("b3")
    assert flips == [(b2,), (b3,), (b2,)]
    assert after(before, "b3") == expected


def test_FV8_two_passes_end_the_game() -> None:
    pos = play(fylking.Fravan(2, pie=False).start(), "b2", "pass", "pass")
    assert (pos.stage, pos.end_reason, pos.legal_actions()) == ("over:w", "two passes", [])


def test_FV8_passes_with_a_placement_between_do_not() -> None:
    pos = play(fylking.Fravan(2, pie=False).start(), "pass", "b2", "pass")
    assert (pos.stage, pos.is_over) == ("passed", False)


def test_FV8_a_full_board_ends_the_game() -> None:
    # White has 2 stones to 4 and wins with the last point: c3 and a1 flank b2.
    before = drawn(
        "fravan",
        """
          b *
         w b b
          w b
        """,
        to_move="w",
    )
    pos = play(before, "c3")
    assert pos.text == "fravan2 bw/wwb/wb b over 1b"
    assert (pos.end_reason, pos.score, pos.winner) == ("board full", (3.0, 4.0), fylking.WHITE)


@pytest.mark.parametrize(
    ("rank", "owned"),
    [
        (". b . . b", 2),
        (". b . b .", 1),
        ("b . . . b", 3),
        (". b . . w", 0),  # an end of each colour
        (". . b . .", 0),  # both runs reach the edge
    ],
)
def test_FV9_a_run_between_two_stones_of_a_colour(rank: str, owned: int) -> None:
    pos = drawn(
        "fravan",
        f"""
            . . .
           . . . .
          {rank}
           . . . .
            . . .
        """,
    )
    assert play(pos).score[0] == rank.count("b") + owned


@pytest.mark.parametrize(("one", "two"), [("b3", "d3"), ("b2", "d4"), ("c2", "c4")])
def test_FV9_on_each_axis(one: str, two: str) -> None:
    pos = play(fylking.Fravan(3, pie=False).start(), one, "pass", two)
    assert pos.score == (3.0, 0.0)


def test_FV10_a_point_counts_once_for_a_player() -> None:
    # Black owns the middle on two axes: 4 stones and 1 point.
    pos = drawn(
        "fravan",
        """
          b .
         b . b
          . b
        """,
    )
    assert play(pos).score == (5.0, 0.0)


def test_FV10_a_point_counts_for_both_players() -> None:
    pos = drawn(
        "fravan",
        """
          w .
         b . b
          . w
        """,
    )
    assert play(pos).score == (3.0, 3.0)


def test_FV10_equal_scores_are_a_draw() -> None:
    pos = play(fylking.parse("fravan2 w./b.b/.w b play 1b"), "pass", "pass")
    assert (pos.is_over, pos.winner, pos.returns) == (True, None, (0.0, 0.0))


def test_FV10_the_higher_score_wins() -> None:
    pos = play(fylking.parse("fravan2 ../b.b/.w w play 1w"), "pass", "pass")
    assert (pos.score, pos.winner, pos.returns) == ((3.0, 1.0), fylking.BLACK, (-1.0, 1.0))

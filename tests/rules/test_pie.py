# ruff: noqa: N802 (tests are named for the rules)
"""The pie rule (P)."""

from __future__ import annotations

import pytest

import fylking

from .drawing import board_of, legal, play

BLACK, WHITE = fylking.BLACK, fylking.WHITE
FIRST, SECOND = 0, 1

games = pytest.mark.parametrize("name", ["fravan", "herfor", "frasvel"])


@games
def test_P1_the_opening_stone(name: str) -> None:
    pos = fylking.game(name, 2).start()
    assert (pos.stage, pos.to_move, pos.seat) == ("open", BLACK, FIRST)
    assert legal(pos) == ["a1", "b1", "a2", "b2", "c2", "b3", "c3"]
    assert board_of(play(pos, "c2")) == "../..b/.."


@games
def test_P1_the_second_player_chooses(name: str) -> None:
    pos = play(fylking.game(name, 2).start(), "c2")
    assert (pos.stage, pos.seat) == ("choose", SECOND)


@games
@pytest.mark.parametrize("choice", ["black", "white"])
def test_P2_white_moves_after_the_choice(name: str, choice: str) -> None:
    pos = play(fylking.game(name, 3).start(), "c3", choice)
    assert (pos.stage, pos.to_move) == ("play", WHITE)


@games
@pytest.mark.parametrize("choice", ["black", "white"])
def test_P3_two_choices_that_leave_the_board_alone(name: str, choice: str) -> None:
    pos = play(fylking.game(name, 3).start(), "c3")
    assert legal(pos) == ["black", "white"]
    assert board_of(play(pos, choice)) == board_of(pos)


@games
def test_P3_after_black_the_first_player_is_white(name: str) -> None:
    pos = play(fylking.game(name, 3).start(), "c3", "black")
    assert (pos.text.split()[-1], pos.seat) == ("1w", FIRST)


@games
def test_P3_after_white_the_second_player_acts_again(name: str) -> None:
    pos = play(fylking.game(name, 3).start(), "c3")
    assert pos.seat == SECOND
    pos = play(pos, "white")
    assert (pos.text.split()[-1], pos.seat) == ("1b", SECOND)


@pytest.mark.parametrize(("choice", "returns"), [("black", (-1.0, 1.0)), ("white", (1.0, -1.0))])
def test_P3_the_winner_sits_where_the_choice_put_him(
    choice: str, returns: tuple[float, float]
) -> None:
    # Black has the only stone.
    pos = play(fylking.Fravan(3).start(), "c3", choice, "pass", "pass")
    assert (pos.winner, pos.returns) == (BLACK, returns)


@games
def test_P4_no_pass_on_the_opening_turn(name: str) -> None:
    assert not fylking.game(name, 3).start().is_legal("pass")


@pytest.mark.parametrize("name", ["fravan", "frasvel"])
def test_P4_a_pass_right_away_without_the_pie_rule(name: str) -> None:
    assert play(fylking.game(name, 3, pie=False).start(), "pass").stage == "passed"


@games
def test_P4_without_the_pie_rule(name: str) -> None:
    pos = fylking.game(name, 3, pie=False).start()
    assert pos.text == f"{name}3 .../..../...../..../... b play 1b"
    assert (pos.to_move, pos.seat) == (BLACK, FIRST)
    assert play(pos, "c3").text == f"{name}3 .../..../..b../..../... w play 1b"


@games
def test_P4_on_by_default(name: str) -> None:
    assert fylking.game(name).pie


def test_P4_freeze_has_none() -> None:
    assert not fylking.Freeze().pie
    with pytest.raises(fylking.OptionError, match="no pie rule"):
        fylking.Freeze(pie=True)

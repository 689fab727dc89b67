# ruff: noqa: N802 (tests are named for the rules)
"""Conventions for counting (C)."""

from __future__ import annotations

import pytest
import reference

import fylking


@pytest.mark.parametrize("name", fylking.GAMES)
def test_C_one_sequence_of_no_actions(name: str) -> None:
    pos = fylking.game(name).start()
    assert fylking.perft(pos, 0) == 1
    assert fylking.perft_turns(pos, 0) == 1


@pytest.mark.parametrize("name", fylking.GAMES)
def test_C_one_action_for_each_that_is_legal(name: str) -> None:
    pos = fylking.game(name).start()
    assert fylking.perft(pos, 1) == pos.legal_count()


def test_C_the_pie_choice_is_an_action() -> None:
    # 7 stones, 2 choices, then the 6 other points and the pass.
    pos = fylking.Fravan(2).start()
    assert [fylking.perft(pos, depth) for depth in (1, 2, 3)] == [7, 14, 98]


def test_C_passes_are_actions() -> None:
    # The stone ends the game. After the pass the other player has the same two actions.
    pos = fylking.parse("fravan2 bb/.bb/bb w play 1b")
    assert [fylking.perft(pos, depth) for depth in (1, 2, 3)] == [2, 2, 0]


@pytest.mark.parametrize(
    "text",
    [
        "fravan2 bw/wwb/wb b over 1w",
        "herfor2 .b/w.b/w. b over:b 1b",
        "frasvel2 ../.b2./.w b over:b 1w",
        "freeze6 ....../....../....../....../....../bW.... w over",
    ],
)
def test_C_a_finished_game_has_no_successors(text: str) -> None:
    pos = fylking.parse(text)
    assert [fylking.perft(pos, depth) for depth in range(3)] == [1, 0, 0]
    assert [fylking.perft_turns(pos, depth) for depth in range(3)] == [1, 0, 0]


def test_C_steps_and_turns_of_freeze() -> None:
    # Turns: a1:c1:e1 with two freezes, a1:c1 with one of two, and the pass. First steps: the jump
    # and the pass.
    text = "freeze6 ....../....../....w./.w..../....../bw.W.. b play"
    pos, state = fylking.parse(text), reference.parse(text)
    assert fylking.perft_turns(pos, 1) == reference.perft_turns(state, 1) == 4
    steps = [fylking.perft(pos, depth) for depth in range(5)]
    assert steps == [reference.perft(state, depth) for depth in range(5)]
    assert steps[:2] == [1, 2]


def test_C_turns_from_within_a_turn() -> None:
    # The rest of the turn is the first of them.
    pos = fylking.parse("freeze6 ....../....../....w./.w..../....../..bW.. b jump@c1+1")
    assert fylking.perft_turns(pos, 1) == 3


@pytest.mark.parametrize("name", ["fravan", "herfor", "frasvel"])
def test_C_a_turn_is_an_action_in_the_other_games(name: str) -> None:
    pos = fylking.game(name, 3).start()
    assert fylking.perft_turns(pos, 3) == fylking.perft(pos, 3)


def test_C_sums_of_stones_and_margins() -> None:
    # After a pass: 1 stone, margin 0. After a1, a2, b2 or c2: 2 stones, margin 1. After b3, with
    # b2 as territory: 2 stones, margin 2.
    pos = fylking.parse("fravan2 .w/.../.b b play 1b")
    assert fylking.perft_sums(pos, 1) == reference.perft_sums(reference.parse(pos.text), 1)
    assert fylking.perft_sums(pos, 1) == (6, 11, 6.0)

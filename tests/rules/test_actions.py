# ruff: noqa: N802 (tests are named for the rules)
"""Actions, as integers and in text (A)."""

from __future__ import annotations

import pytest
import reference

import fylking


@pytest.mark.parametrize("size", [2, 5, 10])
@pytest.mark.parametrize("name", ["fravan", "herfor"])
def test_A_placements_pass_choices(name: str, size: int) -> None:
    game = fylking.game(name, size)
    n, start = game.points, game.start()
    assert game.action_count == n + 3
    texts = [start.action_text(action) for action in range(game.action_count)]
    assert texts == [*(game.point_name(i) for i in range(n)), "pass", "black", "white"]


@pytest.mark.parametrize("size", [2, 5, 10])
def test_A_frasvel(size: int) -> None:
    game = fylking.Frasvel(size)
    n, start = game.points, game.start()
    assert game.action_count == 7 * n + 3
    assert [start.action_text(i) for i in range(n)] == [game.point_name(i) for i in range(n)]
    last = [start.action_text(action) for action in range(7 * n, 7 * n + 3)]
    assert last == ["pass", "black", "white"]


def test_A_frasvel_moves_are_as_long_as_the_stack_is_high() -> None:
    # The example of the rules page: on size 5 a stack of 2 on c3 has c3-e5 as 140.
    game = fylking.Frasvel(5)
    cells = [0] * game.points
    cells[game.point_index("c3")] = 2
    pos = fylking.position(game, cells, "b")
    assert pos.action_text(140) == "c3-e5"
    assert pos.parse_action("c3-e5") == 140
    with pytest.raises(fylking.NotationError):
        pos.parse_action("c3-d4")


@pytest.mark.parametrize("size", [6, 8, 10])
def test_A_freeze(size: int) -> None:
    game = fylking.Freeze(size)
    q, start = size * size, game.start()
    state = reference.start("freeze", size)
    assert game.action_count == 5 * q + 2
    for action in range(5 * q + 2):
        text = start.action_text(action)
        assert text == state.action_text(action)
        assert start.parse_action(text) == action


@pytest.mark.parametrize(
    ("action", "text"),
    [(7, "b1:b7"), (256, "stop"), (257, "=a1"), (284, "=d4"), (320, "=h8"), (321, "pass")],
)
def test_A_freeze_by_example(action: int, text: str) -> None:
    assert fylking.Freeze(8).start().action_text(action) == text


@pytest.mark.parametrize("name", fylking.GAMES)
@pytest.mark.parametrize("over", [0, 1, 10**30])
def test_A_no_other_actions(name: str, over: int) -> None:
    pos = fylking.game(name).start()
    for action in (pos.game.action_count + over, -1 - over):
        assert not pos.is_legal(action)
        with pytest.raises(fylking.IllegalActionError) as caught:
            pos.push(action)
        assert caught.value.rule == "A"
        with pytest.raises(fylking.IllegalActionError):
            pos.action_text(action)


@pytest.mark.parametrize("text", ["G7", " g7 ", "g 7"])
def test_A_case_and_spaces_are_forgiven(text: str) -> None:
    assert fylking.Fravan(7).start().parse_action(text) == 63


@pytest.mark.parametrize(
    "text", ["", "g", "7g", "g07", "g77", "a9", "passed", "g7-h8", "=g7", "63"]
)
def test_A_nothing_is_guessed(text: str) -> None:
    with pytest.raises(fylking.NotationError):
        fylking.Fravan(7).start().parse_action(text)

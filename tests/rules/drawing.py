"""Positions from drawn boards, and play that the kernel and the reference must agree on."""

from __future__ import annotations

import pytest
import reference
from compare import assert_same, assert_same_action

import fylking


def board(drawing: str) -> str:
    """The board field of the position text.

    A drawing has a line for each rank, the highest first, and spaces between the points; a ``*``
    is an empty point that the test is about.
    """
    ranks = [line.split() for line in drawing.strip().splitlines()]
    return "/".join("".join(rank) for rank in ranks).replace("*", ".")


def drawn(
    name: str, drawing: str, to_move: str = "b", stage: str = "play", seats: str = "1b"
) -> fylking.Position:
    """The position with a drawn board; the size is that of the drawing."""
    ranks = len(drawing.strip().splitlines())
    if name == "freeze":
        return fylking.parse(f"freeze{ranks} {board(drawing)} {to_move} {stage}")
    return fylking.parse(f"{name}{(ranks + 1) // 2} {board(drawing)} {to_move} {stage} {seats}")


def board_of(pos: fylking.Position) -> str:
    """The board field of a position."""
    return pos.text.split(" ")[1]


def play(pos: fylking.Position, *actions: str) -> fylking.Position:
    """The position after some actions; kernel and reference agree all the way."""
    after, state = pos.copy(), reference.parse(pos.text)
    assert_same(after, state)
    for text in actions:
        action = after.parse_action(text)
        assert_same_action(after, state, action)
        after.push(action)
        state = state.play(action)
        assert_same(after, state)
    return after


def after(pos: fylking.Position, *actions: str) -> str:
    """The board field after some actions."""
    return board_of(play(pos, *actions))


def legal(pos: fylking.Position) -> list[str]:
    """The texts of the legal actions, in their order."""
    assert pos.legal_actions() == reference.parse(pos.text).legal()
    return [pos.action_text(action) for action in pos.legal_actions()]


def refused(pos: fylking.Position, action: int | str, rule: str) -> str:
    """The message that comes with an illegal action, which leaves the position as it was."""
    before = pos.copy()
    number = pos.parse_action(action) if isinstance(action, str) else action
    assert number not in reference.parse(pos.text).legal()
    assert not pos.is_legal(action)
    with pytest.raises(fylking.IllegalActionError) as caught:
        pos.push(action)
    assert (pos, pos.history) == (before, before.history)
    assert caught.value.rule == rule
    assert str(caught.value).endswith(f"({rule})") or rule == "A"
    return str(caught.value)

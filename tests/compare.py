"""A kernel's position held against the reference's state of the same position."""

from __future__ import annotations

from collections.abc import Callable

import reference
from reference.frasvel import Frasvel
from reference.fravan import Fravan
from reference.freeze import Freeze
from reference.herfor import Herfor

import fylking

Rounds = list[list[tuple[str, list[int], int]]]


def letter(colour: fylking.Color | None) -> str | None:
    """A colour as the reference has it."""
    return None if colour is None else colour.letter


def assert_same(pos: fylking.Position, state: reference.State) -> None:
    """Everything that both tell about a position agrees."""
    assert pos.text == state.text()
    assert pos.legal_actions() == state.legal()
    assert pos.score == state.score()
    assert pos.is_over == state.is_over
    assert letter(pos.winner) == state.winner
    assert pos.end_reason == state.end_reason


def assert_same_action(pos: fylking.Position, state: reference.State, action: int) -> None:
    """Notation and effects of a legal action agree."""
    assert pos.action_text(action) == state.action_text(action)
    preview = [
        [(change.kind, list(change.points), change.pieces) for change in changes]
        for changes in pos.preview(action).rounds
    ]
    assert preview == rounds(state, action)


def rounds(state: reference.State, action: int) -> Rounds:
    """The reference's preview of an action in the shape of `fylking.Preview.rounds`."""
    return ROUNDS[type(state)](state, action)


def _fravan(state: Fravan, action: int) -> Rounds:
    steps = [
        (("attack", attack, 1), ("backlash", back, 1)) for attack, back in state.preview(action)
    ]
    return [[change for change in step if change[1]] for step in steps]


def _herfor(state: Herfor, action: int) -> Rounds:
    flips = state.preview(action)
    return [[("invade", flips, 1)]] if flips else []


def _frasvel(state: Frasvel, action: int) -> Rounds:
    groups, grown = state.preview(action)
    absorbed = [("absorb", group, 1) for group in groups]
    return [[*absorbed, ("grow", grown, len(groups))]] if groups else []


def _freeze(state: Freeze, action: int) -> Rounds:
    squares = len(state.board)
    captured = state.preview(action)
    if captured is not None:
        return [[("capture", [captured], 2 if state.board[captured].isupper() else 1)]]
    if 4 * squares < action <= 5 * squares:  # A: a freeze step
        return [[("freeze", [action - 4 * squares - 1], 1)]]
    return []


ROUNDS: dict[type, Callable[..., Rounds]] = {
    Fravan: _fravan,
    Herfor: _herfor,
    Frasvel: _frasvel,
    Freeze: _freeze,
}

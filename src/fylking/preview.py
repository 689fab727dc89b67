"""What an action would do to the board, told before it is played."""

from __future__ import annotations

from typing import NamedTuple


class Change(NamedTuple):
    """One thing that happens to some points at once.

    Attributes:
        kind: "attack" or "backlash" (stones that flip, Fravan), "invade" (stones that flip,
            Herfor), "absorb" (the stacks of one group, Frasvel), "grow" (stacks, Frasvel),
            "capture" (a stack, Freeze) or "freeze" (a soldier, Freeze).
        points: indices of the points, ascending.
        pieces: how many pieces each of the stacks loses or gains; 1 for flips.
    """

    kind: str
    points: tuple[int, ...]
    pieces: int


class Preview(NamedTuple):
    """What an action would do.

    Attributes:
        action: the action.
        rounds: what happens, in order; all changes of a round belong together. Rounds in which
            nothing changes are left out.
    """

    action: int
    rounds: tuple[tuple[Change, ...], ...]

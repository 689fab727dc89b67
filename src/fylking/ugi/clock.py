"""How long to think, by the clock."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fylking.play import playouts

if TYPE_CHECKING:
    from fylking._position import Position

LATENCY = 0.015
"""Seconds between the arbiter's clock and ours, each move; arbiters forgive some 10 ms."""

RESERVE = 0.05
"""Part of the remaining time that is never planned for."""

LARGEST_SHARE = 0.2
"""Part of the remaining time that one action may take at most."""

LEAST = 0.001
LONGEST = 1e6  # waiting for more seconds than this overflows on some platforms

GAMES_TRIED = 4


def actions_left(pos: Position) -> float:
    """Actions that the seat to act has still to play, going by a few random games to the end.

    >>> import fylking
    >>> actions_left(fylking.Fravan(size=3, pie=False).start())
    9.5
    """
    return max(1.0, playouts(pos, GAMES_TRIED, seed=1).mean_length / 2)


def by_clock(pos: Position, left: float, increment: float) -> float:
    """Seconds to think, with the clock of the seat to act.

    The time left is shared out evenly over the actions that are expected, and most of the
    increment is used at once; what is kept back covers the way to the arbiter and back.

    Args:
        pos: a position that is not over.
        left: seconds left on the clock; may be none, or less.
        increment: seconds added after each action.

    >>> import fylking
    >>> round(by_clock(fylking.Fravan(size=3, pie=False).start(), left=10.0, increment=0.0), 3)
    0.983
    """
    usable = left * (1 - RESERVE) - LATENCY
    share = usable / actions_left(pos) + 0.8 * increment - LATENCY
    # With nothing left but increments, what came with the last one is all there is.
    largest = max(LARGEST_SHARE * usable, min(0.8 * increment, usable) - LATENCY)
    return max(LEAST, min(share, largest, usable, LONGEST))


def by_movetime(seconds: float) -> float:
    """Seconds to think when so many are allowed for this action.

    >>> by_movetime(1.0), by_movetime(0.01)
    (0.985, 0.0075)
    """
    return max(LEAST, min(seconds - min(LATENCY, seconds / 4), LONGEST))

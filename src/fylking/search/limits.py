"""How long a search may take, and what it can search."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING

from fylking.errors import OptionError
from fylking.threads import checked_position

if TYPE_CHECKING:
    from fylking._position import Position
    from fylking.game import Game


class Clock:
    """Counts the seconds of a search, and those that are left.

    Args:
        seconds: how many there are; None for no limit.

    Raises:
        OptionError: a number that is negative, or none.
    """

    def __init__(self, seconds: float | None) -> None:
        if seconds is not None:
            if isinstance(seconds, bool) or not isinstance(seconds, int | float):
                raise TypeError(f"seconds is a number or None, not {type(seconds).__name__}")
            if not 0 <= seconds < math.inf:
                raise OptionError(f"seconds is {seconds}; it must be 0 or more, or None")
        self._seconds = seconds
        self._begun = time.monotonic()

    def passed(self) -> float:
        """Seconds since the clock was made."""
        return time.monotonic() - self._begun

    def left(self) -> int:
        """Milliseconds that are left; -1: there is no limit."""
        if self._seconds is None:
            return -1
        return max(0, min(int(1000 * (self._seconds - self.passed())), 1 << 50))

    def is_over(self) -> bool:
        """Whether no time is left."""
        return self.left() == 0


def check_searchable(pos: Position, game: Game | None = None) -> None:
    """Raises when a position cannot be searched, or is not of a game (the pie rule aside).

    Raises:
        OptionError: it is of another game.
        IllegalActionError: its game is over.
    """
    checked_position(pos)
    if game is not None and (pos.game.name, pos.game.size) != (game.name, game.size):
        raise OptionError(
            f"the search is of {game.name}{game.size}, "
            f"the position of {pos.game.name}{pos.game.size}"
        )
    if pos.is_over:
        raise pos.game._illegal(pos, 0)

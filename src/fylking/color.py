"""The two colours."""

from __future__ import annotations

from enum import IntEnum


class Color(IntEnum):
    """A colour; ints, so that it can index pairs."""

    BLACK = 0
    WHITE = 1

    @property
    def letter(self) -> str:
        """The letter of the position text, "b" or "w"."""
        return "bw"[self]

    @property
    def other(self) -> Color:
        """The opponent's colour."""
        return Color(1 - self)

    def __str__(self) -> str:
        return self.name.capitalize()


BLACK = Color.BLACK
WHITE = Color.WHITE

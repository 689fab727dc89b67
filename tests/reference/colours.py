"""The two colours."""

from __future__ import annotations


def opponent(colour: str) -> str:
    """Return the other colour."""
    return "w" if colour == "b" else "b"

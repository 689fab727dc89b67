"""Names of people: what they may be, and what is made of those in records of other programs."""

from __future__ import annotations

MOST = 40
"""Characters of a name."""

JOINER = "\u200d"
"""What joins emoji, and letters of some scripts: nothing to see by itself, but no trick."""


def normal(text: str) -> str | None:
    r"""A name with single spaces; None if it is none: too long, or not to be seen.

    >>> normal(" Ann  Lee "), normal("\u202eAnn"), normal("")
    ('Ann Lee', None, None)
    """
    name = " ".join(text.split())
    seen = name.replace(JOINER, "")
    return name if seen.strip() and len(name) <= MOST and seen.isprintable() else None


def cleaned(text: str, most: int = MOST) -> str:
    r"""A text with only what can be seen of it, cut where it gets too long.

    >>> cleaned("\u202eAnn\n Lee"), cleaned("12345", 3)
    ('Ann Lee', '123')
    """
    seen = "".join(c for c in text if c.isprintable() or c.isspace() or c == JOINER)
    return " ".join(seen.split())[:most].strip(f" {JOINER}")

"""Position texts (S): splitting the fields and the board, and putting the board together."""

from __future__ import annotations

import re
from collections.abc import Sequence

_GAME_AND_SIZE = re.compile(r"(fravan|herfor|frasvel|freeze)([1-9][0-9]*)")


def fields(text: str, count: int) -> list[str]:
    """Split ``text`` at single spaces into exactly ``count`` fields."""
    parts = text.split(" ")
    if len(parts) != count:
        raise ValueError(f"expected {count} fields: {text!r}")
    return parts


def game_and_size(text: str) -> tuple[str, int]:
    """Read the first field of a position text."""
    match = _GAME_AND_SIZE.fullmatch(text.split(" ", maxsplit=1)[0])
    if match is None:
        raise ValueError(f"no game and size at the start: {text!r}")
    return match[1], int(match[2])


def colour_to_move(field: str) -> str:
    """Read the third field."""
    if field not in ("b", "w"):
        raise ValueError(f"neither b nor w is to move: {field!r}")
    return field


def read_board(field: str, widths: Sequence[int], cell: re.Pattern[str]) -> tuple[str, ...]:
    """Return the cells in index order; ``widths`` are those of the ranks, the lowest first."""
    ranks = field.split("/")
    if len(ranks) != len(widths):
        raise ValueError(f"expected {len(widths)} ranks: {field!r}")
    cells: list[str] = []
    for rank, width in zip(reversed(ranks), widths, strict=True):
        found = cell.findall(rank)
        if "".join(found) != rank or len(found) != width:
            raise ValueError(f"expected {width} cells: {rank!r}")
        cells += found
    return tuple(cells)


def write_board(cells: Sequence[str], widths: Sequence[int]) -> str:
    """Write the cells, which stand in index order, as the board field."""
    ranks = []
    first = 0
    for width in widths:
        ranks.append("".join(cells[first : first + width]))
        first += width
    return "/".join(reversed(ranks))

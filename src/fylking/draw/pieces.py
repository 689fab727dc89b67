"""Stones, piles and kings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fylking.color import BLACK, WHITE, Color
from fylking.draw.elements import Spot, circle, element, group, path_of, words

if TYPE_CHECKING:
    from fylking.draw.layout import Layout
    from fylking.draw.themes import Theme
    from fylking.game import Game

RADIUS = 0.42  # of a single stone, in units
PILE_RADIUS = 0.36
LIFT = 0.085  # of each piece above another
MOST_SHOWN = 5  # pieces of a pile; its number tells the rest

_CROWN = (
    (-0.5, 0.36), (-0.6, -0.28), (-0.27, 0.02), (0, -0.46), (0.27, 0.02), (0.6, -0.28), (0.5, 0.36),
)  # fmt: skip


def stack(
    layout: Layout, theme: Theme, cell: int, middle: Spot, extra: str = "", **values: object
) -> str:
    """What stands on a cell that is not empty.

    Args:
        layout: of the picture.
        theme: its colours.
        cell: height, above 0 for Black and below for White.
        middle: of the cell.
        extra: one more class of the group.
        **values: more attributes of the group.
    """
    game, unit = layout.game, layout.unit
    colour = WHITE if cell < 0 else BLACK
    sign = game._piece_sign(cell)
    radius = radius_of(game) * unit
    lifts = [LIFT * unit * k for k in range(min(abs(cell), MOST_SHOWN))]
    x, y = middle[0], middle[1] + lifts[-1] / 2
    parts = [circle(x, y - lift, radius) for lift in lifts]
    top = x, y - lifts[-1]
    if sign == "crown":
        parts.append(_crown(top, radius, theme.crowns[colour]))
    elif sign:
        size = (1.1 if len(sign) == 1 else 0.95) * radius
        parts.append(
            words(sign, *top, size, fill=theme.signs[colour], stroke="none", font_weight="bold")
        )
    return group(
        parts,
        class_=f"stack {colour.name.lower()}{extra}",
        **theme.stone(colour),
        stroke_width=0.045 * unit,
        data_height=abs(cell),
        **values,
    )


def radius_of(game: Game) -> float:
    """The radius of a game's pieces, in units."""
    return RADIUS if game._highest() == 1 else PILE_RADIUS


def waiting(layout: Layout, theme: Theme, pieces: tuple[Color, int, str]) -> str:
    """The pieces beside the board."""
    colour, count, what = pieces
    if not count or layout.beside is None:
        return ""
    x, top = layout.beside
    unit = layout.unit
    radius = 0.3 * unit
    size = min(0.36 * unit, 13.0)
    y = top + size / 2
    parts = [words(what, x, y, size, fill=theme.ink)]
    y += size + 0.25 * unit
    parts.append(words(str(count), x, y, 0.6 * unit, fill=theme.ink, font_weight="bold"))
    y += 0.7 * unit
    room = layout.frame[3] - y - radius
    step = min(0.5 * unit, room / max(1, count - 1))
    stones = [circle(x, y + k * step, radius) for k in range(count)]
    parts.append(group(stones, **theme.stone(colour), stroke_width=0.045 * unit))
    return group(parts, class_=f"waiting {colour.name.lower()}", data_pieces=count)


def badge(theme: Theme, text: str, middle: Spot, unit: float, colour: str) -> str:
    """A small plate with a text on it."""
    x, y = middle
    width, height = (0.2 + 0.13 * len(text)) * unit, 0.32 * unit
    plate = element(
        "rect", x=x - width / 2, y=y - height / 2, width=width, height=height, rx=height / 3,
        fill=theme.paper, stroke=colour, stroke_width=0.03 * unit,
    )  # fmt: skip
    return plate + words(text, x, y, 0.28 * unit, fill=theme.ink, font_weight="bold")


def _crown(middle: Spot, radius: float, colour: str) -> str:
    x, y = middle
    corners = [(x + radius * dx, y + radius * dy) for dx, dy in _CROWN]
    return element(
        "path", class_="crown", d=path_of(corners, closed=True), fill=colour, stroke="none"
    )

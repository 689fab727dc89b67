"""What a caller writes on a picture: arrows, numbers, territory."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from fylking.color import Color
from fylking.draw.elements import Spot, circle, element, group, path_of, words
from fylking.draw.pieces import badge

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fylking.draw.layout import Layout
    from fylking.draw.themes import Theme

_GAP = 0.26  # from a middle to the end of an arrow, in units


def arrows(layout: Layout, colour: str, pairs: Sequence[tuple[int, int]]) -> str:
    """Arrows from point to point."""
    unit = layout.unit
    parts = []
    for one, other in pairs:
        name = f"{layout.game.point_name(one)}-{layout.game.point_name(other)}"
        ways = [_arrow(begin, end, unit, layout.frame) for begin, end in layout.ways(one, other)]
        parts.append(group(ways, class_="arrow", data_way=name))
    return group(
        parts,
        class_="arrows",
        fill=colour,
        stroke=colour,
        stroke_width=0.1 * unit,
        stroke_linecap="round",
        opacity="0.85",
        pointer_events="none",
    )


def labels(
    layout: Layout,
    theme: Theme,
    texts: Mapping[int, str],
    cells: Sequence[int],
    shaded: Mapping[int, str],
) -> str:
    """Texts on points.

    Args:
        layout: of the picture.
        theme: its colours.
        texts: by point.
        cells: the board.
        shaded: the colours of points that have one, to be readable on it.
    """
    parts = []
    longest = max(map(len, texts.values()), default=1)  # all have one size
    size = min(0.46, (1.1 if layout.game._on_lines else 1.25) / longest) * layout.unit
    for point, text in texts.items():
        x, y = layout.middles[point]
        if cells[point] and layout.game._piece_sign(cells[point]):  # there is something already
            aside = x - 0.27 * layout.unit, y + 0.2 * layout.unit
            parts.append(badge(theme, text, aside, layout.unit, theme.faint))
            continue
        if cells[point]:
            fill = theme.signs[Color(cells[point] < 0)]
        else:
            fill = shaded.get(point, theme.ink)
            if layout.game._on_lines and point not in shaded:  # the lines are not to cross it
                parts.append(circle(x, y, 0.3 * layout.unit, fill=theme.board, stroke="none"))
        parts.append(words(text, x, y, size, fill=fill))
    return group(parts, class_="numbers", font_weight="bold", pointer_events="none")


def territory(layout: Layout, theme: Theme, owners: Sequence[tuple[bool, bool]]) -> str:
    """A small square of its owner's colour on each point of a territory."""
    parts = []
    for point, owned in enumerate(owners):
        x, y = layout.middles[point]
        side = 0.13 * layout.unit
        for colour in Color:
            if not owned[colour]:
                continue
            left, right = x - side, x + side
            if all(owned):  # both, side by side
                left, right = (left - side, x) if colour == Color.BLACK else (x, right + side)
            corners = [(left, y - side), (right, y - side), (right, y + side), (left, y + side)]
            parts.append(
                element(
                    "path", class_=f"owned {colour.name.lower()}",
                    data_at=layout.game.point_name(point),
                    d=path_of(corners, closed=True), **theme.stone(colour),
                    stroke_width=0.03 * layout.unit,
                )
            )  # fmt: skip
    return group(parts, class_="territory", pointer_events="none")


def _arrow(begin: Spot, end: Spot, unit: float, frame: Sequence[float]) -> str:
    """A line with a head, cut off at the frame."""
    (x1, y1), (x2, y2) = begin, end
    length = hypot(x2 - x1, y2 - y1)
    dx, dy = (x2 - x1) / length, (y2 - y1) / length
    # Not quite from middle to middle, so that what is written there can be read.
    x1, y1, x2, y2 = (
        x1 + _GAP * unit * dx,
        y1 + _GAP * unit * dy,
        x2 - _GAP * unit * dx,
        y2 - _GAP * unit * dy,
    )
    tip = x2, y2
    x1, y1, x2, y2 = _within(frame, x1, y1, x2, y2)
    parts = []
    if (x2, y2) == tip:
        back, wide = 0.34 * unit, 0.19 * unit
        bx, by = x2 - back * dx, y2 - back * dy
        head = [(x2, y2), (bx - wide * dy, by + wide * dx), (bx + wide * dy, by - wide * dx)]
        parts.append(element("path", d=path_of(head, closed=True), stroke="none"))
        x2, y2 = bx, by
    parts.append(element("path", d=path_of([(x1, y1), (x2, y2)]), fill="none"))
    return "".join(parts)


def _within(
    frame: Sequence[float], x1: float, y1: float, x2: float, y2: float
) -> tuple[float, float, float, float]:
    """The part of a line, of which one end is inside, that is within the frame."""
    left, top, right, bottom = frame
    low, high = 0.0, 1.0
    for start, step, least, most in ((x1, x2 - x1, left, right), (y1, y2 - y1, top, bottom)):
        if step:
            one, other = sorted(((least - start) / step, (most - start) / step))
            low, high = max(low, one), min(high, other)
    ends = [(x1 + share * (x2 - x1), y1 + share * (y2 - y1)) for share in (low, high)]
    return *(ends[0] if low > 0 else (x1, y1)), *(ends[1] if high < 1 else (x2, y2))

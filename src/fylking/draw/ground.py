"""The empty board: cells or lines, coordinates, and what is seen of the far side of a torus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fylking.draw.elements import Spot, element, group, numbers, path_of, words
from fylking.draw.layout import hull
from fylking.draw.pieces import stack

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fylking.draw.layout import Layout
    from fylking.draw.themes import Theme


def board(layout: Layout, theme: Theme) -> str:
    """The board itself."""
    parts = _lines(layout, theme) if layout.game._on_lines else _cells(layout, theme)
    return group(parts, class_="board")


def fringe(layout: Layout, theme: Theme, cells: Sequence[int]) -> str:
    """Around a board that wraps around: what is on its far side, pale and cut off."""
    if not layout.ghosts:
        return ""
    left, top, right, bottom = layout.frame
    parts = _tones(layout, theme, layout.ghosts)
    parts += [
        stack(layout, theme, cells[point], middle)
        for point, middle in layout.ghosts
        if cells[point]
    ]
    # An inner document shows nothing beyond its own view box.
    return element(
        "svg",
        [group(parts, opacity="0.4")],
        class_="fringe",
        aria_hidden="true",
        x=left,
        y=top,
        width=right - left,
        height=bottom - top,
        viewBox=numbers(left, top, right - left, bottom - top),
    )


def coordinates(layout: Layout, theme: Theme) -> str:
    """The files' letters and the ranks' numbers."""
    size = min(max(0.36 * layout.unit, 14.0), 18.0)
    return group(
        [words(text, *middle, size) for text, middle in layout.labels],
        class_="coordinates",
        fill=theme.faint,
        aria_hidden="true",
    )


def _cells(layout: Layout, theme: Theme) -> list[str]:
    parts = _tones(layout, theme, list(enumerate(layout.middles)))
    if layout.ghosts:  # the edge, at which one comes in again
        corners = [corner for middle in layout.middles for corner in layout.cell(middle)]
        parts.append(
            element(
                "path",
                d=path_of(hull(corners), closed=True),
                fill="none",
                stroke=theme.faint,
                stroke_width=0.05 * layout.unit,
                stroke_dasharray=numbers(0.2 * layout.unit, 0.12 * layout.unit),
            )
        )
    return parts


def _tones(layout: Layout, theme: Theme, places: list[tuple[int, Spot]]) -> list[str]:
    tones = 3 if len(layout.corners) == 6 else 2  # neighbours differ
    shapes: list[list[list[Spot]]] = [[] for _ in range(tones)]
    for point, middle in places:
        file, rank = layout.game._board.coordinates[point]
        shapes[(file + rank) % tones].append(layout.cell(middle))
    colours = theme.cells if tones == 3 else theme.cells[::2]
    return [
        element(
            "path",
            d=path_of(*cells, closed=True),
            fill=colour,
            stroke=theme.line,
            stroke_width=0.03 * layout.unit,
        )
        for cells, colour in zip(shapes, colours, strict=True)
    ]


def _lines(layout: Layout, theme: Theme) -> list[str]:
    corners = [corner for middle in layout.middles for corner in layout.board_cell(middle)]
    steps = layout.game._board.steps
    half = len(steps[0]) // 2  # of the directions; the others are their opposites
    lines = []
    for direction in range(half):
        for start, around in enumerate(steps):
            end, after = start, around[direction]
            if around[direction + half] is None and after is not None:
                while after is not None:
                    end, after = after, steps[after][direction]
                lines.append([layout.middles[start], layout.middles[end]])
    edge = 0.05 * layout.unit
    return [
        element(
            "path",
            d=path_of(hull(corners), closed=True),
            fill=theme.board,
            stroke=theme.board,
            stroke_width=edge,
            stroke_linejoin="round",
        ),
        element(
            "path",
            d=path_of(*lines),
            fill="none",
            stroke=theme.line,
            stroke_width=0.04 * layout.unit,
            stroke_linecap="round",
        ),
    ]

"""An action in a picture: the last one, or one that is only looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fylking.color import Color
from fylking.draw.elements import circle, element, group, numbers, path_of
from fylking.draw.notes import arrows
from fylking.draw.pieces import RADIUS, stack

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fylking._position import Position
    from fylking.draw.layout import Layout
    from fylking.draw.themes import Theme
    from fylking.preview import Preview


class Deed(NamedTuple):
    """An action and what it does.

    Attributes:
        points: that it goes to and came from, with the brackets of `Game._marks`.
        changes: by rounds.
        before: the board before it.
        after: the board after it.
        mover: who acts.
    """

    points: dict[int, str]
    changes: Preview
    before: Sequence[int]
    after: Sequence[int]
    mover: Color


def last_deed(position: Position) -> Deed | None:
    """The last action of a position's history."""
    if not position.ply:
        return None
    before = position.copy()
    return deed_of(before, before.pop())


def deed_of(before: Position, action: int) -> Deed:
    """A legal action in a position, which is left as it is."""
    after = before.copy()
    after.push(action)
    return Deed(
        before.game._marks(before, action),
        before.preview(action),
        before.board.tolist(),
        after.board.tolist(),
        before.to_move,
    )


def halos(layout: Layout, done: Deed, colour: str) -> str:
    """Beneath the pieces: where an action went to, and where it came from."""
    unit = layout.unit
    parts = []
    for point, brackets in done.points.items():
        x, y = layout.middles[point]
        if brackets == "[]" and layout.game._on_lines:
            around = (RADIUS + 0.06) * unit
            parts.append(circle(x, y, around, fill="none", stroke=colour, stroke_width=0.1 * unit))
        elif brackets == "[]":
            cell = path_of(layout.cell((x, y)), closed=True)
            parts.append(element("path", d=cell, fill=colour, opacity="0.8"))
        else:
            parts.append(
                circle(
                    x, y, 0.4 * unit, fill="none", stroke=colour, stroke_width=0.07 * unit,
                    stroke_dasharray=numbers(0.14 * unit, 0.1 * unit),
                )
            )  # fmt: skip
    return group(parts, class_="last")


def ghosts(layout: Layout, theme: Theme, done: Deed) -> str:
    """An action that is only looked at: its piece, pale, where it would go."""
    parts = []
    if len(done.points) == 2:
        one, other = done.points
        parts.append(arrows(layout, theme.preview, [(one, other)]))
    for point, brackets in done.points.items():
        if brackets == "[]" and not done.before[point]:
            own = 1 - 2 * done.mover
            cell = done.after[point] * own
            height = max(1, cell)
            parts.append(
                stack(layout, theme, own * height, layout.middles[point], " ghost", opacity="0.75")
            )
    return group(parts, class_="preview", pointer_events="none")

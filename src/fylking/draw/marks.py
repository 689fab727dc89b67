"""The last action and what it did, an action that is only looked at, and where one may play."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fylking.color import Color
from fylking.draw.elements import Spot, circle, element, group, numbers, path_of, words
from fylking.draw.notes import arrows
from fylking.draw.pieces import RADIUS, badge, radius_of, stack

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from fylking._position import Position
    from fylking.draw.layout import Layout
    from fylking.draw.themes import Theme
    from fylking.preview import Change, Preview

FLIPS = {"attack", "backlash", "invade"}


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
    return deed(before, before.pop())


def deed(before: Position, action: int) -> Deed:
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


def changes(
    layout: Layout,
    theme: Theme,
    done: Deed,
    cells: Sequence[int],
    colour: str,
    written: Collection[int] = (),
) -> str:
    """Above the pieces: what an action did or would do, round by round.

    Args:
        layout: of the picture.
        theme: its colours.
        done: the action.
        cells: the board that is drawn.
        colour: of the marks.
        written: points that something else is written on.
    """
    rounds = done.changes.rounds
    parts = []
    flips: dict[int, list[tuple[int, str]]] = {}
    for number, changed in enumerate(rounds, 1):
        for change in changed:
            if change.kind in FLIPS:
                for point in change.points:
                    flips.setdefault(point, []).append((number, change.kind))
            else:
                parts += _gains(layout, theme, change, done, cells, colour)
    for point, turns in flips.items():
        if point in written:
            ring = circle(
                *layout.middles[point], (RADIUS - 0.07) * layout.unit, fill="none", stroke=colour,
                stroke_width=0.06 * layout.unit,
            )  # fmt: skip
            parts.append(_change(layout, point, turns, [ring]))
        else:
            flip = _flip(layout, theme, point, turns, cells[point], len(rounds) > 1)
            parts.append(_change(layout, point, turns, flip))
    return group(parts, class_="changes", pointer_events="none")


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


def targets(
    layout: Layout,
    theme: Theme,
    points: Collection[int],
    cells: Sequence[int],
    selected: int | None,
) -> str:
    """Where one may play, and the point that is selected."""
    unit = layout.unit
    ring = (radius_of(layout.game) + 0.07) * unit
    parts = []
    for point in points:
        x, y = layout.middles[point]
        name = layout.game.point_name(point)
        if cells[point]:
            parts.append(
                circle(x, y, ring, class_="target", data_at=name, fill="none", stroke=theme.target,
                       stroke_width=0.06 * unit)
            )  # fmt: skip
        else:
            parts.append(
                circle(x, y, 0.2 * unit, class_="target", data_at=name, fill="none",
                       stroke=theme.target, stroke_width=0.08 * unit)
            )  # fmt: skip
    if selected is not None:
        parts.append(
            circle(*layout.middles[selected], ring, class_="selected", fill="none",
                   data_at=layout.game.point_name(selected),
                   stroke=theme.target, stroke_width=0.13 * unit)
        )  # fmt: skip
    return group(parts, class_="targets", pointer_events="none")


def _change(
    layout: Layout, point: int, turns: list[tuple[int, str]], content: Sequence[str]
) -> str:
    return group(
        content,
        class_=f"change {turns[-1][1]}",
        data_at=layout.game.point_name(point),
        data_round=" ".join(str(number) for number, _ in turns),
    )


def _flip(
    layout: Layout,
    theme: Theme,
    point: int,
    turns: list[tuple[int, str]],
    cell: int,
    numbered: bool,
) -> list[str]:
    """A stone that flips: a dot of its other colour, with the rounds in which it does."""
    x, y = layout.middles[point]
    unit = layout.unit
    shown = Color(cell < 0)
    side = 0.2 * unit
    look = {
        "fill": theme.stones[shown.other],
        "stroke": theme.change,
        "stroke_width": 0.05 * unit,
    }
    kind = turns[-1][1]
    if kind == "backlash":
        square = [
            (x - side, y - side),
            (x + side, y - side),
            (x + side, y + side),
            (x - side, y + side),
        ]
        parts = [element("path", d=path_of(square, closed=True), **look)]
    else:
        parts = [circle(x, y, 1.1 * side, **look)]
    if numbered:
        text = ",".join(str(number) for number, _ in turns)
        size = (0.32, 0.32, 0.32, 0.2)[min(len(text), 3)] * unit
        parts.append(words(text, x, y, size, fill=theme.signs[shown.other], text_anchor="middle"))
    return parts


def _gains(
    layout: Layout,
    theme: Theme,
    change: Change,
    done: Deed,
    cells: Sequence[int],
    colour: str,
) -> list[str]:
    """Stacks that grow, shrink or go."""
    unit = layout.unit
    parts = []
    for point in change.points:
        x, y = layout.middles[point]
        marks = []
        if change.kind == "capture":
            marks.append(_cross((x, y), 0.26 * unit, colour, 0.1 * unit))
        else:
            if not cells[point] and point not in done.points:
                marks.append(
                    circle(x, y, 0.3 * unit, fill="none", stroke=colour, stroke_width=0.05 * unit,
                           stroke_dasharray=numbers(0.1 * unit, 0.08 * unit))
                )  # fmt: skip
            sign = "-" if change.kind == "absorb" else "+"
            text = f"{sign}{change.pieces}"
            marks.append(badge(theme, text, (x + 0.27 * unit, y + 0.2 * unit), unit, colour))
        parts.append(
            group(marks, class_=f"change {change.kind}", data_at=layout.game.point_name(point))
        )
    return parts


def _cross(middle: Spot, arm: float, colour: str, width: float) -> str:
    x, y = middle
    return element(
        "path",
        d=path_of(
            [(x - arm, y - arm), (x + arm, y + arm)], [(x - arm, y + arm), (x + arm, y - arm)]
        ),
        fill="none",
        stroke=colour,
        stroke_width=width,
        stroke_linecap="round",
    )

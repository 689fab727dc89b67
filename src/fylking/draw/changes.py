"""What an action does to the pieces, round by round: flips, losses, gains, captures.

Rooms say which of these a kind of change is (`Game._effects`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fylking.color import Color
from fylking.draw.elements import Spot, circle, element, group, numbers, path_of, words
from fylking.draw.pieces import RADIUS, badge

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from fylking.draw.deed import Deed
    from fylking.draw.layout import Layout
    from fylking.draw.themes import Theme
    from fylking.preview import Change


class Look(NamedTuple):
    """What the marks of an action look like.

    Attributes:
        layout: of the picture.
        theme: its colours.
        colour: of the marks.
        cells: the board that is drawn.
        written: points that something else is written on.
    """

    layout: Layout
    theme: Theme
    colour: str
    cells: Sequence[int]
    written: Collection[int] = ()


def changes(look: Look, done: Deed) -> str:
    """The marks of what an action did or would do, above the pieces."""
    rounds = done.changes.rounds
    happened: dict[int, list[tuple[int, Change]]] = {}
    for number, changed in enumerate(rounds, 1):
        for change in changed:
            for point in change.points:
                happened.setdefault(point, []).append((number, change))
    parts = []
    for point, turns in happened.items():
        kind = turns[-1][1].kind
        effect = look.layout.game._effects.get(kind, "touched")
        if effect in ("flip", "flip back") and point not in look.written:
            cell = look.cells[point] or 1 - 2 * done.mover  # a stone that is only looked at
            stamps = [number for number, _ in turns] if len(rounds) > 1 else []
            marks = _flip(look, look.layout.middles[point], effect, stamps, cell)
        elif effect == "gone":
            marks = [_cross(look, look.layout.middles[point])]
        elif effect in ("lose", "gain"):
            gained = sum(change.pieces for _, change in turns)
            hollow = not look.cells[point] and point not in done.points
            marks = _gain(look, look.layout.middles[point], effect, gained, hollow)
        else:
            marks = [_ring(look, look.layout.middles[point])]
        parts.append(
            group(
                marks,
                class_=f"change {kind}",
                data_at=look.layout.game.point_name(point),
                data_round=" ".join(str(number) for number, _ in turns),
            )
        )
    return group(parts, class_="changes", pointer_events="none")


def _flip(look: Look, middle: Spot, effect: str, stamps: list[int], cell: int) -> list[str]:
    """A stone that flips: a dot of its other colour, with the rounds in which it does."""
    x, y = middle
    unit, theme = look.layout.unit, look.theme
    other = Color(cell < 0).other
    side = 0.2 * unit
    paint: dict[str, object] = {
        "fill": theme.stones[other], "stroke": theme.change, "stroke_width": 0.05 * unit,
    }  # fmt: skip
    if effect == "flip":
        parts = [circle(x, y, 1.1 * side, **paint)]
    else:
        corners = [
            (x + dx * side, y + dy * side) for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
        parts = [element("path", d=path_of(corners, closed=True), **paint)]
    if stamps:
        text = ",".join(map(str, stamps))
        if len(text) > 3:
            text = f"{len(stamps)}x"
        size = (0.32 if len(text) < 3 else 0.2) * unit
        parts.append(words(text, x, y, size, fill=theme.signs[other]))
    return parts


def _gain(look: Look, middle: Spot, effect: str, pieces: int, hollow: bool) -> list[str]:
    """A stack that grows or shrinks; hollow when there is none any more."""
    x, y = middle
    unit = look.layout.unit
    parts = []
    if hollow:
        parts.append(
            circle(x, y, 0.3 * unit, fill="none", stroke=look.colour, stroke_width=0.05 * unit,
                   stroke_dasharray=numbers(0.1 * unit, 0.08 * unit))
        )  # fmt: skip
    text = f"{'-' if effect == 'lose' else '+'}{pieces}"
    aside = x + 0.27 * unit, y + 0.2 * unit
    parts.append(badge(look.theme, text, aside, unit, look.colour))
    return parts


def _cross(look: Look, middle: Spot) -> str:
    """A stack that is gone."""
    x, y = middle
    arm = 0.26 * look.layout.unit
    return element(
        "path",
        d=path_of(
            [(x - arm, y - arm), (x + arm, y + arm)], [(x - arm, y + arm), (x + arm, y - arm)]
        ),
        fill="none",
        stroke=look.colour,
        stroke_width=0.1 * look.layout.unit,
        stroke_linecap="round",
    )


def _ring(look: Look, middle: Spot) -> str:
    """A piece that changes in some way, with room for what is written on it."""
    unit = look.layout.unit
    return circle(
        *middle, (RADIUS - 0.07) * unit, fill="none", stroke=look.colour, stroke_width=0.06 * unit
    )

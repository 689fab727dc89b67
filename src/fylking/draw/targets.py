"""Where one may play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fylking.draw.elements import circle, group
from fylking.draw.pieces import radius_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from fylking.draw.layout import Layout
    from fylking.draw.themes import Theme


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

"""A picture as layers, from the board up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from fylking.draw import deed, ground, notes
from fylking.draw import heat as heats
from fylking.draw.changes import Look, changes
from fylking.draw.elements import circle, element, escaped, group, numbers, path_of, words
from fylking.draw.layout import CAPTION, CAPTION_SIZE, LEGEND, MARGIN
from fylking.draw.pieces import stack, waiting
from fylking.draw.targets import targets

if TYPE_CHECKING:
    from fylking.draw.request import Request
    from fylking.draw.themes import Theme

FONTS = "'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"


class Scene:
    """What a picture shows.

    Pictures of one game with the same options have equally many parts of every kind; a part that
    shows nothing is empty.

    Args:
        request: what was asked for.
        bare: without ids, and with empty points left empty.

    Attributes:
        request: what was asked for.
        still: what is the same in all pictures of the game with the same options.
        under: between that and the points.
        points: a group for each point, with what stands on it.
        over: above the points, and beside the board.
        width: of the picture.
        height: of the picture.
    """

    def __init__(self, request: Request, bare: bool = False) -> None:
        self.request = request
        layout, theme = request.layout, request.theme
        self.still = [ground.board(layout, theme)]
        if request.coordinates:
            self.still.append(ground.coordinates(layout, theme))
        self.under = [ground.fringe(layout, theme, request.cells)]
        self.over: list[str] = []
        if request.scale is not None:
            self.under.append(heats.shades(layout, theme, request.scale, request.values))
        owners = request.game._owners(request.position) if request.territory else None
        if owners is not None:
            self.under.append(notes.territory(layout, theme, owners))
        leaving = self._add_action()
        self._add_notes()
        self.points = _points(request, leaving, bare)
        pieces = request.game._waiting(request.position)
        if pieces is not None:
            self.over.append(waiting(layout, theme, pieces))
        self.width, self.height = layout.width, layout.height
        if request.scale is not None and request.legend:
            width = min(300.0, self.width - 8 * MARGIN)
            place = self.width / 2, self.height
            self.over.append(heats.legend(request.scale, theme, place, width, request.prefix))
            self.height += LEGEND
        if request.caption:
            self.over.append(_caption(request, self.height))
            self.height += CAPTION

    def document(self) -> str:
        """The whole picture."""
        request = self.request
        points = group(self.points, class_="points")
        return document(
            [*self.still, *self.under, points, *self.over],
            (self.width, self.height),
            request.theme,
            classes=f"fylking {request.game.name}",
            prefix=request.prefix,
            title=request.title,
            description=request.position.text,
            role="group" if request.interactive else "img",
        )

    def _add_action(self) -> set[int]:
        """The action that is looked at, or the last one; returns the points that it leaves."""
        request = self.request
        layout, theme = request.layout, request.theme
        if request.preview is not None:
            done: deed.Deed | None = deed.deed_of(request.position, request.preview)
            under, over = theme.preview, theme.preview
        else:
            done = deed.last_deed(request.position) if request.last else None
            under, over = theme.last, theme.change
        if done is None:
            self.under.append("")
            self.over.append("")
            return set()
        self.under.append(deed.halos(layout, done, under))
        changed = changes(Look(layout, theme, over, request.cells, request.texts), done)
        if request.preview is None:
            self.over.append(changed)
            return set()
        self.over.append(deed.ghosts(layout, theme, done) + changed)
        return {point for point, brackets in done.points.items() if brackets == "()"}

    def _add_notes(self) -> None:
        request = self.request
        layout, theme, cells = request.layout, request.theme, request.cells
        self.over += [
            targets(layout, theme, request.targets, cells, request.selected),
            notes.arrows(layout, theme.target, request.arrows),
            notes.labels(layout, theme, request.texts, cells, request.shaded),
        ]


def document(
    parts: Iterable[str],
    extent: tuple[float, float],
    theme: Theme,
    *,
    classes: str,
    prefix: str,
    title: str,
    description: str,
    role: str = "img",
) -> str:
    """An SVG document of a width and height."""
    width, height = extent
    content = [
        element("title", [escaped(title)], id=f"{prefix}-title"),
        element("desc", [escaped(description)], id=f"{prefix}-desc"),
        element("rect", class_="paper", width=width, height=height, fill=theme.paper),
        *parts,
    ]
    return element(
        "svg",
        content,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=numbers(0, 0, width, height),
        class_=classes,
        role=role,
        aria_labelledby=f"{prefix}-title",
        aria_describedby=f"{prefix}-desc",
        font_family=FONTS,
        text_anchor="middle",
    )


def _points(request: Request, leaving: set[int], bare: bool) -> list[str]:
    """All points, each a group, with what stands on them."""
    layout, cells = request.layout, request.cells
    wanted = set(request.targets)
    focused = next((p for p in (request.selected, *request.targets) if p is not None), 0)
    parts = []
    for point, middle in enumerate(layout.middles):
        name = request.game.point_name(point)
        content = []
        more: dict[str, object] = {}
        if request.interactive:
            label = (
                name + ", " + (request.game._piece_name(cells[point]) if cells[point] else "empty")
            )
            if point == request.selected:
                label += ", selected"
            if point in wanted:
                label += ", playable"
            more = {
                "role": "button",
                "tabindex": 0 if point == focused else -1,
                "aria_label": label,
            }
            content = [
                element("title", [escaped(label)]),
                element(
                    "path", class_="hit", d=path_of(layout.cell(middle), closed=True),
                    fill="none", pointer_events="all",
                ),
            ]  # fmt: skip
        elif bare and not cells[point]:
            parts.append("")
            continue
        if cells[point]:
            look = {"opacity": "0.5"} if point in leaving else {}
            content.append(stack(layout, request.theme, cells[point], middle, **look))
        classes = "point" + (" target" if point in wanted else "")
        classes += " selected" if point == request.selected else ""
        parts.append(
            element(
                "g", content, class_=classes, id=None if bare else f"{request.prefix}-{name}",
                data_point=name, data_index=point, **more,
            )
        )  # fmt: skip
    return parts


def _caption(request: Request, top: float) -> str:
    """Below the board: whose turn it is or how it ended, and the game."""
    layout, theme, position, game = (
        request.layout, request.theme, request.position, request.game,
    )  # fmt: skip
    y = top + CAPTION / 2 - 3
    left, right = MARGIN + 4, layout.width - MARGIN - 4
    name = f"{game.title} {game.size}"
    text = game._caption(position)
    shown = position.winner if position.is_over else position.to_move
    radius = 0.5 * CAPTION_SIZE
    start = left + (3 * radius if shown is not None else 0)
    # Letters are about 0.56 of the size wide.
    room = right - start - 0.56 * CAPTION_SIZE * (len(name) + 1)
    size = min(CAPTION_SIZE, room / (0.56 * len(text)))
    parts = [
        words(text, start, y, size, text_anchor="start", fill=theme.ink),
        words(name, right, y, CAPTION_SIZE, text_anchor="end", fill=theme.faint),
    ]
    if shown is not None:
        parts.append(circle(left + radius, y, radius, **theme.stone(shown), stroke_width=1.5))
    return group(parts, class_="caption")

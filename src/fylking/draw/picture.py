"""The whole picture of a position."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from fylking.draw import ground, marks, notes, options
from fylking.draw import heat as heats
from fylking.draw.elements import circle, element, escaped, group, path_of, words
from fylking.draw.elements import numbers as numbers_text
from fylking.draw.heat import Heat, Scale
from fylking.draw.layout import CAPTION, CAPTION_SIZE, LEGEND, MARGIN, Layout, layout_of
from fylking.draw.pieces import stack, waiting
from fylking.draw.themes import Theme, theme_of
from fylking.errors import OptionError

if TYPE_CHECKING:
    import numpy.typing as npt

    from fylking._position import Position

FONTS = "'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"


def svg(
    position: Position,
    *,
    theme: str | Theme = "light",
    coordinates: bool = True,
    caption: bool = True,
    last: bool = True,
    targets: bool | Iterable[int | str] = False,
    selected: int | str | None = None,
    preview: int | str | None = None,
    arrows: Iterable[tuple[int | str, int | str]] = (),
    numbers: Literal[True] | Mapping[int | str, object] | Sequence[object] | None = None,
    heat: Heat
    | Mapping[int | str, float | None]
    | Sequence[float | None]
    | npt.NDArray[Any]
    | None = None,
    territory: bool = False,
    legend: bool = True,
    interactive: bool = False,
    prefix: str = "fylking",
    title: str | None = None,
) -> str:
    """The picture of a position as an SVG document, which has a view box but no size.

    Points are given by their names or their indices. The same position, of the same history, with
    the same options gives the same text. Each point is a group of class "point" with its name as
    `data-point`, its index as `data-index` and an id of the prefix, a hyphen and the name; the
    pieces are groups of class "stack" and "black" or "white" in it.

    Args:
        position: of any of the games.
        theme: "light", "dark", "print", "safe" (for every kind of colour vision), or a `Theme`.
        coordinates: whether files and ranks are named.
        caption: whether a line below tells who is to move or how the game ended.
        last: whether the last action is marked, and what it flipped, absorbed or captured.
        targets: points that are marked as those where one may play; True for those that a legal
            action begins at or, once a point is selected, goes to from there.
        selected: a point that is marked as selected; in the middle of a chain of jumps it is the
            jumping soldier (FZ4) if nothing else is said.
        preview: a legal action that is shown before it is played: what it would flip, absorb or
            capture, by rounds. It takes the place of the marks of the last action.
        arrows: pairs of points.
        numbers: short texts by point, or one for each point; True writes the values of `heat`.
        heat: a `Heat`, or its values alone.
        territory: whether the territory of Fravan (FV9) and Frasvel (FS10) is marked.
        legend: whether a heat map has a legend.
        interactive: whether each point has an area to click, a role, a label and a place in the
            order of the keyboard.
        prefix: of all ids: another one for each picture of an HTML page.
        title: of the picture, for those who do not see it; None for what the caption says.

    Raises:
        OptionError: an option that does not fit.
        IllegalActionError: the preview is of an action that is not legal here.
        NotationError: the preview's text is no action of the game.

    >>> import fylking
    >>> from fylking import draw
    >>> pos = fylking.Herfor(size=3).start()
    >>> pos.push("c3")
    >>> picture = draw.svg(pos, targets=["a1", "b2"], title="after the opening")
    >>> picture.count("data-point="), ">after the opening</title>" in picture
    (19, True)
    """
    checked = _Checked(
        position, theme_of(theme), targets, selected, preview, arrows, numbers, heat,
        options.prefix_of(prefix), title,
    )  # fmt: skip
    for name, value in (
        ("coordinates", coordinates), ("caption", caption), ("last", last),
        ("territory", territory), ("legend", legend), ("interactive", interactive),
    ):  # fmt: skip
        options.flag(value, name)
    layout, colours, cells = checked.layout, checked.theme, checked.cells
    under: list[str] = []
    over: list[str] = []
    leaving: set[int] = set()
    if checked.preview is not None:
        done = marks.deed(position, checked.preview)
        leaving = {point for point, brackets in done.points.items() if brackets == "()"}
        under.append(marks.halos(layout, done, colours.preview))
        over += [
            marks.ghosts(layout, colours, done),
            marks.changes(layout, colours, done, cells, colours.preview, checked.texts),
        ]
    elif last:
        done_last = marks.last_deed(position)
        if done_last is not None:
            under.append(marks.halos(layout, done_last, colours.last))
            over.append(
                marks.changes(layout, colours, done_last, cells, colours.change, checked.texts)
            )
    if territory:
        owners = position.game._owners(position)
        if owners is not None:
            over.append(notes.territory(layout, colours, owners))
    over += [
        marks.targets(layout, colours, checked.targets, cells, checked.selected),
        notes.arrows(layout, colours.target, checked.arrows),
        notes.labels(layout, colours, checked.texts, cells, checked.shaded),
    ]
    parts = [ground.board(layout, colours), ground.fringe(layout, colours, cells)]
    if checked.scale is not None:
        parts.append(heats.shades(layout, colours, checked.scale, checked.values))
    if coordinates:
        parts.append(ground.coordinates(layout, colours))
    parts += under
    parts.append(_points(checked, interactive, leaving))
    parts += over
    pieces = position.game._waiting(position)
    if pieces is not None:
        parts.append(waiting(layout, colours, pieces))
    bottom = layout.height
    if checked.scale is not None and legend:
        width = min(300.0, layout.width - 8 * MARGIN)
        where = layout.width / 2, bottom
        parts.append(heats.legend(checked.scale, colours, where, width, checked.prefix))
        bottom += LEGEND
    if caption:
        parts.append(_caption(layout, colours, position, bottom))
        bottom += CAPTION
    return document(
        parts,
        (layout.width, bottom),
        colours,
        classes=f"fylking {position.game.name}",
        prefix=checked.prefix,
        title=checked.title,
        description=position.text,
        role="group" if interactive else "img",
    )


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
        viewBox=numbers_text(0, 0, width, height),
        class_=classes,
        role=role,
        aria_labelledby=f"{prefix}-title",
        aria_describedby=f"{prefix}-desc",
        font_family=FONTS,
        text_anchor="middle",
    )


class _Checked:
    """The options of a picture, checked, as indices."""

    def __init__(
        self,
        position: Position,
        theme: Theme,
        targets: Any,
        selected: Any,
        preview: Any,
        arrows: Any,
        numbers: Any,
        heat: Any,
        prefix: str,
        title: Any,
    ) -> None:
        game = position.game
        self.game = game
        self.position = position
        self.theme = theme
        self.prefix = prefix
        self.layout: Layout = layout_of(game)
        self.cells: list[int] = position.board.tolist()
        self.selected = (
            game._selected(position)
            if selected is None
            else options.point_of(game, selected, "selected")
        )
        self.targets = self._targets(targets)
        self.preview: int | None = None
        if preview is not None:
            self.preview = position.preview(preview).action
        self.arrows = options.pairs_of(game, arrows, "arrows")
        if heat is not None and not isinstance(heat, Heat):
            heat = Heat(heat)
        self.values: dict[int, float] = {}
        self.scale: Scale | None = None
        if heat is not None:
            self.values = heats.values_of(game, heat)
            self.scale = Scale(heat, self.values, theme)
        self.shaded = {} if self.scale is None else heats.readable(self.scale, self.values)
        self.texts = self._texts(numbers)
        if title is not None and not isinstance(title, str):
            raise TypeError(f"title is a text, not {type(title).__name__}")
        self.title: str = (
            f"{game.title} {game.size}: {game._caption(position)}" if title is None else title
        )

    def _targets(self, targets: Any) -> list[int]:
        if not isinstance(targets, bool):
            return options.points_of(self.game, targets, "targets")
        found = set()
        if targets:
            for action in self.position.legal_actions():
                points = list(self.game._marks(self.position, action))
                if self.selected is None:
                    found.update(points[:1])
                elif points and points[0] == self.selected:
                    found.update(points[1:])
        return sorted(found)

    def _texts(self, numbers: Any) -> dict[int, str]:
        if numbers is None:
            return {}
        if numbers is not True:
            return options.texts_of(self.game, numbers, "numbers")
        if self.scale is None:
            raise OptionError("numbers=True writes the values of a heat map, but there is no heat")
        return {point: self.scale.text(value) for point, value in self.values.items()}


def _points(checked: _Checked, interactive: bool, leaving: set[int]) -> str:
    """All points, each a group, with what stands on them."""
    layout, cells = checked.layout, checked.cells
    wanted = set(checked.targets)
    focused = next((p for p in (checked.selected, *checked.targets) if p is not None), 0)
    parts = []
    for point, middle in enumerate(layout.middles):
        name = checked.game.point_name(point)
        content = []
        more: dict[str, object] = {}
        if interactive:
            label = (
                name + ", " + (checked.game._piece_name(cells[point]) if cells[point] else "empty")
            )
            if point == checked.selected:
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
        if cells[point]:
            look = {"opacity": "0.5"} if point in leaving else {}
            content.append(stack(layout, checked.theme, cells[point], middle, **look))
        classes = "point" + (" target" if point in wanted else "")
        classes += " selected" if point == checked.selected else ""
        parts.append(
            element(
                "g", content, class_=classes, id=f"{checked.prefix}-{name}",
                data_point=name, data_index=point, **more,
            )
        )  # fmt: skip
    return group(parts, class_="points")


def _caption(layout: Layout, theme: Theme, position: Position, top: float) -> str:
    """Below the board: whose turn it is or how it ended, and the game."""
    game = position.game
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

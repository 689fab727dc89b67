"""The options of one picture, checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from fylking.draw import options
from fylking.draw.heat import Heat, Scale, readable, values_of
from fylking.draw.layout import Layout, layout_of
from fylking.draw.themes import Theme, theme_of
from fylking.errors import OptionError
from fylking.threads import checked_position

if TYPE_CHECKING:
    import numpy.typing as npt

    from fylking._position import Position


class Options(TypedDict, total=False):
    """The options of pictures; `fylking.draw.svg` says what they mean."""

    theme: str | Theme
    coordinates: bool
    caption: bool
    last: bool
    targets: bool | Iterable[int | str]
    selected: int | str | None
    preview: int | str | None
    arrows: Iterable[tuple[int | str, int | str]]
    numbers: Literal[True] | Mapping[int | str, object] | Sequence[object] | None
    heat: Heat | Mapping[int | str, float | None] | Sequence[float | None] | npt.NDArray[Any] | None
    territory: bool
    legend: bool
    interactive: bool
    prefix: str
    title: str | None


class Request:
    """A position and what is asked of its picture, with all points as indices.

    Attributes:
        position: that is drawn.
        game: its game.
        cells: its board.
        layout: where things are.
        theme: the colours.
        targets: points where one may play.
        selected: the point that is selected, None for none.
        preview: the action that is looked at, None for none.
        arrows: pairs of points.
        values: of the heat map, by point.
        scale: of the heat map, None without one.
        shaded: colours of texts on the heat map, by point.
        texts: on points.
        coordinates, caption, last, territory, legend, interactive: whether they are wanted.
        prefix: of ids.
        title: of the picture.

    Raises:
        OptionError: an option that does not fit.
    """

    def __init__(self, position: Position, given: Options) -> None:
        checked_position(position)
        unknown = [name for name in given if name not in Options.__annotations__]
        if unknown:
            raise TypeError(
                f"pictures have no option {unknown[0]!r}; "
                f"they have {', '.join(Options.__annotations__)}"
            )
        self.position = position
        self.game = game = position.game
        self.cells: list[int] = position.board.tolist()
        self.layout: Layout = layout_of(game)
        self.theme = theme_of(given.get("theme", "light"))
        self.coordinates = options.flag(given.get("coordinates", True), "coordinates")
        self.caption = options.flag(given.get("caption", True), "caption")
        self.last = options.flag(given.get("last", True), "last")
        self.territory = options.flag(given.get("territory", False), "territory")
        self.legend = options.flag(given.get("legend", True), "legend")
        self.interactive = options.flag(given.get("interactive", False), "interactive")
        self.prefix = options.prefix_of(given.get("prefix", "fylking"))
        self.title = self._title(given.get("title"))
        selected = given.get("selected")
        self.selected = (
            game._selected(position)
            if selected is None
            else options.point_of(game, selected, "selected")
        )
        self.targets = self._targets(given.get("targets", False))
        action = given.get("preview")
        self.preview = None if action is None else position.preview(action).action
        self.arrows = options.pairs_of(game, given.get("arrows", ()), "arrows")
        self.values: dict[int, float] = {}
        self.scale: Scale | None = None
        heat = given.get("heat")
        if heat is not None:
            if not isinstance(heat, Heat):
                heat = Heat(heat)
            self.values = values_of(game, heat)
            self.scale = Scale(heat, self.values, self.theme)
        self.shaded = {} if self.scale is None else readable(self.scale, self.values)
        self.texts = self._texts(given.get("numbers"))

    def _title(self, title: str | None) -> str:
        if title is None:
            return f"{self.game.title} {self.game.size}: {self.game._caption(self.position)}"
        if not isinstance(title, str):
            raise TypeError(f"title is a text, not {type(title).__name__}")
        return title

    def _targets(self, targets: bool | Iterable[int | str]) -> list[int]:
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

    def _texts(
        self, numbers: Literal[True] | Mapping[int | str, object] | Sequence[object] | None
    ) -> dict[int, str]:
        if numbers is None:
            return {}
        if numbers is not True:
            return options.texts_of(self.game, numbers, "numbers")
        if self.scale is None:
            raise OptionError("numbers=True writes the values of a heat map, but there is no heat")
        return {point: self.scale.text(value) for point, value in self.values.items()}

"""Heat maps: a number on each point, shown by a colour, and their legend."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import floor, isfinite, isnan, log10
from typing import TYPE_CHECKING, Any

from fylking.draw.elements import Spot, element, group, path_of, words
from fylking.draw.options import by_point
from fylking.draw.themes import blend, contrast
from fylking.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    import numpy.typing as npt

    from fylking._position import Position
    from fylking.draw.layout import Layout
    from fylking.draw.themes import Theme
    from fylking.game import Game

_WHOLE = ".0f"
_FORMAT = re.compile(r"[-+ ]?,?(\.\d{1,2})?[eEfFgG%]?")


@dataclass(frozen=True, eq=False)
class Heat:
    """A heat map.

    Attributes:
        values: by point (a name or an index), or one for each point in order; NaN and None where
            there is none.
        label: what the values are, for the legend.
        low: the value of the lowest colour; None for the least value.
        high: the value of the highest colour; None for the greatest value.
        middle: a value that parts two sides, so that there are two families of colours; None for
            one family.
        format: how values are written, as `format` has it (".0%"); by itself with as many digits
            as tell them apart.

    Raises:
        OptionError: numbers or a format that make no scale.

    >>> import fylking
    >>> from fylking.draw import Heat
    >>> heat = Heat({"c3": 0.61, "b2": 0.45}, "win rate", low=0, high=1, middle=0.5, format=".0%")
    >>> "61%" in fylking.Fravan(size=3).start().svg(heat=heat, numbers=True)
    True
    """

    values: Mapping[int | str, float | None] | Sequence[float | None] | npt.NDArray[Any]
    label: str = ""
    low: float | None = None
    high: float | None = None
    middle: float | None = None
    format: str = ""

    def __post_init__(self) -> None:
        for name in ("low", "high", "middle"):
            value = getattr(self, name)
            if value is not None and not isfinite(_float(value, f"{name} of a heat map")):
                raise OptionError(f"{name} of a heat map is a finite number, not {value!r}")
        if self.low is not None and self.high is not None and not self.low < self.high:
            raise OptionError(
                f"low of a heat map, {self.low:g}, is not below its high, {self.high:g}"
            )
        if not isinstance(self.label, str):
            raise TypeError(f"label of a heat map is a text, not {type(self.label).__name__}")
        if not isinstance(self.format, str):
            raise TypeError(f"format of a heat map is a text, not {type(self.format).__name__}")
        if not _FORMAT.fullmatch(self.format):
            raise OptionError(f"{self.format[:20]!r} is no format of numbers; '.2f' and '.0%' are")


class Scale:
    """The colours of a heat map's values.

    Args:
        heat: the heat map.
        values: its values by point.
        theme: the colours.
    """

    def __init__(self, heat: Heat, values: Mapping[int, float], theme: Theme) -> None:
        self.heat = heat
        found = values.values() or [0.0]
        low = min(found) if heat.low is None else float(heat.low)
        high = max(found) if heat.high is None else float(heat.high)
        if heat.middle is not None:
            # As far to either side, so that colours tell how far a value is from the middle.
            far = max(abs(low - heat.middle), abs(high - heat.middle)) or 1.0
            low, high = heat.middle - far, heat.middle + far
        if not low < high:  # all values are equal
            low, high = min(low, high) - 1, max(low, high) + 1
        if not isfinite(high - low):
            raise OptionError(f"a heat map from {low:g} to {high:g} is too wide for a scale")
        self.low, self.high = low, high
        self.colours = theme.heat if heat.middle is None else theme.balance
        self.format = heat.format or self._plain_format(list(found))

    def colour(self, value: float) -> str:
        """The colour of a value."""
        return blend(self.colours, (value - self.low) / (self.high - self.low))

    def text(self, value: float) -> str:
        """A value as it is written."""
        whole = self.format == _WHOLE and not self.heat.format
        text = format(value, ".3g" if whole and value % 1 else self.format)
        return text if len(text) <= 8 else format(value, ".2g")

    def _plain_format(self, values: list[float]) -> str:
        """As many digits as tell the values apart."""
        if not any(value % 1 for value in values):
            return _WHOLE
        return f".{min(6, max(0, 2 - floor(log10(self.high - self.low))))}f"


def shades(layout: Layout, theme: Theme, scale: Scale, values: Mapping[int, float]) -> str:
    """The cells of the points, in their colours."""
    parts = [
        element(
            "path",
            d=path_of(layout.board_cell(layout.middles[point]), closed=True),
            fill=scale.colour(value),
            data_at=layout.game.point_name(point),
            data_value=scale.text(value),
        )
        for point, value in values.items()
    ]
    return group(parts, class_="heat", stroke=theme.line, stroke_width=0.03 * layout.unit)


def readable(scale: Scale, values: Mapping[int, float]) -> dict[int, str]:
    """The colours of texts on the shades."""
    return {point: contrast(scale.colour(value)) for point, value in values.items()}


def legend(scale: Scale, theme: Theme, place: Spot, width: float, prefix: str) -> str:
    """The scale: a bar of its colours, its values below, what they are above.

    Args:
        scale: that is told.
        theme: the colours.
        place: the middle of its upper edge.
        width: of the bar.
        prefix: of ids.
    """
    middle, y = place
    left = middle - width / 2
    parts = []
    if scale.heat.label:
        size = min(13.0, 1.9 * width / len(scale.heat.label))
        parts.append(words(scale.heat.label, middle, y + 6, size))
    y += 16
    steps = len(scale.colours) - 1
    stops = [
        element("stop", offset=step / steps, stop_color=colour)
        for step, colour in enumerate(scale.colours)
    ]
    parts.append(element("linearGradient", stops, id=f"{prefix}-heat"))
    fill = f"url(#{prefix}-heat)"
    parts.append(element("rect", x=left, y=y, width=width, height=12, fill=fill))
    for share in (0.0, 0.5, 1.0):
        value = scale.low + share * (scale.high - scale.low)
        parts.append(words(scale.text(value), left + share * width, y + 22, 12.0))
    return group(parts, class_="legend", fill=theme.ink)


def visits(position: Position, counts: npt.NDArray[Any] | Sequence[float]) -> Heat:
    """The heat map of a search's visits, added up over the actions that go to a point.

    Args:
        position: that was searched.
        counts: by action, as `MCTSResult.visits` has them.

    Raises:
        OptionError: another number of them.

    >>> import fylking
    >>> pos = fylking.Fravan(size=3, pie=False).start()
    >>> found = fylking.search.MCTS(pos, seed=1).search(simulations=200)
    >>> heat = fylking.draw.visits(pos, found.visits)
    >>> heat.label, int(sum(heat.values.values()) + found.visits[pos.game.pass_action])
    ('visits', 200)
    """
    totals: dict[int | str, float | None] = {}
    for point, count in _by_point(position, counts):
        if count:
            totals[point] = (totals.get(point) or 0) + count
    return Heat(totals, "visits", low=0, format=".0f")


def win_rates(position: Position, values: npt.NDArray[np.floating[Any]] | Sequence[float]) -> Heat:
    """The heat map of a search's values as win rates, of the best action that goes to a point.

    Args:
        position: that was searched.
        values: mean returns by action from -1 to 1, as `MCTSResult.values` has them; NaN for none.

    Raises:
        OptionError: another number of them.
    """
    best: dict[int | str, float | None] = {}
    for point, value in _by_point(position, values):
        if not isnan(value):
            rate = (1 + value) / 2
            best[point] = max(rate, best.get(point) or 0.0)
    return Heat(best, "win rate", low=0, high=1, middle=0.5, format=".0%")


def _by_point(
    position: Position, values: npt.NDArray[Any] | Sequence[float]
) -> list[tuple[int, float]]:
    """The legal actions' values, with the points that the actions go to."""
    game = position.game
    if len(values) != game.action_count:
        raise OptionError(f"{len(values)} values for {game.action_count} actions of {game!r}")
    pairs = []
    for action in position.legal_actions():
        points = [p for p, brackets in game._marks(position, action).items() if brackets == "[]"]
        pairs += [(point, float(values[action])) for point in points]
    return pairs


def values_of(game: Game, heat: Heat) -> dict[int, float]:
    """The values of a heat map by point; those that are no numbers are left out."""
    found = {}
    for point, value in by_point(game, heat.values, "heat").items():
        number = _float(value, f"heat on {game.point_name(point)}")
        if isnan(number):
            continue
        if not isfinite(number):
            raise OptionError(f"heat on {game.point_name(point)} is {number}, not a finite number")
        found[point] = number
    return found


def _float(value: Any, what: str) -> float:
    if isinstance(value, (bool, str)) or not hasattr(value, "__float__"):
        raise TypeError(f"{what} is a number, not {type(value).__name__}")
    try:
        return float(value)
    except OverflowError:
        raise OptionError(f"{what} is too great a number") from None

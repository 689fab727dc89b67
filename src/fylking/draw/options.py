"""Checks of what a caller asks of a picture."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from operator import index
from typing import TYPE_CHECKING, Any

from fylking.errors import OptionError, int_text

if TYPE_CHECKING:
    from fylking.game import Game

_PREFIX = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")


def flag(value: object, name: str) -> bool:
    """An option that is on or off.

    Raises:
        TypeError: it is no bool.
    """
    if not isinstance(value, bool):
        raise TypeError(f"{name} is True or False, not {value!r}")
    return value


def point_of(game: Game, value: Any, name: str) -> int:
    """A point given by its name or its index.

    Raises:
        OptionError: there is no such point.
    """
    if isinstance(value, str):
        point = game._board.index.get(value.strip().lower())
        if point is None:
            first, last = game.point_name(0), game.point_name(game.points - 1)
            raise OptionError(
                f"{name}: {value[:40]!r} is no point of {game.name}{game.size}; "
                f"{first} and {last} are"
            )
        return point
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name}: a point is a name or an index, not {value!r}")
    number = index(value)
    if not 0 <= number < game.points:
        raise OptionError(
            f"{name}: there is no point {int_text(number)}; there are points 0 to {game.points - 1}"
        )
    return number


def points_of(game: Game, values: Iterable[Any], name: str) -> list[int]:
    """Points given by their names or indices, each once, in the order of the board.

    Raises:
        OptionError: one of them is none.
    """
    return sorted({point_of(game, value, name) for value in _iterable(values, name)})


def pairs_of(game: Game, values: Iterable[Any], name: str) -> list[tuple[int, int]]:
    """Pairs of different points.

    Raises:
        OptionError: something else.
    """
    pairs = []
    for value in _iterable(values, name):
        ends = [point_of(game, end, name) for end in _iterable(value, name)]
        if len(ends) != 2 or ends[0] == ends[1]:
            raise OptionError(f"{name}: {value!r} is no pair of two points")
        pairs.append((ends[0], ends[1]))
    return pairs


def by_point(game: Game, values: Any, name: str) -> dict[int, Any]:
    """Values by point: from a mapping, or from one value for each point.

    Raises:
        OptionError: points that there are not, or another number of values.
    """
    if isinstance(values, Mapping):
        found: dict[int, Any] = {}
        for key, value in values.items():
            point = point_of(game, key, name)
            if point in found:
                raise OptionError(f"{name}: {game.point_name(point)} is given twice")
            found[point] = value
    else:
        listed = list(_iterable(values, name))
        if len(listed) != game.points:
            raise OptionError(
                f"{name}: {len(listed)} values for {game.points} points of {game!r}; "
                "a mapping can leave points out"
            )
        found = dict(enumerate(listed))
    return {point: found[point] for point in sorted(found) if found[point] is not None}


def texts_of(game: Game, values: Any, name: str) -> dict[int, str]:
    """Short texts by point; numbers are written as they are.

    Raises:
        OptionError: points that there are not, or a text that is too long.
    """
    texts = {point: str(value) for point, value in by_point(game, values, name).items()}
    for point, text in texts.items():
        if len(text) > 8:
            raise OptionError(
                f"{name}: {text[:40]!r} on {game.point_name(point)} is longer than 8 letters"
            )
    return {point: text for point, text in texts.items() if text}


def prefix_of(value: Any) -> str:
    """The beginning of a picture's ids.

    Raises:
        OptionError: it cannot begin an id.
    """
    if not isinstance(value, str):
        raise TypeError(f"prefix is a text, not {type(value).__name__}")
    if not _PREFIX.fullmatch(value):
        raise OptionError(
            f"prefix is {value[:40]!r}; letters, digits, '-' and '_' are possible, a letter first"
        )
    return value


def _iterable(values: Any, name: str) -> Iterable[Any]:
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise TypeError(f"{name}: points are given in a list or the like, not as {values!r}")
    return values

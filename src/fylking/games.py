"""The registry of the games: the one place that lists them."""

from __future__ import annotations

from fylking.errors import OptionError
from fylking.frasvel import Frasvel
from fylking.fravan import Fravan
from fylking.freeze import Freeze
from fylking.game import Game
from fylking.herfor import Herfor

GAMES: dict[str, type[Game]] = {room.name: room for room in (Fravan, Herfor, Frasvel, Freeze)}
"""The games by name."""


def game(name: str, size: int | None = None, pie: bool | None = None) -> Game:
    """A game by its name.

    Args:
        name: "fravan", "herfor", "frasvel" or "freeze".
        size: the size of the board; None for the default.
        pie: whether the pie rule is on; None for the default (on where there is one).

    Raises:
        OptionError: a name or size that is not offered.

    >>> import fylking
    >>> fylking.game("fravan", size=5, pie=False)
    fylking.Fravan(size=5, pie=False)
    """
    if not isinstance(name, str):
        raise TypeError(f"a game's name is a text, not {type(name).__name__}")
    room = GAMES.get(name.strip().lower())
    if room is None:
        raise OptionError(f"there is no game {name!r}; there are {', '.join(GAMES)}")
    return room(size) if pie is None else room(size, pie)

"""The engine's options: what each may be, and what it is."""

from __future__ import annotations

from dataclasses import dataclass

import fylking.games
from fylking.errors import OptionError
from fylking.game import Game
from fylking.games import GAMES
from fylking.threads import MAX_THREADS
from fylking.ugi.levels import FULL, LEVELS

MAX_HASH = 1 << 16
MAX_SEED = (1 << 31) - 1  # what every program that drives engines can hold


@dataclass(frozen=True)
class Combo:
    """One of some words."""

    words: tuple[str, ...]

    def declared(self, default: object) -> str:
        """What follows the name in the list of options."""
        return f"type combo default {default} " + " ".join(f"var {word}" for word in self.words)

    def read(self, text: str) -> str | None:
        """The value of a text; None when it has none."""
        word = text.strip().lower()
        return word if word in self.words else None

    def __str__(self) -> str:
        return f"one of {', '.join(self.words)}"


@dataclass(frozen=True)
class Spin:
    """A whole number within bounds."""

    least: int
    most: int

    def declared(self, default: object) -> str:
        """What follows the name in the list of options."""
        return f"type spin default {default} min {self.least} max {self.most}"

    def read(self, text: str) -> int | None:
        """The value of a text; None when it has none."""
        try:
            number = int(text)
        except ValueError:
            return None
        return number if self.least <= number <= self.most else None

    def __str__(self) -> str:
        return f"a whole number from {self.least} to {self.most}"


@dataclass(frozen=True)
class Check:
    """Yes or no."""

    def declared(self, default: object) -> str:
        """What follows the name in the list of options."""
        return f"type check default {str(default).lower()}"

    def read(self, text: str) -> bool | None:
        """The value of a text; None when it has none."""
        return {"true": True, "false": False}.get(text.strip().lower())

    def __str__(self) -> str:
        return "true or false"


KINDS: dict[str, Combo | Spin | Check] = {
    "Game": Combo(tuple(GAMES)),
    "Size": Spin(0, max(max(room.sizes) for room in GAMES.values())),
    "Pie": Check(),
    "Level": Spin(FULL, LEVELS[-1]),
    "Threads": Spin(1, MAX_THREADS),
    "Hash": Spin(1, MAX_HASH),
    "Seed": Spin(0, MAX_SEED),
}


@dataclass
class Options:
    """The values. They are judged together only when a game is made: they come in any order.

    Attributes:
        game: the game's name.
        size: the size of the board; 0 for the game's own default.
        pie: whether the pie rule is on, where the game has one.
        level: one of `fylking.bots.LEVELS`, or `levels.FULL`.
        threads: how many threads may think.
        hash: megabytes of memory for what was searched.
        seed: what random choices begin with in every game; 0 for another each time.
    """

    game: str = next(iter(GAMES))
    size: int = 0
    pie: bool = True
    level: int = FULL
    threads: int = 1
    hash: int = 256
    seed: int = 0

    def declarations(self) -> list[str]:
        """The lines that tell of the options; the present values are the defaults."""
        return [
            f"option name {name} {kind.declared(getattr(self, name.lower()))}"
            for name, kind in KINDS.items()
        ]

    def set(self, name: str, text: str) -> None:
        """Sets an option.

        Raises:
            OptionError: there is no such option, or it cannot have that value.
        """
        known = next((known for known in KINDS if known.lower() == name.lower()), None)
        if known is None:
            raise OptionError(f"there is no option {name!r}; there are {', '.join(KINDS)}")
        value = KINDS[known].read(text)
        if value is None:
            raise OptionError(f"option {known} is {KINDS[known]}, not {text!r}")
        setattr(self, known.lower(), value)

    def made_game(self) -> Game:
        """The game that the options ask for.

        Raises:
            OptionError: there is none of that size.
        """
        pie = self.pie and GAMES[self.game].has_pie
        return fylking.games.game(self.game, self.size or None, pie)

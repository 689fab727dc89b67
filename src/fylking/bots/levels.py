"""Levels 1 to 10: Monte Carlo search by so many simulations that a level plays alike everywhere.

How many is a fact of each game, found by matches: at its default size a level is 100 to 200 Elo
above the one below. docs/levels.md has the table, and how to make it anew.
"""

from __future__ import annotations

from typing import Any

from fylking.bots.mcts import MctsBot
from fylking.game import Game
from fylking.threads import checked_count

LEVELS = range(1, 11)
"""The levels, the weakest first."""


def simulations_of(level: int, game: Game) -> int:
    """How many simulations a level does for an action.

    Args:
        level: one of `LEVELS`.
        game: the game; its size does not matter.

    Raises:
        OptionError: there is no such level.

    >>> import fylking
    >>> simulations_of(1, fylking.Fravan())
    24
    """
    return game._levels[checked_count(level, "level", LEVELS[0], LEVELS[-1]) - 1]


class LevelBot(MctsBot):
    """The bot of a level, in any of the games; see `level_bot`."""

    def __init__(self, level: int, seed: int = 0, **options: Any) -> None:
        super().__init__(seed=seed, **options)
        self.level = checked_count(level, "level", LEVELS[0], LEVELS[-1])
        self.name = f"level-{self.level}"

    def _budget(self, game: Game) -> int:
        return simulations_of(self.level, game)


def level_bot(level: int, seed: int = 0, **options: Any) -> LevelBot:
    """The bot of a level.

    Args:
        level: one of `LEVELS`.
        seed: as for `MctsBot`.
        options: as for `MctsBot`, such as memory; with several threads it plays otherwise.

    Raises:
        OptionError: there is no such level.

    >>> level_bot(3).name
    'level-3'
    """
    return LevelBot(level, seed, **options)

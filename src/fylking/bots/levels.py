"""Levels 1 to 10: Monte Carlo search by so many simulations that a level plays alike everywhere.

The numbers double from level to level. They have not been calibrated yet: how many Elo lie between
two levels is not known, and differs from game to game.
"""

from __future__ import annotations

from typing import Any

from fylking.bots.mcts import MctsBot
from fylking.threads import checked_count

LEVELS = range(1, 11)
"""The levels, the weakest first."""


def simulations_of(level: int) -> int:
    """How many simulations a level does for an action.

    Raises:
        OptionError: there is no such level.

    >>> [simulations_of(level) for level in LEVELS]
    [4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048]
    """
    return 2 << checked_count(level, "level", LEVELS[0], LEVELS[-1])


def level_bot(level: int, seed: int = 0, **options: Any) -> MctsBot:
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
    bot = MctsBot(simulations_of(level), seed, **options)
    bot.name = f"level-{level}"
    return bot

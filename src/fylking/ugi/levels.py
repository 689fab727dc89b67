"""What plays at a level of the engine's option `Level`."""

from __future__ import annotations

from fylking.bots import LEVELS, Bot, Limits, level_bot
from fylking.bots.levels import simulations_of
from fylking.game import Game

__all__ = ["FULL", "LEVELS", "player_of"]

FULL = 0
"""No level: as well as it can in the time, to the depth or by the nodes that it is given."""


def player_of(
    level: int, game: Game, threads: int = 1, hash_mb: int = 256
) -> tuple[Bot, Limits | None]:
    """The bot that plays at a level.

    Args:
        level: one of `LEVELS`.
        game: the game; a level does other numbers of simulations in others.
        threads: how many threads it may use.
        hash_mb: how many megabytes it may use for what it has searched.

    Returns:
        The bot, and the limits that make the level, which hold beside all others.
    """
    bot = level_bot(level, threads=threads, memory=hash_mb << 20)
    return bot, Limits(simulations=simulations_of(level, game))

"""What plays at a level of the engine's option `Level`."""

from __future__ import annotations

from fylking.bots import LEVELS, Bot, Limits, level_bot
from fylking.bots.levels import simulations_of
from fylking.game import Game
from fylking.search.alphabeta import MEGABYTE
from fylking.search.mcts import LEAST_MEMORY

__all__ = ["FULL", "LEVELS", "player_of"]

FULL = 0
"""No level: as well as it can in the time, to the depth or by the nodes that it is given."""


def bytes_of(hash_mb: int, threads: int) -> int:
    """What a Monte Carlo search may use: there may be a tree for each thread, with its least."""
    return max(hash_mb * MEGABYTE, threads * LEAST_MEMORY)


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
    bot = level_bot(level, threads=threads, memory=bytes_of(hash_mb, threads))
    return bot, Limits(simulations=simulations_of(level, game))

"""What plays at a level: the one place that says it."""

from __future__ import annotations

from fylking.bots import Bot, Limits, RandomBot
from fylking.game import Game

LEVELS = range(1, 11)
"""The levels, the weakest first."""


def player_of(
    level: int, game: Game, threads: int = 1, hash_mb: int = 64
) -> tuple[Bot, Limits | None]:
    """The bot that plays a game at a level; as yet that is the random one at all levels.

    Args:
        level: one of `LEVELS`.
        game: the game, with its size.
        threads: how many threads it may use.
        hash_mb: how many megabytes it may use for what it has searched.

    Returns:
        The bot, and the limits that make the level, which hold beside all others; None for none.
    """
    return RandomBot(), None

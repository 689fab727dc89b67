"""What plays as well as it can, where the option `Level` asks for no level."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from fylking.bots import AlphaBetaBot, Bot, Limits, MctsBot, Thought
from fylking.search.alphabeta import MAX_DEPTH
from fylking.ugi.levels import bytes_of
from fylking.ugi.thinking import BotThinker

UNASKED = 0.5
"""Seconds to think where nothing is said."""


class FullStrength(BotThinker):
    """Searches by Monte Carlo as long as it is given; where a depth is asked for, by alpha-beta.

    Args:
        threads: how many the Monte Carlo search may use.
        hash_mb: megabytes that each search may use for what it has found.
    """

    def __init__(self, threads: int = 1, hash_mb: int = 256) -> None:
        super().__init__(MctsBot(threads=threads, memory=bytes_of(hash_mb, threads)))
        self._deep = AlphaBetaBot(hash=hash_mb)

    def _choice(
        self, limits: Limits | None, on_info: Callable[[Thought], object]
    ) -> tuple[Bot, Limits | None]:
        if limits is None:
            return self._bot, Limits(seconds=UNASKED)
        if limits.depth is None:
            return self._bot, limits
        self._deep.on_depth = on_info
        return self._deep, replace(limits, depth=min(limits.depth, MAX_DEPTH))

    def reset(self, seed: int | None = None) -> None:
        """See `Thinker.reset`."""
        super().reset(seed)
        self._deep.reset(seed)

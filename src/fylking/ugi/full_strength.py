"""What plays as well as it can, where the option `Level` asks for no level."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from fylking.bots import AlphaBetaBot, Limits, MctsBot, Thought
from fylking.search.alphabeta import MAX_DEPTH
from fylking.ugi.levels import bytes_of
from fylking.ugi.thinking import BotThinker

if TYPE_CHECKING:
    from fylking._position import Position


UNASKED = 0.5
"""Seconds to think where nothing is said."""


class FullStrength:
    """Searches by Monte Carlo as long as it is given; where a depth is asked for, by alpha-beta.

    Args:
        threads: how many the Monte Carlo search may use.
        hash_mb: megabytes that each search may use for what it has found.
    """

    def __init__(self, threads: int = 1, hash_mb: int = 256) -> None:
        self._mcts = MctsBot(threads=threads, memory=bytes_of(hash_mb, threads))
        self._alphabeta = AlphaBetaBot(hash=hash_mb)

    def think(
        self,
        pos: Position,
        limits: Limits | None,
        stop: threading.Event,
        on_info: Callable[[Thought], object],
    ) -> int:
        """See `Thinker.think`."""
        bot: MctsBot | AlphaBetaBot = self._mcts
        if limits is None:
            limits = Limits(seconds=UNASKED)
        if limits.depth is not None:
            bot = self._alphabeta
            bot.on_depth = on_info
            limits = replace(limits, depth=min(limits.depth, MAX_DEPTH))
        return BotThinker(bot).think(pos, limits, stop, on_info)

    def reset(self, seed: int | None = None) -> None:
        """See `Thinker.reset`."""
        self._mcts.reset(seed)
        self._alphabeta.reset(seed)

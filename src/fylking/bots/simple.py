"""Bots that do not search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fylking._rng import Rng
from fylking.bots.protocol import Limits, Thought

if TYPE_CHECKING:
    from fylking._position import Position


class RandomBot:
    """Draws uniformly among the legal actions; passes only when nothing else is legal.

    >>> import fylking
    >>> pos = fylking.Fravan(size=3).start()
    >>> fylking.bots.RandomBot(seed=1).choose(pos) in pos.legal_actions()
    True
    """

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self._rng = Rng(seed)
        self.thought: Thought | None = None

    def choose(self, pos: Position, limits: Limits | None = None) -> int:
        """See `Bot.choose`."""
        action = pos.random_action(self._rng)
        self.thought = Thought(action)
        return action

    def reset(self, seed: int | None = None) -> None:
        """See `Bot.reset`."""
        self.thought = None
        if seed is not None:
            self._rng = Rng(seed)

"""Bots that do not search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fylking._rng import Rng
from fylking.bots.protocol import Limits, Thought
from fylking.color import BLACK

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


class GreedyBot:
    """Looks one action ahead by `Position.evaluation`; draws among the best.

    >>> import fylking
    >>> pos = fylking.parse("herfor2 b./.wb/.w w play 1b")
    >>> bot = fylking.bots.GreedyBot(seed=1)
    >>> pos.is_legal(bot.choose(pos))
    True
    """

    name = "greedy"

    def __init__(self, seed: int = 0) -> None:
        self._rng = Rng(seed)
        self.thought: Thought | None = None

    def choose(self, pos: Position, limits: Limits | None = None) -> int:
        """See `Bot.choose`."""
        actions = pos.legal_actions()
        if not actions:
            raise pos.game._illegal(pos, 0)
        values = [_value_of(pos, action) for action in actions]
        best = [
            action for action, value in zip(actions, values, strict=True) if value == max(values)
        ]
        action = best[self._rng.below(len(best))]
        self.thought = Thought(action, pv=(action,), nodes=len(actions), depth=1)
        return action

    def reset(self, seed: int | None = None) -> None:
        """See `Bot.reset`."""
        self.thought = None
        if seed is not None:
            self._rng = Rng(seed)


def _value_of(pos: Position, action: int) -> float:
    """The evaluation after an action, to the seat that acts."""
    after = pos.copy()
    after.push(action)
    if after.is_over:
        return after.returns[pos.seat] * float("inf") if after.winner is not None else 0
    if after.stage == "choose":  # P3: the other seat takes the better side
        return -abs(after.evaluation)
    black = (after.to_move == BLACK) == (after.seat == pos.seat)
    return after.evaluation if black else -after.evaluation

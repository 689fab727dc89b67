"""A bot that searches by alpha-beta."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from fylking.bots.protocol import Limits, Thought
from fylking.search.alphabeta import AlphaBeta, Judgement

if TYPE_CHECKING:
    from fylking._position import Position

SCALE = 500
"""The evaluation at which a win and a loss are guessed at three to one."""


class AlphaBetaBot:
    """Plays what `fylking.search.AlphaBeta` finds. It draws nothing: a seed makes no difference.

    With limits of depth or nodes it plays the same on every machine, from `reset` on.

    Args:
        limits: how long it thinks by itself: depth, nodes, seconds; 100,000 nodes by default.
        hash: size of its table in megabytes.

    Attributes:
        on_depth: called with what it thinks after each depth, if it is set.

    >>> import fylking
    >>> pos = fylking.Herfor(size=3).start()
    >>> bot = fylking.bots.AlphaBetaBot(fylking.bots.Limits(depth=2), hash=1)
    >>> pos.is_legal(bot.choose(pos)), bot.thought.depth
    (True, 2)
    """

    name = "alphabeta"

    def __init__(self, limits: Limits | None = None, hash: int = 64) -> None:  # noqa: A002
        self._limits = limits or Limits(nodes=100_000)
        self._hash = hash
        self._search: AlphaBeta | None = None
        self.on_depth: Callable[[Thought], object] | None = None
        self.thought: Thought | None = None

    def choose(self, pos: Position, limits: Limits | None = None) -> int:
        """See `Bot.choose`; a limit of simulations alone says nothing to this bot."""
        if limits is None or (limits.depth, limits.nodes, limits.seconds) == (None, None, None):
            limits = self._limits
        if self._search is None or self._search.game != pos.game:
            self._search = AlphaBeta(pos.game, self._hash)
        found = self._search.search(
            pos, limits.depth, limits.nodes, limits.seconds, self._on_judgement
        )
        self.thought = thought_of(found)
        return found.action

    def _on_judgement(self, found: Judgement) -> None:
        if self.on_depth is not None:
            self.on_depth(thought_of(found))

    def reset(self, seed: int | None = None) -> None:
        """See `Bot.reset`."""
        self.thought = None
        if self._search is not None:
            self._search.clear()

    def stop(self) -> None:
        """Makes the `choose` that is running in another thread return soon."""
        if self._search is not None:
            self._search.stop()


def thought_of(found: Judgement) -> Thought:
    """A judgement as a thought, whose value is an expected return."""
    outcome = found.outcome
    value = found.value / (abs(found.value) + SCALE) if outcome is None else float(outcome)
    return Thought(
        found.action,
        value,
        found.proven,
        found.pv,
        nodes=found.nodes,
        depth=found.depth,
        seconds=found.seconds,
    )

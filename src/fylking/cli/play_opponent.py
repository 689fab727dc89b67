"""A bot at the terminal's other side."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING

from fylking.bots import Thought
from fylking.matches import MAKERS

if TYPE_CHECKING:
    from fylking import Position
    from fylking.matches import Player


class Opponent:
    """Plays whole turns.

    Args:
        player: who.
        seed: what it draws from.

    Attributes:
        name: the bot's.
    """

    def __init__(self, player: Player, seed: int) -> None:
        if player.maker not in MAKERS and os.getcwd() not in sys.path:
            sys.path.insert(0, os.getcwd())  # where a user's own module may be, as for matches
        self._bot = player.make()
        self._limits = player.limits
        self._bot.reset(seed)
        self.name = str(getattr(self._bot, "name", player.spec))

    def play_turn(self, pos: Position, seconds: list[float]) -> Thought | None:
        """Plays on until the turn is over.

        Args:
            pos: the position, which changes with every action.
            seconds: gets the time that each took.

        Returns:
            What it thought of the turn: the value and the line of its last action, the candidates
            of its first; None when it tells nothing.
        """
        thoughts: list[Thought] = []
        first = pos.ply
        while True:
            begun = time.perf_counter()
            action = self._bot.choose(pos.copy(), self._limits)
            took = time.perf_counter() - begun
            pos.push(action)
            seconds.append(round(took, 6))
            thought = getattr(self._bot, "thought", None)
            if isinstance(thought, Thought):
                thoughts.append(thought)
            if not pos.within_turn:
                return _of_turn(pos.history[first:], thoughts)

    def close(self) -> None:
        """Lets the bot go."""
        close = getattr(self._bot, "close", None)
        if close is not None:
            close()


def _of_turn(actions: tuple[int, ...], thoughts: list[Thought]) -> Thought | None:
    if not thoughts:
        return None
    last = thoughts[-1]
    return last._replace(
        action=actions[0],
        pv=(*actions, *last.pv[1:]),
        simulations=sum(thought.simulations for thought in thoughts),
        nodes=sum(thought.nodes for thought in thoughts),
        seconds=sum(thought.seconds for thought in thoughts),
        candidates=thoughts[0].candidates,
    )

"""A bot at the terminal's other side."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from typing import TYPE_CHECKING, Any

import fylking
from fylking import OptionError
from fylking.bots import Thought
from fylking.bots.protocol import as_return
from fylking.cli.common import plain
from fylking.matches import MAKERS
from fylking.matches.worker import told_thought

if TYPE_CHECKING:
    from fylking import Position
    from fylking.matches import Player


class Opponent:
    """Plays whole turns.

    Args:
        player: who.
        seed: what it draws from.

    Raises:
        fylking.Error: it cannot be made, or is not ready to play.

    Attributes:
        name: the bot's.
    """

    def __init__(self, player: Player, seed: int) -> None:
        if player.maker not in MAKERS and os.getcwd() not in sys.path:
            sys.path.insert(0, os.getcwd())  # where a user's own module may be, as for matches
        self._limits = player.limits
        try:
            self._bot = player.make()
            self._bot.reset(seed)
            self.name = plain(str(getattr(self._bot, "name", player.spec)))
        except Exception as error:  # it may be anybody's
            self.close()
            raise OptionError(f"{player.spec} is not ready to play: {told(error)}") from error

    def play_turn(
        self, pos: Position, seconds: list[float], facts: list[dict[str, Any] | None]
    ) -> Thought | None:
        """Plays on until the turn is over.

        Args:
            pos: the position, which changes with every action.
            seconds: gets the time that each took.
            facts: gets what was thought at each, as records hold it, or None.

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
            before = pos.copy()
            pos.push(action)
            seconds.append(round(took, 6))
            facts.append(told_thought(self._bot, before, action))
            thought = getattr(self._bot, "thought", None)
            if isinstance(thought, Thought):
                thoughts.append(thought._replace(value=as_return(thought.value)))
            if not pos.within_turn:
                return _of_turn(pos.history[first:], thoughts)

    def close(self) -> None:
        """Lets the bot go."""
        close = getattr(getattr(self, "_bot", None), "close", None)
        if close is not None:
            with contextlib.suppress(Exception):
                close()


def told(error: Exception) -> str:
    """What is said of an error: its message, and its kind where it is none of the package's."""
    message = str(error)
    if isinstance(error, fylking.Error) and message:
        return message
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


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

"""Thinking in a thread of its own, so that the engine answers meanwhile."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import astuple
from typing import TYPE_CHECKING, Protocol

from fylking.bots.protocol import Bot, Limits, Thought

if TYPE_CHECKING:
    from fylking._position import Position

SLICE = 0.1
"""Seconds after which a bot that can go on is asked again: so fast is `stop` answered."""

LEAST = 0.001
"""Seconds of the shortest slice."""


class Thinker(Protocol):
    """What the engine thinks with."""

    def think(
        self,
        pos: Position,
        limits: Limits | None,
        stop: threading.Event,
        on_info: Callable[[Thought], object],
    ) -> int:
        """A legal action of a position that is not over.

        Args:
            pos: the position, the thinker's own.
            limits: how long to think; None for its own way, `Limits()` for until it is stopped.
            stop: once this is set, it answers soon with the best that it has.
            on_info: to be told what it thinks, as often as it likes, and at last.
        """
        ...

    def reset(self, seed: int | None = None) -> None:
        """Forgets the game that was played; with a seed, draws from it from now on."""
        ...


class BotThinker:
    """Thinks with a bot, in the ways that it offers.

    A bot that says `resumes = True` goes on where it stopped when it is asked again about the same
    position, its limits and its thought being of that call alone. It is asked in slices: between
    them it tells what it thinks, and is stopped. Any other bot is asked once. If it has a method
    `stop` for other threads to call, as `MCTS` has, that stops it; if not, it comes to its own end.
    """

    def __init__(self, bot: Bot, own: Limits | None = None) -> None:
        """Thinks with a bot.

        Args:
            bot: the bot.
            own: limits that hold whatever others are given, as those of a level.
        """
        self._bot = bot
        self._own = own

    def think(
        self,
        pos: Position,
        limits: Limits | None,
        stop: threading.Event,
        on_info: Callable[[Thought], object],
    ) -> int:
        """See `Thinker.think`."""
        bot, limits = self._choice(limits, on_info)
        with _stopped_by(bot, stop):
            if limits is not None and getattr(bot, "resumes", False):
                return self._in_slices(bot, pos, limits, stop, on_info)
            action = bot.choose(pos, limits)
            if bot.thought is not None:
                on_info(bot.thought)
            return action

    def _choice(
        self, limits: Limits | None, on_info: Callable[[Thought], object]
    ) -> tuple[Bot, Limits | None]:
        """The bot that is to be asked, and the limits that it is given."""
        return self._bot, tighter(limits, self._own)

    def _in_slices(
        self,
        bot: Bot,
        pos: Position,
        limits: Limits,
        stop: threading.Event,
        on_info: Callable[[Thought], object],
    ) -> int:
        end = None if limits.seconds is None else time.perf_counter() + limits.seconds
        simulations = nodes = 0
        while True:
            begin = time.perf_counter()
            seconds = SLICE if end is None else max(LEAST, min(SLICE, end - begin))
            action = bot.choose(
                pos,
                Limits(
                    _left(limits.simulations, simulations),
                    _left(limits.nodes, nodes),
                    limits.depth,
                    seconds,
                ),
            )
            now = time.perf_counter()
            thought = bot.thought or Thought(action)
            simulations += thought.simulations
            nodes += thought.nodes
            on_info(thought._replace(simulations=simulations, nodes=nodes))
            if (
                thought.proven
                or now - begin < seconds / 2  # it has come to an end, and would again
                or (end is not None and now >= end)
                or _left(limits.simulations, simulations) == 0
                or _left(limits.nodes, nodes) == 0
                or stop.is_set()
            ):
                return action

    def reset(self, seed: int | None = None) -> None:
        """See `Thinker.reset`."""
        self._bot.reset(seed)


@contextlib.contextmanager
def _stopped_by(bot: Bot, stop: threading.Event) -> Iterator[None]:
    """Calls the bot's `stop`, if it has one, from when the event is set to the end."""
    bot_stop = getattr(bot, "stop", None)
    if bot_stop is None:
        yield
        return
    ended = threading.Event()

    def watch() -> None:
        while not ended.is_set():
            if stop.wait(SLICE):
                bot_stop()  # again and again: it may not have begun
                ended.wait(SLICE / 10)

    threading.Thread(target=watch, daemon=True).start()
    try:
        yield
    finally:
        ended.set()


def tighter(one: Limits | None, other: Limits | None) -> Limits | None:
    """Limits under which both hold.

    >>> tighter(Limits(nodes=5, seconds=1.0), Limits(nodes=3))
    Limits(simulations=None, nodes=3, depth=None, seconds=1.0)
    """
    if one is None or other is None:
        return one or other
    pairs = zip(astuple(one), astuple(other), strict=True)
    least = [min((x for x in pair if x is not None), default=None) for pair in pairs]
    return Limits(*least)


def _left(total: int | None, done: int) -> int | None:
    return None if total is None else max(0, total - done)


class Job:
    """Work in a thread that can be told to stop."""

    def __init__(
        self, work: Callable[[threading.Event], object], on_stop: Callable[[], object] | None = None
    ) -> None:
        """Begins the work.

        Args:
            work: the work; it is given the event that is set when it shall stop.
            on_stop: called when it shall stop, too.
        """
        self._stop = threading.Event()
        self._on_stop = on_stop
        # A daemon: no bot that cannot be stopped keeps the process alive.
        self._thread = threading.Thread(target=work, args=(self._stop,), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Tells the work to stop, and does not wait."""
        self._stop.set()
        if self._on_stop is not None:
            self._on_stop()

    def wait(self, seconds: float | None = None) -> bool:
        """Waits until the work is done, or so long; returns whether it is."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

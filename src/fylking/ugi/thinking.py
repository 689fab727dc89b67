"""Thinking in a thread of its own, so that the engine answers meanwhile."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from fylking.bots.protocol import Bot, Limits, Thought

if TYPE_CHECKING:
    from fylking._position import Position

SLICE = 0.1
"""Seconds after which a bot that can go on is asked again: so fast is `stop` answered."""


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
            limits: how long to think; None for its own way.
            stop: once this is set, it answers soon with the best that it has.
            on_info: to be told what it thinks, as often as it likes, and at last.
        """
        ...

    def reset(self, seed: int | None = None) -> None:
        """Forgets the game that was played; with a seed, draws from it from now on."""
        ...


class BotThinker:
    """Thinks with a bot.

    A bot that says `resumes = True` goes on where it stopped when it is asked again about the same
    position; its thoughts count all since it began. It is asked in slices, between which the
    engine looks whether to stop. Any other bot is asked once, and cannot be stopped.
    """

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._resumes = bool(getattr(bot, "resumes", False))

    def think(
        self,
        pos: Position,
        limits: Limits | None,
        stop: threading.Event,
        on_info: Callable[[Thought], object],
    ) -> int:
        """See `Thinker.think`."""
        if not self._resumes:
            return self._choose(pos, limits, on_info)
        limits = limits or Limits()
        begin = time.perf_counter()
        while True:
            used = time.perf_counter() - begin
            left = None if limits.seconds is None else limits.seconds - used
            seconds = SLICE if left is None else max(0.0, min(SLICE, left))
            sliced = time.perf_counter()
            action = self._choose(pos, replace(limits, seconds=seconds), on_info)
            now = time.perf_counter()
            by_itself = now - sliced < seconds / 2  # it has come to an end, and would again
            in_time = limits.seconds is None or now - begin < limits.seconds
            if by_itself or not in_time or stop.is_set():
                return action

    def _choose(
        self, pos: Position, limits: Limits | None, on_info: Callable[[Thought], object]
    ) -> int:
        action = self._bot.choose(pos, limits)
        if self._bot.thought is not None:
            on_info(self._bot.thought)
        return action

    def reset(self, seed: int | None = None) -> None:
        """See `Thinker.reset`."""
        self._bot.reset(seed)


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

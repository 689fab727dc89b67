"""Native loops on several threads: work split in parts, one switch to stop them all."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor, as_completed
from contextlib import suppress
from operator import index
from time import sleep
from typing import TypeVar

from fylking._position import Control, Position
from fylking.errors import OptionError, int_text

Part = TypeVar("Part")
Result = TypeVar("Result")

Progress = Callable[[int, int], object]
"""Called with the parts done and the number of parts."""


MAX_THREADS = 256


def checked_position(pos: object) -> None:
    """Raises TypeError for what is no position."""
    if not isinstance(pos, Position):
        raise TypeError(f"pos is a fylking position, not {type(pos).__name__}")


def checked_count(value: int, what: str, least: int = 0, most: int = (1 << 63) - 1) -> int:
    """An int that counts something."""
    if isinstance(value, bool):
        raise TypeError(f"{what} is an int, not a bool")
    value = index(value)
    if value < least:
        raise OptionError(f"{what} is {int_text(value)}; it must be {least} or more")
    if value > most:
        raise OptionError(f"{what} is {int_text(value)}; it must be at most {most}")
    return value


def checked_threads(threads: int) -> int:
    """A number of threads."""
    return checked_count(threads, "threads", 1, MAX_THREADS)


def run_parts(
    work: Callable[[Part, Control], Result],
    parts: Iterable[Part],
    threads: int,
    progress: Progress | None = None,
) -> Iterator[Result]:
    """The results of the parts, in any order; an exception (Ctrl-C too) stops all threads."""
    control = Control()
    parts = list(parts)
    if threads == 1 or len(parts) < 2:
        for done, part in enumerate(parts, 1):
            yield work(part, control)
            if progress is not None:
                progress(done, len(parts))
        return
    with ThreadPoolExecutor(min(threads, len(parts))) as pool:
        try:
            futures = [pool.submit(work, part, control) for part in parts]
            for done, future in enumerate(as_completed(futures), 1):
                yield future.result()
                if progress is not None:
                    progress(done, len(parts))
        except BaseException:
            control.cancel()
            pool.shutdown(wait=False, cancel_futures=True)
            raise


class Team:
    """Threads that stay, for calls that all of them work on together."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self._pool: ThreadPoolExecutor | None = None
        self._process = 0
        self._control: Control | None = None  # of the call whose spans may be worked on
        self._at_work: set[object] = set()

    def everywhere(self, work: Callable[[int, Control], Result], control: Control) -> list[Result]:
        """The results of `work(i, control)` in each thread i, in order; 0 is the calling one.

        An exception (Ctrl-C too) stops all threads: none is at work any more when it gets out.
        """
        if self.threads == 1:
            return [work(0, control)]
        pool = self._ready_pool()
        self._control = control
        self._wait()

        def share(i: int) -> Result:
            token = object()
            self._at_work.add(token)
            try:
                if self._control is not control:  # an interrupted call has left it in the queue
                    raise CancelledError
                return work(i, control)
            finally:
                self._at_work.discard(token)

        try:
            futures = [pool.submit(share, i) for i in range(1, self.threads)]
            return [work(0, control), *(future.result() for future in futures)]
        except BaseException:
            self._control = None
            control.cancel()
            self._wait()
            raise

    def _wait(self) -> None:
        """Waits until no thread is at work, whatever signals come meanwhile."""
        while self._at_work:
            with suppress(BaseException):
                sleep(0.001)

    def _ready_pool(self) -> ThreadPoolExecutor:
        if self._pool is None or self._process != os.getpid():  # a fork has no threads
            self._pool = ThreadPoolExecutor(self.threads - 1)
            self._process = os.getpid()
            self._at_work = set()
        return self._pool

"""Where the units of a study are worked on: here, in threads, in processes, or on a Ray cluster.

All are executors of `concurrent.futures`, and any other one will do too.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from contextlib import contextmanager
from multiprocessing.synchronize import Event
from typing import Any, TypeVar

from fylking.errors import Error, OptionError
from fylking.study.units import is_given_up
from fylking.threads import MAX_THREADS, checked_count

Unit = TypeVar("Unit")
Result = TypeVar("Result")
Work = Callable[[Unit], Result]

EXECUTORS = ("processes", "threads", "ray")
MAX_WORKERS = 10_000
"""Of a cluster; one machine has at most `MAX_THREADS`."""


def as_they_end(
    executor: Executor, work: Work[Unit, Result], units: Iterable[Unit], ahead: int
) -> Iterator[tuple[Unit, Result]]:
    """Units with their results, in the order in which they end.

    Args:
        executor: what works on them.
        work: the function of a unit.
        units: taken as they are needed.
        ahead: how many are handed over at a time.
    """
    at_work: dict[Future[Result], Unit] = {}

    def ended() -> Iterator[tuple[Unit, Result]]:
        for future in wait(at_work, return_when=FIRST_COMPLETED).done:
            yield at_work.pop(future), future.result()

    try:
        for unit in units:
            at_work[executor.submit(work, unit)] = unit
            if len(at_work) >= ahead:
                yield from ended()
        while at_work:
            yield from ended()
    except BrokenExecutor as error:
        raise Error(f"a worker of the study has died: {error}") from error
    finally:
        for future in at_work:
            future.cancel()


@contextmanager
def opened(kind: str, workers: int) -> Iterator[Executor]:
    """An executor by name, for as long as the block lasts; leaving it early gives up its work.

    Args:
        kind: one of `EXECUTORS`; with one worker, "processes" and "threads" work in the caller.
        workers: how many units are worked on at once.

    Raises:
        OptionError: there is no such executor.
        ModuleNotFoundError: "ray" without the extra.
    """
    if kind not in EXECUTORS:
        raise OptionError(f"there is no executor {kind!r}; there are {', '.join(EXECUTORS)}")
    checked_count(workers, "workers", 1, MAX_WORKERS if kind == "ray" else MAX_THREADS)
    if kind == "ray":
        from fylking.study.ray import RayExecutor

        executor: Executor = RayExecutor(workers)
    elif workers == 1:
        executor = Here()
    elif kind == "threads":
        executor = Threads(workers)
    else:
        executor = Processes(workers)
    with executor:
        yield executor


class Here(Executor):
    """Does the work at once, in the thread that hands it over."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """The future of a call that has been made."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class Threads(ThreadPoolExecutor):
    """Threads, which help as searches and random games hold no lock of Python's."""

    def __init__(self, workers: int) -> None:
        self._given_up = given_up = threading.Event()
        super().__init__(workers, initializer=lambda: is_given_up.set(given_up.is_set))

    def __exit__(self, *about: object) -> None:
        if about[0] is not None:
            self._given_up.set()
        self.shutdown(cancel_futures=True)


class Processes(ProcessPoolExecutor):
    """Processes that are gone when this one is, whatever has ended it."""

    def __init__(self, workers: int) -> None:
        context = multiprocessing.get_context("spawn")  # a fork would have none of our threads
        self._given_up = context.Event()
        super().__init__(
            workers, mp_context=context, initializer=_begin_process, initargs=(self._given_up,)
        )

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """See `Executor.submit`; processes that are started for it never see a Ctrl-C."""
        with _interrupts_held():
            return super().submit(fn, *args, **kwargs)

    def __exit__(self, *about: object) -> None:
        if about[0] is not None:
            self._given_up.set()
        self.shutdown(cancel_futures=True)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Ctrl-C waits for the end of the block; what is started in it is blind to it for good."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin_process(given_up: Event) -> None:
    # Ctrl-C is for the process that waits; on Windows it comes here, too.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    is_given_up.set(given_up.is_set)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)

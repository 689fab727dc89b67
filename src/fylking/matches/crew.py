"""The processes that play a match's games, watched: who does not act in time is stopped."""

from __future__ import annotations

import contextlib
import json
import math
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from fylking.closing import Closing
from fylking.errors import Error
from fylking.matches.plan import Plan, Task
from fylking.matches.worker import late, order_of
from fylking.record import CRASH, TIME, Loss

START = 60.0
"""Seconds a process may take to start."""
READY = 60.0
"""Seconds a player may take to be made, or to be ready for a game, or as many as for an action."""
TIDY = 10.0
"""Seconds a process may take to let go of players who are not in the next game."""
SLACK = 0.5
"""Seconds after a deadline within which an answer may still arrive, to be refused."""
FAREWELL = 2.0
"""Seconds a process may take to end."""

MAIN = "from fylking.matches.worker import main; main()"


@dataclass
class Course:
    """How a game went.

    Attributes:
        task: the game.
        actions: as texts.
        seconds: that each took.
        thoughts: what was thought at each, as records hold it, or None.
        loss: None when nobody forfeited it.
    """

    task: Task
    actions: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    thoughts: list[dict[str, Any] | None] = field(default_factory=list)
    loss: Loss | None = None


Event = tuple["_Worker", list[Any] | None]


class Crew(Closing):
    """Plays games in several processes. A context manager, which leaves no process behind.

    Args:
        plan: whose games.
        jobs: how many processes.
    """

    def __init__(self, plan: Plan, jobs: int) -> None:
        self.plan = plan
        self.jobs = jobs
        self._events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self._workers: list[_Worker] = []

    def close(self) -> None:
        """Leaves no process behind."""
        for worker in self._workers:
            worker.part()
        for worker in self._workers:
            worker.end()
        self._workers.clear()

    def play(self, tasks: Iterator[Task]) -> Iterator[Course]:
        """The games as they end. Stop to iterate, and leave, to break the others off."""
        while True:
            self._hand_out(tasks)
            if not any(worker.course for worker in self._workers):
                return
            course = self._next()
            if course is not None:
                yield course

    def _hand_out(self, tasks: Iterator[Task]) -> None:
        """Gives games to those who have none, and hires as long as there are games."""
        idle = [worker for worker in self._workers if worker.course is None]
        while idle or len(self._workers) < self.jobs:
            task = next(tasks, None)
            if task is None:
                return
            worker = idle.pop() if idle else self._hire()
            worker.begin(self.plan, task)

    def _hire(self) -> _Worker:
        worker = _Worker(self._events)
        self._workers.append(worker)
        return worker

    def _next(self) -> Course | None:
        """Waits for something to happen; a game if that has ended it."""
        first = min(self._workers, key=lambda worker: worker.deadline)
        try:
            wait = first.deadline - time.monotonic()
            worker, message = self._events.get(timeout=min(max(0.0, wait), threading.TIMEOUT_MAX))
        except queue.Empty:
            return self._stopped(first, TIME, late(first.allowed))
        if worker not in self._workers:  # one that has been stopped
            return None
        if message is None:
            return self._stopped(worker, CRASH, worker.how_it_ended())
        return worker.hear(self.plan, message)

    def _stopped(self, worker: _Worker, kind: str, detail: str) -> Course | None:
        """The game of a process that has died, or is killed now."""
        worker.end()
        self._workers.remove(worker)
        course = worker.course
        if course is None:  # between games
            return None
        if worker.seat is None:
            if not worker.started:
                raise Error(f"a process for the games does not start: {detail}")
            self._hire().begin(self.plan, course.task)  # it was still tidying up
            return None
        course.loss = Loss(worker.seat, kind, detail)
        return course


class _Worker:
    """A process.

    Attributes:
        course: of the game being played.
        started: whether it is ready for games.
        seat: who is to act, or to get ready; None before the process has told of anybody.
        allowed: seconds they have.
        deadline: when that ends and patience too.
    """

    def __init__(self, events: queue.SimpleQueue[Event]) -> None:
        self.course: Course | None = None
        self.started = False
        self.seat: int | None = None
        self.allowed = self.deadline = math.inf
        # The search path is this process's, with the folder where it runs for players from there.
        path = [*sys.path, os.getcwd()]
        code = f"import sys; sys.path[:] = {path!r}\n{MAIN}"
        self._process = subprocess.Popen(
            [sys.executable, "-c", code],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None if sys.stderr is not None else subprocess.DEVNULL,
            encoding="utf-8",
            start_new_session=True,  # Ctrl-C is for this process alone
        )
        threading.Thread(target=self._listen, args=(events,), daemon=True).start()

    def begin(self, plan: Plan, task: Task) -> None:
        """Has a game played."""
        self.course = Course(task)
        self._give(TIDY if self.started else START)
        self._send(json.dumps(order_of(plan, task)) + "\n")

    def hear(self, plan: Plan, message: list[Any]) -> Course | None:
        """Takes note of a message; returns the game if it has ended."""
        self.started = True
        self._give(READY)
        course = self.course
        if course is None:
            return None
        match message:
            case ["starting", seat]:
                self.seat = seat
                self._give(max(READY, plan.deadline_of(course.task.players[seat])))
            case ["thinking", seat]:
                self.seat = seat
                self._give(plan.deadline_of(course.task.players[seat]))
            case ["action", text, seconds, thought]:
                course.actions.append(text)
                course.seconds.append(seconds)
                course.thoughts.append(thought)
            case ["forfeit", seat, kind, detail]:
                course.loss = Loss(seat, kind, detail)
                return self._free()
            case ["done"]:
                return self._free()
        return None

    def how_it_ended(self) -> str:
        """What is known of the end of a process that has died."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(FAREWELL)
        status = self._process.returncode
        if status is None:
            return "the process closed its output"
        if status < 0:
            with contextlib.suppress(ValueError):
                return f"the process was ended by {signal.Signals(-status).name}"
        return f"the process ended with status {status}"

    def part(self) -> None:
        """Asks it to end: at once when it has a game, when its players are gone otherwise."""
        with contextlib.suppress(OSError):
            if self._process.stdin is not None:
                self._process.stdin.close()

    def end(self) -> None:
        """Ends it, by force where it does not do so by itself, and what it has started."""
        self.part()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(FAREWELL)
        if hasattr(os, "killpg"):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        else:
            self._process.kill()
        self._process.wait()

    def _free(self) -> Course | None:
        course, self.course, self.seat = self.course, None, None
        self.allowed = self.deadline = math.inf
        return course

    def _give(self, seconds: float) -> None:
        self.allowed = seconds
        self.deadline = time.monotonic() + seconds + SLACK

    def _send(self, text: str) -> None:
        if self._process.stdin is not None:
            with contextlib.suppress(OSError):  # it has died, which will be heard of
                self._process.stdin.write(text)
                self._process.stdin.flush()

    def _listen(self, events: queue.SimpleQueue[Event]) -> None:
        if self._process.stdout is not None:
            with self._process.stdout as lines, contextlib.suppress(OSError, ValueError):
                for line in lines:
                    events.put((self, json.loads(line)))
        events.put((self, None))

"""A program that is talked to in lines, by threads of its own: it can hang nobody.

Pipes are read and written by threads because waiting for a pipe with a deadline is not the same
everywhere; with queues between, it is.
"""

from __future__ import annotations

import contextlib
import os
import queue
import shlex
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from typing import IO

from fylking.ugi.errors import EngineError
from fylking.ugi.lines import Splitter, plain

LONGEST_LINE = 1 << 16
WAITING_LINES = 1000  # a program that says more than is read has to wait
TAIL = 2000  # characters kept of what it says on stderr
POLL = 0.1
LONGEST_WAIT = 1e6  # waiting for more seconds than this overflows on some platforms
FAREWELL = 1.0  # seconds for threads and the system to finish with what has been killed


class Process:
    """A child process. It may be ended more than once, and from any thread.

    Attributes:
        ended: whether `end` has been called.
    """

    def __init__(self, command: Sequence[str] | str, cwd: str | None = None) -> None:
        """Starts it.

        Raises:
            EngineError: it cannot be started.
        """
        self.ended = False
        if isinstance(command, str) and os.name == "posix":
            command = shlex.split(command)
        try:
            self._child = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd=cwd,
                start_new_session=True,  # so that its own children can be ended with it
            )
        except (OSError, ValueError, IndexError) as error:  # the last two: no command at all
            raise EngineError(f"{command!r} cannot be started: {error}", "crashed") from None
        self._lines: queue.Queue[str | None] = queue.Queue(WAITING_LINES)
        self._sent: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._tail = ""
        self._lock = threading.Lock()
        self._threads = [
            threading.Thread(target=work, daemon=True)
            for work in (self._read, self._write, self._read_errors)
        ]
        for thread in self._threads:
            thread.start()

    # ---- For the caller ----

    def send(self, line: str) -> None:
        """Sends a line, some time soon."""
        self._sent.put(line)

    def read(self, deadline: float) -> str | None:
        """The next line; None when it says no more.

        Args:
            deadline: until when to wait, by `time.monotonic`.

        Raises:
            TimeoutError: there was none until then.
        """
        left = deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        try:
            line = self._lines.get(timeout=min(left, LONGEST_WAIT))
        except queue.Empty:
            raise TimeoutError from None
        if line is None:
            self._tell_end()  # for whoever asks next
        return line

    def end(self, grace: float = 0.0) -> None:
        """Ends it: waits so long for it to end by itself, kills it, and waits until it is gone."""
        with self._lock:
            if self.ended:
                return
            self.ended = True
            self._sent.put(None)
            if not self._gone(grace):
                self._kill()
                self._gone(FAREWELL)
            for thread in self._threads:
                thread.join(FAREWELL)
            self._tell_end()
            if not any(thread.is_alive() for thread in self._threads):
                for pipe in (self._child.stdin, self._child.stdout, self._child.stderr):
                    with contextlib.suppress(OSError):
                        _open(pipe).close()

    def _tell_end(self) -> None:
        """Makes room for the end among the lines: someone may wait for them."""
        while True:
            try:
                self._lines.put_nowait(None)
                return
            except queue.Full:
                with contextlib.suppress(queue.Empty):
                    self._lines.get_nowait()

    def last_words(self) -> str:
        """How it has ended and the last that it said on stderr, for a message; ends it."""
        self.end(FAREWELL)
        status = f"exit status {self._child.returncode}"
        words = plain(self._tail.strip().splitlines()[-1]) if self._tail.strip() else ""
        return f"{status}: {words}" if words else status

    # ---- Threads ----

    def _gone(self, seconds: float) -> bool:
        try:
            self._child.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def _kill(self) -> None:
        if os.name == "posix":
            # It has not been waited for to the end, so the group is still its own.
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._child.pid, signal.SIGKILL)
        with contextlib.suppress(OSError):
            self._child.kill()

    def _read(self) -> None:
        splitter = Splitter(LONGEST_LINE)
        while data := _chunk(self._child.stdout):
            for line in splitter.lines(data):
                if not self._put(line):
                    return
        if rest := splitter.last():
            self._put(rest)
        self._put(None)

    def _put(self, line: str | None) -> bool:
        while not self.ended:
            try:
                self._lines.put(line, timeout=POLL)
                return True
            except queue.Full:
                continue
        return False

    def _write(self) -> None:
        pipe = _open(self._child.stdin)
        with contextlib.suppress(OSError, ValueError):  # it reads no more
            while (line := self._sent.get()) is not None:
                data = memoryview(f"{line}\n".encode())
                while data:
                    data = data[pipe.write(data) :]
        with contextlib.suppress(OSError):
            pipe.close()

    def _read_errors(self) -> None:
        while data := _chunk(self._child.stderr):
            self._tail = (self._tail + data.decode("utf-8", "replace"))[-TAIL:]


def _open(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None, "all three were asked for"
    return pipe


def _chunk(pipe: IO[bytes] | None) -> bytes:
    """What there is to read; nothing at the end."""
    try:
        return _open(pipe).read(1 << 16)
    except (OSError, ValueError):
        return b""

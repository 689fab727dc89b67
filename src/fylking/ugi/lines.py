"""Lines in and out: made of whatever chunks arrive, written whole whatever becomes of them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Protocol

LONGEST = 1 << 20
"""Bytes of a line; the longest games take some twenty thousand."""

TOO_LONG = "(a line that was too long)"
"""Stands for such a line."""


class Reader(Protocol):
    """What is read from: an unbuffered file."""

    def read(self, size: int, /) -> bytes | None:
        """What there is, at least a byte; nothing at the end."""


class Writer(Protocol):
    """What is written to: a buffered file."""

    def write(self, data: bytes, /) -> object:
        """Takes all of it."""

    def flush(self) -> object:
        """Hands it on."""


class Splitter:
    """Makes lines of chunks of bytes, without keeping more than one line."""

    def __init__(self, longest: int = LONGEST) -> None:
        self._longest = longest
        self._rest = b""
        self._skipping = False

    def lines(self, data: bytes) -> Iterator[str]:
        """The lines that end within a chunk, without their ends (LF or CR LF)."""
        *ended, rest = (self._rest + data).split(b"\n")
        for line in ended:
            skipped, self._skipping = self._skipping, False
            yield TOO_LONG if skipped or len(line) > self._longest else _text(line)
        if len(rest) > self._longest:
            self._skipping, rest = True, b""
        self._rest = rest

    def last(self) -> str:
        """What came after the last end of a line."""
        return TOO_LONG if self._skipping else _text(self._rest)


def _text(line: bytes) -> str:
    return line.decode("utf-8", "replace").rstrip("\r")


def each_line(stream: Reader, take: Callable[[str], object]) -> None:
    """Hands on the lines of a stream until its end, or until it cannot be read."""
    splitter = Splitter()
    while True:
        try:
            data = stream.read(1 << 16)
        except (OSError, ValueError):
            break
        if not data:
            break
        for line in splitter.lines(data):
            take(line)
    if rest := splitter.last():
        take(rest)


def plain(text: str, most: int = 300) -> str:
    """A text in one line of printable ASCII, and not too long."""
    line = " ".join(text[: 4 * most].split()).encode("ascii", "backslashreplace").decode()
    line = "".join(letter if letter.isprintable() else "?" for letter in line)
    return line if len(line) <= most else f"{line[:most]}..."


class Output:
    """Writes lines from any thread, each at once and whole; remembers when nobody reads.

    Attributes:
        error: why nothing can be written any more; None as long as it can.
    """

    def __init__(self, stream: Writer, on_error: Callable[[], object] = lambda: None) -> None:
        self.error: OSError | ValueError | None = None
        self.on_error = on_error
        self._stream = stream
        self._lock = threading.Lock()

    def write(self, *lines: str) -> None:
        """Writes lines, which stay together."""
        data = "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")
        with self._lock:
            if self.error is not None:
                return
            try:
                self._stream.write(data)
                self._stream.flush()
                return
            except (OSError, ValueError) as error:  # ValueError: the file is closed
                self.error = error
        self.on_error()

    def say(self, text: str) -> None:
        """Writes an `info string`."""
        self.write(f"info string {plain(text)}")

"""A line on the terminal while work takes long; nothing where stderr is no terminal."""

from __future__ import annotations

import shutil
import sys
import time
from types import TracebackType
from typing import Self

INTERVAL = 0.1


class Progress:
    """A line on stderr that tells how far the work is, and goes away with it.

    Use it as a context manager, and give `callback` to the functions of the package.

    Args:
        label: what is being done.
    """

    def __init__(self, label: str) -> None:
        self.label = label
        self.shown = sys.stderr is not None and sys.stderr.isatty()
        self._start = self._last = time.perf_counter()
        self._length = 0

    @property
    def callback(self) -> Progress | None:
        """What to give as a `progress` argument: None when nothing would be shown."""
        return self if self.shown else None

    def __enter__(self) -> Self:
        self._write(f"{self.label} ...")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._write("")

    def __call__(self, done: int, total: int, label: str | None = None) -> None:
        """Tells that so many of the parts are done; a new label is shown at once."""
        now = time.perf_counter()
        if label is not None:
            self.label = label
        elif now - self._last < INTERVAL and done < total:
            return
        self._last = now
        self._write(f"{self.label}: {100 * done // total}% after {now - self._start:.0f} s")

    def _write(self, text: str) -> None:
        """Replaces the line; an empty text leaves it blank."""
        if not self.shown:
            return
        text = text[: shutil.get_terminal_size().columns - 1]
        blank = " " * (self._length - len(text))
        sys.stderr.write(f"\r{text}{blank}" if text else f"\r{blank}\r")
        sys.stderr.flush()
        self._length = len(text)

"""Files of JSON lines that grow as work gets done, and that work goes on from.

The first line, the head, says what decides how the work comes out, so that a file is continued by
what made it and by nothing else. Every other line is a piece of work.
"""

from __future__ import annotations

import json
from io import BufferedRandom
from pathlib import Path
from typing import Any

from fylking.closing import Closing
from fylking.errors import OptionError, RecordError
from fylking.record import line_of

Facts = dict[str, Any]


class Journal(Closing):
    """Such a file, open to be continued. A context manager.

    A last line without an end, left by a run that was broken off, is cut away.

    Args:
        path: the file; it is made if there is none.
        kind: what is recorded, "match" or "study": the head has the key "fylking_" and this, with
            the version of the lines' format.
        head: what decides how the work comes out, JSON's kinds of values only.

    Attributes:
        text: the whole lines that the file already had, the head among them.

    Raises:
        OptionError: the file goes with another head, or is in use.
        RecordError: it is something else.
    """

    def __init__(self, path: str | Path, kind: str, head: Facts) -> None:
        self.path = Path(path)
        self.kind = kind
        first = line_of(head)
        self._file: BufferedRandom = self.path.open("r+b" if self.path.exists() else "w+b")
        try:
            self._lock()
            text = self._file.read()
            self.text = text[: text.rfind(b"\n") + 1]
            if self.text:
                self._check_head(self.text.partition(b"\n")[0], first)
            elif not first.startswith(text):
                raise RecordError(f"{path} is no record of a {kind}", 1)
            self._file.seek(len(self.text))
            self._file.truncate()
            if not self.text:
                self._write(first)
        except BaseException:
            self._file.close()
            raise

    @property
    def lines(self) -> list[tuple[int, bytes]]:
        """The lines that the file already had after its head, with their numbers, from 2."""
        return list(enumerate(self.text.splitlines()[1:], 2))

    def close(self) -> None:
        """Closes the file."""
        self._file.close()

    def write(self, facts: Facts) -> None:
        """Writes a line, at once."""
        self._write(line_of(facts))

    def _write(self, line: bytes) -> None:
        self._file.write(line)
        self._file.flush()

    def _lock(self) -> None:
        """Two runs that write to one file would spoil it; where the system can tell, it does."""
        try:
            import fcntl
        except ImportError:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise OptionError(f"another {self.kind} is writing to {self.path}") from None
        except OSError:  # a file system without locks
            return

    def _check_head(self, line: bytes, head: bytes) -> None:
        found, wanted = parsed(line), json.loads(head)
        if found is None or f"fylking_{self.kind}" not in found:
            raise RecordError(f"{self.path} is no record of a {self.kind}", 1)
        for name in wanted | found:
            if found.get(name) != wanted.get(name):
                raise OptionError(
                    f"{self.path} is the record of another {self.kind}: its {name} is "
                    f"{json.dumps(found.get(name))}, not {json.dumps(wanted.get(name))}"
                )


def parsed(line: bytes) -> Facts | None:
    """The object that a line holds; None for anything else."""
    try:
        facts = json.loads(line)
    except ValueError:
        return None
    return facts if isinstance(facts, dict) else None

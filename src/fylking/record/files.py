"""Files of records: JSON lines, first a head, then a line a game. They are read as they stream."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from fylking.closing import Closing
from fylking.errors import Error, RecordError
from fylking.games import game as game_named
from fylking.record.game import FORMAT, GameRecord
from fylking.record.shape import check_of, shown

LONGEST = 1 << 24
"""Bytes that a line may have; no game comes near it."""


class Reader(Closing):
    """A file of records, open to be read once, from its head on; a context manager.

    Iterate over it for the games. One line is held at a time, so a file may be of any length. A
    last line without an end is taken for one that is still being written, and left out.

    Args:
        source: a path, the bytes of a file, or a binary file, which is not closed.
        check: whether each game is played again, to see that all it says follows from its
            actions; else the lines' shape alone is checked.
        name: of the file, for errors; None for the path.

    Attributes:
        head: what the first line holds.
        game: the game, made from the head.
        line: the number of the line that was read last, from 1.
        torn: whether a last line without an end was left out.

    Raises:
        RecordError: a line that cannot be read or is not true, here or while iterating.

    >>> import fylking
    >>> from fylking import record
    >>> pos = fylking.Fravan(size=2, pie=False).start()
    >>> head = record.head_of(pos.game, ["Ann", "Bob"])
    >>> data = record.line_of(head) + record.line_of(record.GameRecord.of(pos).facts())
    >>> [game.end for game in record.Reader(data)]
    ['unfinished']
    """

    def __init__(
        self,
        source: str | Path | bytes | BinaryIO,
        check: bool = True,
        name: str | None = None,
    ) -> None:
        self.line = 0
        self.torn = False
        self._numbers = _Numbers()
        self._check = check
        self._owned = isinstance(source, str | Path | bytes)
        if isinstance(source, bytes):
            self._file: BinaryIO = io.BytesIO(source)
        elif isinstance(source, str | Path):
            name = name or str(source)
            self._file = Path(source).open("rb")  # noqa: SIM115  # see close
        else:
            self._file = source
        self.name = name or "the record"
        try:
            self.head = self._read_head()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Closes a file that was opened here."""
        if self._owned:
            self._file.close()

    def __iter__(self) -> Iterator[GameRecord]:
        while True:
            facts = self._next()
            if facts is None:
                return
            try:
                game = GameRecord.from_facts(facts)
                if self._check:
                    game.check(self.head)
                    self._numbers.add(game.game)
            except ValueError as error:
                self._fail(str(error), error)
            yield game

    def _read_head(self) -> dict[str, Any]:
        facts = self._next()
        try:
            head = checked_head(facts)
            self.game = game_named(head["game"], head["size"], head["pie"])
        except ValueError as error:
            self.line = 1
            self._fail(str(error), error)
        return head

    def _next(self) -> Any:
        """What the next line holds; None at the end."""
        text = self._file.readline(LONGEST + 1)
        if not text.endswith(b"\n"):
            if len(text) > LONGEST:
                self.line += 1
                self._fail(f"the line is longer than {LONGEST} bytes")
            self.torn = bool(text)
            return None
        self.line += 1
        try:
            facts = json.loads(text, parse_constant=_no_constant)
            if b"\\u" in text:
                json.dumps(facts, ensure_ascii=False).encode()  # half a character cannot be
        except (ValueError, RecursionError):
            self._fail(f"the line is no JSON: {_start(text)}")
        if not isinstance(facts, dict):
            self._fail(f"the line is no JSON object: {_start(text)}")
        return facts

    def _fail(self, reason: str, cause: Exception | None = None) -> NoReturn:
        raise RecordError(f"line {self.line} of {self.name}: {reason}", self.line) from cause


def checked_head(facts: Any) -> dict[str, Any]:
    """What the first line of a record holds, its shape checked.

    Raises:
        ValueError: it is no head, or one of another version of the format.
    """
    if not isinstance(facts, dict) or "fylking_match" not in facts:
        raise ValueError('there is no head, which begins with "fylking_match": no game record')
    version = facts["fylking_match"]
    if version != FORMAT or isinstance(version, bool):
        raise ValueError(f"version {shown(version)} of the format is not {FORMAT}, the one known")
    check_of("head")(facts, "the head")
    return facts


def read(source: str | Path | bytes | BinaryIO, check: bool = True) -> Reader:
    """A file of records, open to be read: see `Reader`."""
    return Reader(source, check)


def validate(source: str | Path | bytes | BinaryIO) -> int:
    """Plays every game of a file again.

    Returns:
        How many there are.

    Raises:
        RecordError: the first line that cannot be read or is not true.
    """
    with Reader(source) as games:
        return sum(1 for _ in games)


class Writer(Closing):
    """A new file of records, open to be written; a context manager.

    Args:
        target: a path, where nothing may be yet, or a binary file, which is not closed.
        head: what the first line holds: see `head_of`.

    Raises:
        RecordError: the head has not the shape of one.
        FileExistsError: there is a file.
    """

    def __init__(self, target: str | Path | BinaryIO, head: Mapping[str, Any]) -> None:
        try:
            self.head = checked_head(dict(head))
            game_named(head["game"], head["size"], head["pie"])
        except Error as error:
            raise RecordError(f"the head of a record: {error}", 1) from error
        except ValueError as error:
            raise RecordError(f"the head of a record: {error}", 1) from None
        self._owned = isinstance(target, str | Path)
        self._file: BinaryIO
        if isinstance(target, str | Path):
            self._file = Path(target).open("xb")  # noqa: SIM115  # see close
        else:
            self._file = target
        self._lines = 1
        self._numbers = _Numbers()
        self._file.write(line_of(self.head))

    def close(self) -> None:
        """Closes a file that was opened here."""
        if self._owned:
            self._file.close()

    def write(self, game: GameRecord) -> None:
        """Appends a game, which is checked.

        Raises:
            RecordError: it does not follow from its actions, is of another game than the head, has
                a number that was written before, or holds what JSON does not have.
        """
        try:
            line = line_of(game.facts())
            GameRecord.from_facts(json.loads(line)).check(self.head)
            self._numbers.add(game.game)
        except (TypeError, ValueError) as error:  # also of what JSON does not have
            raise RecordError(f"game {game.game}: {error}", self._lines + 1) from error
        self._lines += 1
        self._file.write(line)


class _Numbers:
    """The numbers of games that were met; few are held where they come nearly in order."""

    def __init__(self) -> None:
        self._below = 0  # all below this were met
        self._others: set[int] = set()

    def add(self, number: int) -> None:
        if number < self._below or number in self._others:
            raise ValueError(f"there is a game {number} already")
        self._others.add(number)
        while self._below in self._others:
            self._others.remove(self._below)
            self._below += 1


def line_of(facts: Mapping[str, Any]) -> bytes:
    """A head or the facts of a game as a line."""
    return json.dumps(facts, allow_nan=False).encode() + b"\n"


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def _start(text: bytes) -> str:
    return f"{text[:40]!r}{'...' if len(text) > 40 else ''}"

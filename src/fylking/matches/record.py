"""The record of a match: a file of games that can be continued by what made it, and nothing else.

What the lines hold is `fylking.record`'s business. The head says what decides how the games go
(`Plan.facts`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import BufferedRandom
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import fylking
from fylking.errors import OptionError, RecordError
from fylking.matches.crew import Course
from fylking.matches.plan import Plan, limits_facts
from fylking.record import CUT_OFF, UNFINISHED, GameRecord, Reader, line_of


def judged(plan: Plan, course: Course) -> GameRecord:
    """The record of a game that has been played to its end."""
    task = course.task
    pos = fylking.parse(task.opening, plan.game.pie)
    for action in course.actions:
        pos.push(action)
    one, other = task.players
    stopped = CUT_OFF if len(course.actions) == plan.max_actions else UNFINISHED
    return GameRecord.of(
        pos,
        task.number,
        task.players,
        course.loss,
        stopped,
        pair=task.pair,
        seeds=task.seeds,
        limits=(limits_facts(plan.limits_of(one)), limits_facts(plan.limits_of(other))),
        seconds=tuple(course.seconds),
    )


class Record:
    """A file of records, open to be continued. A context manager.

    A last line without an end, left by a run that was broken off, is cut away.

    Args:
        path: the file; it is made if there is none.
        plan: what the games belong to.

    Attributes:
        games: those that the file already had.

    Raises:
        OptionError: the record of another match, or one that another match writes to.
        RecordError: the file is something else, or has a line that is no game of this match.
    """

    def __init__(self, path: str | Path, plan: Plan) -> None:
        self.path = Path(path)
        self.games: list[GameRecord] = []
        head = line_of(plan.head())
        self._file: BufferedRandom = self.path.open("r+b" if self.path.exists() else "w+b")
        try:
            self._lock()
            text = self._file.read()
            whole = text[: text.rfind(b"\n") + 1]
            if whole:
                self.games = list(self._read(whole, plan))
            elif not head.startswith(text):
                raise RecordError(f"{path} is no game record", 1)
            self._file.seek(len(whole))
            self._file.truncate()
            if not whole:
                self._write(head)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def add(self, game: GameRecord) -> None:
        """Writes a game, at once."""
        self._write(line_of(game.facts()))

    def _write(self, line: bytes) -> None:
        self._file.write(line)
        self._file.flush()

    def _lock(self) -> None:
        """Two matches that write to one file would spoil it; where the system can tell, it does."""
        try:
            import fcntl
        except ImportError:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise OptionError(f"another match is writing to {self.path}") from None
        except OSError:  # a file system without locks
            return

    def _read(self, text: bytes, plan: Plan) -> Iterator[GameRecord]:
        with Reader(text, check=False, name=str(self.path)) as games:
            self._check_head(games.head, plan.head())
            for game in games:
                task = plan.task(game.game)
                if (game.opening, game.seeds) != (task.opening, task.seeds):
                    raise RecordError(
                        f"line {games.line} of {self.path}: game {game.game} has another opening, "
                        "or other seeds, than in this match",
                        games.line,
                    )
                yield game

    def _check_head(self, found: dict[str, Any], wanted: dict[str, Any]) -> None:
        for name in wanted | found:
            if found.get(name) != wanted.get(name):
                raise OptionError(
                    f"{self.path} is the record of another match: its {name} is "
                    f"{json.dumps(found.get(name))}, not {json.dumps(wanted.get(name))}"
                )


def read_record(path: str | Path) -> tuple[dict[str, Any], list[GameRecord]]:
    """The head and the games of a record, in the order in which they finished.

    `fylking.record.read` reads game by game, and can ask whether they are true.

    Raises:
        RecordError: the file is no record.
    """
    with Reader(path, check=False) as games:
        return games.head, list(games)

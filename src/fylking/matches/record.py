"""The record of a match: a file of games that can be continued by what made it, and nothing else.

What the lines hold is `fylking.record`'s business. The head says what decides how the games go
(`Plan.facts`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import fylking
from fylking.errors import RecordError
from fylking.journal import Journal
from fylking.matches.crew import Course
from fylking.matches.plan import Plan, limits_facts
from fylking.record import CUT_OFF, UNFINISHED, GameRecord, Reader


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
        thoughts=tuple(course.thoughts) if any(course.thoughts) else None,
    )


class Record(Journal):
    """A file of records, open to be continued. A context manager.

    A last line without an end, left by a run that was broken off, is cut away.

    Args:
        path: the file; it is made if there is none.
        plan: what the games belong to.

    Attributes:
        games: those that the file already had, without thoughts.

    Raises:
        OptionError: the record of another match, or one that another match writes to.
        RecordError: the file is something else, or has a line that is no game of this match.
    """

    def __init__(self, path: str | Path, plan: Plan) -> None:
        super().__init__(path, "match", plan.head())
        self.games: list[GameRecord] = []
        try:
            if self.text:
                self.games = list(self._read(plan))
        except BaseException:
            self.close()
            raise

    def add(self, game: GameRecord) -> None:
        """Writes a game, at once."""
        self.write(game.facts())

    def _read(self, plan: Plan) -> Iterator[GameRecord]:
        with Reader(self.text, check=False, name=str(self.path)) as games:
            for game in games:
                task = plan.task(game.game)
                if (game.opening, game.seeds) != (task.opening, task.seeds):
                    raise RecordError(
                        f"line {games.line} of {self.path}: game {game.game} has another opening, "
                        "or other seeds, than in this match",
                        games.line,
                    )
                yield replace(game, thoughts=None)  # results need none, and they are long


def read_record(path: str | Path) -> tuple[dict[str, Any], list[GameRecord]]:
    """The head and the games of a record, in the order in which they finished.

    `fylking.record.read` reads game by game, and can ask whether they are true.

    Raises:
        RecordError: the file is no record.
    """
    with Reader(path, check=False) as games:
        return games.head, list(games)

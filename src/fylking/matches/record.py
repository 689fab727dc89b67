"""The record of a match: JSON lines, first a head, then a line a game as it finishes.

The head says what decides how the games go (`Plan.facts`), so that a record can be continued by
what made it and by nothing else. A line holds everything needed to replay its game.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from io import BufferedRandom
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import fylking
from fylking.errors import OptionError
from fylking.matches.crew import Course, Loss
from fylking.matches.plan import Plan, limits_facts

if TYPE_CHECKING:
    from fylking import Position

FORMAT = 1
CUT_OFF = "cut off"
FORFEIT = "forfeit"


@dataclass(frozen=True)
class GameRecord:
    """A game that was played.

    Attributes:
        game: its number in the match, from 0.
        pair: which of its pairing's pairs it belongs to.
        players: indices of the players, by seat.
        seeds: of the bots, by seat.
        limits: how long they could think, by seat.
        opening: position text where it began.
        pie: whether its game has the pie rule.
        actions: as texts, from there.
        points: by seat: 1 won, 1/2 each when drawn or cut off, 0 lost.
        colours: "black" or "white" by seat, in the end; Black is first before a pie choice.
        score: of the position in the end, Black's and White's.
        end: why it ended: as `Position.end_reason` has it, "cut off" or "forfeit".
        forfeit: who forfeited it and how; None if nobody did.
        seconds: that each action took.
    """

    game: int
    pair: int
    players: tuple[int, int]
    seeds: tuple[int, int]
    limits: tuple[dict[str, float] | None, dict[str, float] | None]
    opening: str
    pie: bool
    actions: tuple[str, ...]
    points: tuple[float, float]
    colours: tuple[str, str]
    score: tuple[float, float]
    end: str
    forfeit: Loss | None
    seconds: tuple[float, ...]

    def identity(self) -> dict[str, Any]:
        """What is the same when the game is played again: everything but the times."""
        facts = self.facts()
        del facts["seconds"]
        return facts

    def facts(self) -> dict[str, Any]:
        """The record as its line holds it."""
        facts = asdict(self)
        facts["actions"] = " ".join(self.actions)
        facts["forfeit"] = None if self.forfeit is None else self.forfeit._asdict()
        return facts

    @classmethod
    def from_facts(cls, facts: dict[str, Any]) -> GameRecord:
        """The record that a line holds."""
        one, other = facts["limits"]
        loss = facts["forfeit"]
        return cls(
            facts["game"],
            facts["pair"],
            _pair(facts["players"]),
            _pair(facts["seeds"]),
            (one, other),
            facts["opening"],
            facts["pie"],
            tuple(facts["actions"].split()),
            _pair(facts["points"]),
            _pair(facts["colours"]),
            _pair(facts["score"]),
            facts["end"],
            None if loss is None else Loss(**loss),
            tuple(facts["seconds"]),
        )

    def replay(self) -> Position:
        """The position in the end, reached by the actions."""
        return _replay(self.opening, self.actions, self.pie)


def judged(plan: Plan, course: Course) -> GameRecord:
    """The record of a game that has been played to its end."""
    task = course.task
    pos = _replay(task.opening, course.actions, plan.game.pie)
    points: tuple[float, float]
    if course.loss is not None:
        end = FORFEIT
        points = (0.0, 1.0) if course.loss.seat == 0 else (1.0, 0.0)
    elif pos.is_over:
        end = str(pos.end_reason)
        points = ((1 + pos.returns[0]) / 2, (1 + pos.returns[1]) / 2)
    else:
        end = CUT_OFF
        points = (0.5, 0.5)
    first = pos.to_move if pos.seat == 0 else pos.to_move.other
    one, other = task.players
    return GameRecord(
        task.number,
        task.pair,
        task.players,
        task.seeds,
        (limits_facts(plan.limits_of(one)), limits_facts(plan.limits_of(other))),
        task.opening,
        plan.game.pie,
        tuple(course.actions),
        points,
        (first.name.lower(), first.other.name.lower()),
        pos.score,
        end,
        course.loss,
        tuple(course.seconds),
    )


def _replay(opening: str, actions: tuple[str, ...] | list[str], pie: bool) -> Position:
    pos = fylking.parse(opening, pie)
    for action in actions:
        pos.push(action)
    return pos


def _pair(values: list[Any]) -> tuple[Any, Any]:
    one, other = values
    return one, other


class Record:
    """A file of records, open to be continued. A context manager.

    A last line without an end, left by a run that was broken off, is cut away.

    Args:
        path: the file; it is made if there is none.
        plan: what the games belong to.

    Attributes:
        games: those that the file already had.

    Raises:
        OptionError: the file is something else, or the record of another match.
    """

    def __init__(self, path: str | Path, plan: Plan) -> None:
        self.path = Path(path)
        self.games: list[GameRecord] = []
        head = _line({"fylking_match": FORMAT} | plan.facts())
        self._file: BufferedRandom = self.path.open("r+b" if self.path.exists() else "w+b")
        try:
            self._lock()
            text = self._file.read()
            whole = text[: text.rfind(b"\n") + 1]
            if whole:
                lines = whole.splitlines()
                self._check_head(lines[0], head)
                self.games = list(self._read(lines[1:], plan))
            elif not head.startswith(text):
                raise OptionError(f"{path} is no record of a match")
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
        self._write(_line(game.facts()))

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

    def _check_head(self, line: bytes, head: bytes) -> None:
        found, wanted = _parsed(line), json.loads(head)
        if found is None or "fylking_match" not in found:
            raise OptionError(f"{self.path} is no record of a match")
        for name in wanted | found:
            if found.get(name) != wanted.get(name):
                raise OptionError(
                    f"{self.path} is the record of another match: its {name} is "
                    f"{json.dumps(found.get(name))}, not {json.dumps(wanted.get(name))}"
                )

    def _read(self, lines: list[bytes], plan: Plan) -> Iterator[GameRecord]:
        for number, line in enumerate(lines, 2):
            facts = _parsed(line)
            try:
                if facts is None:
                    raise ValueError
                game = GameRecord.from_facts(facts)
                task = plan.task(game.game)
                if (game.opening, game.seeds) != (task.opening, task.seeds):
                    raise ValueError
            except (KeyError, TypeError, ValueError):
                raise OptionError(
                    f"line {number} of {self.path} is no game of this match: {line[:40]!r}..."
                ) from None
            yield game


def _line(facts: dict[str, Any]) -> bytes:
    return json.dumps(facts).encode() + b"\n"


def _parsed(line: bytes) -> dict[str, Any] | None:
    """The object that a line holds; None for anything else."""
    try:
        facts = json.loads(line)
    except ValueError:
        return None
    return facts if isinstance(facts, dict) else None


def read_record(path: str | Path) -> tuple[dict[str, Any], list[GameRecord]]:
    """The head and the games of a record, in the order in which they finished.

    Raises:
        OptionError: the file is no record.
    """
    text = Path(path).read_bytes()
    lines = text[: text.rfind(b"\n") + 1].splitlines()
    head = _parsed(lines[0]) if lines else None
    if head is None or head.get("fylking_match") != FORMAT:
        raise OptionError(f"{path} is no record of a match")
    games = []
    for number, line in enumerate(lines[1:], 2):
        facts = _parsed(line)
        try:
            games.append(GameRecord.from_facts({} if facts is None else facts))
        except (KeyError, TypeError, ValueError):
            raise OptionError(f"line {number} of {path} is no game: {line[:40]!r}...") from None
    return head, games

"""Drives any program that speaks UGI, as a bot."""

from __future__ import annotations

import os
import time
import weakref
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from fylking.bots.protocol import Limits, Thought
from fylking.closing import Closing
from fylking.errors import NotationError, OptionError
from fylking.ugi import info
from fylking.ugi.errors import EngineError
from fylking.ugi.lines import plain
from fylking.ugi.process import Process
from fylking.ugi.record import Record

if TYPE_CHECKING:
    from fylking._position import Position

GRACE = 1.0  # seconds for `quit`

_KEYS = ("type", "default", "min", "max", "var")

ANSWERS = {
    "p1turn": ("true", "false"),
    "gameover": ("true", "false"),
    "result": ("p1win", "p2win", "draw", "none"),
}


class Clock(NamedTuple):
    """What the clocks show, in seconds.

    Attributes:
        first, second: time left for the first and for the second seat.
        first_increment, second_increment: what is added after each of their actions.
    """

    first: float
    second: float
    first_increment: float = 0.0
    second_increment: float = 0.0


@dataclass(frozen=True)
class EngineOption:
    """An option that a program offers.

    Attributes:
        name: its name.
        type: "check", "spin", "combo", "string" or "button".
        default: its default as text; empty when it has none.
        least, most: the bounds of a spin.
        choices: the words of a combo.
    """

    name: str
    type: str
    default: str = ""
    least: int | None = None
    most: int | None = None
    choices: tuple[str, ...] = ()


class Engine(Closing):
    """A program that speaks UGI, started and driven; a bot like any other.

    Use it in a `with` statement, or call `close`. A program that hangs, crashes or babbles makes
    an `EngineError`, within the time that it was given.

    Attributes:
        name: the program's name.
        author: its author.
        options: the options that it offers, by name.
        thought: what it thought when it last chose; None before.

    >>> import sys
    >>> import fylking.ugi
    >>> command = [sys.executable, "-m", "fylking", "ugi"]
    >>> pos = fylking.Fravan(size=3).start()
    >>> with fylking.ugi.Engine(command, timeout=60, options={"Level": 1}) as engine:
    ...     engine.choose(pos, fylking.bots.Limits(nodes=100)) in pos.legal_actions()
    True
    """

    def __init__(
        self,
        command: Sequence[str] | str,
        timeout: float = 10.0,
        options: Mapping[str, object] | None = None,
        grace: float | None = None,
        limits: Limits | None = None,
        cwd: str | os.PathLike[str] | None = None,
    ) -> None:
        """Starts the program and greets it.

        Args:
            command: the program and its arguments, as a list or as a shell would read them.
            timeout: seconds that it has for every answer; for a move, without limits of time, too.
            options: set before anything else.
            grace: seconds after its time for a move is up at which it is given up; None: `timeout`.
            limits: for `choose` when that is given none; by default a second.
            cwd: the folder that it runs in.

        Raises:
            EngineError: it cannot be started, or does not answer as UGI says.
            OptionError: an option that it does not offer.
        """
        self.name = ""
        self.author = ""
        self.options: dict[str, EngineOption] = {}
        self.thought: Thought | None = None
        self._timeout = timeout
        self._grace = timeout if grace is None else grace
        self._limits = limits or Limits(seconds=1.0)
        self._values: dict[str, str] = {}
        self._record: Record | None = None
        self._process = Process(command, None if cwd is None else os.fspath(cwd))
        self._finalizer = weakref.finalize(self, self._process.end)
        try:
            self._greet()
            for name, value in (options or {}).items():
                self.set_option(name, value)
            self.ready()
        except BaseException:
            self.close()
            raise

    def __repr__(self) -> str:
        return f"<fylking.ugi.Engine {self.name!r}>"

    # ---- What UGI has ----

    def set_option(self, name: str, value: object) -> None:
        """Sets an option; case does not matter in its name.

        Args:
            name: one of `options`.
            value: a bool for a check, an int for a spin, else a text.

        Raises:
            OptionError: it offers no such option.
        """
        offered = next((have for have in self.options if have.lower() == name.lower()), None)
        if offered is None:
            have = ", ".join(self.options) or "none"
            raise OptionError(f"{self.name!r} has no option {name!r}; it has {have}")
        text = str(value).lower() if isinstance(value, bool) else str(value)
        if "\n" in text or "\r" in text:
            raise OptionError(f"option {offered} is one line, not {text!r}")
        self._values[offered] = text
        self._send(f"setoption name {offered} value {text}")

    def ready(self) -> None:
        """Waits until the program has done what it was told.

        Raises:
            EngineError: it has not within the timeout.
        """
        self._send("isready")
        for words in self._answers(time.monotonic() + self._timeout, "readyok"):
            if words[0] == "readyok":
                return

    def new_game(self) -> None:
        """Tells that what follows is another game.

        Raises:
            EngineError: it does not answer.
        """
        self._send("uginewgame")
        self.ready()

    def reset(self, seed: int | None = None) -> None:
        """See `Bot.reset`; the seed is given to a program that offers the option `Seed`."""
        self.thought = None
        if seed is not None and "Seed" in self.options:
            most = self.options["Seed"].most or seed
            self.set_option("Seed", 1 + seed % max(1, most))  # 0 may stand for no seed
        self.new_game()

    def set_position(self, pos: Position) -> None:
        """Tells a position with its history, and waits until it is read.

        The options `Game`, `Size` and `Pie` are set first, by a program that offers them.

        Raises:
            EngineError: it does not answer.
        """
        self._set_game(pos)
        self._record = Record(pos, self._record)
        self._send(self._record.command())
        self.ready()

    def choose(
        self, pos: Position, limits: Limits | None = None, clock: Clock | None = None
    ) -> int:
        """An action for the player to move; what the program thought of it is in `thought`.

        UGI knows one limit at a time: of a clock, nodes (simulations count as such), depth and
        seconds the first that is given is told, and when there are seconds beside it, `stop` is
        sent then.

        Args:
            pos: a position that is not over; it does not change.
            limits: how long to think; None for those of the program, unless there is a clock.
            clock: what the clocks show.

        Raises:
            EngineError: no move came in time, or no legal one.
            IllegalActionError: the game is over.
        """
        if pos.is_over:
            raise pos.game._illegal(pos, 0)
        self.thought = None
        self.set_position(pos)
        go, seconds, stops = _go(pos, limits or (None if clock else self._limits), clock)
        begin = time.monotonic()
        self._send(go)
        until = begin + (seconds or 0.0)
        deadline = until + (self._timeout if seconds is None else self._grace)
        thought = Thought(-1)
        for words in self._answers(deadline, "move", until if stops else None):
            if words[0] == "info":
                thought = info.read(pos, words, thought)
            elif words[0] == "bestmove":
                break
        action = self._action(pos, words)
        pv = thought.pv if thought.pv[:1] == (action,) else (action,)
        spent = time.monotonic() - begin
        self.thought = thought._replace(action=action, pv=pv, seconds=spent)
        return action

    def query(self, what: str) -> bool | str:
        """Asks about the position that was told last.

        Args:
            what: "p1turn", "gameover" or "result".

        Returns:
            A bool; for "result": "p1win", "p2win", "draw" or "none".

        Raises:
            OptionError: UGI has no such query.
            EngineError: it does not answer, or with another word.
        """
        if what not in ANSWERS:
            raise OptionError(f"there is no query {what!r}; there are {', '.join(ANSWERS)}")
        self._send(f"query {what}")
        words: list[str] = []
        for words in self._answers(time.monotonic() + self._timeout, "response"):
            if words[0] == "response":
                break
        answer = words[1] if len(words) == 2 else ""
        if answer not in ANSWERS[what]:
            raise self._failed(f"answered query {what} with {' '.join(words)!r}", "protocol")
        return answer if what == "result" else answer == "true"

    def stop(self) -> None:
        """Makes `choose`, in another thread, come to its end soon."""
        self._process.send("stop")

    def close(self) -> None:
        """Ends the program: asks it to quit, and kills it when it does not within a second."""
        self._process.send("quit")
        self._process.end(GRACE)
        self._finalizer.detach()

    # ---- Talking ----

    def _send(self, line: str) -> None:
        if self._process.ended:
            raise EngineError(f"{self._who()} has been ended", "crashed")
        self._process.send(line)

    def _answers(
        self, deadline: float, what: str, stop_at: float | None = None
    ) -> Iterator[list[str]]:
        """The words of the lines that it says, until the deadline.

        Args:
            deadline: when it is given up, by `time.monotonic`.
            what: what is waited for.
            stop_at: when it is told to stop.
        """
        while True:
            try:
                line = self._process.read(deadline if stop_at is None else stop_at)
            except TimeoutError:
                if stop_at is None:
                    raise self._failed(f"gave no {what} in time", "timeout") from None
                self._send("stop")
                stop_at = None
                continue
            if line is None:
                how = self._process.last_words()
                raise EngineError(f"{self._who()} ended ({how})", "crashed")
            if words := line.split():
                yield words

    def _failed(self, message: str, kind: str) -> EngineError:
        self._process.end()
        return EngineError(f"{self._who()} {plain(message)}", kind)

    def _who(self) -> str:
        return repr(self.name) if self.name else "the engine"

    def _greet(self) -> None:
        self._send("ugi")
        for words in self._answers(time.monotonic() + self._timeout, "ugiok"):
            match words:
                case ["id", "name", *rest]:
                    self.name = plain(" ".join(rest))
                case ["id", "author", *rest]:
                    self.author = plain(" ".join(rest))
                case ["option", "name", *rest]:
                    option = _option(rest)
                    self.options[option.name] = option
                case ["ugiok", *_]:
                    return

    def _set_game(self, pos: Position) -> None:
        """Sets the options that say what is played, where they are not set so already."""
        if "Game" not in self.options:
            return
        wanted: dict[str, object] = {"Game": pos.game.name, "Size": pos.game.size}
        if pos.game.has_pie:
            wanted["Pie"] = pos.game.pie
        for name, value in wanted.items():
            text = str(value).lower()
            if name in self.options and self._values.get(name) != text:
                self.set_option(name, text)

    def _action(self, pos: Position, words: Sequence[str]) -> int:
        if len(words) < 2:
            raise self._failed("said bestmove without a move", "protocol")
        try:
            action = pos.parse_action(words[1])
        except NotationError as error:
            raise EngineError(f"{self._who()} played {plain(str(error))}", "illegal move") from None
        if not pos.is_legal(action):
            why = pos.game._illegal(pos, action)
            raise EngineError(f"{self._who()} played {words[1]}: {why}", "illegal move")
        return action


def _option(words: Sequence[str]) -> EngineOption:
    """What a line `option name ...` tells."""
    name: list[str] = []
    parts: list[tuple[str, list[str]]] = []
    for i, word in enumerate(words):
        # The first word belongs to the name whatever it is, and a text is all that follows.
        text = parts[1:] and parts[0] == ("type", ["string"]) and parts[1][0] == "default"
        if i and not text and word in (_KEYS if parts else ("type",)):
            parts.append((word, []))
        else:
            (parts[-1][1] if parts else name).append(word)
    values = {key: " ".join(value) for key, value in reversed(parts)}
    return EngineOption(
        " ".join(name),
        values.get("type", ""),
        values.get("default", ""),
        _whole(values.get("min")),
        _whole(values.get("max")),
        tuple(" ".join(value) for key, value in parts if key == "var"),
    )


def _whole(text: str | None) -> int | None:
    try:
        return None if text is None else int(text)
    except ValueError:
        return None


def _go(
    pos: Position, limits: Limits | None, clock: Clock | None
) -> tuple[str, float | None, bool]:
    """The `go`, the seconds it may take (None: not limited), and whether to send `stop` then."""
    limits = limits or Limits()
    seconds = limits.seconds
    nodes = limits.simulations if limits.nodes is None else limits.nodes
    if clock is not None:
        left = clock[pos.seat]
        stops = seconds is not None and seconds < left
        names = ("p1time", "p2time", "p1inc", "p2inc")
        shown = zip(names, map(_milliseconds, clock), strict=True)
        told = " ".join(f"{name} {number}" for name, number in shown)
        return f"go {told}", seconds if stops else max(0.0, left), stops
    if nodes is not None:
        return f"go nodes {nodes}", seconds, seconds is not None
    if limits.depth is not None:
        return f"go depth {limits.depth}", seconds, seconds is not None
    if seconds is not None:
        return f"go movetime {max(1, _milliseconds(seconds))}", seconds, False
    raise OptionError("limits without a limit: UGI has no such go")


def _milliseconds(seconds: float) -> int:
    return round(seconds * 1000)

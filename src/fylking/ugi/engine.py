"""The engine: answers the commands of the Universal Game Interface, and never falls over them."""

from __future__ import annotations

import queue
import secrets
import threading
import time
from collections.abc import Callable
from importlib.metadata import version
from operator import index
from typing import TYPE_CHECKING

import fylking.text
from fylking._position import Control
from fylking.bots.protocol import Thought
from fylking.count import MAX_DEPTH
from fylking.errors import Error, IllegalActionError, NotationError, OptionError
from fylking.game import Game
from fylking.ugi import clock, commands, info, levels
from fylking.ugi.full_strength import FullStrength
from fylking.ugi.lines import Output, Reader, each_line
from fylking.ugi.options import MAX_SEED, Options
from fylking.ugi.thinking import BotThinker, Job, Thinker

if TYPE_CHECKING:
    from fylking._position import Position

INFO_EVERY = 1.0
"""Seconds between two `info` lines."""

ALERT = 0.2
"""Seconds after which a signal is noticed at the latest."""

PATIENCE = 2.0
"""Seconds to wait for work that was told to stop, before leaving without it."""


def option_thinker(options: Options, game: Game) -> Thinker:
    """What thinks about a game, by the options."""
    if options.level == levels.FULL:
        return FullStrength(options.threads, options.hash)
    return BotThinker(*levels.player_of(options.level, game, options.threads, options.hash))


def _next(lines: queue.SimpleQueue[str | None]) -> str | None:
    """The next line. A Ctrl-C just before a wait begins would be noticed only after it."""
    while True:
        try:
            return lines.get(timeout=ALERT)
        except queue.Empty:
            pass


class UgiEngine:
    """An engine that reads commands from a stream and answers on another.

    Whatever cannot be understood is told in an `info string`; nothing ends it but `quit`, the end
    of the input, and an output that nobody reads.
    """

    def __init__(
        self,
        output: Output,
        options: Options | None = None,
        make_thinker: Callable[[Options, Game], Thinker] = option_thinker,
    ) -> None:
        self._out = output
        self._options = options or Options()
        self._make_thinker = make_thinker
        self._thinker: tuple[tuple[object, ...], Thinker] | None = None
        self._job: Job | None = None
        self._pos: Position | None = None
        self._line: tuple[Game | None, str, list[str]] = None, "", []  # that gave the position
        self._fresh = True  # no `position` yet: the start of the options' game, whatever that is
        self._commands: dict[str, Callable[[list[str]], object]] = {
            "ugi": self._ugi,
            "setoption": self._idle(self._setoption),
            "isready": self._isready,
            "uginewgame": self._idle(self._uginewgame),
            "position": self._idle(self._position),
            "go": self._idle(self._go),
            "stop": self._stop,
            "query": self._query,
            "d": self._d,
            "moves": self._moves,
            "perft": self._idle(self._perft),
        }

    # ---- Lines ----

    def serve(self, stream: Reader) -> None:
        """Answers until `quit` or the end of the input.

        Raises:
            OSError: nothing can be written any more, as when nobody reads.
        """
        lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()

        def end() -> None:
            lines.put(None)

        def read() -> None:
            each_line(stream, lines.put)
            end()

        self._out.on_error = end
        # A daemon, for nothing wakes a thread that waits for input.
        threading.Thread(target=read, daemon=True).start()
        while (line := _next(lines)) is not None:
            if not self.answer(line):
                break
        self._halt(PATIENCE)
        if isinstance(self._out.error, OSError):
            raise self._out.error

    def answer(self, line: str) -> bool:
        """Carries out one line; returns whether to go on."""
        words = line.split()
        if not words:
            return True
        if words[0] == "quit":
            return False
        command = self._commands.get(words[0])
        if command is None:
            self._out.say(f"unknown command {words[0]!r}")
            return True
        try:
            command(words[1:])
        except Error as error:
            self._out.say(str(error))
        except Exception as error:  # a fault of ours shall not end a match
            self._out.say(f"error: {type(error).__name__}: {error}")
        return True

    def _idle(self, command: Callable[[list[str]], object]) -> Callable[[list[str]], object]:
        """A command that ends a search first, as `stop` does: none is to come while searching."""

        def run(words: list[str]) -> None:
            self._halt()
            command(words)

        return run

    def _halt(self, seconds: float | None = None) -> None:
        if self._job is not None:
            self._job.stop()
            self._job.wait(seconds)
            self._job = None

    # ---- Commands ----

    def _ugi(self, words: list[str]) -> None:
        self._out.write(
            f"id name fylking {version('fylking')}",
            "id author The fylking authors",
            *self._options.declarations(),
            "ugiok",
        )

    def _setoption(self, words: list[str]) -> None:
        self._options.set(*commands.read_setoption(words))

    def _isready(self, words: list[str]) -> None:
        if self._job is None or self._job.wait(0):
            try:  # what is slow the first time is done here: no clock runs
                pos = self._current()
                if pos is not None:
                    self._thinker_for(pos.game)
            except Exception as error:
                self._out.say(f"error: {type(error).__name__}: {error}")
        self._out.write("readyok")

    def _uginewgame(self, words: list[str]) -> None:
        self._fresh, self._pos = True, None
        if self._thinker is not None:
            self._thinker[1].reset(self._seed())

    def _position(self, words: list[str]) -> None:
        before, self._fresh, self._pos = self._pos, False, None
        text, moves = commands.read_position(words)
        if text is None:
            pos = self._options.made_game().start()
        else:
            pos = fylking.text.parse(text, self._options.pie)
        # Arbiters send the whole game before each question: only what is new is played.
        line = (pos.game, pos.text, moves)
        known = 0
        if before is not None and self._line[:2] == line[:2]:
            known = len(self._line[2])
            if moves[:known] == self._line[2]:
                pos = before
            else:
                known = 0
        for number, move in enumerate(moves[known:], known + 1):
            try:
                pos.push(move)
            except (IllegalActionError, NotationError) as error:
                self._out.say(f"illegal move {number}, {move}: {error}")
                return
        self._pos, self._line = pos, line

    def _current(self) -> Position | None:
        """The position; None when there is no valid one."""
        if not self._fresh:
            return self._pos
        try:
            return self._options.made_game().start()
        except OptionError as error:
            self._out.say(str(error))
            return None

    def _stop(self, words: list[str]) -> None:
        if self._job is not None:
            self._job.stop()

    def _query(self, words: list[str]) -> None:
        pos = self._current()
        match words:
            case ["p1turn", *_]:
                answer = _yes(pos is not None and pos.seat == 0)
            case ["gameover", *_]:
                answer = _yes(pos is None or pos.is_over)
            case ["result", *_]:
                answer = "none" if pos is None else result(pos)
            case _:
                self._out.say("query takes p1turn, gameover or result")
                return
        self._out.write(f"response {answer}")

    def _d(self, words: list[str]) -> None:
        pos = self._valid()
        if pos is not None:
            self._out.write(*str(pos).splitlines(), f"fen {pos.text}")

    def _moves(self, words: list[str]) -> None:
        pos = self._valid()
        texts = [] if pos is None else [pos.action_text(action) for action in pos.legal_actions()]
        self._out.write(" ".join(["moves", *texts]))

    def _valid(self) -> Position | None:
        pos = self._current()
        if pos is None:
            self._out.say("there is no valid position")
        return pos

    def _perft(self, words: list[str]) -> None:
        depth = int(words[0]) if words and words[0].isdecimal() and len(words[0]) < 5 else -1
        if not 0 <= depth <= MAX_DEPTH:
            raise NotationError(f"perft takes a depth from 0 to {MAX_DEPTH}")
        pos = self._valid()
        if pos is None:
            return
        mine, control = pos.copy(), Control()

        def work(stop: threading.Event) -> None:
            count = mine._perft(depth, False, control)
            if stop.is_set():
                self._out.say(f"perft {depth} was stopped")
            else:
                self._out.write(f"perft {depth} {count}")

        self._job = Job(work, control.cancel)

    # ---- Thinking ----

    def _go(self, words: list[str]) -> None:
        go = commands.read_go(words)
        for problem in go.problems:
            self._out.say(problem)
        pos = self._valid()
        if pos is None or pos.is_over:
            if pos is not None:
                self._out.say("the game is over")
            self._out.write("bestmove none")
            return
        mine = pos.copy()
        begin = time.perf_counter()
        self._job = Job(lambda stop: self._think(mine, go, begin, stop))

    def _think(self, pos: Position, go: commands.Go, begin: float, stop: threading.Event) -> None:
        """The work of a search, to its `bestmove`; whatever happens, there is one."""
        report = Report(self._out, pos, begin)
        try:
            action = index(self._chosen(pos, go, stop, report))
            pos.copy().push(action)  # raises when it is illegal
        except Exception as error:  # a fault of a bot shall not end a match
            self._out.say(f"error: {type(error).__name__}: {error}")
            action = pos.legal_actions()[0]
            report.thought = None
        if go.infinite:
            stop.wait()
        report.last()
        self._out.write(f"bestmove {pos.action_text(action)}")

    def _chosen(self, pos: Position, go: commands.Go, stop: threading.Event, report: Report) -> int:
        """What the thinker chooses, with a share of the clock."""
        if pos.legal_count() == 1 and not go.infinite:
            return pos.legal_actions()[0]
        thinker = self._thinker_for(pos.game)
        seconds = _seconds(pos, go)
        if seconds is not None:
            seconds = max(clock.LEAST, seconds - (time.perf_counter() - report.begin))
        return thinker.think(pos.copy(), go.limits(seconds), stop, report.on_info)

    def _thinker_for(self, game: Game) -> Thinker:
        """The thinker, a new one when what it depends on has changed."""
        options = self._options
        wanted = (game, options.level, options.threads, options.hash, options.seed)
        if self._thinker is None or self._thinker[0] != wanted:
            thinker = self._make_thinker(options, game)
            thinker.reset(self._seed())
            self._thinker = wanted, thinker
        return self._thinker[1]

    def _seed(self) -> int:
        return self._options.seed or secrets.randbelow(MAX_SEED)


class Report:
    """The `info` lines of one search."""

    def __init__(self, out: Output, pos: Position, begin: float) -> None:
        self.begin = begin
        self.thought: Thought | None = None
        self._out = out
        self._pos = pos
        self._told = begin

    def on_info(self, thought: Thought) -> None:
        """Takes note of a thought, and tells it when the last one was told long ago."""
        self.thought = thought
        now = time.perf_counter()
        if now - self._told >= INFO_EVERY:
            self._told = now
            self.last()

    def last(self) -> None:
        """Tells the latest thought."""
        seconds = time.perf_counter() - self.begin
        try:
            line = info.written(self._pos, self.thought or Thought(0), seconds)
        except Exception as error:  # what a bot says it thought is no reason to lose its move
            self._out.say(f"error: {type(error).__name__}: {error}")
            line = info.written(self._pos, Thought(0), seconds)
        self._out.write(line)


def _seconds(pos: Position, go: commands.Go) -> float | None:
    """Seconds until the answer, by the clock and by `movetime`; None when neither was given."""
    times = []
    ticking = go.clock(pos.seat)
    if ticking is not None:
        times.append(clock.by_clock(pos, *ticking))
    if "movetime" in go.numbers:
        times.append(clock.by_movetime(go.numbers["movetime"] / 1000))
    return min(times) if times else None


def _yes(value: bool) -> str:
    return "true" if value else "false"


def result(pos: Position) -> str:
    """The result of a position by seat, as `query result` has it.

    >>> import fylking
    >>> result(fylking.parse("fravan2 ../.b./.. b over:b 1w"))
    'p2win'
    """
    if not pos.is_over:
        return "none"
    first, _ = pos.returns
    return "p1win" if first > 0 else "p2win" if first < 0 else "draw"

"""Talking with the engine: in this process, or with one in a process of its own."""

from __future__ import annotations

import sys
import threading
import time

from fylking.bots import Thought
from fylking.ugi.engine import UgiEngine
from fylking.ugi.lines import Output
from fylking.ugi.options import Options
from fylking.ugi.process import Process

ENGINE = [sys.executable, "-m", "fylking", "ugi"]
PATIENCE = 20.0  # seconds; only a failing test waits so long


class Talk:
    """An engine in this process, and the lines that it has said."""

    def __init__(self, *lines, make_thinker=None, **options):
        self.said = []
        self._news = threading.Condition()
        more = {} if make_thinker is None else {"make_thinker": make_thinker}
        self.engine = UgiEngine(Output(self), Options(**options), **more)
        self.tell(*lines)

    def write(self, data):
        assert data.endswith(b"\n")
        with self._news:
            self.said += data.decode().splitlines()
            self._news.notify_all()

    def flush(self):
        pass

    def tell(self, *lines):
        """Sends lines; returns what has been said by the time they are carried out."""
        before = len(self.said)
        for line in lines:
            assert self.engine.answer(line)
        return self.said[before:]

    def until(self, word, after=0):
        """What is said up to a line that begins with a word, from line number `after` on."""
        deadline = time.monotonic() + PATIENCE
        with self._news:
            while True:
                for i, line in enumerate(self.said[after:], after):
                    if line.split(" ")[0] == word:
                        return self.said[after : i + 1]
                assert self._news.wait(deadline - time.monotonic()), f"no {word}: {self.said}"

    def go(self, line="go nodes 1"):
        """The lines of a search, with `bestmove` as the last."""
        before = len(self.said)
        self.tell(line)
        return self.until("bestmove", before)

    def text(self):
        """The text of the engine's position."""
        return self.tell("d")[-1].removeprefix("fen ")

    def query(self, what):
        """The answer to a query."""
        line = self.tell(f"query {what}")[-1]
        word, answer = line.split(" ")
        assert word == "response"
        return answer


class Program(Process):
    """An engine in a process of its own."""

    def __init__(self, *arguments):
        super().__init__([*ENGINE, *arguments])

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.end()

    def until(self, word, most=PATIENCE):
        """What it says up to a line that begins with a word."""
        deadline, said = time.monotonic() + most, []
        while not said or said[-1].split(" ")[0] != word:
            line = self.read(deadline)
            assert line is not None, f"it has ended before {word}: {said}; {self.last_words()}"
            said.append(line)
        return said

    def ask(self, line, word):
        """The last word of the answer to a line."""
        self.send(line)
        return self.until(word)[-1].split(" ")[-1]

    def status(self):
        """Its exit status, once it has ended by itself."""
        return self._child.wait(PATIENCE)


class Ponderer:
    """A thinker that thinks until it is stopped, or for some seconds."""

    def __init__(self, seconds=PATIENCE, thought=None):
        self.seconds = seconds
        self.thought = thought or Thought(0, value=0.5, nodes=1000, depth=3)
        self.limits = []
        self.thinking = threading.Event()

    def think(self, pos, limits, stop, on_info):
        self.limits.append(limits)
        self.thinking.set()
        deadline = time.monotonic() + self.seconds
        while not stop.wait(0.005) and time.monotonic() < deadline:
            on_info(self.thought)
        return pos.legal_actions()[0]

    def reset(self, seed=None):
        pass

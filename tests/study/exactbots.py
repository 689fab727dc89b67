"""A bot that plays what wins, for studies whose outcome is known."""

from __future__ import annotations

from fylking.bots import Thought
from fylking.search import solve


class Exact:
    """Plays a best line as the solver has it."""

    name = "exact"

    def __init__(self):
        self.reset()

    def choose(self, pos, limits=None):
        line = solve(pos, margin=False, hash=64).line
        self.thought = Thought(line[0])
        return line[0]

    def reset(self, seed=None):
        self.thought = None


class Broken(Exact):
    """Raises an error in its third turn."""

    def choose(self, pos, limits=None):
        if pos.ply >= 3:
            raise ZeroDivisionError("no\nway")
        return pos.legal_actions()[0]


class Unready(Exact):
    """Is not ready for a game."""

    def reset(self, seed=None):
        if seed is not None:
            raise RuntimeError("not today")


def unmakable():
    raise RuntimeError("no licence")

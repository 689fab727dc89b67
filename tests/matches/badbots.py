"""Bots for matches that misbehave, each in its own way, and one that does not."""

from __future__ import annotations

import os
import signal
import sys
import time

from fylking.bots import Thought


class Steady:
    """Plays the legal action in the middle of the list; `sleep` seconds for each."""

    def __init__(self, sleep=0.0, name="steady"):
        self.name = name
        self.sleep = sleep
        self.thought = None

    def choose(self, pos, limits=None):
        time.sleep(self.sleep)
        actions = pos.legal_actions()
        self.thought = Thought(actions[len(actions) // 2])
        return self.thought.action

    def reset(self, seed=None):
        self.thought = None


class Rambling(Steady):
    """Plays like it, but thinks what no record takes."""

    def __init__(self, what):
        self.what = what
        super().__init__()

    def choose(self, pos, limits=None):
        actions = pos.legal_actions()
        action = actions[len(actions) // 2]
        self.said = Thought(action, nodes=5)
        return action

    @property
    def thought(self):
        said = self.said
        match self.what:
            case "value":
                return said._replace(value=float("nan"))
            case "line":
                return said._replace(pv=(said.action, -1))
            case "number":
                return said._replace(nodes=-1)
            case "type":
                return said._replace(nodes="many")
            case "stale":
                return said._replace(action=said.action + 1)
        raise RuntimeError("there is no thought")

    @thought.setter
    def thought(self, thought):
        self.said = thought


class Seeded(Steady):
    """Draws from its seed, prints, reads its input and spoils the position that it is shown."""

    def reset(self, seed=None):
        self.state = seed

    def choose(self, pos, limits=None):
        print("thinking")
        assert sys.stdin.read() == ""
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        actions = pos.legal_actions()
        pos.push(actions[0])
        return actions[(self.state >> 33) % len(actions)]


class Limited(Steady):
    """Raises when its limits are not those that it wants."""

    def __init__(self, **wanted):
        super().__init__()
        self.wanted = wanted

    def choose(self, pos, limits=None):
        for name in ("simulations", "nodes", "depth", "seconds"):
            found = None if limits is None else getattr(limits, name)
            assert found == self.wanted.get(f"want_{name}"), (name, found)
        return super().choose(pos, limits)


class Bad(Steady):
    """Misbehaves in the position after so many actions."""

    def __init__(self, how, after=4):
        super().__init__()
        self.how = how
        self.after = after

    def choose(self, pos, limits=None):
        if pos.ply >= self.after:
            return getattr(self, self.how)(pos)
        return super().choose(pos, limits)

    def hangs(self, pos):
        time.sleep(1000)

    def spins(self, pos):
        while True:
            pass

    def raises(self, pos):
        raise ZeroDivisionError("no\nway")

    def leaves(self, pos):
        sys.exit("had enough")

    def exits(self, pos):
        os._exit(3)

    def dies(self, pos):
        os.kill(os.getpid(), signal.SIGKILL)

    def illegal(self, pos):
        return next(a for a in range(pos.game.action_count) if not pos.is_legal(a))

    def outside(self, pos):
        return 10**30

    def negative(self, pos):
        return -1

    def text(self, pos):
        return pos.action_text(pos.legal_actions()[0])

    def nothing(self, pos):
        return None

    def truth(self, pos):
        return True


def unmakable():
    raise RuntimeError("no licence")


class Unready(Steady):
    def reset(self, seed=None):
        raise RuntimeError("not today")


class HangsAtReset(Steady):
    def reset(self, seed=None):
        time.sleep(1000)


class Sloppy(Steady):
    """Its process dies, or hangs, when its game is over and another one begins."""

    def __init__(self, how):
        super().__init__()
        self.how = how

    def close(self):
        time.sleep(1000) if self.how == "hangs" else os._exit(0)

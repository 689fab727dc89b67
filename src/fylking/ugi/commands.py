"""Reads the words of commands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from fylking.bots.protocol import Limits
from fylking.errors import NotationError

MOST = 10**15  # of any number: far beyond use, and within reach of every clock and counter

_TIMES = ("p1time", "p2time", "p1inc", "p2inc")
_COUNTS = ("movetime", "depth", "nodes")


@dataclass
class Go:
    """What `go` asked for.

    Attributes:
        numbers: the words that have a number, with it; times are milliseconds.
        infinite: whether to think until `stop`.
        problems: what could not be read.
    """

    numbers: dict[str, int] = field(default_factory=dict)
    infinite: bool = False
    problems: list[str] = field(default_factory=list)

    def clock(self, seat: int) -> tuple[float, float] | None:
        """Seconds that a seat has left, and its increment; None without a clock."""
        left = self.numbers.get(_TIMES[seat])
        if left is None:
            return None
        return left / 1000, max(0, self.numbers.get(_TIMES[2 + seat], 0)) / 1000

    def limits(self, seconds: float | None) -> Limits | None:
        """The limits, with those seconds; none when it is to go on, None when nothing was said."""
        depth, nodes = self.numbers.get("depth"), self.numbers.get("nodes")
        if self.infinite:
            return Limits()
        if (depth, nodes, seconds) == (None, None, None):
            return None
        at_least_one = [None if number is None else max(1, number) for number in (nodes, depth)]
        return Limits(nodes=at_least_one[0], depth=at_least_one[1], seconds=seconds)


def read_go(words: Sequence[str]) -> Go:
    """What stands after `go`; what cannot be read is left out and told."""
    go = Go()
    rest = iter(words)
    for word in rest:
        key = word.lower()
        if key == "infinite":
            go.infinite = True
        elif key in _TIMES or key in _COUNTS:
            value = next(rest, None)
            number = None if value is None else _number(value)
            if number is None or (number < 0 and key in _COUNTS):
                go.problems.append(f"{word} takes a number of 0 or more, not {value!r}")
            else:
                go.numbers[key] = number
        else:
            go.problems.append(f"go does not know {word!r}")
    return go


def _number(word: str) -> int | None:
    try:
        return max(-MOST, min(MOST, int(word)))
    except ValueError:
        return None


def read_position(words: list[str]) -> tuple[str | None, list[str]]:
    """What stands after `position`: the position text (None for startpos), and the moves.

    Raises:
        NotationError: it is neither `startpos` nor `fen` and a text.
    """
    end = next((i for i, word in enumerate(words) if word == "moves"), len(words))
    head, moves = words[:end], words[end + 1 :]
    if head == ["startpos"]:
        return None, moves
    if len(head) > 1 and head[0] == "fen":
        return " ".join(head[1:]), moves
    raise NotationError("position takes startpos or fen TEXT, and then perhaps moves and the moves")


def read_setoption(words: Sequence[str]) -> tuple[str, str]:
    """What stands after `setoption`: the name and the value.

    Raises:
        NotationError: there is no name.
    """
    if len(words) < 2 or words[0].lower() != "name":
        raise NotationError("setoption takes name NAME value VALUE")
    end = next((i for i, word in enumerate(words) if i and word.lower() == "value"), len(words))
    return " ".join(words[1:end]), " ".join(words[end + 1 :])

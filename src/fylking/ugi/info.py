"""What a bot thought as an `info` line, and back."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan
from typing import TYPE_CHECKING

from fylking.bots.protocol import Thought
from fylking.errors import Error

if TYPE_CHECKING:
    from fylking._position import Position

WON = 1000
"""The `score cp` of a sure win: scores are thousandths of the expected return."""

_KEYS = (
    "depth",
    "seldepth",
    "time",
    "nodes",
    "nps",
    "hashfull",
    "multipv",
    "score",
    "pv",
    "string",
)


def written(pos: Position, thought: Thought, seconds: float) -> str:
    """The `info` line of a thought about a position, some seconds after the `go`.

    >>> import fylking
    >>> pos = fylking.Fravan(size=2, pie=False).start()
    >>> written(pos, Thought(0, value=0.25, pv=(0, 3), nodes=500, depth=2), 0.25)
    'info depth 2 time 250 nodes 500 nps 2000 score cp 250 pv a1 b2'
    """
    nodes = thought.nodes or thought.simulations
    parts = ["info"] if thought.depth is None else [f"info depth {thought.depth}"]
    parts.append(f"time {seconds * 1000:.0f} nodes {nodes} nps {nodes / max(seconds, 1e-6):.0f}")
    texts, ends = _line(pos, thought.pv)
    if thought.value is not None and not isnan(thought.value):
        if thought.proven and ends and thought.value in (1.0, -1.0):
            parts.append(f"score mate {len(texts) * int(thought.value)}")
        else:
            parts.append(f"score cp {thought.value * WON:.0f}")
    if texts:
        parts.append("pv " + " ".join(texts))
    return " ".join(parts)


def _line(pos: Position, actions: Sequence[int]) -> tuple[list[str], bool]:
    """The texts of actions in a row, as far as they are legal, and whether the game then ends."""
    pos = pos.copy()
    texts = []
    for action in actions:
        if not pos.is_legal(action):
            break
        texts.append(pos.action_text(action))
        pos.push(action)
    return texts, pos.is_over


def read(pos: Position, words: Sequence[str], thought: Thought) -> Thought:
    """A thought about a position with what the words of an `info` line add to it.

    Words that cannot be read are passed over: they are news, not moves.

    >>> import fylking
    >>> pos = fylking.Fravan(size=2, pie=False).start()
    >>> thought = read(pos, "info nodes 7 score cp -500 pv b2 a1".split(), Thought(-1))
    >>> thought.nodes, thought.value, thought.pv
    (7, -0.5, (3, 0))
    """
    i = 1
    while i < len(words):
        key = words[i]
        end = i + 1
        while end < len(words) and words[end] not in _KEYS:
            end += 1
        if key == "string":
            break
        values = words[i + 1 : end]
        if key == "score":
            thought = _read_score(values, thought)
        elif key == "pv":
            thought = thought._replace(pv=_read_line(pos, values))
        elif key == "depth":
            thought = thought._replace(depth=_number(values))
        elif key == "nodes":
            thought = thought._replace(nodes=_number(values) or 0)
        i = end
    return thought


def _read_score(values: Sequence[str], thought: Thought) -> Thought:
    number = _number(values[1:2])
    if number is None:
        return thought
    if values[0] == "mate":
        # In none at all: the engine's side is the one that has lost.
        proven = len(values) == 2
        return thought._replace(value=1.0 if number > 0 else -1.0, proven=proven)
    if values[0] == "cp":
        return thought._replace(value=max(-1.0, min(1.0, number / WON)), proven=False)
    return thought


def _read_line(pos: Position, texts: Sequence[str]) -> tuple[int, ...]:
    pos = pos.copy()
    start = pos.ply
    try:
        for text in texts:
            pos.push(text)
    except Error:
        pass
    return pos.history[start:]


def _number(words: Sequence[str]) -> int | None:
    try:
        return int(words[0])
    except (IndexError, ValueError):
        return None

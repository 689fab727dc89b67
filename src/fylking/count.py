"""Perft: counting sequences of actions, for checking and for measuring.

`perft(position, depth)` counts sequences of exactly `depth` actions (single steps in Freeze; passes
and the pie choice are actions too). A finished game has no successors.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar

from fylking.errors import OptionError
from fylking.threads import Progress, checked_count, checked_position, checked_threads, run_parts

if TYPE_CHECKING:
    from collections.abc import Callable

    from fylking._position import Control, Position

T = TypeVar("T")

MAX_DEPTH = 1000
PARTS_PER_THREAD = 16


class Sums(NamedTuple):
    """Sums over the leaves of a perft.

    Attributes:
        leaves: their number.
        black_stones: the black stones (or stacks) on their boards.
        margin: Black's score minus White's, as if the game ended there.
    """

    leaves: int
    black_stones: int
    margin: float


def perft(
    pos: Position,
    depth: int,
    threads: int = 1,
    make_leaves: bool = False,
    progress: Progress | None = None,
) -> int:
    """The number of sequences of exactly `depth` actions.

    Args:
        pos: where they begin; it does not change.
        depth: from 0 to 1000.
        threads: how many threads share the work; the answer is the same.
        make_leaves: carry out the last action of every sequence too, instead of counting the
            legal actions: slower, and a stricter test.
        progress: called with the parts done and the number of parts.

    Raises:
        OptionError: a depth or a number of threads out of range.

    >>> import fylking
    >>> fylking.perft(fylking.Fravan(size=3, pie=False).start(), 3)
    6878
    """
    return sum(_spread(pos, depth, threads, progress, lambda p, d, c: p._perft(d, make_leaves, c)))


def perft_divide(pos: Position, depth: int, threads: int = 1) -> dict[str, int]:
    """The perft of each legal action by its text, in the order of the actions.

    >>> import fylking
    >>> fylking.perft_divide(fylking.parse("fravan2 ../.b./.. w choose 1b"), 2)
    {'black': 7, 'white': 7}
    """
    checked_position(pos)
    depth = _checked_depth(depth)
    checked_threads(threads)
    if depth == 0:
        raise OptionError("depth is 0; a divide takes 1 or more")
    counts = {}
    for action in pos.legal_actions():
        child = pos.copy()
        child.push(action)
        counts[pos.action_text(action)] = perft(child, depth - 1, threads)
    return counts


def perft_sums(pos: Position, depth: int, threads: int = 1) -> Sums:
    """Leaves, their black stones and their score margins, summed.

    Fravan's counts do not depend on flips at all, the sums do.

    >>> import fylking
    >>> fylking.perft_sums(fylking.Fravan(size=2, pie=False).start(), 3)
    Sums(leaves=350, black_stones=601, margin=336.0)
    """
    parts = _spread(pos, depth, threads, None, lambda p, d, c: p._perft_sums(d, c))
    leaves, stones, margins = zip(*parts, strict=True) if parts else ((), (), ())
    return Sums(sum(leaves), sum(stones), float(sum(margins)))


def perft_turns(
    pos: Position, depth: int, threads: int = 1, progress: Progress | None = None
) -> int:
    """The number of sequences of exactly `depth` whole turns.

    In Freeze a turn has several actions, and the freezes are counted by formula; elsewhere a turn
    is an action.

    >>> import fylking
    >>> fylking.perft_turns(fylking.Freeze().start(), 2)
    151661
    """
    checked_position(pos)
    depth = _checked_depth(depth)
    threads = checked_threads(threads)
    wanted = PARTS_PER_THREAD * threads if threads > 1 or progress is not None else 1
    parts = _turn_parts(pos, depth, wanted)

    def work(part: tuple[Position, int], control: Control) -> int:
        return part[0]._perft_turns(part[1], control)

    return sum(run_parts(work, parts, threads, progress))


def _turn_parts(pos: Position, depth: int, wanted: int) -> list[tuple[Position, int]]:
    """Positions some actions further on, with the turns that are left to count from each.

    They are parted action by action: a position of Freeze can have millions of turns. The last two
    turns stay together, for they are counted by formula.
    """
    parts = [(pos, depth)]
    while len(parts) < wanted:
        children = []
        for part, left in parts:
            if left < 3:
                children.append((part, left))
                continue
            for action in part.legal_actions():
                child = part.copy()
                child.push(action)
                children.append((child, left if child.within_turn else left - 1))
        if all(left < 3 for _, left in parts):
            break
        parts = children
    return parts


def _spread(
    pos: Position,
    depth: int,
    threads: int,
    progress: Progress | None,
    work: Callable[[Position, int, Control], T],
) -> list[T]:
    """Runs `work` on positions some actions further on, enough of them for all threads."""
    checked_position(pos)
    depth = _checked_depth(depth)
    threads = checked_threads(threads)
    parts = [pos]
    wanted = PARTS_PER_THREAD * threads if threads > 1 or progress is not None else 1
    while depth > 1 and 0 < len(parts) < wanted:
        children = []
        for part in parts:
            for action in part.legal_actions():
                child = part.copy()
                child.push(action)
                children.append(child)
        parts, depth = children, depth - 1
    return list(run_parts(lambda p, c: work(p, depth, c), parts, threads, progress))


def _checked_depth(depth: int) -> int:
    return checked_count(depth, "depth", 0, MAX_DEPTH)

"""Random play: many games at once, natively."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from fylking._rng import Rng, make_rng
from fylking.threads import Progress, checked_count, checked_position, checked_threads, run_parts

if TYPE_CHECKING:
    import numpy as np

    from fylking._position import Control, Position

PARTS_PER_THREAD = 16


class PlayoutStats(NamedTuple):
    """What became of a number of random games.

    Attributes:
        black, white, draws: games won by Black, won by White, drawn.
        cutoffs: games cut off by `max_actions`.
        actions: actions played in all.
        mean_length: actions a game.
    """

    black: int
    white: int
    draws: int
    cutoffs: int
    actions: int
    mean_length: float


def playouts(
    pos: Position,
    n: int,
    seed: int | Rng | np.random.Generator,
    threads: int = 1,
    max_actions: int | None = None,
    passes: str = "forced",
    listed: bool = False,
    progress: Progress | None = None,
) -> PlayoutStats:
    """Plays `n` random games from a position to their ends.

    Game i is played by `Rng(seed).split(i)`, so the result depends on the seed alone:
    `pos.copy().play_random(Rng(seed).split(i))` plays the same game.

    Args:
        pos: where the games begin; it does not change.
        n: number of games.
        seed: an int, an `Rng` (which does not move on), or a NumPy Generator (which gives a seed).
        threads: how many threads share the work; the result is the same.
        max_actions: cut games off after so many actions; None for no limit.
        passes: "forced" draws a pass only when nothing else is legal, "uniform" as one action
            among the others.
        listed: draw from the whole list of legal actions, made at every ply: slower where less
            will do, and perhaps other games. For measuring.
        progress: called with the parts done and the number of parts.

    Raises:
        OptionError: a number or a word that is not offered.

    >>> import fylking
    >>> stats = fylking.playouts(fylking.Fravan(size=3).start(), 1000, seed=1)
    >>> stats.black + stats.white + stats.draws
    1000
    """
    checked_position(pos)
    n = checked_count(n, "n")
    threads = checked_threads(threads)
    rng = make_rng(seed)
    parts = 1 if threads == 1 and progress is None else PARTS_PER_THREAD * threads
    bounds = [n * i // parts for i in range(parts + 1)]

    def work(part: tuple[int, int], control: Control) -> tuple[int, ...]:
        return pos._playouts(rng, *part, max_actions, passes, listed, control)

    totals = [0] * 5
    spans = list(pairwise(bounds))
    for result in run_parts(work, spans, threads, progress):
        totals = [a + b for a, b in zip(totals, result, strict=True)]
    black, white, draws, cutoffs, actions = totals
    return PlayoutStats(black, white, draws, cutoffs, actions, actions / n if n else 0.0)

"""`fylking bench --search`: simulations a second, tree included, beside bare random games."""

from __future__ import annotations

import time
from collections.abc import Callable

import fylking
from fylking import Game
from fylking.cli import common
from fylking.search import MCTS

SIZES = {"fravan": 5, "herfor": 5, "frasvel": 4, "freeze": 8}
SEED = 1
ROUND = 0.1  # seconds
MOST = 200_000  # simulations in one tree

Speeds = dict[str, dict[str, float]]


def games(name: str | None) -> list[Game]:
    """The games to measure: all, or one by name."""
    names = list(SIZES) if name is None else [fylking.game(name).name]
    return [fylking.game(name, SIZES.get(name), pie=False) for name in names]


def measure(game: Game, seconds: float) -> dict[str, float]:
    """Simulations a second of a search and of bare random games, and their ratio.

    Both are measured in turn, from the start position; the best round of each counts.
    """
    pos, end = game.start(), time.perf_counter() + seconds
    search = bare = 0.0
    count = 100
    while True:
        bare = max(bare, _rate(lambda n: fylking.playouts(pos, n, SEED), count))
        search = max(search, _rate(lambda n: MCTS(pos, SEED).search(simulations=n), count))
        if time.perf_counter() >= end:
            return {"search": search, "playouts": bare, "share": search / bare}
        count = max(count, min(MOST, int(bare * min(ROUND, seconds / 10))))


def _rate(work: Callable[[int], object], count: int) -> float:
    begun = time.perf_counter()
    work(count)
    return count / (time.perf_counter() - begun)


def table(speeds: Speeds) -> str:
    """A line a measure, a column a game."""
    labels = {"search": "Monte Carlo search", "playouts": "bare random games"}
    width = len("simulations per second")
    lines = [f"{'simulations per second':<{width}}" + "".join(f"{name:>11}" for name in speeds)]
    for key, label in labels.items():
        cells = [f"{common.rate(round(column[key])):>11}" for column in speeds.values()]
        lines.append(f"{label:<{width}}" + "".join(cells))
    shares = [f"{100 * column['share']:>9.0f} %" for column in speeds.values()]
    lines.append(f"{'share':<{width}}" + "".join(shares))
    return "\n".join(lines)

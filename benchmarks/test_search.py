"""Monte Carlo searches from the start position, and the bare playouts that they are made of."""

from __future__ import annotations

import os

import pytest
from measuring import Measure, game_of
from rows import SEARCH_GAMES

import fylking
from fylking.search import MCTS, MCTSResult

SEED = 1
SIMULATIONS = {"fravan-5": 20_000, "herfor-5": 20_000, "frasvel-4": 4_000, "freeze-8": 40_000}

# Nodes of the tree, and all visits times the numbers of their actions.
EXPECTED: dict[str, tuple[int, int]] = {
    "fravan-5": (415920, 103917),
    "herfor-5": (393783, 784136),
    "frasvel-4": (50267, 49814),
    "freeze-8": (292457, 320321),
}

games = pytest.mark.parametrize("game", SEARCH_GAMES)


def _search(game: str, threads: int = 1) -> MCTSResult:
    start = game_of(f"{game}-mcts").start()
    return MCTS(start, SEED, threads=threads).search(simulations=SIMULATIONS[game])


def _print(found: MCTSResult) -> tuple[int, int]:
    return found.nodes, sum(i * int(visits) for i, visits in enumerate(found.visits))


@pytest.mark.benchmark(group="search")
@games
def test_mcts(measure: Measure, game: str) -> None:
    found = measure(f"{game}-mcts", lambda: _search(game), lambda found: found.simulations)
    assert _print(found) == EXPECTED[game]


@pytest.mark.benchmark(group="search")
@games
def test_mcts_beside_playouts(measure: Measure, game: str) -> None:
    start = game_of(f"{game}-mcts").start()
    found = measure.beside(
        f"{game}-mcts-beside-playouts",
        lambda: _search(game),
        lambda: fylking.playouts(start, SIMULATIONS[game], SEED),
    )
    assert found.simulations == SIMULATIONS[game]


@pytest.mark.benchmark(group="search, threads")
@pytest.mark.skipif(
    not hasattr(os, "sched_getaffinity") or (os.cpu_count() or 1) < 2, reason="needs two cores"
)
@games
def test_two_threads(measure: Measure, game: str) -> None:
    found = measure.speedup(
        f"{game}-mcts-two-threads", lambda: _search(game, 2), lambda: _search(game)
    )
    assert found.simulations == SIMULATIONS[game]

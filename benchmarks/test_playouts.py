"""Random games played natively, one call for many games."""

from __future__ import annotations

import pytest
from measuring import Measure, game_of

import fylking

SEED = 1

# Games a round, and what becomes of them: won by Black, won by White, drawn, cut off; actions.
PLAYOUTS = {
    "fravan-5-playouts": (5000, (2781, 2219, 0, 0, 310000)),
    "fravan-7-playouts": (3000, (1619, 1381, 0, 0, 384000)),
    "fravan-10-playouts": (1000, (529, 471, 0, 0, 272000)),
    "herfor-5-playouts": (5000, (2667, 2333, 0, 0, 311483)),
    "herfor-7-playouts": (3000, (1586, 1414, 0, 0, 384903)),
    "herfor-10-playouts": (1000, (498, 502, 0, 0, 272148)),
    "frasvel-4-playouts": (1000, (563, 437, 0, 0, 124549)),
    "frasvel-5-playouts": (500, (264, 236, 0, 0, 131876)),
    "frasvel-6-playouts": (200, (100, 100, 0, 0, 99043)),
    "frasvel-8-playouts": (30, (16, 14, 0, 0, 39756)),
    "freeze-8-playouts": (10000, (5416, 4584, 0, 0, 668443)),
}

# Here every step is list, draw, apply: what somebody who calls the step functions of the kernels
# does, with nothing kept from one step to the next.
LISTED = {
    "herfor-5-listed": (5000, (2677, 2323, 0, 0, 311928)),
    "herfor-7-listed": (3000, (1595, 1405, 0, 0, 384901)),
    "freeze-8-steps": (10000, (5368, 4632, 0, 0, 667856)),
}


@pytest.mark.benchmark(group="playouts")
@pytest.mark.parametrize("row", PLAYOUTS)
def test_playouts(measure: Measure, row: str) -> None:
    games, tally = PLAYOUTS[row]
    start = game_of(row).start()
    stats = measure(row, lambda: fylking.playouts(start, games, SEED), lambda s: s.actions)
    assert stats[:5] == tally


@pytest.mark.benchmark(group="playouts, listed")
@pytest.mark.parametrize("row", LISTED)
def test_listed(measure: Measure, row: str) -> None:
    games, tally = LISTED[row]
    start = game_of(row).start()
    stats = measure(
        row, lambda: fylking.playouts(start, games, SEED, listed=True), lambda s: s.actions
    )
    assert stats[:5] == tally

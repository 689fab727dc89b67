"""Counting sequences of actions from the start. A node is a leaf of the tree."""

from __future__ import annotations

import pytest
from measuring import Measure, game_of

import fylking

# Depth and leaves, pie rule off.
MADE = {
    "fravan-5-perft-made": (4, 13402981),
    "herfor-5-perft-made": (4, 8744244),
    "frasvel-5-perft-made": (4, 11514607),
    "freeze-8-perft-made": (6, 8951152),
}
COUNTED = {row.removesuffix("-made"): case for row, case in MADE.items()}


def _start(row: str) -> fylking.Position:
    return game_of(row, pie=None if row.startswith("freeze") else False).start()


@pytest.mark.benchmark(group="perft, leaves made")
@pytest.mark.parametrize("row", MADE)
def test_made(measure: Measure, row: str) -> None:
    depth, leaves = MADE[row]
    start = _start(row)
    assert measure(row, lambda: fylking.perft(start, depth, make_leaves=True), leaves) == leaves


@pytest.mark.benchmark(group="perft, last ply counted")
@pytest.mark.parametrize("row", COUNTED)
def test_counted(measure: Measure, row: str) -> None:
    depth, leaves = COUNTED[row]
    start = _start(row)
    assert measure(row, lambda: fylking.perft(start, depth), leaves) == leaves


@pytest.mark.benchmark(group="perft, turns", min_rounds=3)
def test_turns(measure: Measure) -> None:
    start = fylking.Freeze(size=8).start()
    sequences = measure("freeze-8-perft-turns", lambda: fylking.perft_turns(start, 4))
    assert sequences == 295178145708

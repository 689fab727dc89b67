"""Threads of a Monte Carlo search with a tree each, as Freeze has them: one result, and it is right."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest

import fylking
from fylking.search import MCTS, solve
from fylking.search.mcts import LEAST_MEMORY

SIZES = fylking.Freeze.sizes
MIB = 1 << 20


def midgame(size, seed, back=0):
    """A position in the middle of a random game, or some actions before its end."""
    pos = fylking.Freeze(size).start()
    pos.play_random(seed, max_actions=None if back else 15)
    for _ in range(back):
        pos.pop()
    return pos


def facts(found):
    """All that a result tells but the time."""
    return [x.tobytes() if isinstance(x, np.ndarray) else x for x in found[:-1]]


@pytest.mark.parametrize("threads", [2, 3, 8])
@pytest.mark.parametrize("size", SIZES)
def test_the_same_every_time(size, threads, seeds):
    for seed in seeds(2):
        found = []
        for _ in range(2):
            pos = midgame(size, seed)
            mcts = MCTS(pos, seed, threads=threads)
            found.append([facts(mcts.search(1000))])
            mcts.push(mcts.result().action)
            if not mcts.position.is_over:
                found[-1].append(facts(mcts.search(777)))
        assert found[0] == found[1], f"seed {seed}"


@pytest.mark.parametrize("size", SIZES)
def test_all_trees_count(size, seeds):
    for seed in seeds(5):
        pos = midgame(size, seed)
        mcts = MCTS(pos, seed, threads=4)
        done = 0
        for more in (1, 2, 1000, 3001):
            found = mcts.search(more)
            assert found.simulations == more or found.proven, f"seed {seed}"
            done += found.simulations
            assert found.visits.sum() == done, f"seed {seed}"
        legal = np.flatnonzero(found.visits)
        assert all(pos.is_legal(int(action)) for action in legal)
        ahead = pos.copy()
        for action in found.pv:
            ahead.push(action)
        assert mcts.sample(1.0) in pos.legal_actions()
        assert mcts.sample(0.0) == found.action
        mcts.push(found.action)
        if not mcts.position.is_over:
            # One of the simulations of each tree, its first, stopped at the child itself.
            kept = mcts.result().visits.sum()
            assert found.visits[found.action] - 4 <= kept <= found.visits[found.action]


def test_proofs_are_true(seeds):
    """What any tree, or all together, have proven is what alpha-beta says."""
    proven = 0
    for seed in seeds(60):
        pos = midgame(6, seed, back=2 + seed % 12)
        truth = solve(pos, nodes=200_000)
        found = MCTS(pos, seed, threads=3).search(2000)
        if found.proven and truth.known:
            proven += 1
            value = 0 if truth.seat is None else 1 if truth.seat == pos.seat else -1
            assert found.value == value, f"seed {seed}: {pos.text}"
    assert proven > 20


def test_a_proof_ends_a_search_without_limits():
    pos = midgame(6, 1, back=4)
    assert MCTS(pos, 1, threads=2).search().proven


def test_memory_is_for_all_trees():
    pos = fylking.Freeze(10).start()
    mcts = MCTS(pos, 1, threads=4, memory=4 * MIB)
    found = mcts.search(100_000)
    assert found.full
    assert found.memory <= 4 * MIB == mcts.memory
    with pytest.raises(fylking.OptionError, match=str(4 * LEAST_MEMORY)):
        MCTS(pos, 1, threads=4, memory=4 * MIB - 1)
    found = MCTS(pos, 1, threads=4).search(nodes=20_000)
    assert 20_000 <= found.nodes < 25_000


def test_stop_from_another_thread():
    mcts = MCTS(fylking.Freeze(10).start(), 1, threads=2)
    threading.Timer(0.3, mcts.stop).start()
    begun = time.perf_counter()
    found = mcts.search(seconds=30)
    assert time.perf_counter() - begun < 5
    assert found.visits.sum() == found.simulations


def test_a_line_ends_as_is_proven(seeds):
    for seed in seeds(200):
        pos = midgame(6, seed, back=14)
        seat, found = pos.seat, MCTS(pos, seed, threads=3).search(500)
        for action in found.pv:
            pos.push(action)
        if found.proven and pos.is_over:
            assert pos.returns[seat] == found.value, f"seed {seed}"

"""Batches of 1024 games: steps of given and of drawn actions, with masks and with planes.

Every round goes on from the same games, which are in all phases of play.
"""

from __future__ import annotations

import os
from functools import cache

import numpy as np
import pytest
from measuring import Measure, game_of
from rows import BATCH_GAMES, BATCHES

import fylking

GAMES = 1024
STEPS = 100  # in a round
SEED = 1

# Actions played in the games that are under way after the last step, and keys of some of these.
EXPECTED: dict[str, tuple[int, int]] = {
    "fravan-5": (43008, 17300599957159382662),
    "herfor-5": (38709, 6975778421847607379),
    "frasvel-5": (132194, 2317747101210516204),
    "freeze-8": (35661, 7867413183768561701),
}

games = pytest.mark.parametrize("game", BATCH_GAMES)


@cache
def _warm(game: str) -> tuple[fylking.Batch, list[np.ndarray]]:
    """A batch, and the actions of the next steps as they are drawn."""
    batch = fylking.Batch(game_of(f"{game}-batch"), GAMES, SEED)
    for _ in range(500):
        batch.step_random()
    drawn = []
    twin = batch.copy()
    for _ in range(STEPS):
        twin.step_random()
        drawn.append(twin.actions.astype(np.int64))
    return batch, drawn


def _state(batch: fylking.Batch) -> tuple[int, int]:
    keys = [batch.position(i).key for i in range(0, GAMES, 100)]
    return int(batch.counts.sum()), sum(keys) % 2**64


@pytest.mark.benchmark(group="batches")
@games
@pytest.mark.parametrize("kind", BATCHES)
def test_batch(measure: Measure, game: str, kind: str) -> None:
    batch, drawn = _warm(game)
    mask = batch.legal_mask()
    planes = None
    if kind.endswith(("floats", "bytes")):
        planes = batch.observation(dtype="float32" if kind.endswith("floats") else "uint8")

    def given() -> fylking.Batch:
        twin = batch.copy()
        for actions in drawn:
            twin.step(actions, mask=mask, observation=planes)
        return twin

    def random() -> fylking.Batch:
        twin = batch.copy()
        for _ in range(STEPS):
            twin.step_random(mask=mask, observation=planes)
        return twin

    work = given if kind.startswith("given") else random
    after = measure(f"{game}-batch-{kind}", work, GAMES * STEPS)
    assert _state(after) == EXPECTED[game]
    assert np.array_equal(mask, after.legal_mask())
    assert planes is None or np.array_equal(planes, after.observation())


@pytest.mark.benchmark(group="batches, threads")
@pytest.mark.skipif(
    not hasattr(os, "sched_getaffinity") or (os.cpu_count() or 1) < 2, reason="needs two cores"
)
@games
def test_two_threads(measure: Measure, game: str) -> None:
    played = game_of(f"{game}-batch")
    mask = np.empty((GAMES, played.action_count), np.bool_)
    one, two = (fylking.Batch(played, GAMES, SEED, threads) for threads in (1, 2))

    def step(batch: fylking.Batch) -> fylking.Batch:
        for _ in range(STEPS):
            batch.step_random(mask=mask)
        return batch

    for batch in (one, two):
        step(batch)
    measure.speedup(f"{game}-batch-two-threads", lambda: step(two), lambda: step(one))
    assert _state(one) == _state(two)

"""What the tests of batches share."""

from __future__ import annotations

import pytest

import fylking

MODES = ("same-step", "next-step", "disabled")
FIELDS = ("to_move", "seat", "counts", "actions", "rewards", "terminated", "truncated", "finished")

every_mode = pytest.mark.parametrize("mode", MODES)


def everything(batch: fylking.Batch) -> dict[str, object]:
    """All that a batch tells of its games."""
    told = {name: batch.read(name).tolist() for name in (*FIELDS, "final_counts")}
    told["texts"] = [batch.position(i).text for i in range(batch.n)]
    told["masks"] = batch.legal_mask().tobytes()
    told["planes"] = batch.observation(dtype="uint8").tobytes()
    told["final planes"] = batch.final_observation(dtype="uint8").tobytes()
    told["final scores"] = batch.final_scores.tobytes()
    return told

"""Sample positions from a program of independent origin: one line, one position, one action."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import fylking

VECTORS = Path(__file__).parent / "data" / "vectors"


def vectors() -> list[object]:
    return [
        pytest.param(json.loads(line), id=f"{path.stem}-line{number}")
        for path in sorted(VECTORS.glob("*.jsonl"))
        for number, line in enumerate(path.read_text().splitlines(), start=1)
    ]


@pytest.mark.parametrize("vector", vectors())
def test_vector(vector: dict[str, Any]) -> None:
    pos = fylking.parse(vector["position"])
    assert pos.text == vector["position"]
    assert pos.legal_actions() == vector["actions"]
    named = vector.get("texts_of", vector["actions"])
    assert [pos.action_text(action) for action in named] == vector["texts"]
    assert [pos.parse_action(text) for text in vector["texts"]] == named

    pos.push(vector["action"])
    assert pos.text == vector["next"]
    if "next_score" in vector:
        assert list(pos.score) == vector["next_score"]
    winner = pos.winner.letter if pos.winner is not None else None
    assert (pos.is_over, winner) == ("winner" in vector, vector.get("winner"))


def test_every_game_has_vectors() -> None:
    assert {path.stem for path in VECTORS.glob("*.jsonl")} == set(fylking.GAMES)

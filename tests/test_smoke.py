"""A few seconds of everything: what is run where a wheel has just been built."""

from __future__ import annotations

import pickle
from importlib import import_module
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

import fylking
from fylking import cpu

# Sequences of three actions: the opening, the pie choice and a turn; in Freeze three steps.
PERFT = {"fravan": 32258, "herfor": 30636, "frasvel": 7442, "freeze": 1916}

games = pytest.mark.parametrize("name", fylking.GAMES)


def test_instruction_path() -> None:
    assert cpu.path in cpu.available
    for path in cpu.available:
        for name in fylking.GAMES:
            import_module(f"fylking._{path}.{name}")


@games
def test_one_game(name: str) -> None:
    pos = fylking.game(name).start()
    actions = 0
    while not pos.is_over:
        assert pos.legal_count() == len(pos.legal_actions()) == pos.legal_mask().sum()
        pos.push(pos.random_action(actions))
        assert fylking.parse(pos.text) == pos == pickle.loads(pickle.dumps(pos))
        actions += 1
    assert pos.board.dtype == np.int8
    assert actions == pos.ply
    assert pos.end_reason is not None


@games
def test_perft(name: str) -> None:
    assert fylking.perft(fylking.game(name).start(), 3, threads=2) == PERFT[name]


@games
def test_playouts(name: str) -> None:
    stats = fylking.playouts(fylking.game(name).start(), 100, seed=1)
    assert stats.black + stats.white + stats.draws == 100
    assert stats == fylking.playouts(fylking.game(name).start(), 100, seed=1, threads=2)


def test_what_an_outside_extension_needs_is_installed() -> None:
    for name in fylking.GAMES:
        assert (files("fylking") / f"{name}.pxd").is_file()
        assert (Path(fylking.get_include()) / "fylking" / f"{name}.h").is_file()
    assert fylking.game("fravan").rules

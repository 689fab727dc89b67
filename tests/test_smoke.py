"""A few seconds of everything: what is run where a wheel has just been built."""

from __future__ import annotations

import pickle
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

import fylking
from fylking import cpu

# Black's wins, White's, draws and actions of 100 random games: they change only when the play does.
PLAYED = {
    "fravan": (59, 41, 0, 12800),
    "herfor": (45, 55, 0, 12817),
    "frasvel": (53, 47, 0, 26183),
    "freeze": (49, 51, 0, 6718),
}

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
def test_playouts_are_the_same_on_every_machine(name: str) -> None:
    stats = fylking.playouts(fylking.game(name).start(), 100, seed=1, threads=2)
    assert (stats.black, stats.white, stats.draws, stats.actions) == PLAYED[name]


def test_perft() -> None:
    assert fylking.perft_turns(fylking.Freeze().start(), 2) == 151661


def test_what_an_outside_extension_needs_is_installed() -> None:
    package = Path(fylking.__file__).parent
    for name in fylking.GAMES:
        assert (package / f"{name}.pxd").is_file()
        assert (Path(fylking.get_include()) / "fylking" / f"{name}.h").is_file()
    assert fylking.game("fravan").rules

"""Games driven from Python, an action at a time."""

from __future__ import annotations

from random import Random

import pytest
from measuring import Measure, game_of

import fylking

# Games a round; actions in them and games won by Black, for seed 1.
DRIVEN = {
    "fravan-5-driven": (100, (6260, 57)),
    "herfor-5-driven": (100, (6247, 51)),
    "fravan-7-driven": (50, (6455, 18)),
    "fravan-10-driven": (20, (5316, 11)),
    "frasvel-5-driven": (20, (3324, 8)),
    "freeze-8-driven": (100, (6090, 33)),
}
RANDOM = {
    "fravan-5-random": (100, (6200, 63)),
    "herfor-5-random": (100, (6203, 53)),
    "frasvel-5-random": (20, (5624, 11)),
    "freeze-8-random": (100, (6606, 43)),
}


def _drive(game: fylking.Game, games: int) -> tuple[int, int]:
    """Draws from the legal list; the cheapest draw that Python has, `choice` costs more."""
    draw = Random(1).random
    count = black = 0
    for _ in range(games):
        pos = game.start()
        while not pos.is_over:
            actions = pos.legal_actions()
            pos.push(actions[int(draw() * len(actions))])
        count += pos.ply
        black += pos.winner is fylking.BLACK
    return count, black


def _drive_drawn(game: fylking.Game, games: int) -> tuple[int, int]:
    """Lets the kernel draw."""
    rng = fylking.Rng(1)
    count = black = 0
    for _ in range(games):
        pos = game.start()
        while not pos.is_over:
            pos.push(pos.random_action(rng))
        count += pos.ply
        black += pos.winner is fylking.BLACK
    return count, black


@pytest.mark.benchmark(group="from Python, legal list")
@pytest.mark.parametrize("row", DRIVEN)
def test_legal_list(measure: Measure, row: str) -> None:
    games, expected = DRIVEN[row]
    game = game_of(row)
    assert measure(row, lambda: _drive(game, games), lambda result: result[0]) == expected


@pytest.mark.benchmark(group="from Python, native draw")
@pytest.mark.parametrize("row", RANDOM)
def test_native_draw(measure: Measure, row: str) -> None:
    games, expected = RANDOM[row]
    game = game_of(row)
    assert measure(row, lambda: _drive_drawn(game, games), lambda result: result[0]) == expected

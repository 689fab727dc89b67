"""Random boards: positions as no game reaches them, in which every rule comes to bear."""

from __future__ import annotations

import random

import fylking


def random_position(game: fylking.Game, rng: random.Random) -> fylking.Position:
    """A position at the start of a turn (or over, where the board makes it so)."""
    return _MAKERS[game.name](game, rng)


def _stones(game: fylking.Game, rng: random.Random) -> fylking.Position:
    """Fravan and Herfor: any colouring, with at least one empty point."""
    filled, black = rng.random(), rng.uniform(0.3, 0.7)
    cells = [
        0 if rng.random() >= filled else 1 if rng.random() < black else -1
        for _ in range(game.points)
    ]
    cells[rng.randrange(game.points)] = 0
    return _turn(game, cells, rng)


def _stacks(game: fylking.Game, rng: random.Random) -> fylking.Position:
    """Frasvel: heights from 1, most of them low, up to what one draw allows."""
    filled, low = rng.uniform(0, 0.7), rng.uniform(0.3, 1)
    highest = rng.randint(1, 6 * game.size - 3)  # FS7
    cells = []
    for _ in range(game.points):
        height = 1
        while height < highest and rng.random() > low:
            height += 1
        cells.append(rng.choice((-height, height)) if rng.random() < filled else 0)
    return _turn(game, cells, rng)


def _soldiers_and_kings(game: fylking.Game, rng: random.Random) -> fylking.Position:
    """Freeze: no more pieces of a colour than there are at the start (FZ1)."""
    pieces = [(game.points - 4) // 2] * 2
    filled, kings = rng.random(), rng.uniform(0, 0.5)
    cells = [0] * game.points
    for square in rng.sample(range(game.points), game.points):
        colour, height = rng.randrange(2), 2 if rng.random() < kings else 1
        if rng.random() < filled and pieces[colour] >= height:
            pieces[colour] -= height
            cells[square] = (1 - 2 * colour) * height
    to_move = rng.choice("bw")
    try:
        return fylking.position(game, cells, to_move, rng.choice(("play", "passed")))
    except fylking.PositionError:  # FZ6: the player to move has no jump
        return fylking.position(game, cells, to_move, "over")


def _turn(game: fylking.Game, cells: list[int], rng: random.Random) -> fylking.Position:
    stage, first = rng.choice(("play", "play", "passed")), rng.choice("bw")
    return fylking.position(game, cells, rng.choice("bw"), stage, first)


_MAKERS = {
    "fravan": _stones,
    "herfor": _stones,
    "frasvel": _stacks,
    "freeze": _soldiers_and_kings,
}

"""Every illegal action of random positions: refused with a rule, and without a trace."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from setups import random_position

import fylking

Seeds = Callable[[int], range]

GAMES = [
    room(size, pie)
    for room in fylking.GAMES.values()
    for size in room.sizes
    for pie in ([True, False] if room.has_pie else [False])
]

ACTIONS = 4000  # to try in each game
RULE = re.compile(r"A|P[134]|FV[18]|HF[2367]|FS[2358]|FZ[234567]")


def assert_illegal_ones_refused(pos: fylking.Position, told: str) -> None:
    before, data = pos.copy(), pos.to_bytes()
    mask = pos.legal_mask()
    for action in range(-2, pos.game.action_count + 2):
        if 0 <= action < pos.game.action_count and mask[action]:
            continue
        with pytest.raises(fylking.IllegalActionError) as caught:
            pos.push(action)
        where = f"action {action} in {pos.text} ({told})"
        assert RULE.fullmatch(caught.value.rule), where
        assert str(caught.value), where
        assert pos.to_bytes() == data, where
        assert pos == before, where
        assert (pos.ply, pos.history) == (before.ply, before.history), where
    assert pos.legal_actions() == before.legal_actions(), told


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_in_games(game: fylking.Game, seeds: Seeds) -> None:
    for seed in seeds(max(3, ACTIONS // game.action_count)):
        rng = random.Random(seed)
        length = game.start().play_random(seed)
        pos = game.start()
        pos.play_random(seed, max_actions=rng.randint(0, min(3, length) if seed % 2 else length))
        assert_illegal_ones_refused(pos, f"seed {seed}")


@pytest.mark.parametrize("game", [game for game in GAMES if not game.pie], ids=repr)
def test_on_random_boards(game: fylking.Game, seeds: Seeds) -> None:
    for seed in seeds(max(2, ACTIONS // game.action_count)):
        pos = random_position(game, random.Random(seed))
        pos.play_random(seed, max_actions=seed % 3)
        assert_illegal_ones_refused(pos, f"seed {seed}")

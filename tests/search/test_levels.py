"""Levels: so many simulations in each game, the same game for the same seed."""

from __future__ import annotations

import pytest
import samples

import fylking
from fylking.bots import LEVELS, level_bot
from fylking.bots.levels import simulations_of

every_room = pytest.mark.parametrize(
    "room", [fylking.Fravan, fylking.Herfor, fylking.Frasvel, fylking.Freeze]
)


@every_room
def test_a_level_thinks_more_than_the_one_below(room):
    counts = [simulations_of(level, room()) for level in LEVELS]
    assert len(counts) == 10
    assert counts == sorted(set(counts))


@every_room
def test_a_level_does_its_simulations(room):
    for level in (1, 4):
        bot = level_bot(level, seed=5)
        bot.choose(room().start())
        assert bot.thought.simulations == simulations_of(level, room())


@pytest.mark.parametrize("game", samples.SMALL, ids=samples.label)
def test_a_level_plays_the_same_game_for_the_same_seed(game):
    def played():
        bots, position = [level_bot(2, seed=3), level_bot(3, seed=4)], game.start()
        while not position.is_over and position.ply < 60:
            position.push(bots[position.seat].choose(position))
        return position.history

    assert played() == played()


@pytest.mark.parametrize("level", [0, 11, -1, 2.5, "3", True])
def test_there_is_no_such_level(level):
    with pytest.raises((fylking.OptionError, TypeError)):
        level_bot(level)

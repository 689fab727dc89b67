"""The bot that searches by Monte Carlo."""

from __future__ import annotations

import pytest
import samples

import fylking
from fylking.bots import Limits, MctsBot, RandomBot
from fylking.bots.mcts import way_between
from fylking.search import MCTS

each_game = pytest.mark.parametrize("game", samples.SMALL, ids=samples.label)


def play(game, bots, forget=False):
    """The final position; the bots are shown positions with or without history."""
    position = game.start()
    while not position.is_over:
        shown = fylking.parse(position.text, pie=game.pie) if forget else position
        before = shown.text
        action = bots[position.seat].choose(shown)
        assert shown.text == before
        position.push(action)
    return position


@each_game
def test_it_beats_random_play(game):
    returns = 0
    for seed in range(12):
        bots = [RandomBot(seed), RandomBot(seed)]
        bots[seed % 2] = MctsBot(simulations=100, seed=seed)
        returns += play(game, bots).returns[seed % 2]
    assert returns >= 8


@each_game
def test_it_plays_the_same_with_the_same_seed(game):
    games = [
        play(game, [MctsBot(simulations=60, seed=3), MctsBot(simulations=40, seed=4)]).history
        for _ in range(2)
    ]
    assert games[0] == games[1]
    bot = MctsBot(simulations=60, seed=9)
    bot.choose(game.start())
    bot.reset(seed=3)
    assert bot.thought is None
    assert play(game, [bot, MctsBot(simulations=40, seed=4)]).history == games[0]


def test_it_keeps_its_tree():
    """With history or without: what was searched below the new position is still there."""
    for forget in (False, True):
        game = fylking.Fravan(4)
        bot, other = MctsBot(simulations=3000, seed=1), MctsBot(simulations=100, seed=2)
        position = game.start()
        kept = []
        for _ in range(3):
            for player in (bot, other):
                shown = fylking.parse(position.text) if forget else position
                position.push(player.choose(shown))
                if player is bot:
                    kept.append(int(bot._mcts.result().visits.sum()))
        assert kept[0] == 3000
        assert all(count > 3000 for count in kept[1:]), (forget, kept)


def test_another_game_gets_another_tree():
    bot = MctsBot(simulations=100, seed=1)
    for game in (fylking.Fravan(3), fylking.Fravan(4), fylking.Freeze(6), fylking.Fravan(3)):
        position = game.start()
        for seed in range(3):
            position.play_random(seed, max_actions=3)
            if not position.is_over:
                assert position.is_legal(bot.choose(position))
            position = game.start()


@each_game
def test_the_way_between_positions(game):
    for seed in range(2):
        path = [position.copy() for position in samples.walk(game, seed, most=12)][:14]
        for old in path[::3]:
            for new in path[::2]:
                way = way_between(old, new)
                if new.ply >= old.ply:
                    assert way == new.history[old.ply :]
                else:
                    assert way is None
        for old, new in zip(path, path[2:], strict=False):
            way = way_between(old, fylking.parse(new.text, pie=game.pie))
            end = old.copy()
            for action in way:
                end.push(action)
            assert end == new
        assert way_between(path[0], fylking.Herfor(10).start()) is None


def test_limits_and_thought():
    position = fylking.Herfor(5).start()
    bot = MctsBot(simulations=50, seed=1)
    assert bot.name == "mcts-50"
    action = bot.choose(position)
    thought = bot.thought
    assert (thought.action, thought.simulations, thought.proven) == (action, 50, False)
    assert thought.pv[0] == action
    assert thought.nodes > 50
    assert -1 <= thought.value <= 1
    bot.choose(position, Limits(simulations=20))
    assert bot.thought.simulations == 20
    bot.choose(position, Limits(depth=3))
    assert bot.thought.simulations == 50
    bot.choose(position, Limits(nodes=5000))
    assert 5000 <= bot.thought.nodes < 5100
    bot.choose(position, Limits(seconds=0.05, simulations=10**9))
    assert bot.thought.seconds < 1
    assert thought == bot.thought or thought.simulations == 50
    with pytest.raises(fylking.OptionError):
        MctsBot(simulations=0)
    with pytest.raises(TypeError):
        bot.choose("fravan")


@pytest.mark.parametrize("name", fylking.GAMES)
def test_what_it_considered(name):
    pos = fylking.game(name).start()
    mcts = MCTS(pos, 3)
    bot = MctsBot(300, seed=3)
    action = bot.choose(pos)
    found = mcts.search(300)
    first, *others = bot.thought.candidates
    assert first.action == action
    assert [c.visits for c in others] == sorted((c.visits for c in others), reverse=True)
    assert len(bot.thought.candidates) == min(10, int((found.visits > 0).sum()))
    for candidate in bot.thought.candidates:
        assert candidate.visits == found.visits[candidate.action] > 0
        assert candidate.value == found.values[candidate.action]
    left_out = set(range(pos.game.action_count)) - {c.action for c in bot.thought.candidates}
    assert max(found.visits[sorted(left_out)]) <= bot.thought.candidates[-1].visits

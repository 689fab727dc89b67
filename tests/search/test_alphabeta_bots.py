"""The bots that search by alpha-beta, or look one action ahead."""

from __future__ import annotations

import pytest
import samples
from minimax import children, leaf

import fylking
from fylking.bots import AlphaBetaBot, GreedyBot, Limits, RandomBot

SMALL = [fylking.Fravan(3), fylking.Herfor(3), fylking.Frasvel(3), fylking.Freeze(6)]


def play(game, bots):
    """The returns by seat of one game, and its actions."""
    pos = game.start()
    while not pos.is_over:
        pos.push(bots[pos.seat].choose(pos))
    return pos.returns, pos.history


@pytest.mark.parametrize("game", SMALL, ids=samples.label)
def test_alphabeta_says_what_it_thought(game):
    bot = AlphaBetaBot(Limits(depth=2), hash=1)
    assert bot.thought is None
    for pos in samples.positions(game)[::3]:
        if pos.is_over:
            continue
        before = samples.facts(pos)
        action = bot.choose(pos)
        assert pos.is_legal(action)
        assert samples.facts(pos) == before
        thought = bot.thought
        assert (thought.action, thought.pv[0]) == (action, action)
        assert thought.proven or (thought.depth == 2 and -1 < thought.value < 1)
        assert not thought.proven or thought.value in (-1.0, 0.0, 1.0)
        bot.choose(pos, Limits(nodes=500))
        assert bot.thought.nodes <= max(500, pos.legal_count())
        bot.choose(pos, Limits(simulations=1))
        assert bot.thought.depth <= 2
    bot.reset(seed=1)
    assert bot.thought is None


@pytest.mark.parametrize("game", SMALL, ids=samples.label)
def test_greedy_takes_what_is_best_one_action_ahead(game):
    bot = GreedyBot(seed=3)
    for pos in samples.positions(game)[::2]:
        if pos.is_over:
            continue
        action = bot.choose(pos)
        after = pos.copy()

        def value(pos=after):
            if pos.is_over:
                return pos.returns[pos.seat] * 1e9
            return leaf(pos)

        values = children(after, value)
        assert values[action] == max(values.values()), pos.text
        assert bot.thought.action == action
    over = pos if pos.is_over else samples.positions(game)[-1]
    if over.is_over:
        with pytest.raises(fylking.IllegalActionError, match="over"):
            bot.choose(over)


def test_greedy_draws_among_the_best_by_its_seed():
    pos = fylking.Fravan(4, pie=False).start()
    chosen = [[GreedyBot(seed).choose(pos) for seed in range(20)] for _ in range(2)]
    assert chosen[0] == chosen[1]
    assert len(set(chosen[0])) > 5
    bot = GreedyBot(5)
    first = [bot.choose(pos) for _ in range(5)]
    bot.reset(seed=5)
    assert [bot.choose(pos) for _ in range(5)] == first


@pytest.mark.parametrize("game", SMALL, ids=samples.label)
def test_games_are_the_same_again(game):
    bots = [AlphaBetaBot(Limits(nodes=300), hash=1), GreedyBot(1)]
    games = []
    for _ in range(2):
        for bot in bots:
            bot.reset(seed=1)
        games.append(play(game, bots))
    assert games[0] == games[1]


@pytest.mark.parametrize(
    "game", [fylking.Fravan(4), fylking.Herfor(4), fylking.Frasvel(3), fylking.Freeze(6)], ids=str
)
def test_alphabeta_beats_a_random_player(game):
    bot = AlphaBetaBot(Limits(depth=3), hash=1)
    returns = []
    for seed in range(20):
        bot.reset()
        seat = seed % 2
        other = RandomBot(seed)
        returns.append(play(game, [bot, other] if seat == 0 else [other, bot])[0][seat])
    assert returns.count(1.0) >= 15

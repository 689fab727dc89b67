"""Random play, the kernels beside the reference: games of every size, and random boards.

How much is played depends on the reference, which is slow: less on the larger boards. More is
played with --walks N, other games with --seed N.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
import reference
from compare import assert_same, assert_same_action, letter
from setups import random_position

import fylking

Seeds = Callable[[int], range]

GAMES = [
    room(size, pie)
    for room in fylking.GAMES.values()
    for size in room.sizes
    for pie in ([True, False] if room.has_pie else [False])
]
GAMES_WITHOUT_PIE = [game for game in GAMES if not game.pie]

# In one run over all games.
POINTS_IN_GAMES = 30_000
POINTS_ON_BOARDS = 15_000
WALK = 40


@contextmanager
def reported(seed: int, pos: fylking.Position) -> Iterator[None]:
    """Says with a failure how to come to the position where it happened."""
    start = pos.text
    try:
        yield
    except Exception as error:
        path = pos.history
        error.add_note(f"seed {seed}: after {path} from {start}")
        raise


def walk(pos: fylking.Position, state: reference.State, rng: random.Random, most: int) -> int:
    """Plays up to `most` random actions on both; returns the number of positions compared."""
    passes = rng.random() < 0.3  # otherwise as seldom as the rules allow, for longer games
    for played in range(most):
        assert_same(pos, state)
        if pos.is_over:
            return played + 1
        actions = pos.legal_actions()
        others = [a for a in actions if pos.action_text(a) != "pass"]
        action = rng.choice(actions if passes or not others else others)
        assert_same_action(pos, state, action)
        pos.push(action)
        state = state.play(action)
    assert_same(pos, state)
    return most + 1


def some_way_on(pos: fylking.Position, rng: random.Random) -> fylking.Position:
    """A position of a random game from this one: near its start or its end, or in between."""
    seed = rng.getrandbits(64)
    length = pos.copy().play_random(seed)
    pos.play_random(seed, max_actions=max(0, rng.randint(-length // 4, length)))
    return fylking.parse(pos.text, pie=pos.game.pie)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_games(game: fylking.Game, seeds: Seeds) -> None:
    walks = max(2, POINTS_IN_GAMES // game.points // WALK)
    for number, seed in enumerate(seeds(walks)):
        rng = random.Random(seed)
        if number == 0:  # the first from the start
            pos, state = game.start(), reference.start(game.name, game.size, game.pie)
        else:
            pos = some_way_on(game.start(), rng)
            state = reference.parse(pos.text)
        with reported(seed, pos):
            walk(pos, state, rng, WALK)


@pytest.mark.parametrize("game", GAMES_WITHOUT_PIE, ids=repr)
def test_random_boards(game: fylking.Game, seeds: Seeds) -> None:
    for seed in seeds(max(6, POINTS_ON_BOARDS // game.points)):
        rng = random.Random(seed)
        pos = random_position(game, rng)
        with reported(seed, pos):
            state = reference.parse(pos.text)
            actions = pos.legal_actions()
            for action in rng.sample(actions, min(2, len(actions))):
                assert_same_action(pos, state, action)
            walk(pos, state, rng, 2)


@pytest.mark.parametrize("game", [fylking.Freeze(6), fylking.Freeze(8)], ids=repr)
def test_turns_of_freeze(game: fylking.Freeze, seeds: Seeds) -> None:
    for seed in seeds(60):
        rng = random.Random(seed)
        pos = random_position(game, rng)
        pos.play_random(seed, max_actions=rng.randint(0, 2))  # perhaps within a turn
        with reported(seed, pos):
            count = fylking.perft_turns(pos, 1)
            if count > 200:
                continue
            expected = {text: after.text() for text, after in reference.parse(pos.text).turns()}
            turns = list(pos.legal_turns())
            assert sorted(turns) == sorted(expected)
            assert count == len(turns)
            for text in turns:
                after = pos.copy()
                after.push_turn(text)
                assert after.text == expected[text]


@pytest.mark.parametrize("passes", ["forced", "uniform"])
@pytest.mark.parametrize(
    "game",
    [
        fylking.Fravan(3),
        fylking.Fravan(5, pie=False),
        fylking.Herfor(3),
        fylking.Herfor(5, pie=False),
        fylking.Frasvel(2),
        fylking.Frasvel(3, pie=False),
        fylking.Freeze(6),
        fylking.Freeze(8),
    ],
    ids=repr,
)
def test_playouts(game: fylking.Game, passes: str, seeds: Seeds) -> None:
    pos = game.start()
    for seed in seeds(2):
        tally: Counter[str | None] = Counter()
        actions = 0
        for number in range(6):
            played = pos.copy()
            played.play_random(fylking.Rng(seed).split(number), passes=passes)
            with reported(seed, played):
                state = reference.start(game.name, game.size, game.pie)
                for action in played.history:
                    state = state.play(action)
                assert state.is_over
                assert letter(played.winner) == state.winner
            tally[state.winner] += 1
            actions += played.ply
        stats = fylking.playouts(pos, 6, seed, passes=passes)
        expected = (tally["b"], tally["w"], tally[None], 0, actions)
        assert stats[:5] == expected, f"seed {seed}"

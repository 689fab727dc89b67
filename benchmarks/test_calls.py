"""Single calls on a position in the middle of a game, 20 random actions from the start."""

from __future__ import annotations

from functools import partial

import numpy
import pytest
from measuring import CALLS_A_ROUND, Measure, call_often, game_of
from rows import CALL_GAMES

import fylking

# The key of the position, and the sum of its legal actions.
POSITIONS = {
    "fravan-7": (2576259481086084911, 7013),
    "herfor-7": (1672730992367885906, 4213),
    "frasvel-5": (10366151041595292203, 4631),
    "freeze-8": (3874207934183110548, 2147),
}
games = pytest.mark.parametrize("game", CALL_GAMES)


def _position(game: str) -> fylking.Position:
    pos = game_of(game + "-call").start()
    pos.play_random(fylking.Rng(1), max_actions=20)
    assert (pos.key, sum(pos.legal_actions())) == POSITIONS[game]
    return pos


@pytest.mark.benchmark(group="call: copy")
@games
def test_copy(measure: Measure, game: str) -> None:
    pos = _position(game)
    copy = measure(f"{game}-copy", lambda: call_often(pos.copy), CALLS_A_ROUND)
    assert copy == pos
    assert copy.history == pos.history


@pytest.mark.benchmark(group="call: to_bytes")
@games
def test_to_bytes(measure: Measure, game: str) -> None:
    pos = _position(game)
    data = measure(f"{game}-to_bytes", lambda: call_often(pos.to_bytes), CALLS_A_ROUND)
    assert fylking.Position.from_bytes(data) == pos


@pytest.mark.benchmark(group="call: from_bytes")
@games
def test_from_bytes(measure: Measure, game: str) -> None:
    pos = _position(game)
    call = partial(fylking.Position.from_bytes, pos.to_bytes())
    times = 200
    assert measure(f"{game}-from_bytes", lambda: call_often(call, times), times) == pos


@pytest.mark.benchmark(group="call: key")
@games
def test_key(measure: Measure, game: str) -> None:
    pos = _position(game)
    call = partial(getattr, pos, "key")
    key = measure(f"{game}-key", lambda: call_often(call), CALLS_A_ROUND)
    assert key == POSITIONS[game][0]


@pytest.mark.benchmark(group="call: legal_count")
@games
def test_legal_count(measure: Measure, game: str) -> None:
    pos = _position(game)
    count = measure(f"{game}-legal_count", lambda: call_often(pos.legal_count), CALLS_A_ROUND)
    assert count == len(pos.legal_actions())


@pytest.mark.benchmark(group="call: legal_actions")
@games
def test_legal_actions(measure: Measure, game: str) -> None:
    pos = _position(game)
    actions = measure(f"{game}-legal_actions", lambda: call_often(pos.legal_actions), CALLS_A_ROUND)
    assert sum(actions) == POSITIONS[game][1]


@pytest.mark.benchmark(group="call: legal_mask")
@games
def test_legal_mask(measure: Measure, game: str) -> None:
    pos = _position(game)
    out = numpy.ones(pos.game.action_count, dtype=bool)
    call = partial(pos.legal_mask, out)
    assert measure(f"{game}-legal_mask", lambda: call_often(call), CALLS_A_ROUND) is out
    assert out.nonzero()[0].sum() == POSITIONS[game][1]


@pytest.mark.benchmark(group="call: observation")
@games
def test_observation(measure: Measure, game: str) -> None:
    pos = _position(game)
    out = numpy.ones(pos.game.observation_shape, dtype=numpy.float32)
    call = partial(pos.observation, out)
    assert measure(f"{game}-observation", lambda: call_often(call), CALLS_A_ROUND) is out
    assert (out == pos.observation(dtype="uint8")).all()


@pytest.mark.benchmark(group="call: canonical_key")
@games
def test_canonical_key(measure: Measure, game: str) -> None:
    pos = _position(game)
    times = 200
    key = measure(f"{game}-canonical_key", lambda: call_often(pos.canonical_key, times), times)
    assert key == pos.game.symmetries[-1].position(pos).canonical_key()


@pytest.mark.benchmark(group="call: push and pop")
@games
def test_push_pop(measure: Measure, game: str) -> None:
    pos = _position(game)
    action = pos.legal_actions()[-1]

    def push_and_pop() -> int:
        for _ in range(CALLS_A_ROUND - 1):
            pos.push(action)
            pos.pop()
        pos.push(action)
        return pos.pop()

    assert measure(f"{game}-push_pop", push_and_pop, CALLS_A_ROUND) == action
    assert pos.key == POSITIONS[game][0]

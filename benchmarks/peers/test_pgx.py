"""Pgx: its Othello and Hex in JAX, many games stepped at once, on one core."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest
from measuring import Measure

pytestmark = pytest.mark.benchmark(group="peer")

GAMES = 1024
STEPS = 16  # in a round
ROUNDS_BEFORE = 24  # the first compiles; then the games are in different stages

# Between what numbers of moves the mean length of random games lies (60.4 and 106.8 were seen).
LENGTHS = {"othello": (59, 62), "hex": (104, 110)}


@pytest.fixture(scope="module")
def pgx() -> ModuleType:
    """Pgx, with XLA held to one thread from its start.

    XLA reads NPROC when it starts. In XLA_FLAGS nothing bounds its threads.
    """
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("NPROC", "1")
        environment.setenv("JAX_PLATFORMS", "cpu")
        jax = pytest.importorskip("jax", reason="JAX is not installed")
        pgx = pytest.importorskip("pgx", reason="Pgx is not installed")
        assert [device.platform for device in jax.devices()] == ["cpu"]
    return pgx


def _draw(key: Any, legal: Any) -> Any:
    """An action of every game, uniform among the legal ones.

    It needs one random number a game; `jax.random.categorical` draws one an action, which takes as
    long as the games.
    """
    import jax

    rank = jax.random.uniform(key, (GAMES,)) * legal.sum(axis=1)
    return (jax.numpy.cumsum(legal, axis=1) <= rank[:, None]).sum(axis=1)


@pytest.mark.parametrize("name", LENGTHS)
def test_batch(measure: Measure, pgx: ModuleType, name: str) -> None:
    """Steps in a compiled loop, the fastest way: one by one from Python they take a tenth more.

    What a step computes does not depend on the stage of a game, so all take the same time.
    """
    import jax
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def play(games: Any, _: None) -> tuple[Any, None]:
        state, key, over = games
        key, for_draws, for_resets = jax.random.split(key, 3)
        action = _draw(for_draws, state.legal_action_mask)
        state = step(state, action, jax.random.split(for_resets, GAMES))
        return (state, key, over + state.terminated.sum()), None

    play_round = jax.jit(lambda games: jax.lax.scan(play, games, None, length=STEPS)[0])
    start = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(1), GAMES))
    games = (start, jax.random.key(2), jax.numpy.int32(0))
    rounds = 0

    def play_on() -> Any:
        nonlocal games, rounds
        games = jax.block_until_ready(play_round(games))
        rounds += 1
        return games

    for _ in range(ROUNDS_BEFORE):
        play_on()
    state, key, over = measure(f"peer-pgx-{name}-batch", play_on, GAMES * STEPS)

    least, most = LENGTHS[name]
    moves_of_finished = GAMES * STEPS * rounds - int(state._step_count.sum())
    assert least <= moves_of_finished / int(over) <= most
    for draw_key in jax.random.split(key, 20):
        legal = state.legal_action_mask
        assert legal[jax.numpy.arange(GAMES), _draw(draw_key, legal)].all()

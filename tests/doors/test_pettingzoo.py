"""The PettingZoo door: PettingZoo's own tests, and what they do not look at."""

from __future__ import annotations

import copy
import pickle
import time
import types
import warnings

import numpy as np
import pytest
import samples

import fylking

pytest.importorskip("pettingzoo")
pytest.importorskip("PIL")

import pettingzoo
from gymnasium.error import ResetNeeded
from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import MultiEpisodeEnv, TerminateIllegalWrapper

from fylking.doors import pettingzoo as door

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # PettingZoo's tests use its old names
    from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

CHECKED = [
    game
    for game in samples.GAMES
    if game.size in (2, 3, 6) or (game.pie and game.size == game.default_size)
]
every_game = pytest.mark.parametrize("game", samples.GAMES, ids=samples.label)
checked_games = pytest.mark.parametrize("game", CHECKED, ids=samples.label)
small_games = pytest.mark.parametrize("game", samples.SMALL, ids=samples.label)
both_masks = pytest.mark.parametrize("mask", ["infos", "observation"])

pytestmark = pytest.mark.filterwarnings("error")


@pytest.fixture(autouse=True)
def no_logged_warning(monkeypatch):
    """PettingZoo logs some of its warnings."""
    monkeypatch.setattr(EnvLogger, "mqueue", [])
    yield
    assert EnvLogger.mqueue == []


@pytest.fixture
def no_window(monkeypatch):
    pytest.importorskip("pygame")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


def mask_of(env, agent):
    """The agent's mask, wherever it is."""
    observation = env.observe(agent)
    return (observation if isinstance(observation, dict) else env.infos[agent])["action_mask"]


def planes_of(env, agent):
    observation = env.observe(agent)
    return observation["observation"] if isinstance(observation, dict) else observation


def play(env, game, seed=0, **how):
    """Plays a random game of `samples.walk`, and yields its position after each reset or step."""
    env.reset()
    walked = samples.walk(game, seed, **how)
    yield next(walked)
    for position in walked:
        env.step(position.peek())
        yield position


# ---- PettingZoo's own tests ----


@checked_games
def test_api(game, capsys):
    api_test(door.env(game), num_cycles=200)
    api_test(door.raw_env(game, illegal="raise", dtype="float32"), num_cycles=20)


# The exemptions that docs/doors/pettingzoo.md lists.
EXEMPT = {
    "Observation is not a NumPy array",
    (
        "Observation space for each agent probably should be gymnasium.spaces.box or "
        "gymnasium.spaces.discrete"
    ),
}


@checked_games
def test_api_with_the_mask_in_the_observation(game, capsys):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(door.env(game, mask="observation"), num_cycles=200)
    assert {str(warning.message) for warning in caught} == EXEMPT


@checked_games
@both_masks
def test_seed(game, mask):
    seed_test(lambda: door.env(game, mask=mask, illegal="raise"), num_cycles=100)


@pytest.mark.parametrize("name", fylking.GAMES)
@pytest.mark.parametrize(("mask", "illegal"), [("infos", "lose"), ("observation", "raise")])
def test_render(name, mask, illegal, no_window):
    def make(render_mode):
        env = door.env(name, mask=mask, illegal=illegal, render_mode=render_mode, picture_size=96)
        env.unwrapped.metadata["render_fps"] = 10_000
        return env

    render_test(make)


@pytest.mark.parametrize("name", fylking.GAMES)
@pytest.mark.parametrize(("mask", "illegal"), [("infos", "lose"), ("observation", "raise")])
def test_performance_benchmark(name, mask, illegal, monkeypatch, capsys):
    # It measures for 5 seconds; by this clock they are over twenty times as soon.
    start = time.time()
    clock = types.SimpleNamespace(time=lambda: start + 20 * (time.time() - start))
    monkeypatch.setitem(performance_benchmark.__globals__, "time", clock)
    performance_benchmark(door.env(name, mask=mask, illegal=illegal))
    assert "Finished performance benchmark" in capsys.readouterr().out


# ---- What they do not look at ----


@every_game
@both_masks
def test_masks_seats_and_observations_are_the_positions(game, mask):
    env = door.env(game, mask=mask, illegal="raise")
    for position in play(env, game, most=25):
        assert env.agent_selection == door.AGENTS[position.seat], position.text
        for agent in door.AGENTS:
            found = mask_of(env, agent)
            assert (found.dtype, found.shape) == (np.int8, (game.action_count,))
            legal = position.legal_actions() if agent == env.agent_selection else []
            assert np.flatnonzero(found).tolist() == legal, f"{agent} in {position.text}"
            assert found.max() == (1 if legal else 0)
            planes = planes_of(env, agent)
            assert planes.dtype == np.uint8
            assert (planes == position.observation()).all(), f"{agent} in {position.text}"
            assert env.observation_space(agent).contains(env.observe(agent)), position.text
            assert list(env.infos[agent]) == (["action_mask"] if mask == "infos" else [])
        assert env.unwrapped.position == position
        assert env.unwrapped.position.history == position.history
    assert env.unwrapped.position.is_over


@small_games
@both_masks
@pytest.mark.parametrize("seed", range(6))
def test_both_agents_see_the_final_rewards(game, mask, seed):
    env = door.env(game, mask=mask)
    for position in play(env, game, seed, pass_rate=0.1):
        if not position.is_over:
            assert env.rewards == {"player_0": 0, "player_1": 0}
            assert env.last(observe=False)[1:4] == (0, False, False)
    assert env.rewards == dict(zip(door.AGENTS, position.returns, strict=True))
    assert sum(env.rewards.values()) == 0
    seen = {}
    for agent in env.agent_iter():
        _, reward, terminated, truncated, _ = env.last()
        assert (terminated, truncated) == (True, False)
        seen[agent] = reward
        env.step(None)
    assert seen == dict(zip(door.AGENTS, position.returns, strict=True))
    assert env.agents == []


def test_returns_of_every_kind_are_seen():
    """The test above meets wins of either seat; here a draw, and the score of a won game."""
    env = door.env("freeze", size=6)
    env.reset()
    for _ in range(2):
        env.step(env.unwrapped.game.pass_action)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards == {"player_0": 0.0, "player_1": 0.0}


def test_the_agent_that_chose_white_acts_again():
    env = door.env("herfor", size=3, pie=True)
    env.reset()
    env.step(9)
    assert env.agent_selection == "player_1"
    env.step(fylking.Herfor(3).start().parse_action("white"))
    assert env.agent_selection == "player_1"
    env.reset()
    env.step(9)
    env.step(fylking.Herfor(3).start().parse_action("black"))
    assert env.agent_selection == "player_0"


def test_the_steps_of_a_turn_are_one_agents():
    env = door.env("freeze")
    env.reset()
    position = env.unwrapped.position
    for text, agent in (("b1:b7", "player_0"), ("=d4", "player_1")):
        env.step(position.parse_action(text))
        assert env.agent_selection == agent


@small_games
def test_a_cut_off_is_a_truncation_without_a_winner(game):
    env = door.env(game, max_actions=3)
    for position in play(env, game, pass_rate=0):
        if position.ply == 3:
            break
        assert env.truncations == {"player_0": False, "player_1": False}
    for _ in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        assert (reward, terminated, truncated) == (0, False, True)
        assert not info["action_mask"].any()
        assert (observation == position.observation()).all()
        env.step(None)


def test_the_last_action_allowed_may_end_the_game():
    env = door.env("fravan", size=2, pie=False, max_actions=2)
    env.reset()
    env.step(7)
    env.step(7)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.truncations == {"player_0": False, "player_1": False}


@pytest.mark.parametrize("taken_by_both", [False, True])
def test_an_illegal_action_loses(taken_by_both):
    env = door.env("fravan", size=3, pie=False)
    env.reset()
    env.step(9)
    if taken_by_both:
        env.step(10)
    loser = env.agent_selection
    winner = door.AGENTS[1 - door.AGENTS.index(loser)]
    before = env.unwrapped.position
    env.step(9)
    assert env.unwrapped.position == before
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.truncations == {"player_0": False, "player_1": False}
    seen = {}
    for agent in env.agent_iter():
        _, seen[agent], _, _, info = env.last()
        assert info["illegal"] == "c3 is taken by Black (FV1)"
        assert not info["action_mask"].any()
        env.step(None)
    assert seen == {loser: -1, winner: 1}
    assert list(seen) == [loser, winner]
    env.reset()
    assert "illegal" not in env.infos[env.agent_selection]


def everything(env):
    """All that an environment tells, copied."""
    return copy.deepcopy(
        (
            env.agents,
            env.agent_selection,
            env.rewards,
            env.terminations,
            env.truncations,
            env._cumulative_rewards,
            env.position.text,
            [mask_of(env, agent).tolist() for agent in env.agents],
        )
    )


@pytest.mark.parametrize("illegal", ["lose", "raise"])
@pytest.mark.parametrize(
    "action", [-1, 22, 10**30, np.int64(99), None, 3.0, "c3", True, np.True_, [3], np.array([3, 4])]
)
def test_what_is_no_action_raises_and_changes_nothing(illegal, action):
    env = door.raw_env("fravan", size=3, illegal=illegal)
    env.reset()
    before = everything(env)
    with pytest.raises((TypeError, fylking.IllegalActionError)):
        env.step(action)
    assert everything(env) == before


def test_an_illegal_action_raises_by_option_and_changes_nothing():
    env = door.raw_env("fravan", size=3, pie=False, illegal="raise")
    env.reset()
    env.step(9)
    before = everything(env)
    with pytest.raises(fylking.IllegalActionError, match="c3 is taken by Black"):
        env.step(9)
    assert everything(env) == before
    env.step(10)
    assert env.agent_selection == "player_0"


@pytest.mark.parametrize("kind", [int, np.int8, np.int32, np.uint16, np.int64, np.array])
def test_an_action_may_be_any_integer(kind):
    env = door.env("fravan", size=3)
    env.reset()
    env.step(kind(9))
    assert env.unwrapped.position.peek() == 9


@both_masks
def test_pettingzoos_own_wrapper_for_illegal_actions_works(mask):
    env = TerminateIllegalWrapper(door.raw_env("fravan", size=3, mask=mask, illegal="raise"), -1)
    env.reset()
    env.step(9)
    env.step(9)
    assert env.rewards == {"player_0": 0, "player_1": -1}
    assert all(env.terminations.values())
    assert len(EnvLogger.mqueue) == 1
    EnvLogger.flush()
    for _ in range(2):
        env.step(None)
    assert env.agents == []


def test_pettingzoos_wrapper_for_several_episodes_works():
    env = MultiEpisodeEnv(door.raw_env("fravan", size=2), 3)
    env.reset(seed=4)
    games = 0
    for _ in env.agent_iter():
        _, _, terminated, _, info = env.last()
        games += terminated
        env.step(None if terminated else int(info["action_mask"].argmax()))
    assert games == 6


@small_games
@both_masks
def test_what_was_returned_is_never_changed(game, mask):
    env = door.env(game, mask=mask, render_mode="rgb_array", picture_size=96)
    env.reset()
    held, copies = [], []
    for seed in range(2):
        for _ in play(env, game, seed, pass_rate=0.3, most=40):
            held += [(env.observe(agent), env.infos[agent]) for agent in env.agents]
            held += [env.last(), env.render(), env.unwrapped.position.text, env.agents]
            held += [env.rewards, env.terminations, env.truncations, env.infos]
            copies += copy.deepcopy(held[len(copies) :])
        while env.agents:
            env.step(None)
    env.reset()
    assert len(held) == len(copies) > 50
    for one, other in zip(held, copies, strict=True):
        np.testing.assert_equal(one, other)


def test_changing_what_was_returned_changes_nothing():
    env = door.raw_env("fravan", size=3)
    env.reset()
    env.observe("player_0")[:] = 7
    env.infos["player_0"]["action_mask"][:] = 0
    env.position.push(3)
    assert env.position == env.game.start()
    assert (env.observe("player_0") == env.game.start().observation()).all()
    env.step(4)
    assert mask_of(env, "player_1").sum() == 2


@small_games
@pytest.mark.parametrize("how", ["copy", "pickle"])
def test_a_copy_goes_on_by_itself(game, how, no_window):
    env = door.raw_env(game, render_mode="human", picture_size=96)
    env.metadata["render_fps"] = 10_000
    env.reset()
    for _ in range(4):
        env.step(int(mask_of(env, env.agent_selection).argmax()))
    again = copy.deepcopy(env) if how == "copy" else pickle.loads(pickle.dumps(env))
    before = everything(env)
    assert everything(again) == before
    again.step(int(mask_of(again, again.agent_selection).argmax()))
    assert everything(env) == before != everything(again)
    env.close()
    again.close()


@small_games
def test_render_shows_the_position(game, no_window):
    from fylking.doors import picture

    text = door.env(game, render_mode="ansi")
    pixels = door.env(game, render_mode="rgb_array", picture_size=150)
    pixels.reset()
    for position in play(text, game, most=5):
        if position.ply:
            pixels.step(position.peek())
        assert text.render() == str(position)
        assert (pixels.render() == picture.pixels(position, 150)).all()


def test_render_without_a_mode_warns():
    env = door.env("fravan", size=2)
    env.reset()
    with pytest.warns(UserWarning, match="without a render_mode"):
        assert env.render() is None


def test_nothing_works_before_reset():
    env = door.raw_env("fravan", size=2)
    for call in (lambda: env.step(1), lambda: env.observe("player_0"), env.render):
        with pytest.raises(ResetNeeded):
            call()
    with pytest.raises(ResetNeeded):
        _ = env.position
    env.close()


def test_a_finished_game_takes_no_step():
    env = door.raw_env("fravan", size=2, pie=False)
    env.reset()
    for action in (7, 7, None, None):
        env.step(action)
    with pytest.raises(ResetNeeded, match="over"):
        env.step(0)


def test_a_game_or_its_name_with_options():
    game = fylking.Frasvel(4, pie=False)
    assert door.raw_env(game).game == game
    assert door.raw_env("Frasvel", size=4, pie=False).game == game
    assert door.raw_env("frasvel").game == fylking.Frasvel()
    assert str(door.env(game)) == "frasvel_v0"


def test_pettingzoo_makes_the_games_by_name():
    for name, room in fylking.GAMES.items():
        env = pettingzoo.make("aec", f"fylking/{room.title}-v0", size=6)
        assert env.unwrapped.game == fylking.game(name, 6)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"size": 1}, "size is 1"),
        ({"game": fylking.Fravan(3), "size": 4}, "has its size and pie rule"),
        ({"game": fylking.Fravan(3), "pie": True}, "has its size and pie rule"),
        ({"game": "freeze", "pie": True}, "no pie rule"),
        ({"mask": "info"}, "mask is 'infos' or 'observation', not 'info'"),
        ({"illegal": "ignore"}, "illegal is 'lose' or 'raise', not 'ignore'"),
        ({"max_actions": 0}, "max_actions is 1 or more, not 0"),
        ({"dtype": "int8"}, "dtype is 'uint8' or 'float32', not 'int8'"),
        ({"render_mode": "rgb"}, "render_mode is None or 'human' or"),
        ({"render_mode": "rgb_array", "picture_size": 3}, "96 to 2048 pixels, not 3"),
    ],
)
def test_options_that_are_not_offered(options, message):
    with pytest.raises(fylking.OptionError, match=message):
        door.env(**({"game": "fravan"} | options))


@pytest.mark.parametrize("options", [{"game": 3}, {"max_actions": True}, {"max_actions": 2.5}])
def test_options_of_another_type(options):
    with pytest.raises(TypeError):
        door.env(**({"game": "fravan"} | options))

"""The vector environment for self-play, beside Gymnasium's own over single games."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
import samples

import fylking

pytest.importorskip("gymnasium")

import gymnasium
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from fylking.doors import gymnasium as door

small_games = pytest.mark.parametrize("game", samples.SMALL, ids=samples.label)
every_mode = pytest.mark.parametrize("mode", AutoresetMode, ids=lambda mode: mode.value)

pytestmark = pytest.mark.filterwarnings("error")


class Single(gymnasium.Env):
    """One game for both seats, from the position alone."""

    def __init__(self, game, most):
        self.game = game
        self.most = most
        self.observation_space = door.FylkingEnv(game).observation_space
        self.action_space = gymnasium.spaces.Discrete(game.action_count)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.position = self.game.start()
        return self.position.observation(dtype="uint8"), self.info()

    def step(self, action):
        seat = self.position.seat
        self.position.push(int(action))
        over = self.position.is_over
        cut = not over and self.position.ply >= self.most
        info = self.info() | {"rewards": np.array(self.position.returns, np.float32)}
        if cut:
            info["action_mask"][:] = 0
        reward = self.position.returns[seat]
        return self.position.observation(dtype="uint8"), reward, over, cut, info

    def info(self):
        mask = self.position.legal_mask().astype(np.int8)
        return {"action_mask": mask, "seat": np.int8(self.position.seat)}


def draw(rng, masks):
    """An action for every game; -1 where none is legal."""
    return np.array([rng.choice(np.flatnonzero(m)) if m.any() else -1 for m in masks])


@small_games
@every_mode
@pytest.mark.parametrize("most", [9, 10_000])
def test_it_does_what_gymnasiums_own_does(game, mode, most):
    """One step of a game there is one step of a game here, resets included."""
    n = 5
    ours = door.SelfPlayVectorEnv(game, num_envs=n, autoreset_mode=mode, max_actions=most)
    theirs = SyncVectorEnv([lambda: Single(game, most)] * n, autoreset_mode=mode)
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    assert ours.single_observation_space == theirs.single_observation_space
    assert ours.single_action_space == theirs.single_action_space
    assert ours.metadata["autoreset_mode"] is mode
    rng = np.random.default_rng(1)
    result, expected = ours.reset(seed=1), theirs.reset(seed=1)
    np.testing.assert_equal(result, expected)
    ended = np.zeros(n, bool)
    episodes = 0
    for _ in range(80):
        if mode == AutoresetMode.DISABLED and ended.any():
            options = {"reset_mask": ended}
            observation, info = ours.reset(options=dict(options))
            wanted, only = theirs.reset(options=dict(options))
            assert (observation == wanted).all()
            for key in ("action_mask", "seat"):
                assert (info[key][ended] == only[key][ended]).all()
        else:
            info = result[-1]
        actions = draw(rng, info["action_mask"])
        result, expected = ours.step(actions), theirs.step(actions)
        infos, wanted = result[-1], expected[-1]
        np.testing.assert_equal(result[:-1], expected[:-1])
        assert [array.dtype for array in result[:-1]] == [array.dtype for array in expected[:-1]]
        ended = result[2] | result[3]
        episodes += ended.sum()
        # Gymnasium has no rewards of a game that has just begun anew; here they are at hand.
        assert set(wanted) <= set(infos) <= set(wanted) | {"rewards", "_rewards"}
        for key in wanted:
            if key in ("rewards", "_rewards"):
                held = wanted["_rewards"]
                assert (infos[key][held] == wanted[key][held]).all()
            else:
                assert data_equivalence(infos[key], wanted[key], exact=True), key
    assert episodes > n


@small_games
def test_masks_seats_and_rewards_are_the_positions(game):
    envs = door.SelfPlayVectorEnv(game, num_envs=4, autoreset_mode="SameStep", threads=2)
    rng = np.random.default_rng(2)
    observations, infos = envs.reset()
    games = [game.start() for _ in range(4)]
    won = 0
    for _ in range(60):
        for i, position in enumerate(games):
            assert envs.position(i) == position
            assert np.flatnonzero(infos["action_mask"][i]).tolist() == position.legal_actions()
            assert infos["seat"][i] == position.seat
            assert (observations[i] == position.observation()).all()
        assert envs.observation_space.contains(observations)
        actions = draw(rng, infos["action_mask"])
        observations, rewards, terminations, truncations, infos = envs.step(actions)
        assert not truncations.any()
        for i, position in enumerate(games):
            seat = position.seat
            position.push(int(actions[i]))
            assert rewards[i] == position.returns[seat]
            assert infos["rewards"][i].tolist() == list(position.returns)
            assert terminations[i] == position.is_over
            if position.is_over:
                won += 1
                assert (infos["final_obs"][i] == position.observation()).all()
                assert infos["final_info"]["seat"][i] == position.seat
                assert infos["final_info"]["rewards"][i].tolist() == list(position.returns)
                games[i] = game.start()
    assert won


@pytest.mark.parametrize(
    ("name", "games", "rewards", "by_seat"),
    [
        # Black is ahead, White has passed: Black's pass wins.
        ("fravan", [[3, 3], [7, 0], [7, 1]], [1, 0], [[1, -1], [0, 0]]),
        # Who passes first has half a point more (FS11): the second pass loses.
        ("frasvel", [[49, 3], [49, 0]], [-1, 0], [[1, -1], [0, 0]]),
    ],
)
def test_rewards_are_those_of_the_seat_that_acted(name, games, rewards, by_seat):
    envs = door.SelfPlayVectorEnv(name, size=2, pie=False, num_envs=2)
    envs.reset()
    for actions in games:
        _, found, terminations, _, infos = envs.step(actions)
    assert terminations.tolist() == [True, False]
    assert found.tolist() == rewards
    assert infos["rewards"].tolist() == by_seat


@small_games
@every_mode
def test_what_was_returned_is_never_changed(game, mode):
    envs = door.SelfPlayVectorEnv(game, num_envs=3, autoreset_mode=mode, max_actions=8)
    rng = np.random.default_rng(3)
    held = [envs.reset()]
    copies = copy.deepcopy(held)
    for _ in range(30):
        held.append(envs.step(draw(rng, held[-1][-1]["action_mask"])))
        copies.append(copy.deepcopy(held[-1]))
        ended = held[-1][2] | held[-1][3]
        if mode == AutoresetMode.DISABLED and ended.any():
            held.append(envs.reset(options={"reset_mask": ended}))
            copies.append(copy.deepcopy(held[-1]))
    assert data_equivalence(held, copies, exact=True)


def test_changing_what_was_returned_changes_nothing():
    envs = door.SelfPlayVectorEnv("fravan", size=3, num_envs=2)
    observations, infos = envs.reset()
    observations[:] = 7
    infos["action_mask"][:] = 0
    infos["seat"][:] = 1
    infos["_seat"][:] = False
    assert infos["_action_mask"].all()
    observations, _, _, _, infos = envs.step([9, 9])
    assert (observations[0] == envs.position(0).observation()).all()
    assert infos["seat"].tolist() == [1, 1]


@every_mode
@pytest.mark.parametrize("actions", [[9, 9], [3, 22], [3, -1], [np.iinfo(np.int64).max, 3]])
def test_an_illegal_action_raises_and_no_game_moves(mode, actions):
    envs = door.SelfPlayVectorEnv("fravan", size=3, pie=False, num_envs=2, autoreset_mode=mode)
    envs.reset()
    envs.step([9, 9])
    before = [envs.position(i) for i in range(2)]
    with pytest.raises(fylking.IllegalActionError):
        envs.step(actions)
    assert [envs.position(i) for i in range(2)] == before


@pytest.mark.parametrize(
    ("actions", "error"),
    [([3], fylking.OptionError), ([3.0, 3.0], TypeError), (["c3", "c3"], TypeError), (3, ValueError)],
)  # fmt: skip
def test_what_are_no_actions(actions, error):
    envs = door.SelfPlayVectorEnv("fravan", size=3, num_envs=2)
    envs.reset()
    with pytest.raises(error):
        envs.step(actions)


def test_nothing_works_before_reset():
    envs = door.SelfPlayVectorEnv("fravan", size=2, num_envs=2)
    with pytest.raises(ResetNeeded):
        envs.step([0, 0])
    with pytest.raises(ResetNeeded):
        envs.reset(options={"reset_mask": np.array([True, False])})


@pytest.mark.parametrize("mask", [[True], np.zeros(2, bool), np.array([0, 1]), "all"])
def test_reset_masks_that_do_not_fit(mask):
    envs = door.SelfPlayVectorEnv("fravan", size=2, num_envs=2)
    envs.reset()
    with pytest.raises(fylking.OptionError, match="reset_mask is a bool array of shape"):
        envs.reset(options={"reset_mask": mask})


def test_its_actions_can_be_sampled_by_mask():
    envs = door.SelfPlayVectorEnv("herfor", size=3, num_envs=3)
    envs.action_space.seed(1)
    _, infos = envs.reset()
    for _ in range(50):
        *_, infos = envs.step(envs.action_space.sample(mask=tuple(infos["action_mask"])))


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_gymnasium_makes_it_and_wraps_it(mode):
    for name, room in fylking.GAMES.items():
        envs = gymnasium.make_vec(
            f"fylking/{room.title}SelfPlay-v0", num_envs=3, size=6, autoreset_mode=mode,
            max_actions=10,
        )  # fmt: skip
        assert envs.unwrapped.game == fylking.game(name, 6)
        envs = RecordEpisodeStatistics(envs)
        _, infos = envs.reset(seed=1)
        rng = np.random.default_rng(1)
        lengths = []
        for _ in range(45):
            *_, infos = envs.step(draw(rng, infos["action_mask"]))
            if "episode" in infos:
                lengths += infos["episode"]["l"][infos["_episode"]].tolist()
        assert lengths
        assert max(lengths) == 10
        envs.close()


def test_gymnasium_makes_many_single_agents_too():
    envs = gymnasium.make_vec("fylking/Freeze-v0", num_envs=3, seat="random")
    _, infos = envs.reset(seed=2)
    rng = np.random.default_rng(1)
    for _ in range(20):
        *_, infos = envs.step(draw(rng, infos["action_mask"]))
    assert infos["action_mask"].shape == (3, fylking.Freeze().action_count)


@every_mode
def test_it_pickles(mode):
    envs = door.SelfPlayVectorEnv("freeze", size=6, num_envs=2, autoreset_mode=mode)
    envs.reset(seed=1)
    actions = draw(np.random.default_rng(1), envs.reset()[1]["action_mask"])
    again = pickle.loads(pickle.dumps(envs))
    np.testing.assert_equal(again.step(actions), envs.step(actions))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"autoreset_mode": "same-step"}, "an AutoresetMode ('NextStep', 'SameStep', 'Disabled')"),
        ({"autoreset_mode": None}, "not None"),
        ({"num_envs": 0}, "1"),
        ({"dtype": "int8"}, "dtype is 'uint8' or 'float32', not 'int8'"),
        ({"game": fylking.Fravan(3), "size": 3}, "has its size and pie rule"),
        ({"max_actions": 0}, "max_actions"),
    ],
)
def test_options_that_are_not_offered(options, message):
    with pytest.raises(fylking.OptionError) as caught:
        door.SelfPlayVectorEnv(**({"game": "fravan"} | options))
    assert message in str(caught.value)


def test_float_observations():
    envs = door.SelfPlayVectorEnv("frasvel", size=3, num_envs=2, dtype="float32")
    observations, _ = envs.reset()
    assert observations.dtype == np.float32
    assert envs.observation_space.contains(observations)


def test_no_render_mode():
    made = gymnasium.make_vec("fylking/FravanSelfPlay-v0", num_envs=2, size=3)
    assert made.unwrapped.render_mode is None
    with pytest.raises(
        fylking.OptionError, match="render_mode is None for many games, not 'human'"
    ):
        gymnasium.make_vec("fylking/FravanSelfPlay-v0", num_envs=2, size=3, render_mode="human")

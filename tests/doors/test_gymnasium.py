"""The Gymnasium door: Gymnasium's own checker, and what it does not look at."""

from __future__ import annotations

import copy
import functools
import pickle

import numpy as np
import pytest
import samples

import fylking

pytest.importorskip("gymnasium")
pytest.importorskip("PIL")

import gymnasium
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

from fylking.doors import gymnasium as door

CHECKED = [
    game
    for game in samples.GAMES
    if game.size in (2, 3, 6) or (game.pie and game.size == game.default_size)
]
every_game = pytest.mark.parametrize("game", samples.GAMES, ids=samples.label)
checked_games = pytest.mark.parametrize("game", CHECKED, ids=samples.label)
small_games = pytest.mark.parametrize("game", samples.SMALL, ids=samples.label)
both_seats = pytest.mark.parametrize("seat", [0, 1])

pytestmark = pytest.mark.filterwarnings("error")


@pytest.fixture
def no_window(monkeypatch):
    pytest.importorskip("pygame")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


def first_legal(position):
    return position.legal_actions()[0]


class Follower:
    """Plays both sides of a game of `samples.walk`: the opponent's actions, and the agent's."""

    def __init__(self, game, seed=0, **how):
        for position in samples.walk(game, seed, **how):
            self.last = position
        self.actions = position.history

    def __call__(self, position):
        return self.actions[position.ply]


def episode(env, seed=None):
    """The results of `reset` and of the steps of an episode, the agent's actions drawn by mask."""
    rng = np.random.default_rng(5)
    observation, info = env.reset(seed=seed)
    results = [(observation, 0.0, False, False, info)]
    while not (results[-1][2] or results[-1][3]):
        action = rng.choice(np.flatnonzero(results[-1][4]["action_mask"]))
        results.append(env.step(action))
    return results


# ---- Gymnasium's own checker ----


@checked_games
@pytest.mark.parametrize("seat", [0, 1, "random"])
def test_check_env(game, seat, no_window):
    """Without `gymnasium.make` it looks at no render mode, and warns when it is to look."""
    check_env(door.FylkingEnv(game, seat=seat), skip_render_check=True)
    check_env(door.FylkingEnv(game, opponent=first_legal, dtype="float32"), skip_render_check=True)


@pytest.mark.parametrize("room", fylking.GAMES.values(), ids=fylking.GAMES)
@both_seats
def test_check_env_with_render_modes(room, seat, no_window):
    made = gymnasium.make(f"fylking/{room.title}-v0", seat=seat, picture_size=96)
    check_env(made.unwrapped)


@checked_games
def test_episodes_in_gymnasiums_wrappers(game):
    """`make` checks what is returned at each step."""
    episode(gymnasium.make(f"fylking/{game.title}-v0", size=game.size, seat="random"), seed=1)


# ---- What it does not look at ----


@every_game
@both_seats
def test_masks_and_observations_are_the_positions(game, seat):
    follower = Follower(game, most=25)
    env = door.FylkingEnv(game, opponent=follower, seat=seat, illegal="raise")
    observation, info = env.reset(seed=0)
    steps = 0
    terminated = False
    while True:
        position = env.position
        assert (observation == position.observation()).all(), position.text
        assert observation.dtype == np.uint8
        assert env.observation_space.contains(observation), position.text
        mask = info["action_mask"]
        assert (mask.dtype, mask.shape) == (np.int8, (game.action_count,))
        assert np.flatnonzero(mask).tolist() == position.legal_actions(), position.text
        assert info["seat"] == seat
        assert list(info) == ["action_mask", "seat"]
        assert terminated == position.is_over
        if terminated:
            break
        assert position.seat == seat, position.text
        observation, reward, terminated, truncated, info = env.step(follower(position))
        steps += 1
        assert not truncated
        assert terminated or reward == 0
    assert position == follower.last
    assert position.history == follower.actions
    replayed = game.start()
    seats = []
    for action in follower.actions:
        seats.append(replayed.seat)
        replayed.push(action)
    assert steps == seats.count(seat)
    assert reward == position.returns[seat]


def test_games_of_both_kinds_are_followed():
    """The test above meets wins and losses; a step is one action also where turns are longer."""
    found = set()
    for game in samples.GAMES:
        position = Follower(game, most=25).last
        found |= {*position.returns}
    assert found >= {1.0, -1.0}


def test_a_draw_is_0():
    env = door.FylkingEnv("freeze", opponent=lambda position: "pass")
    env.reset()
    assert env.step(env.game.pass_action)[1:4] == (0.0, True, False)


def test_the_agent_that_chooses_white_acts_again():
    asked = []

    def opponent(position):
        asked.append(position.text)
        return "b2"

    env = door.FylkingEnv("fravan", size=2, opponent=opponent, seat=1)
    _, info = env.reset()
    assert np.flatnonzero(info["action_mask"]).tolist() == [8, 9]
    env.step(9)
    assert len(asked) == 1
    assert env.position.seat == 1
    env.reset()
    with pytest.raises(door.OpponentError, match="b2 is taken by Black"):
        env.step(8)  # black: the opponent is White, and to move


def test_an_opponent_that_chooses_white_acts_again():
    env = door.FylkingEnv("fravan", size=2, opponent=lambda p: "white" if p.ply == 1 else "a1")
    env.reset()
    env.step(3)
    assert env.position.history == (3, 9, 0)


def test_the_steps_of_a_turn_are_the_agents_own():
    env = door.FylkingEnv("freeze", opponent=lambda position: "pass")
    env.reset()
    position = env.position
    env.step(position.parse_action("b1:b7"))
    assert env.position.stage == "freeze+1"
    env.step(position.parse_action("=d4"))
    assert env.position.history[-1] == position.game.pass_action


def test_the_opponents_turn_is_played_to_its_end():
    turn = iter(["c1:c7", "=b1"])
    env = door.FylkingEnv("freeze", opponent=lambda position: next(turn))
    env.reset()
    env.step(env.game.pass_action)
    assert env.position.turn_text() == "c1:c7=b1"


# ---- Opponents ----


@small_games
def test_the_seed_decides_what_the_random_opponent_plays(game):
    def played(env, seed):
        episode(env, seed)
        return env.position.history

    env, other = door.FylkingEnv(game, seat="random"), door.FylkingEnv(game, seat="random")
    games = [played(env, seed) for seed in range(8)]
    assert games == [played(other, seed) for seed in range(8)]
    assert len(set(games)) > 1
    later = [played(env, None) for _ in range(5)]
    played(other, 7)
    assert later == [played(other, None) for _ in range(5)]


def test_the_random_opponent_plays_what_its_action_is_drawn_from():
    env = door.FylkingEnv("fravan", size=2, pie=False)
    replies = set()
    for seed in range(100):
        env.reset(seed=seed)
        env.step(3)
        replies.add(env.position.peek())
    assert replies == {0, 1, 2, 4, 5, 6}


def test_a_random_seat_is_drawn_at_each_reset_from_the_seed():
    env = door.FylkingEnv("fravan", size=3, seat="random")
    seats = [env.reset(seed=4)[1]["seat"]] + [env.reset()[1]["seat"] for _ in range(40)]
    assert {*seats} == {0, 1}
    assert seats == [env.reset(seed=4)[1]["seat"]] + [env.reset()[1]["seat"] for _ in range(40)]


class Drawing:
    """Opponents that draw, as different kinds of callables."""

    def method(self, position, rng):
        return int(rng.choice(position.legal_actions()))

    def __call__(self, position, *, rng):
        return self.method(position, rng)


@pytest.mark.parametrize(
    "opponent",
    [
        Drawing(),
        Drawing().method,
        functools.partial(Drawing.method, None),
        lambda position, rng=None: position.random_action(rng),
    ],
)
def test_an_opponent_with_an_rng_draws_from_the_environments_seed(opponent):
    env = door.FylkingEnv("fravan", size=3, opponent=opponent, seat=1)

    def opening(seed):
        env.reset(seed=seed)
        return env.position.peek()

    openings = [opening(seed) for seed in range(20)]
    assert len({*openings}) > 5
    assert openings == [opening(seed) for seed in range(20)]


@pytest.mark.parametrize("kind", [int, np.int64, np.uint8, np.array, str])
def test_an_opponent_gives_an_int_or_a_text(kind):
    def opponent(position):
        return position.action_text(4) if kind is str else kind(4)

    env = door.FylkingEnv("fravan", size=2, opponent=opponent, seat=1)
    env.reset()
    assert env.position.history == (4,)


@small_games
def test_an_opponent_may_spoil_what_it_was_given(game):
    def opponent(position):
        action = first_legal(position)
        position.play_random(1)
        held.append(position)
        return action

    held = []
    env = door.FylkingEnv(game, opponent=opponent)
    episode(env, seed=0)
    replayed = game.start()
    for action in env.position.history:
        replayed.push(action)
    assert replayed == env.position
    texts = [position.text for position in held]
    episode(env, seed=0)
    assert texts == [position.text for position in held[: len(texts)]]


@pytest.mark.parametrize("action", [3, 99, -1, "b2", "z9", None, 2.0, True, [4]])
def test_an_opponents_illegal_action_is_its_error(action):
    env = door.FylkingEnv("fravan", size=2, pie=False, opponent=lambda position: action)
    env.reset(seed=1)
    before = env.position
    with pytest.raises(door.OpponentError) as caught:
        env.step(3)
    assert f"the opponent gave {action!r} in 'fravan2 ../.b./.. w play 1b'" in str(caught.value)
    assert env.position == before
    with pytest.raises(door.OpponentError):  # and the episode goes on
        env.step(3)


def test_an_opponents_error_in_reset_leaves_the_episode_before():
    failing = False

    def opponent(position, rng):
        return -1 if failing else position.random_action(rng)

    env = door.FylkingEnv("fravan", size=3, pie=False, opponent=opponent, seat="random")
    seats = {seed: env.reset(seed=seed)[1]["seat"] for seed in range(20)}
    first, second = ([seed for seed in seats if seats[seed] == seat] for seat in (0, 1))
    env.reset(seed=first[0])
    before = env.position
    failing = True
    with pytest.raises(door.OpponentError):
        env.reset(seed=second[0])
    failing = False
    assert env.position == before
    *_, info = env.step(before.legal_actions()[0])
    assert info["seat"] == 0 == env.position.seat
    assert env.position.ply == 2


BOTS = {
    "random": fylking.bots.RandomBot,
    "greedy": fylking.bots.GreedyBot,
    "level": lambda: fylking.bots.level_bot(1),
}


@pytest.mark.parametrize("make", BOTS.values(), ids=BOTS)
def test_a_bot_is_an_opponent_that_the_seed_drives(make):
    def histories(env):
        env.reset(seed=4)
        for _ in range(3):
            while not env.position.is_over:
                env.step(env.position.legal_actions()[0])
            yield env.position.history
            env.reset()

    first, again = (
        list(histories(door.FylkingEnv("fravan", size=4, opponent=make(), seat="random")))
        for _ in range(2)
    )
    assert first == again
    assert len(set(first)) > 1


def test_an_rng_that_is_bound_stays():
    def opponent(position, rng):
        return position.legal_actions()[rng]

    env = door.FylkingEnv("fravan", size=3, opponent=functools.partial(opponent, rng=2), seat=1)
    env.reset()
    assert env.position.history == (2,)


def test_numbers_and_dtypes_of_numpy_are_options():
    env = door.FylkingEnv("fravan", size=3, seat=np.int64(1), dtype=np.float32)
    observation, info = env.reset(seed=1)
    assert info["seat"] == 1
    assert observation.dtype == np.float32


def test_an_opponents_own_error_comes_through():
    def opponent(position):
        raise KeyError("lost")

    env = door.FylkingEnv("fravan", size=2, pie=False, opponent=opponent)
    env.reset()
    with pytest.raises(KeyError, match="lost"):
        env.step(3)
    assert env.position == env.game.start()


# ---- Illegal actions, cut-offs ----


def test_an_illegal_action_loses():
    env = door.FylkingEnv("fravan", size=2, pie=False, opponent=first_legal)
    env.reset()
    env.step(3)
    before = env.position
    observation, reward, terminated, truncated, info = env.step(3)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert info["illegal"] == "b2 is taken by Black (FV1)"
    assert not info["action_mask"].any()
    assert (observation == before.observation()).all()
    assert env.position == before
    with pytest.raises(ResetNeeded, match="ended"):
        env.step(2)
    _, info = env.reset()
    assert "illegal" not in info


def test_an_illegal_action_raises_by_option_and_changes_nothing():
    env = door.FylkingEnv("fravan", size=2, pie=False, opponent=first_legal, illegal="raise")
    env.reset()
    env.step(3)
    before = env.position
    with pytest.raises(fylking.IllegalActionError, match="b2 is taken by Black"):
        env.step(3)
    assert env.position == before
    assert env.step(2)[1:4] == (0.0, False, False)


@pytest.mark.parametrize("illegal", ["lose", "raise"])
@pytest.mark.parametrize(
    "action", [-1, 10, 10**30, np.int64(99), None, 3.0, "b2", True, np.True_, [3], np.array([3, 4])]
)
def test_what_is_no_action_raises_and_changes_nothing(illegal, action):
    env = door.FylkingEnv("fravan", size=2, illegal=illegal)
    env.reset()
    with pytest.raises((TypeError, fylking.IllegalActionError)):
        env.step(action)
    assert env.position == env.game.start()
    assert env.step(3)[1:4] == (0.0, False, False)


@small_games
@both_seats
@pytest.mark.parametrize("limit", [4, 5])
def test_a_cut_off_is_a_truncation_at_the_agents_turn(game, seat, limit):
    env = door.FylkingEnv(game, seat=seat, max_actions=limit)
    rng = np.random.default_rng(1)
    cut = 0
    for seed in range(5):
        _, info = env.reset(seed=seed)
        terminated = truncated = False
        while not (terminated or truncated):
            action = rng.choice(np.flatnonzero(info["action_mask"]))
            observation, reward, terminated, truncated, info = env.step(action)
            position = env.position
            assert terminated == position.is_over
            assert truncated == (not position.is_over and position.ply >= limit)
        if truncated:
            cut += 1
            assert (reward, position.seat) == (0.0, seat)
            assert not info["action_mask"].any()
            assert (observation == position.observation()).all()
        with pytest.raises(ResetNeeded):
            env.step(0)
    assert cut


def test_the_last_action_allowed_may_end_the_game():
    env = door.FylkingEnv("fravan", 2, False, opponent=lambda p: "pass", max_actions=2)
    env.reset()
    assert env.step(7)[2:4] == (True, False)


# ---- What was returned ----


@small_games
def test_what_was_returned_is_never_changed(game):
    env = door.FylkingEnv(game, seat="random", render_mode="rgb_array", picture_size=96)
    rng = np.random.default_rng(5)
    held, copies = [], []
    for seed in range(3):
        result = env.reset(seed=seed)
        for _ in range(12):
            held.append([*result, env.render()])
            copies.append(copy.deepcopy(held[-1]))
            mask = result[-1]["action_mask"]
            result = env.step(rng.choice(np.flatnonzero(mask))) if mask.any() else env.reset()
    np.testing.assert_equal(held, copies)


def test_changing_what_was_returned_changes_nothing():
    env = door.FylkingEnv("fravan", size=3, seat=1, opponent=first_legal)
    observation, info = env.reset()
    observation[:] = 7
    info["action_mask"][:] = 0
    env.position.pop()
    observation, _, _, _, info = env.step(20)
    assert (observation == env.position.observation()).all()
    assert info["action_mask"].any()


@small_games
@pytest.mark.parametrize("how", ["copy", "pickle"])
def test_a_copy_goes_on_alike_and_by_itself(game, how, no_window):
    env = door.FylkingEnv(game, render_mode="human", picture_size=96)
    env.metadata["render_fps"] = 10_000
    _, info = env.reset(seed=3)
    for _ in range(2):
        info = env.step(int(info["action_mask"].argmax()))[4]
    again = copy.deepcopy(env) if how == "copy" else pickle.loads(pickle.dumps(env))
    assert again.position == env.position
    action = int(info["action_mask"].argmax())
    before = env.position
    ours = again.step(action)
    assert env.position == before
    np.testing.assert_equal(ours, env.step(action))
    env.close()
    again.close()


# ---- The rest of the interface ----


@small_games
def test_render_shows_the_position(game):
    from fylking.doors import picture

    text = door.FylkingEnv(game, render_mode="ansi")
    pixels = door.FylkingEnv(game, render_mode="rgb_array", picture_size=150)
    for env in (text, pixels):
        env.reset(seed=0)
        env.step(first_legal(env.position))
    assert text.position == pixels.position
    assert text.render() == str(text.position)
    assert (pixels.render() == picture.pixels(text.position, 150)).all()


def test_nothing_works_before_reset():
    env = door.FylkingEnv("fravan", size=2)
    for call in (lambda: env.step(1), env.render):
        with pytest.raises(ResetNeeded):
            call()
    with pytest.raises(ResetNeeded):
        _ = env.position
    env.close()
    env.close()


def test_metadata_is_an_environments_own():
    env = door.FylkingEnv("fravan", size=2)
    env.metadata["render_fps"] = 30
    assert door.FylkingEnv("fravan", size=2).metadata["render_fps"] == 4


def test_every_game_is_registered():
    for name, room in fylking.GAMES.items():
        env = gymnasium.make(f"fylking/{room.title}-v0", size=6)
        assert env.unwrapped.game == fylking.game(name, 6)
        assert env.spec.max_episode_steps is None
        assert not env.spec.nondeterministic


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"game": fylking.Fravan(3), "size": 4}, "has its size and pie rule"),
        ({"seat": 2}, "seat is 0 or 1 or 'random', not 2"),
        ({"seat": True}, "seat is 0 or 1 or 'random', not True"),
        ({"illegal": "ignore"}, "illegal is 'lose' or 'raise', not 'ignore'"),
        ({"max_actions": -3}, "max_actions is 1 or more, not -3"),
        ({"dtype": "int8"}, "dtype is 'uint8' or 'float32', not 'int8'"),
        ({"dtype": ">f4"}, "dtype is 'uint8' or 'float32', not '>f4'"),
        ({"dtype": "no"}, "dtype is 'uint8' or 'float32', not 'no'"),
        ({"render_mode": "rgb"}, "render_mode is None or 'human' or"),
    ],
)
def test_options_that_are_not_offered(options, message):
    with pytest.raises(fylking.OptionError, match=message):
        door.FylkingEnv(**({"game": "fravan"} | options))


def test_an_opponent_can_be_called():
    for opponent in ("random", 3, fylking.bots.RandomBot, object()):
        with pytest.raises(TypeError, match="an opponent is called with a position, or is a bot"):
            door.FylkingEnv("fravan", opponent=opponent)

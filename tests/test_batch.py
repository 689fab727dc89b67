"""Batches: the same as positions played one by one, in each of the three modes."""

from __future__ import annotations

import copy
import pickle
import random

import numpy as np
import pytest
import samples
from batches import FIELDS, every_mode, everything

import fylking

every_game = pytest.mark.parametrize("game", samples.GAMES, ids=samples.label)
small_games = pytest.mark.parametrize("game", samples.SMALL, ids=samples.label)


class Model:
    """One game of a batch, played with a `Position`: Gymnasium's modes in as many words."""

    def __init__(self, game, mode, most):
        self.game, self.mode, self.most = game, mode, most
        self.position = game.start()
        self.waiting = self.over = self.cut = False

    def step(self, action):
        """Reward of seat 0, terminated, truncated, and the last position of a game that ends."""
        if self.waiting and self.mode == "disabled":
            assert action == -1
            return 0, self.over, self.cut, self.position.copy()
        if self.waiting:
            self.position = self.game.start()
            self.waiting = False
            return 0, False, False, None
        self.position.push(action)
        self.over = self.position.is_over
        self.cut = not self.over and self.position.ply == self.most
        reward = self.position.returns[0]
        last = self.position.copy() if self.over or self.cut else None
        if last is not None and self.mode == "same-step":
            self.position = self.game.start()
        elif last is not None:
            self.waiting = True
        return reward, self.over, self.cut, last


def choose(chance, model):
    """An action for a game; games are made short by passing."""
    if model.waiting:
        return -1 if model.mode == "disabled" else chance.choice([-7, 0, 10**12])
    actions = model.position.legal_actions()
    if model.game.pass_action in actions and chance.random() < 0.4:
        return model.game.pass_action
    return chance.choice(actions)


@every_game
@every_mode
@pytest.mark.parametrize("most", [None, 9])
def test_a_batch_is_so_many_games(game, mode, most):
    chance = random.Random(f"{samples.label(game)} {mode} {most}")
    n = 4
    batch = fylking.Batch(game, n, autoreset=mode, max_actions=most)
    models = [Model(game, mode, most) for _ in range(n)]
    ends = 0
    for _ in range(25):
        actions = [choose(chance, model) for model in models]
        was_waiting = [model.waiting for model in models]
        rewards, terminated, truncated = batch.step(actions)
        told = [model.step(action) for model, action in zip(models, actions, strict=True)]
        assert rewards.tolist() == [[reward, -reward] for reward, *_ in told]
        assert terminated.tolist() == [over for _, over, _, _ in told]
        assert truncated.tolist() == [cut for _, _, cut, _ in told]
        assert batch.rewards.tolist() == rewards.tolist()
        assert batch.terminated.tolist() == terminated.tolist()
        assert batch.truncated.tolist() == truncated.tolist()
        assert batch.finished.tolist() == [model.waiting for model in models]
        played = [-1 if w else a for w, a in zip(was_waiting, actions, strict=True)]
        assert batch.actions.tolist() == played
        assert batch.counts.tolist() == [model.position.ply for model in models]
        assert batch.seat.tolist() == [model.position.seat for model in models]
        assert batch.to_move.tolist() == [model.position.to_move for model in models]
        masks, planes, final = batch.legal_mask(), batch.observation(), batch.final_observation()
        for i, (model, (*_, last)) in enumerate(zip(models, told, strict=True)):
            position = batch.position(i)
            assert position == model.position
            legal = [] if model.waiting else position.legal_actions()
            assert np.flatnonzero(masks[i]).tolist() == legal
            assert np.array_equal(planes[i], position.observation())
            if last is None:
                assert not final[i].any()
                assert np.isnan(batch.final_scores[i]).all()
                assert batch.final_counts[i] == 0
                with pytest.raises(fylking.OptionError, match=f"game {i} has not ended"):
                    batch.final_position(i)
            else:
                ends += 1
                assert batch.final_position(i) == last
                assert np.array_equal(final[i], last.observation())
                assert batch.final_scores[i].tolist() == list(last.score)
                assert batch.final_counts[i] == last.ply
    assert ends or most is None


@small_games
@every_mode
@pytest.mark.parametrize("passes", ["forced", "uniform"])
def test_games_are_those_of_split_generators(game, mode, passes):
    """The i-th game draws from the seed's i-th generator, through all its resets."""
    batch = fylking.Batch(game, 3, seed=5, autoreset=mode, max_actions=40)
    rngs = [fylking.Rng(5).split(i) for i in range(3)]
    models = [Model(game, mode, 40) for _ in range(3)]
    for step in range(150):
        if step == 75:
            batch.reset(where=[1])
            models[1] = Model(game, mode, 40)
        batch.step_random(passes)
        for i, model in enumerate(models):
            action = -1
            if not model.waiting:
                action = model.position.random_action(rngs[i], passes)
            assert batch.actions[i] == action
            model.step(action)
            assert batch.position(i) == model.position


@every_game
def test_threads_change_nothing(game):
    batches = [fylking.Batch(game, 40, 3, threads, max_actions=9) for threads in (1, 2, 3, 8)]
    for _ in range(15):
        steps = [[part.tolist() for part in batch.step_random("uniform")] for batch in batches]
        assert steps.count(steps[0]) == len(steps)
    told = [everything(batch) for batch in batches]
    assert told.count(told[0]) == len(told)


@every_game
def test_a_seed_gives_the_same_games(game):
    def texts(batch):
        for _ in range(13):
            batch.step_random()
        return [batch.position(i).text for i in range(batch.n)]

    first = texts(fylking.Batch(game, 6, seed=1))
    assert first == texts(fylking.Batch(game, 6, seed=fylking.Rng(1)))
    assert first[:3] == texts(fylking.Batch(game, 3, seed=1))
    assert first != texts(fylking.Batch(game, 6, seed=2))
    again = fylking.Batch(game, 6, seed=2)
    texts(again)
    again.reset(seed=1)
    assert texts(again) == first
    again.reset()
    assert texts(again) != first


def test_generators_as_seeds():
    """One of ours stays where it is, one of NumPy's gives a seed."""

    def drawn(seed):
        batch = fylking.Batch(fylking.Fravan(5), 4, seed)
        batch.step_random()
        return batch.actions.tolist()

    ours = fylking.Rng(3)
    assert drawn(ours) == drawn(ours) == drawn(3)
    assert ours == fylking.Rng(3)
    theirs = np.random.default_rng(3)
    first, second = drawn(theirs), drawn(theirs)
    assert first != second
    theirs = np.random.default_rng(3)
    assert [drawn(theirs), drawn(theirs)] == [first, second]


@small_games
@every_mode
def test_reset_of_some_games(game, mode):
    batch = fylking.Batch(game, 5, seed=1, autoreset=mode, max_actions=7)
    for where in (
        [True, False, True, False, False], [0, 2], np.array([2, 0], np.uint8), (2, 0),
    ):  # fmt: skip
        for _ in range(7):
            batch.step_random()
        before = everything(batch)
        batch.reset(where=where)
        after = everything(batch)
        for i in range(5):
            if i in (0, 2):
                assert after["texts"][i] == game.start().text
                assert after["counts"][i] == after["final_counts"][i] == 0
                assert after["actions"][i] == -1
                assert not any(after[name][i] for name in ("terminated", "truncated", "finished"))
                assert after["rewards"][i] == [0, 0]
            else:
                for name in (*FIELDS, "final_counts", "texts"):
                    assert after[name][i] == before[name][i]
    batch.reset(where=[])
    assert everything(batch) == after


@small_games
def test_a_new_seed_for_some_games(game):
    batch, other = fylking.Batch(game, 4, seed=1), fylking.Batch(game, 4, seed=9)
    batch.reset(seed=9, where=[1])
    for _ in range(10):
        batch.step_random()
        other.step_random()
    assert batch.position(1) == other.position(1)
    fresh = fylking.Batch(game, 4, seed=1)
    for _ in range(10):
        fresh.step_random()
    assert [batch.position(i) for i in (0, 2, 3)] == [fresh.position(i) for i in (0, 2, 3)]


# ---- Illegal actions ----


@every_game
@pytest.mark.parametrize("threads", [1, 3])
def test_an_illegal_action_moves_no_game(game, threads):
    chance = random.Random(samples.label(game))
    batch = fylking.Batch(game, 6, 2, threads)
    for _ in range(12):
        batch.step_random("uniform")
        actions = [chance.choice(batch.position(i).legal_actions()) for i in range(6)]
        bad = sorted(chance.sample(range(6), 2))
        for i in bad:
            others = set(range(-2, game.action_count + 2)) - set(batch.position(i).legal_actions())
            actions[i] = chance.choice([*sorted(others), 2**40, -(2**63)])
        before = everything(batch)
        with pytest.raises(fylking.IllegalActionError) as caught:
            batch.step(actions)
        first = bad[0]
        assert str(caught.value).startswith(f"game {first}, action {actions[first]}: ")
        assert str(caught.value).endswith(f"({caught.value.rule})")
        with pytest.raises(fylking.IllegalActionError) as alone:
            batch.position(first).push(actions[first])
        assert caught.value.rule == alone.value.rule
        assert everything(batch) == before


@small_games
def test_threads_find_the_first_illegal_action(game):
    chance = random.Random(samples.label(game))
    batch = fylking.Batch(game, 300, 2, threads=3)
    for _ in range(20):
        batch.step_random()
        actions = [batch.position(i).legal_actions()[0] for i in range(300)]
        bad = chance.sample(range(300), chance.randint(1, 5))
        for i in bad:
            actions[i] = -1
        before = batch.observation().tobytes()
        with pytest.raises(fylking.IllegalActionError, match=rf"^game {min(bad)}, action -1: "):
            batch.step(actions)
        assert batch.observation().tobytes() == before


@pytest.mark.parametrize(
    ("actions", "game", "action"),
    [
        (np.array([0, 2**64 - 1, 0], np.uint64), 1, 2**64 - 1),
        ([0, 2**70, 1], 1, 2**70),
        ([2**64 - 1, 0, 1], 0, 2**64 - 1),
        ([2**63, -1, 0], 0, 2**63),
        ([0, 99, -(2**90)], 1, 99),
        (np.array([0, 1, 2**63], object), 2, 2**63),
    ],
)
def test_actions_beyond_64_bits_are_illegal_as_others_are(actions, game, action):
    batch = fylking.Batch(fylking.Fravan(3), 3)
    with pytest.raises(fylking.IllegalActionError) as caught:
        batch.step(actions)
    assert str(caught.value) == (
        f"game {game}, action {action}: there is no action {action}; "
        "fravan3 has actions 0 to 21 (A)"
    )


def test_what_finished_games_do_not_take():
    batch = fylking.Batch(fylking.Fravan(2, pie=False), 2, autoreset="disabled")
    batch.step([7, 0])
    batch.step([7, 1])
    with pytest.raises(
        fylking.IllegalActionError, match=f"game 0, action {2**64 - 1}: the game is"
    ):
        batch.step(np.array([2**64 - 1, 2], np.uint64))  # -1, as a signed number


def test_what_finished_games_take():
    game = fylking.Fravan(2, pie=False)
    batch = fylking.Batch(game, 2, autoreset="disabled", max_actions=5)
    batch.step([7, 0])
    batch.step([7, 1])  # the first game is over by two passes
    batch.step([-1, 2])
    with pytest.raises(fylking.IllegalActionError) as caught:
        batch.step([0, 3])
    assert str(caught.value) == (
        "game 0, action 0: the game is over by two passes; pass -1, or reset it (FV8)"
    )
    with pytest.raises(
        fylking.IllegalActionError, match="game 1, action -1: there is no action -1"
    ):
        batch.step([-1, -1])
    batch.step([-1, 3])
    assert not batch.truncated.any()
    batch.step([-1, 4])
    with pytest.raises(fylking.IllegalActionError, match="game 1, action 5: the game is cut off"):
        batch.step([-1, 5])
    assert (batch.terminated.tolist(), batch.truncated.tolist()) == ([True, False], [False, True])
    batch.step_random()
    assert batch.actions.tolist() == [-1, -1]
    batch.reset(where=batch.finished)
    batch.step([0, 1])
    assert not batch.finished.any()


# ---- Single games, copies ----


@every_game
@every_mode
def test_positions_put_in(game, mode):
    batch = fylking.Batch(game, 2, 1, autoreset=mode)
    for position in samples.positions(game)[::4]:
        batch.reset()
        batch.set_position(1, position)
        again = batch.position(1)
        assert (again, again.ply, again.history) == (position, 0, ())
        assert batch.position(0) == game.start()
        assert batch.counts.tolist() == [0, 0]
        assert batch.finished.tolist() == batch.terminated.tolist() == [False, position.is_over]
        if position.is_over:
            assert batch.final_position(1) == position
            batch.step([batch.position(0).legal_actions()[0], -1])
            started = position if mode == "disabled" else game.start()
            assert batch.position(1) == started
        else:
            action = position.legal_actions()[-1]
            batch.step([batch.position(0).legal_actions()[0], action])
            after = position.copy()
            after.push(action)
            last = batch.final_position if after.is_over else batch.position
            assert last(1) == after
        assert position in samples.positions(game)


@every_game
def test_copies_and_pickles_of_every_game(game):
    batch = fylking.Batch(game, 2, 1)
    for _ in range(20):
        batch.step_random("uniform")
    twins = [batch.copy(), pickle.loads(pickle.dumps(batch))]
    for twin in twins:
        assert everything(twin) == everything(batch)
    batch.step_random()
    for twin in twins:
        twin.step_random()
        assert everything(twin) == everything(batch)


@small_games
@every_mode
def test_copies_go_on_alike(game, mode):
    batch = fylking.Batch(game, 4, 1, 2, autoreset=mode, max_actions=9)
    for _ in range(9):  # at the ninth, games are cut off
        twins = [batch.copy(), copy.copy(batch), copy.deepcopy(batch)]
        twins += [pickle.loads(pickle.dumps(batch, p)) for p in range(pickle.HIGHEST_PROTOCOL + 1)]
        told = everything(batch)
        for twin in twins:
            assert repr(twin) == repr(batch)
            assert everything(twin) == told
        batch.step_random()
        told = everything(batch)
        for twin in twins:
            twin.step_random()
            assert everything(twin) == told


def test_it_tells_what_it_is():
    game = fylking.Herfor(3, pie=False)
    batch = fylking.Batch(game, 4, threads=2, autoreset="disabled", max_actions=8)
    assert (batch.game, batch.n, len(batch), batch.threads) == (game, 4, 4, 2)
    assert (batch.autoreset, batch.max_actions) == ("disabled", 8)
    assert repr(batch) == (
        "<fylking.Batch of 4 games of fylking.Herfor(size=3, pie=False), threads=2, "
        "autoreset='disabled', max_actions=8>"
    )

"""Batches: the same as positions played one by one, in each of the three modes."""

from __future__ import annotations

import copy
import gc
import os
import pickle
import random
import signal
import threading
from typing import NamedTuple

import numpy as np
import pytest
import samples
from interruptions import alarms, until_rung

import fylking

MODES = ("same-step", "next-step", "disabled")


every_game = pytest.mark.parametrize("game", samples.GAMES, ids=samples.label)
small_games = pytest.mark.parametrize("game", samples.SMALL, ids=samples.label)
every_mode = pytest.mark.parametrize("mode", MODES)
FIELDS = ("to_move", "seat", "counts", "actions", "rewards", "terminated", "truncated", "finished")


def everything(batch):
    """All that a batch tells of its games."""
    told = {name: batch.read(name).tolist() for name in (*FIELDS, "final_counts")}
    told["texts"] = [batch.position(i).text for i in range(batch.n)]
    told["masks"] = batch.legal_mask().tobytes()
    told["planes"] = batch.observation(dtype="uint8").tobytes()
    told["final planes"] = batch.final_observation(dtype="uint8").tobytes()
    told["final scores"] = batch.final_scores.tobytes()
    return told


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
    for _ in range(150):
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


@small_games
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


@small_games
@every_mode
def test_reset_of_some_games(game, mode):
    batch = fylking.Batch(game, 5, seed=1, autoreset=mode, max_actions=7)
    for where in (
        [True, False, True, False, False], [0, 2], np.array([2, 0], np.uint8), (2, 0, 2),
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
        assert f"({caught.value.rule})" in str(caught.value) or caught.value.rule == "A"
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


def test_unsigned_actions_that_are_too_great():
    batch = fylking.Batch(fylking.Fravan(3), 2)
    with pytest.raises(
        fylking.IllegalActionError, match=f"game 1, action {2**64 - 1}: there is no"
    ):
        batch.step(np.array([0, 2**64 - 1], np.uint64))


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


# ---- Arrays ----


@every_game
@pytest.mark.parametrize("threads", [1, 2])
def test_into_the_callers_arrays(game, threads):
    batch = fylking.Batch(game, 5, 1, threads, max_actions=20)
    twin = batch.copy()
    count, shape = game.action_count, (5, *game.observation_shape)
    for dtype in ("float32", "uint8"):
        mask = np.ones((5, count), np.bool_)
        packed = np.ones((5, (count + 7) // 8), np.uint8)
        planes = np.full(shape, 9, dtype)
        out = (np.ones((5, 2), np.float32), np.ones(5, np.bool_), np.ones(5, np.bool_))
        for _ in range(30):
            given = batch.step_random(mask=mask, observation=planes, out=out)
            assert all(a is b for a, b in zip(given, out, strict=True))
            assert [part.tolist() for part in twin.step_random(mask=packed)] == [
                part.tolist() for part in out
            ]
            assert np.array_equal(mask, batch.legal_mask())
            assert np.array_equal(packed, batch.legal_mask(packed=True))
            assert np.array_equal(np.unpackbits(packed, axis=1, count=count), mask)
            assert np.array_equal(planes, batch.observation())
        assert batch.legal_mask(mask) is mask
        assert batch.legal_mask(packed, packed=True) is packed
        assert batch.observation(planes) is planes
        assert batch.final_observation(planes) is planes
        for name in FIELDS:
            array = batch.read(name)
            filled = np.ones_like(array)
            assert batch.read(name, filled) is filled
            assert np.array_equal(filled, array)
            assert np.array_equal(getattr(batch, name), array)


@small_games
def test_what_was_returned_stays(game):
    batch = fylking.Batch(game, 4, 1)
    seen = [*batch.step_random(), batch.legal_mask(), batch.observation(), batch.final_scores]
    seen += [batch.read(name) for name in FIELDS]
    before = [array.copy() for array in seen]
    position = batch.position(0)
    text = position.text
    for _ in range(40):
        batch.step_random()
    assert all(np.array_equal(*pair, equal_nan=True) for pair in zip(seen, before, strict=True))
    assert position.text == text


class Bad(NamedTuple):
    call: str
    error: type
    message: str


@pytest.mark.parametrize(
    "bad",
    [
        Bad("Batch('fravan', 2)", TypeError, "game is a fylking game, not str"),
        Bad("Batch(game, 0)", fylking.OptionError, "n is 0; it must be 1 or more"),
        Bad("Batch(game, 2**20 + 1)", fylking.OptionError, "at most 1048576"),
        Bad("Batch(game, 2.0)", TypeError, "integer"),
        Bad("Batch(game, True)", TypeError, "not a bool"),
        Bad("Batch(game, 2, seed=-1)", fylking.OptionError, "a seed is -1"),
        Bad("Batch(game, 2, threads=0)", fylking.OptionError, "threads is 0"),
        Bad("Batch(game, 2, autoreset='never')", fylking.OptionError, "'never'; it is one of same-s"),
        Bad("Batch(game, 2, autoreset=None)", fylking.OptionError, "autoreset is None"),
        Bad("Batch(game, 2, max_actions=0)", fylking.OptionError, "max_actions is 0"),
        Bad("Batch(game, 2, max_actions='9')", TypeError, "integer"),
        Bad("batch.step([0])", fylking.OptionError, "there must be 3 actions, not an array of (1,)"),
        Bad("batch.step(0)", fylking.OptionError, "not an array of ()"),
        Bad("batch.step([0, 1, 2.0])", TypeError, "actions are integers, not float64"),
        Bad("batch.step([True, True, True])", TypeError, "not bool"),
        Bad("batch.step(['a1', 'a2', 'b1'])", TypeError, "actions are integers"),
        Bad("batch.step([None, 1, 2])", TypeError, "actions are integers, not object"),
        Bad("batch.step([2**70, 1, 2])", TypeError, "actions are integers, not object"),
        Bad("batch.step([[0], [1, 2]])", fylking.OptionError, "actions cannot be made an array"),
        Bad("batch.step([0, 1, 2], mask=[1])", TypeError, "mask must be a NumPy array, not list"),
        Bad("batch.step([0, 1, 2], mask=np.zeros((3, 5), bool))", fylking.OptionError, "(3, 22)"),
        Bad("batch.step([0, 1, 2], mask=np.zeros((3, 22), 'u1'))", fylking.OptionError, "(3, 3)"),
        Bad("batch.step([0, 1, 2], observation=np.zeros((3, 9)))", fylking.OptionError, "(3, 9, 5, 5)"),
        Bad("batch.step([0, 1, 2], observation=np.zeros(3))", fylking.OptionError, "observation must"),
        Bad("batch.step([0, 1, 2], out=(None, None, [1]))", TypeError, "truncated must be a NumPy"),
        Bad("batch.step([0, 1, 2], out=np.zeros(3))", TypeError, "tuple of three arrays"),
        Bad("batch.step([0, 1, 2], out=(None, None))", TypeError, "tuple of three arrays"),
        Bad("batch.step_random('never')", fylking.OptionError, "passes is 'never'"),
        Bad("batch.step_random(3)", fylking.OptionError, "passes is 3"),
        Bad("batch.step_random(np.zeros(3))", fylking.OptionError, "passes is array"),
        Bad("batch.legal_mask(np.zeros((22, 3), bool).T)", fylking.OptionError, "not contiguous bool"),
        Bad("batch.observation(dtype='int8')", fylking.OptionError, "float32 or uint8, not int8"),
        Bad("batch.observation(dtype='thin')", TypeError, "float32 or uint8, not 'thin'"),
        Bad("batch.observation(dtype='f4,,')", TypeError, "float32 or uint8, not 'f4,,'"),
        Bad("batch.observation(np.zeros((3, 9, 5, 5)))", fylking.OptionError, "not float64"),
        Bad("batch.read('texts')", fylking.OptionError, "'texts' cannot be read"),
        Bad("batch.read('seat', np.zeros(3))", fylking.OptionError, "int8 and shape (3,), not float64"),
        Bad("batch.reset(where=[3])", fylking.OptionError, "there is no game 3; there are games 0 to 2"),
        Bad("batch.reset(where=[-1])", fylking.OptionError, "there is no game -1"),
        Bad("batch.reset(where=[True])", fylking.OptionError, "where has shape (1,)"),
        Bad("batch.reset(where=[0.5])", TypeError, "bool array, or holds the indices"),
        Bad("batch.reset(where=[[0], [1, 2]])", fylking.OptionError, "where cannot be made an array"),
        Bad("batch.reset(where=[[0], [1]])", TypeError, "bool array, or holds the indices"),
        Bad("batch.reset(seed='x')", TypeError, "'str'"),
        Bad("batch.position(3)", fylking.OptionError, "there is no game 3"),
        Bad("batch.position(-1)", fylking.OptionError, "there is no game -1"),
        Bad("batch.position('0')", TypeError, "'str'"),
        Bad("batch.final_position(0)", fylking.OptionError, "game 0 has not ended at the last step"),
        Bad("batch.set_position(0, 'fravan3')", TypeError, "fylking position, not str"),
        Bad("batch.set_position(9, game.start())", fylking.OptionError, "there is no game 9"),
        Bad("batch.set_position(0, Fravan(4).start())", fylking.OptionError, "pos is of fylking.Frav"),
        Bad("batch.set_position(0, Fravan(3, pie=False).start())", fylking.OptionError, "the batch of"),
        Bad("batch.set_position(0, Herfor(3).start())", fylking.OptionError, "pos is of fylking.Herf"),
    ],
    ids=lambda bad: bad.call,
)  # fmt: skip
def test_bad_input_is_refused_and_changes_nothing(bad):
    game = fylking.Fravan(3)
    batch = fylking.Batch(game, 3, seed=1)
    before = everything(batch)
    with pytest.raises(bad.error) as caught:
        eval(bad.call, {**vars(fylking), "batch": batch, "game": game, "np": np})
    assert bad.message in str(caught.value)
    assert everything(batch) == before
    assert batch.step([0, 1, 2]).terminated.tolist() == [False] * 3


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


# ---- Interruptions ----


@small_games
def test_half_a_step_is_none(game):
    """What `advance` has written means nothing until `commit`."""
    batch = fylking.Batch(game, 6, 1, max_actions=5)
    for _ in range(10):
        batch.step_random()
        told = everything(batch)
        results = (np.empty((6, 2), np.float32), np.empty(6, np.bool_), np.empty(6, np.bool_))
        batch._slots.advance(batch._crew, None, "forced", results, None, False, None)
        assert everything(batch) == told
        twin = batch.copy()
        batch.step_random()
        twin.step_random()
        assert everything(batch) == everything(twin)


@pytest.mark.skipif(os.name == "nt", reason="needs the signals of POSIX")
@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupted_step_happens_or_not(threads):
    """Wherever the signal comes, all games have moved or none has."""
    game = fylking.Fravan(4)
    batch = fylking.Batch(game, 1 << 16, 1, threads)
    planes = batch.observation(dtype="uint8")
    for _ in range(20):
        batch.step_random()
    kept = None

    def step():
        nonlocal kept
        kept = batch.copy()
        batch.step_random(observation=planes)

    with alarms():
        for delay in (0.001, 0.01, 0.02, 0.05):
            kept = batch.copy()
            until_rung(step, delay)
            now = batch.observation(dtype="uint8")
            unmoved = np.array_equal(now, kept.observation(dtype="uint8"))
            kept.step_random()
            assert unmoved or np.array_equal(now, kept.observation(dtype="uint8"))


@pytest.mark.skipif(os.name == "nt", reason="needs the signals of POSIX")
@pytest.mark.parametrize(
    "call", ["reset()", "set_position(0, start)", "step_random()", "legal_mask()"]
)
def test_a_signal_handler_cannot_meddle_with_a_step(call):
    """Python code that runs within a step must not change what the step works on."""
    game = fylking.Fravan(5)
    batch = fylking.Batch(game, 1 << 15, 1)
    refused = []

    def ring(signum, frame):
        try:
            eval(f"batch.{call}", {"batch": batch, "start": start})
        except fylking.Error as error:
            refused.append(str(error))

    start = game.start()
    planes = batch.observation()
    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
    try:
        for _ in range(1000):
            batch.step_random(observation=planes)
            if refused:
                break
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert refused
    assert refused[0].startswith("another call is at work on this batch")
    eval(f"batch.{call}", {"batch": batch, "start": start})  # it is free again


def test_a_batch_serves_one_thread_at_a_time():
    """Calls that meet are refused; whatever happens, every game stays a game."""
    game = fylking.Frasvel(3)
    batch = fylking.Batch(game, 600)
    others = []

    def play():
        for _ in range(60):
            try:
                batch.step_random()
            except fylking.Error as error:
                others.append(str(error))

    threads = [threading.Thread(target=play) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(message.startswith("another call is at work") for message in others)
    for i in range(batch.n):
        position = batch.position(i)
        assert fylking.parse(position.text) == position


def test_threads_end_with_their_batch():
    before = set(threading.enumerate())
    batch = fylking.Batch(fylking.Fravan(2), 80, 1, threads=3)
    batch.step_random()
    own = set(threading.enumerate()) - before
    assert own
    del batch
    gc.collect()
    for thread in own:
        thread.join(5)
        assert not thread.is_alive()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_process_has_threads_of_its_own():
    batch = fylking.Batch(fylking.Fravan(3), 80, 1, threads=2)
    batch.step_random()
    twin = batch.copy()
    twin.step_random()
    wanted = everything(twin)["texts"]
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        batch.step_random()
        same = [batch.position(i).text for i in range(80)] == wanted
        os.write(writer, b"same" if same else b"different")
        os._exit(0)
    os.close(writer)
    told = os.read(reader, 20)
    os.waitpid(child, 0)
    assert told == b"same"

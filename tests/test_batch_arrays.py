"""Arrays that a batch takes, fills and returns; bad input."""

from __future__ import annotations

import itertools
from typing import NamedTuple

import numpy as np
import pytest
import samples
from batches import FIELDS, everything

import fylking

every_game = pytest.mark.parametrize("game", samples.GAMES, ids=samples.label)
small_games = pytest.mark.parametrize("game", samples.SMALL, ids=samples.label)


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
        for name in (*FIELDS, "final_counts", "final_scores"):
            array = batch.read(name)
            filled = np.ones_like(array)
            assert batch.read(name, filled) is filled
            assert np.array_equal(filled, array, equal_nan=True)
            assert np.array_equal(getattr(batch, name), array, equal_nan=True)


@every_game
def test_dtypes_and_shapes(game):
    batch = fylking.Batch(game, 3, 1)
    batch.step_random()
    count, shape = game.action_count, game.observation_shape
    found = {
        **dict(zip(("rewards", "terminated", "truncated"), batch.step_random(), strict=True)),
        "mask": batch.legal_mask(),
        "packed": batch.legal_mask(packed=True),
        "wide": batch.observation(),
        "small": batch.final_observation(dtype="uint8"),
        **{
            name: getattr(batch, name)
            for name in (
                *("to_move", "seat", "counts", "actions", "finished"),
                *("final_counts", "final_scores"),
            )
        },
    }
    assert {name: (str(array.dtype), array.shape) for name, array in found.items()} == {
        "rewards": ("float32", (3, 2)),
        "terminated": ("bool", (3,)),
        "truncated": ("bool", (3,)),
        "mask": ("bool", (3, count)),
        "packed": ("uint8", (3, (count + 7) // 8)),
        "wide": ("float32", (3, *shape)),
        "small": ("uint8", (3, *shape)),
        "to_move": ("int8", (3,)),
        "seat": ("int8", (3,)),
        "counts": ("int64", (3,)),
        "actions": ("int32", (3,)),
        "finished": ("bool", (3,)),
        "final_counts": ("int64", (3,)),
        "final_scores": ("float64", (3, 2)),
    }


@every_game
def test_actions_in_every_form(game):
    """Any integer dtype, with gaps or back to front, and any sequence."""
    batch = fylking.Batch(game, 5, 1)
    for _ in range(9):
        batch.step_random()
    twin = batch.copy()
    twin.step_random()
    actions = twin.actions.astype(np.int64)
    apart = np.full((5, 3), -7, np.int32)
    apart[:, 1] = actions
    forms = [actions.tolist(), tuple(actions.tolist()), list(actions), apart[:, 1]]
    forms += [actions[::-1].copy()[::-1], actions.astype(">i4"), actions.astype(object)]
    forms += [
        actions.astype(dtype) for dtype in "bhilqBHILQ" if np.iinfo(dtype).max >= game.action_count
    ]
    for form in forms:
        again = batch.copy()
        again.step(form)
        assert again.actions.tolist() == actions.tolist()
        assert again.observation().tobytes() == twin.observation().tobytes()


def test_some_results_into_the_callers_arrays():
    batch = fylking.Batch(fylking.Herfor(3), 4, 1)
    ended = np.ones(4, np.bool_)
    rewards, terminated, truncated = batch.step_random(out=(None, ended, None))
    assert terminated is ended
    assert not terminated.any()
    assert not truncated.any()
    assert not rewards.any()


WRITTEN = {
    "rewards": ("f4", (4, 2)),
    "terminated": ("?", (4,)),
    "truncated": ("?", (4,)),
    "mask": ("?", (4, 22)),
    "observation": ("u1", (4, 9, 5, 5)),
}


@pytest.mark.parametrize(("one", "other"), list(itertools.combinations(WRITTEN, 2)))
def test_arrays_that_overlap_are_refused(one, other):
    """One after the other they may lie, the last byte of the one must not be the other's first."""
    batch = fylking.Batch(fylking.Fravan(3), 4, 1)

    def step(apart):
        room, arrays = np.zeros(2000, np.uint8), {}
        start = 64
        for name in (other, one):  # floats last, where they are: these begin at whole words
            dtype, shape = WRITTEN[name]
            size = np.dtype(dtype).itemsize * int(np.prod(shape))
            arrays[name] = room[start : start + size].view(dtype).reshape(shape)
            start += size - 4 * (not apart)
        out = tuple(arrays.get(name) for name in ("rewards", "terminated", "truncated"))
        options = {name: arrays[name] for name in ("mask", "observation") if name in arrays}
        return batch.step([0, 1, 2, 3], out=out, **options)

    before = everything(batch)
    with pytest.raises(fylking.OptionError, match=f"^{one} and {other} share memory"):
        step(apart=False)
    assert everything(batch) == before
    step(apart=True)
    assert batch.counts.tolist() == [1] * 4


def test_actions_may_be_written_over():
    """They are copied first."""
    batch = fylking.Batch(fylking.Fravan(3), 4, 1)
    room = np.zeros(4 * 9 * 25, np.float32)
    actions = room.view(np.int64)[:4]
    actions[:] = [0, 1, 2, 3]
    batch.step(actions, observation=room.reshape(4, 9, 5, 5))
    assert batch.actions.tolist() == [0, 1, 2, 3]
    assert np.array_equal(room.reshape(4, 9, 5, 5), batch.observation())
    for dtype in (np.int64, np.uint64):  # an illegal one is named as it was
        batch.reset()
        actions = room.view(dtype)[:4]
        actions[:] = [0, 1, 2, 21]
        with pytest.raises(fylking.IllegalActionError, match="game 3, action 21: white is"):
            batch.step(actions, observation=room.reshape(4, 9, 5, 5))


def test_a_generator_is_not_asked_in_vain():
    batch, generator = fylking.Batch(fylking.Fravan(3), 2), np.random.default_rng(1)
    with pytest.raises(fylking.OptionError):
        batch.reset(generator, where=[7])
    assert generator.bit_generator.state == np.random.default_rng(1).bit_generator.state


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
        Bad("Batch(game, 2, seed=None)", TypeError, "NoneType"),
        Bad("Batch(game, 2, autoreset=[])", fylking.OptionError, "autoreset is []"),
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
        Bad("batch.step([2**70, 1, 2.0])", TypeError, "actions are integers, not object"),
        Bad("batch.step([2**70, True, 1])", TypeError, "actions are integers, not object"),
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
        Bad("batch.reset(where=np.array([1, 0, 1], 'u1'))", fylking.OptionError, "names a game twice"),
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

"""PUCT: an evaluator is asked about many leaves of many trees at once."""

from __future__ import annotations

import exhaustive
import numpy as np
import pytest
import samples

import fylking
from fylking.search import MCTS, Forest

each_game = pytest.mark.parametrize("game", samples.SMALL, ids=samples.label)


def flat(planes, masks):
    """Knows nothing."""
    return masks.astype(np.float32), np.zeros(len(planes))


class Odd:
    """An opinion on every position, from its planes; remembers how it was asked."""

    def __init__(self):
        self.batches = []

    def __call__(self, planes, masks):
        assert planes.dtype == np.float32
        assert masks.dtype == np.bool_
        assert masks.any(axis=1).all()
        self.batches.append(len(planes))
        marks = (planes.reshape(len(planes), -1) * np.arange(1, planes[0].size + 1)).sum(axis=1)
        actions = np.arange(masks.shape[1])
        policies = 1 + np.outer(marks, actions + 1) % 97
        return policies, (marks % 101) / 101 - 0.5


def midgame(game, seed):
    position = game.start()
    position.play_random(seed, max_actions=game.points // 2)
    while position.is_over:
        position.pop()
    return position


@each_game
def test_it_asks_about_what_it_reaches(game):
    position = midgame(game, 1)
    seen = []

    def evaluator(planes, masks):
        seen.append((planes.copy(), masks.copy()))
        return flat(planes, masks)

    MCTS(position, evaluator=evaluator, leaves=4).search(simulations=40)
    planes, masks = seen[0]
    assert len(planes) == 1
    assert (planes[0] == position.observation()).all()
    assert (masks[0] == position.legal_mask()).all()
    children = set()
    for action in position.legal_actions():
        child = position.copy()
        child.push(action)
        children.add((child.observation().tobytes(), child.legal_mask().tobytes()))
    planes, masks = seen[1]
    asked = {(a.tobytes(), b.tobytes()) for a, b in zip(planes, masks, strict=True)}
    assert asked <= children
    assert len(planes) == min(4, len(planes))
    assert max(len(planes) for planes, _ in seen) == 4


@each_game
def test_priors_and_values_are_followed(game):
    """All the policy on one action: it is visited first; a hopeless action is left."""
    position = midgame(game, 3)
    favourite = position.legal_actions()[-1]

    def evaluator(planes, masks):
        policies = np.full(masks.shape, 1e-3)
        policies[:, favourite] = 1
        return policies, np.zeros(len(planes))

    mcts = MCTS(position, evaluator=evaluator, leaves=1)
    found = mcts.search(simulations=2)
    assert found.visits[favourite] == 1
    assert found.visits.sum() == 1  # the first simulation asked about the root

    def hopeless(planes, masks):
        """Positions after anything but the last action are good for the opponent."""
        ones = [(plane == good).all() for plane in planes]
        values = np.where(ones, -1.0, 1.0)
        return masks, values if same_mover is False else -values

    child = position.copy()
    child.push(favourite)
    good, same_mover = child.observation(), child.seat == position.seat
    found = MCTS(position, evaluator=hopeless, leaves=1).search(simulations=40)
    if not found.proven:
        assert found.values[favourite] >= np.nanmax(found.values) - 1e-9


@pytest.mark.parametrize(
    "game",
    [fylking.game(name, 2) for name in ("fravan", "herfor", "frasvel")],
    ids=samples.label,
)
def test_small_games_are_solved(game):
    known = {}
    for seed in range(2):
        for position in samples.walk(game, seed):
            if position.is_over:
                continue
            truth = exhaustive.value(position.copy(), known)
            found = MCTS(position, evaluator=Odd(), leaves=8).search(simulations=100_000)
            assert found.proven
            assert found.value == (truth if position.seat == 0 else -truth)


@each_game
def test_the_same_again(game):
    position = midgame(game, 2)
    told = []
    for parts in ([300], [100, 200], [1, 299]):
        mcts = MCTS(position, 5, evaluator=Odd(), leaves=1, noise=0.25)
        for count in parts:
            found = mcts.search(simulations=count)
        told.append((found.visits.tolist(), found.values.tobytes(), found.nodes))
    assert told[0] == told[1] == told[2]


@each_game
def test_a_forest_searches_like_its_trees_alone(game):
    starts = [midgame(game, seed) for seed in range(5)]
    evaluator = Odd()
    forest = Forest(starts, evaluator, seed=9, leaves=3, noise=0.3)
    rng = fylking.Rng(9)
    alone = [
        MCTS(pos, rng.split(i), evaluator=Odd(), leaves=3, noise=0.3)
        for i, pos in enumerate(starts)
    ]
    for _ in range(2):
        results = forest.search(simulations=60)
        for mcts, found in zip(alone, results, strict=True):
            if found is None:
                continue
            own = mcts.search(simulations=60)
            assert own.visits.tolist() == found.visits.tolist()
            assert own.simulations == found.simulations
        actions = forest.sample()
        forest.push(actions)
        for mcts, action in zip(alone, actions, strict=True):
            if action is not None:
                assert mcts.sample() == action
                mcts.push(action)
    assert max(evaluator.batches) > 9


def test_noise():
    position = fylking.Herfor(4).start()
    count = position.legal_count()

    def visits(seed, **options):
        return MCTS(position, seed, evaluator=flat, leaves=1, **options).search(400).visits

    quiet = visits(1)
    assert (visits(2) == quiet).all()
    noisy = [visits(seed, noise=0.9) for seed in range(6)]
    assert (noisy[0] == visits(0, noise=0.9)).all()
    assert len({tuple(v) for v in noisy}) == 6
    assert np.mean([v.max() for v in noisy]) > 1.5 * quiet.max()
    even = np.mean([visits(seed, noise=0.9, alpha=500.0).max() for seed in range(3)])
    assert even < np.mean([v.max() for v in noisy])
    assert sum(noisy).astype(bool).sum() > count // 2


BAD = {
    "no pair": (lambda p, m: m, TypeError),
    "three": (lambda p, m: (m, m, m), TypeError),
    "texts": (lambda p, m: (m, ["x"] * len(p)), TypeError),
    "one row": (lambda p, m: (m[:1, :3], np.zeros(len(p))), fylking.OptionError),
    "too many values": (lambda p, m: (m, np.zeros((len(p), 1))), fylking.OptionError),
    "nan policies": (lambda p, m: (m * np.nan, np.zeros(len(p))), fylking.OptionError),
    "nan values": (lambda p, m: (m, np.full(len(p), np.nan)), fylking.OptionError),
    "logits": (lambda p, m: (m * -1.0, np.zeros(len(p))), fylking.OptionError),
    "large values": (lambda p, m: (m, np.full(len(p), 1.5)), fylking.OptionError),
    "ragged": (lambda p, m: ([[1], [1, 2]], np.zeros(len(p))), fylking.OptionError),
    "an error": (lambda p, m: 1 / 0, ZeroDivisionError),
    "Ctrl-C": (lambda p, m: (_ for _ in ()).throw(KeyboardInterrupt), KeyboardInterrupt),
}


@pytest.mark.parametrize("what", BAD)
def test_bad_answers_leave_a_good_tree(what):
    answer, error = BAD[what]
    asked = []

    def evaluator(planes, masks):
        asked.append(len(planes))
        return answer(planes, masks) if len(asked) == 5 else Odd()(planes, masks)

    position = fylking.Freeze(6).start()
    mcts = MCTS(position, evaluator=evaluator, leaves=4)
    with pytest.raises(error):
        mcts.search(simulations=100)
    before = mcts.result()
    assert before.visits.sum() == sum(asked[:4]) - 1
    found = mcts.search(simulations=100 - sum(asked[:4]))
    twin = MCTS(position, evaluator=Odd(), leaves=4).search(simulations=100)
    assert found.visits.tolist() == twin.visits.tolist()
    assert found.values.tobytes() == twin.values.tobytes()


def test_all_policy_on_illegal_actions_is_none_at_all():
    def evaluator(planes, masks):
        return ~masks, np.zeros(len(planes))

    position = fylking.Fravan(3).start()
    found = MCTS(position, evaluator=evaluator, leaves=2).search(simulations=60)
    assert (found.visits[position.legal_actions()] > 0).all()


def test_a_full_tree_goes_on_asking():
    mcts = MCTS(fylking.Frasvel(6).start(), evaluator=flat, memory=1 << 20, leaves=32)
    found = mcts.search(simulations=2000)
    assert found.full
    assert found.visits.sum() == 1999
    assert found.memory <= 1 << 20


def test_forests_are_checked():
    start = fylking.Fravan(3).start()
    for positions in ([], [start, fylking.Fravan(4).start()], [start, fylking.Herfor(3).start()]):
        with pytest.raises(fylking.OptionError):
            Forest(positions, flat)
    with pytest.raises(TypeError):
        Forest([start], None)
    forest = Forest([start, start], flat, leaves=2)
    with pytest.raises(fylking.OptionError):
        forest.push([0])
    with pytest.raises(fylking.IllegalActionError):
        forest.push([0, 5000])
    assert [mcts.position.text for mcts in forest] == [start.text] * 2
    forest.push([0, None])
    assert [len(mcts.position.history) for mcts in forest] == [1, 0]
    with pytest.raises(fylking.OptionError):
        forest.search(simulations=-1)
    assert forest[1].search(simulations=10).simulations == 10


def test_finished_games_in_a_forest():
    over = fylking.Herfor(3).start()
    over.play_random(1)
    forest = Forest([over, fylking.Herfor(3).start()], flat)
    results = forest.search(simulations=20)
    assert results[0] is None
    assert results[1].simulations == 20
    assert forest.sample()[0] is None
    forest.push(forest.sample())

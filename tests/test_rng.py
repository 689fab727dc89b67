"""The random generator: its stream, its draws, and the games that follow from a seed."""

from __future__ import annotations

import copy
import pickle
from collections import Counter

import numpy as np
import pytest
import samples

import fylking

WORD = (1 << 64) - 1
SEEDS = (0, 1, 2, 12345, 2**32, 2**63, WORD)


# ---- A slow model, from the papers ----


def mix(x):
    """SplitMix64's finaliser (Stafford's mix 13)."""
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & WORD
    x = (x ^ x >> 27) * 0x94D049BB133111EB & WORD
    return x ^ x >> 31


def rotated(x, k):
    return (x << k | x >> 64 - k) & WORD


class Model:
    """xoshiro256++, seeded through SplitMix64."""

    def __init__(self, seed):
        self.s = [mix(seed + (i + 1) * 0x9E3779B97F4A7C15 & WORD) for i in range(4)]

    def next(self):
        s = self.s
        result = rotated(s[0] + s[3] & WORD, 23) + s[0] & WORD
        t = s[1] << 17 & WORD
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotated(s[3], 45)
        return result

    def below(self, n):
        """Lemire's method: products in the unfair first part of an interval are thrown away."""
        product = (self.next() >> 32) * n
        while product % 2**32 < 2**32 % n:
            product = (self.next() >> 32) * n
        return product >> 32

    def split(self, i):
        h = mix(i + 0x9E3779B97F4A7C15 & WORD)
        for word in self.s:
            h = mix(h ^ word)
        return Model(h)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_stream_is_that_of_the_model(seed):
    rng, model = fylking.Rng(seed), Model(seed)
    for _ in range(200):
        assert rng.state == tuple(model.s)
        assert rng.next() == model.next()


def test_known_answers():
    """SplitMix64 from 0 is known from its paper, xoshiro256++ from states 1, 2, 3, 4 from its
    authors' code as others have published it."""
    assert fylking.Rng(0).state[:3] == (0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F)
    rng = fylking.Rng(0)
    rng.state = (1, 2, 3, 4)
    assert [rng.next() for _ in range(4)] == [
        41943041, 58720359, 3588806011781223, 3591011842654386,
    ]  # fmt: skip


@pytest.mark.parametrize("seed", SEEDS)
def test_draws_below_a_bound_are_those_of_the_model(seed):
    """Bounds just above a power of two throw away the most, near half of all words at 2**31 + 1."""
    rng, model = fylking.Rng(seed), Model(seed)
    for n in (1, 2, 3, 7, 61, 1000, 2**16 + 1, 2**31 - 1, 2**31, 2**31 + 1, 3 * 2**30, 2**32 - 1):
        for _ in range(40):
            assert rng.below(n) == model.below(n)
            assert rng.state == tuple(model.s), n


@pytest.mark.parametrize("seed", SEEDS)
def test_split_generators_are_those_of_the_model(seed):
    rng, model = fylking.Rng(seed), Model(seed)
    rng.next()
    model.next()
    before = rng.state
    for i in (0, 1, 2, 1000, 2**63, WORD):
        assert rng.split(i).state == tuple(model.split(i).s)
        assert rng.split(i).split(i) == rng.split(i).split(i)
    assert rng.state == before


def test_split_generators_differ():
    rng = fylking.Rng(3)
    states = {rng.split(i).state for i in range(10_000)}
    states |= {fylking.Rng(seed).state for seed in range(10_000)}
    assert len(states) == 20_000


def test_state_goes_in_and_out():
    rng, other = fylking.Rng(1), fylking.Rng(2)
    rng.next()
    other.state = rng.state
    assert other == rng
    assert [other.next() for _ in range(5)] == [rng.next() for _ in range(5)]
    other.state = list(fylking.Rng(1).state)
    assert other == fylking.Rng(1)
    assert other != rng
    assert other != 1
    with pytest.raises(TypeError):
        hash(rng)


def test_copies_and_pickles_go_on_alike():
    rng = fylking.Rng(9)
    rng.next()
    twins = [rng.copy(), copy.copy(rng), copy.deepcopy(rng)]
    twins += [pickle.loads(pickle.dumps(rng, p)) for p in range(pickle.HIGHEST_PROTOCOL + 1)]
    first = rng.next()
    for twin in twins:
        assert type(twin) is fylking.Rng
        assert twin.next() == first
        assert twin == rng


# ---- What stands for a generator ----


def test_an_int_stands_for_its_generator():
    position = fylking.Fravan(5).start()
    for seed in (*SEEDS, np.int64(7), np.uint64(WORD)):
        action = position.random_action(seed)
        assert action == position.random_action(fylking.Rng(int(seed)))
        assert fylking.playouts(position, 9, seed) == fylking.playouts(
            position, 9, fylking.Rng(int(seed))
        )


def test_a_numpy_generator_gives_a_seed():
    position = fylking.Herfor(5).start()
    for make in (np.random.default_rng, lambda s: np.random.Generator(np.random.MT19937(s))):
        source, again = make(5), make(5)
        for _ in range(3):  # a new seed each time
            seed = int(again.integers(0, 1 << 64, dtype=np.uint64))
            assert position.random_action(source) == position.random_action(seed)
        seed = int(again.integers(0, 1 << 64, dtype=np.uint64))
        assert fylking.playouts(position, 20, source) == fylking.playouts(position, 20, seed)


def test_a_generator_moves_on_with_actions_and_stays_for_playouts():
    position, rng = fylking.Fravan(5).start(), fylking.Rng(4)
    actions = [position.random_action(rng) for _ in range(20)]
    assert len(set(actions)) > 5
    before = rng.state
    assert fylking.playouts(position, 5, rng) == fylking.playouts(position, 5, rng)
    assert rng.state == before
    position.play_random(rng)
    assert rng.state != before


# ---- Draws of actions ----

MIDGAMES = [
    "fravan3 .../..b./.w.../..../... b play 1b",
    "fravan2 ../.../.. b open 1b",
    "fravan2 ../.b./.. w choose 1b",
    "herfor3 .b./w.../.b.../..w./... b play 1b",
    "herfor2 ../.w./.. b play 1b",
    "frasvel3 .../..b2./.w.w./..../.b. b play 1b",
    "frasvel3 .../..w./.b.../..../... w passed 1b",
    fylking.Freeze(6).start().text,
    "freeze6 b...../w...../....../....../....w./...b.. b passed",
    "freeze6 ....../...w../..wb../....../....../...... b jump@d4+2",
    "freeze6 b...../w...../w...../....w./....../...... b freeze+2",
]


@pytest.mark.parametrize("passes", ["forced", "uniform"])
@pytest.mark.parametrize("text", MIDGAMES)
def test_draws_are_uniform(text, passes):
    """Chi-square over 20000 draws with a fixed seed; the bound is far beyond mere chance."""
    position, rng = fylking.parse(text), fylking.Rng(2024)
    legal = position.legal_actions()
    if passes == "forced" and len(legal) > 1:
        legal = [a for a in legal if position.action_text(a) != "pass"]
    draws = Counter(position.random_action(rng, passes) for _ in range(20_000))
    assert set(draws) == set(legal)
    expected = 20_000 / len(legal)
    chi_square = sum((draws[action] - expected) ** 2 / expected for action in legal)
    freedom = len(legal) - 1
    assert chi_square <= freedom + 8 * (freedom / 2) ** 0.5 + 14, f"{freedom} degrees of freedom"


@pytest.mark.parametrize("game", samples.GAMES, ids=samples.label)
def test_a_pass_is_drawn_when_it_may_be(game):
    """With "forced" only when nothing else is legal; the games drawn so pass nowhere else."""
    for seed in range(3):
        position, rng = game.start(), fylking.Rng(seed)
        while not position.is_over and position.ply < 150:
            legal = position.legal_actions()
            for _ in range(3):
                action = position.random_action(rng, "uniform")
                assert action in legal
                action = position.random_action(rng)
                assert action in legal
                assert (action == game.pass_action) == (legal == [game.pass_action])
            position.push(action)


# ---- Golden games: the same on every platform, path and release, unless a release says so ----

GOLDEN = {
    "fravan3": ((64, 36, 0, 0, 2000), (67, 31, 2, 0, 2100)),
    "fravan5": ((52, 48, 0, 0, 6200), (47, 52, 1, 0, 6411)),
    "fravan7": ((55, 45, 0, 0, 12800), (49, 51, 0, 0, 13082)),
    "fravan10": ((54, 46, 0, 0, 27200), (47, 53, 0, 0, 27230)),
    "herfor3": ((57, 43, 0, 0, 1906), (57, 43, 0, 0, 1906)),
    "herfor5": ((48, 52, 0, 0, 6221), (48, 52, 0, 0, 6221)),
    "herfor7": ((50, 50, 0, 0, 12823), (50, 50, 0, 0, 12823)),
    "herfor10": ((55, 45, 0, 0, 27216), (55, 45, 0, 0, 27216)),
    "frasvel3": ((62, 38, 0, 0, 4776), (60, 40, 0, 0, 3091)),
    "frasvel5": ((53, 47, 0, 0, 26984), (53, 47, 0, 0, 16162)),
    "frasvel7": ((38, 62, 0, 0, 81907), (43, 57, 0, 0, 50046)),
    "frasvel10": ((49, 51, 0, 0, 275045), (44, 56, 0, 0, 157841)),
    "freeze6": ((60, 40, 0, 0, 3434), (49, 28, 23, 0, 3051)),
    "freeze8": ((65, 35, 0, 0, 6706), (27, 38, 35, 0, 5857)),
    "freeze10": ((58, 42, 0, 0, 10886), (31, 31, 38, 0, 8802)),
}
GOLDEN_KEYS = {
    "fravan3": "cf556f02d1ca1582",
    "fravan5": "7f2aea3c2416c04c",
    "fravan7": "f00a6571a63ba8de",
    "fravan10": "41a988f275a90d0f",
    "herfor3": "a7701cc2adf0dc25",
    "herfor5": "9d781c91a989ed6d",
    "herfor7": "2d29d8abf7ca6c11",
    "herfor10": "163da8bfce319f63",
    "frasvel3": "7d127387c8c61dbf",
    "frasvel5": "3e73d55767024a08",
    "frasvel7": "4efda4d3180e6dba",
    "frasvel10": "d3f33ba8e70e7d67",
    "freeze6": "4bc7626495ee99f9",
    "freeze8": "dcf9621a83be04e0",
    "freeze10": "a384b571f936f1fc",
}


def tallies(game):
    position = game.start()
    return (
        tuple(fylking.playouts(position, 100, 42)[:5]),
        tuple(fylking.playouts(position, 100, 42, passes="uniform")[:5]),
    )


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_tallies(name):
    room = name.rstrip("0123456789")
    assert tallies(fylking.game(room, int(name[len(room) :]))) == GOLDEN[name]


def test_golden_keys():
    """The key of the final position of one game each."""
    keys = {}
    for name in GOLDEN_KEYS:
        room = name.rstrip("0123456789")
        position = fylking.game(room, int(name[len(room) :])).start()
        position.play_random(42)
        keys[name] = f"{position.key:016x}"
    assert keys == GOLDEN_KEYS

"""Score, Elo, intervals and the sequential test: known values, properties, and simulated streams."""

from __future__ import annotations

import math
import random
from statistics import NormalDist

import pytest

import fylking
from fylking.matches import PairStatistics, Sprt, elo_of, score_of
from fylking.matches.statistics import PAIR_SCORES, most_likely

Z = NormalDist().inv_cdf(0.975)

COUNTS = [
    (1, 0, 5, 2, 12),
    (3, 9, 40, 11, 7),
    (0, 0, 0, 1, 29),
    (0, 0, 30, 0, 0),
    (0, 0, 0, 0, 30),
    (12, 0, 0, 0, 18),
    (0, 5, 0, 0, 0),
    (0, 0, 0, 0, 1),
]


def mean_of(probabilities):
    return sum(s * p for s, p in zip(PAIR_SCORES, probabilities, strict=True))


def likelihood(counts, probabilities):
    return sum(c * math.log(p) for c, p in zip(counts, probabilities, strict=True) if c)


def wilson(wins, n):
    """Wilson's interval in closed form."""
    p = wins / n
    middle = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z / (1 + Z * Z / n) * math.sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
    return middle - half, middle + half


# ---- Elo ----


@pytest.mark.parametrize(
    ("score", "elo"),
    [(0.5, 0), (0.75, 190.848501887865), (0.64006500, 100), (0.95, 511.50144)],
)
def test_elo_of_a_score(score, elo):
    assert elo_of(score) == pytest.approx(elo, abs=1e-3)
    assert elo_of(1 - score) == pytest.approx(-elo, abs=1e-3)
    assert score_of(elo) == pytest.approx(score, abs=1e-6)


def test_elo_of_all_and_nothing_is_infinite():
    assert (elo_of(1.0), elo_of(0.0)) == (math.inf, -math.inf)


# ---- The estimate under a condition ----


@pytest.mark.parametrize("counts", COUNTS, ids=str)
@pytest.mark.parametrize("mean", [0.01, 0.3, 0.5, 0.62, 0.99])
def test_most_likely_probabilities_have_the_mean_and_no_others_are_likelier(counts, mean):
    found = most_likely(counts, mean)
    assert min(found) >= 0
    assert sum(found) == pytest.approx(1, abs=1e-9)
    assert mean_of(found) == pytest.approx(mean, abs=1e-9)
    chance = random.Random(f"{counts} {mean}")
    best = likelihood(counts, found)
    for _ in range(100):  # others of this mean: a mixture with one that has it
        one, two = sorted(chance.sample(range(5), 2))
        low, high = PAIR_SCORES[one], PAIR_SCORES[two]
        if not low <= mean <= high:
            continue
        other = [0.0] * 5
        other[two] = (mean - low) / (high - low)
        other[one] = 1 - other[two]
        part = chance.random() * 0.5
        mixed = [(1 - part) * p + part * q for p, q in zip(found, other, strict=True)]
        assert likelihood(counts, mixed) <= best + 1e-9


def test_the_estimate_at_the_mean_seen_is_what_was_seen():
    assert most_likely((1, 0, 5, 2, 12), 0.8) == pytest.approx([0.05, 0, 0.25, 0.1, 0.6])


# ---- Intervals ----


@pytest.mark.parametrize(("wins", "n"), [(1, 2), (7, 10), (18, 30), (29, 30), (500, 1000)])
def test_interval_of_pairs_won_or_lost_is_wilsons(wins, n):
    found = PairStatistics((n - wins, 0, 0, 0, wins)).interval()
    assert found == pytest.approx(wilson(wins, n), abs=1e-9)


def test_interval_of_many_pairs_is_the_normal_one():
    pairs = PairStatistics((300, 900, 4000, 1100, 700))
    squares = zip(PAIR_SCORES, pairs.counts, strict=True)
    deviation = math.sqrt(sum(c * (s - pairs.score) ** 2 for s, c in squares)) / pairs.pairs
    low, high = pairs.interval()
    assert low == pytest.approx(pairs.score - Z * deviation, abs=1e-4)
    assert high == pytest.approx(pairs.score + Z * deviation, abs=1e-4)


@pytest.mark.parametrize("counts", COUNTS, ids=str)
def test_the_other_player_has_the_mirror_image(counts):
    one, other = PairStatistics(counts), PairStatistics(counts[::-1])
    assert other.score == pytest.approx(1 - one.score)
    assert other.elo == pytest.approx(-one.elo)
    assert other.los == pytest.approx(1 - one.los)
    assert other.interval() == pytest.approx([1 - edge for edge in one.interval()[::-1]])
    assert Sprt(-20, 20).llr(counts[::-1]) == pytest.approx(-Sprt(-20, 20).llr(counts))


@pytest.mark.parametrize("counts", COUNTS, ids=str)
def test_interval_holds_the_score_and_shrinks_with_more_pairs(counts):
    width = 2.0
    for times in (1, 2, 4, 100):
        pairs = PairStatistics(tuple(times * c for c in counts))
        low, high = pairs.interval()
        assert 0 <= low <= pairs.score <= high <= 1
        assert high - low < width
        width = high - low
    assert PairStatistics(counts).interval(0.5)[0] > PairStatistics(counts).interval(0.95)[0]


@pytest.mark.parametrize("n", [1, 10, 30, 1000])
def test_pairs_that_all_ended_alike_leave_an_interval(n):
    """As wide as what would still be likely not to show: the rule of three, about."""
    likely = 1 - 0.025 ** (1 / n)
    low, high = PairStatistics((0, 0, 0, 0, n)).interval()
    assert high == 1
    assert 0.7 * likely < 1 - low < 1.1 * likely
    low, high = PairStatistics((0, 0, n, 0, 0)).interval()
    assert high - 0.5 == pytest.approx(0.5 - low)
    assert 0.7 * likely / 2 < 0.5 - low < 1.1 * likely / 2


@pytest.mark.parametrize("counts", COUNTS, ids=str)
def test_edges_of_the_interval_are_as_far_from_the_score_as_their_deviations_say(counts):
    pairs = PairStatistics(counts)
    for edge in pairs.interval():
        if 0 < edge < 1:
            assert abs(pairs.score - edge) == pytest.approx(Z * pairs.deviation(edge), rel=1e-6)


def test_nothing_is_known_without_pairs():
    none = PairStatistics((0, 0, 0, 0, 0))
    assert none.pairs == 0
    assert math.isnan(none.score)
    assert math.isnan(none.elo)
    assert none.interval() == (0, 1)
    assert none.elo_interval() == (-math.inf, math.inf)
    assert none.los == 0.5
    assert Sprt(0, 10).llr(none.counts) == 0


@pytest.mark.parametrize(
    "law", [(1, 0, 2, 0, 1), (0, 1, 8, 1, 0), (1, 1, 2, 4, 12), (0, 0, 1, 1, 18)], ids=str
)
def test_intervals_hold_the_truth_about_as_often_as_they_say(law):
    chance = random.Random(str(law))
    truth = sum(s * w for s, w in zip(PAIR_SCORES, law, strict=True)) / sum(law)
    held, rounds = 0, 500
    for _ in range(rounds):
        drawn = chance.choices(range(5), law, k=100)
        pairs = PairStatistics(tuple(map(drawn.count, range(5))))
        held += abs(pairs.score - truth) <= Z * pairs.deviation(truth)  # what `interval` holds
    assert 0.92 <= held / rounds <= 0.985


# ---- The sequential test ----


def test_wald_bounds():
    assert Sprt(0, 5).bounds == pytest.approx((-2.9444, 2.9444), abs=1e-4)
    assert Sprt(0, 5, 0.01, 0.1).bounds == pytest.approx(
        (math.log(0.1 / 0.99), math.log(0.9 / 0.01))
    )


def test_llr_of_pairs_won_or_lost_is_the_binomial_one():
    s0, s1 = score_of(0), score_of(40)
    expected = 18 * math.log(s1 / s0) + 12 * math.log((1 - s1) / (1 - s0))
    assert Sprt(0, 40).llr((12, 0, 0, 0, 18)) == pytest.approx(expected)


def test_llr_of_many_pairs_is_the_normal_one():
    pairs = PairStatistics((300, 900, 4000, 1100, 700))
    s0, s1 = score_of(0), score_of(10)
    squares = zip(PAIR_SCORES, pairs.counts, strict=True)
    variance = sum(c * (s - pairs.score) ** 2 for s, c in squares) / pairs.pairs
    expected = pairs.pairs * (s1 - s0) * (2 * pairs.score - s0 - s1) / (2 * variance)
    assert Sprt(0, 10).llr(pairs.counts) == pytest.approx(expected, rel=0.02)


def test_llr_of_pairs_that_all_ended_alike_is_finite_and_tells():
    assert Sprt(0, 50).llr((0, 0, 0, 0, 9)) == pytest.approx(9 * math.log(score_of(50) / 0.5))
    assert Sprt(0, 50).decision((0, 0, 0, 0, 100)) == "H1"
    assert Sprt(0, 50).decision((0, 0, 100, 0, 0)) == "H0"
    assert Sprt(0, 50).decision((100, 0, 0, 0, 0)) == "H0"
    assert Sprt(0, 50).decision((0, 0, 5, 0, 0)) is None


def decide(sprt, law, chance):
    """What the test says of pairs drawn from a law."""
    counts = [0] * 5
    while True:
        counts[chance.choices(range(5), law)[0]] += 1
        decision = sprt.decision(counts)
        if decision is not None:
            return decision


def law_of(elo):
    """Two independent games with draws, whose mean is that of an Elo difference."""
    win = score_of(elo) - 0.1
    lose = 0.8 - win
    game = (lose, 0.2, win)
    law = [0.0] * 5
    for i, p in enumerate(game):
        for j, q in enumerate(game):
            law[i + j] += p * q
    return law


@pytest.mark.parametrize(("elo", "right"), [(-20, "H0"), (120, "H1")])
def test_sprt_is_wrong_about_as_often_as_asked(elo, right):
    sprt = Sprt(-20, 120, alpha=0.1, beta=0.1)
    chance = random.Random(f"sprt {elo}")
    rounds = 150
    wrong = sum(decide(sprt, law_of(elo), chance) != right for _ in range(rounds))
    assert 0.02 <= wrong / rounds <= 0.17


def test_sprt_is_sure_far_from_its_hypotheses():
    chance = random.Random("far")
    sprt = Sprt(0, 100)
    assert {decide(sprt, law_of(300), chance) for _ in range(40)} == {"H1"}
    assert {decide(sprt, law_of(-200), chance) for _ in range(40)} == {"H0"}


@pytest.mark.parametrize(
    "values",
    [(10, 0), (5, 5), (0, math.nan), (0, math.inf), (0, 10, 0), (0, 10, 0.5), (0, 10, 0.05, 1)],
    ids=str,
)
def test_sprt_refuses(values):
    with pytest.raises(fylking.OptionError):
        Sprt(*values)

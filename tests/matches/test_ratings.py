"""Ratings of ladders: known values and properties."""

from __future__ import annotations

import numpy as np
import pytest

from fylking.matches import PairStatistics, elo_of, rate

MET = {
    (0, 1): PairStatistics((2, 0, 10, 3, 15)),
    (0, 2): PairStatistics((1, 0, 4, 0, 25)),
    (1, 2): PairStatistics((3, 2, 12, 3, 10)),
    (2, 3): PairStatistics((2, 1, 7, 0, 20)),
}


def expected(one, other):
    return 1 / (1 + 10 ** ((other - one) / 400))


def test_two_players_have_the_elo_and_the_interval_of_their_match():
    pairs = PairStatistics((10, 30, 200, 50, 90))
    ratings = rate(2, {(0, 1): pairs}, anchor=1)
    assert ratings.finite
    assert ratings.elo == pytest.approx((elo_of(pairs.score), 0), abs=1e-6)
    low, high = pairs.elo_interval()
    assert ratings.error == pytest.approx(((high - low) / 2, 0), rel=0.01)


def test_everybody_is_expected_to_score_what_they_have_scored():
    ratings = rate(4, MET)
    assert ratings.finite
    surplus = np.zeros(4)
    for (i, j), pairs in MET.items():
        difference = pairs.pairs * (pairs.score - expected(ratings.elo[i], ratings.elo[j]))
        surplus[i] += difference
        surplus[j] -= difference
    assert surplus == pytest.approx(np.zeros(4), abs=1e-8)


def test_the_anchor_is_zero_and_shifts_the_others():
    mean, first = rate(4, MET), rate(4, MET, anchor=0)
    assert sum(mean.elo) == pytest.approx(0, abs=1e-6)
    assert (first.elo[0], first.error[0]) == (0, 0)
    assert [elo + mean.elo[0] for elo in first.elo] == pytest.approx(mean.elo)
    assert min(mean.error) > 0
    assert min(first.error[1:]) > 0


def test_order_of_the_players_does_not_matter():
    place = [2, 0, 3, 1]
    moved = {}
    for (i, j), pairs in MET.items():
        one, other = place[i], place[j]
        if one < other:
            moved[one, other] = pairs
        else:
            moved[other, one] = PairStatistics(pairs.counts[::-1])
    here, there = rate(4, MET), rate(4, moved)
    assert [there.elo[place[i]] for i in range(4)] == pytest.approx(here.elo)
    assert [there.error[place[i]] for i in range(4)] == pytest.approx(here.error)


def test_intervals_shrink_with_the_root_of_the_pairs():
    more = {pair: PairStatistics(tuple(100 * c for c in s.counts)) for pair, s in MET.items()}
    few, many = rate(4, MET), rate(4, more)
    assert many.elo == pytest.approx(few.elo)
    assert np.array(few.error) / many.error == pytest.approx(np.full(4, 10), rel=0.1)


def test_who_has_won_everything_gets_a_finite_rating_that_says_so():
    met = {
        (0, 1): PairStatistics((0, 0, 0, 0, 20)),
        (0, 2): PairStatistics((0, 0, 0, 0, 20)),
        (1, 2): PairStatistics((0, 0, 20, 0, 0)),
    }
    ratings = rate(3, met)
    assert not ratings.finite
    assert np.isfinite(ratings.elo).all()
    assert ratings.elo[0] > 300
    assert ratings.elo[1] == pytest.approx(ratings.elo[2])
    assert min(ratings.error) > 10


def test_players_far_apart_are_rated():
    met = {(i, i + 1): PairStatistics((0, 0, 0, 1, 2000)) for i in range(5)}
    ratings = rate(6, met)
    assert ratings.finite
    steps = -np.diff(ratings.elo)
    assert steps == pytest.approx(np.full(5, met[0, 1].elo), rel=1e-6)


def test_nothing_is_known_where_some_have_not_met_the_others():
    ratings = rate(3, {(0, 1): PairStatistics((0, 0, 0, 0, 0))})
    assert ratings.elo == (0, 0, 0)
    assert ratings.error == (np.inf,) * 3
    one = PairStatistics((3, 0, 5, 0, 4))
    assert rate(4, {(0, 1): one, (2, 3): one}).error == (np.inf,) * 4
    assert max(rate(4, {(0, 1): one, (2, 3): one, (0, 3): one}).error) < 1000

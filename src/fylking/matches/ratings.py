"""Elo ratings of several players who have all met: the model of Bradley and Terry.

Player i is expected to score 1 / (1 + 10 ** ((r_j - r_i) / 400)) against player j. The ratings are
the most likely ones, or, where these would be infinite (somebody has won or lost everything, or a
group has against the rest), the most likely ones if every two players who met had drawn one pair
more. Intervals come from the pairs: each pairing's score has the standard error that its own
interval shows (`PairStatistics`), carried over to the ratings linearly (the sandwich of Huber).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from fylking.matches.statistics import CONFIDENCE, PairStatistics

Floats = npt.NDArray[np.float64]
Weights = Mapping[tuple[int, int], float]

_ELO = 400 / math.log(10)
_STEPS = 200


@dataclass(frozen=True)
class Ratings:
    """The ratings of a ladder.

    Attributes:
        elo: of each player.
        error: half the width of each one's interval; 0 for the anchor. Infinite for all when some
            have not met the others, directly or through others.
        finite: whether the most likely ratings are finite; if not, drawn pairs were added.
    """

    elo: tuple[float, ...]
    error: tuple[float, ...]
    finite: bool


def rate(
    players: int,
    met: Mapping[tuple[int, int], PairStatistics],
    anchor: int | None = None,
    confidence: float = CONFIDENCE,
) -> Ratings:
    """The ratings of players.

    Args:
        players: how many there are.
        met: for two players (i, j) what their pairs say from the side of i.
        anchor: the player whose rating is 0; None: the mean is.
        confidence: of the intervals.

    >>> ratings = rate(2, {(0, 1): PairStatistics((0, 0, 10, 0, 10))}, anchor=1)
    >>> [round(elo) for elo in ratings.elo]
    [191, 0]
    """
    met = {pair: result for pair, result in met.items() if result.pairs}
    won = {(i, j) for (i, j), result in met.items() if result.score > 0}
    won |= {(j, i) for (i, j), result in met.items() if result.score < 1}
    finite = _is_whole(players, won)
    more = 0 if finite else 1
    weights = {pair: float(result.pairs + more) for pair, result in met.items()}
    points = {pair: result.score * result.pairs + more / 2 for pair, result in met.items()}
    ratings = _fit(players, weights, points)
    if _is_whole(players, {step for i, j in met for step in ((i, j), (j, i))}):
        error = _deviations(ratings, met, weights, anchor)
    else:
        error = np.full(players, np.inf)
    ratings -= ratings.mean() if anchor is None else ratings[anchor]
    width = NormalDist().inv_cdf((1 + confidence) / 2)
    return Ratings(
        tuple(float(_ELO * r) for r in ratings),
        tuple(float(_ELO * width * e) for e in error),
        finite,
    )


def _is_whole(players: int, steps: Iterable[tuple[int, int]]) -> bool:
    """Whether steps lead from everybody to everybody."""
    reached = np.eye(players, dtype=bool)
    for i, j in steps:
        reached[i, j] = True
    for k in range(players):
        reached |= reached[:, k : k + 1] & reached[k : k + 1, :]
    return bool(reached.all())


def _fit(players: int, weights: Weights, points: Weights) -> Floats:
    """The ratings in natural units with mean 0, by Newton's method with halved steps."""
    ratings: Floats = np.zeros(players)
    for _ in range(_STEPS):
        gradient = np.zeros(players)
        for (i, j), weight in weights.items():
            surplus = points[i, j] - weight * _expected(ratings, i, j)
            gradient[i] += surplus
            gradient[j] -= surplus
        step = np.linalg.pinv(_information(ratings, weights), hermitian=True) @ gradient
        if np.abs(step).max(initial=0) < 1e-12:
            break
        here = _likelihood(ratings, weights, points)
        while _likelihood(ratings + step, weights, points) < here - 1e-12 * abs(here):
            step /= 2
        ratings = ratings + step
    ratings -= ratings.mean()
    return ratings


def _deviations(
    ratings: Floats,
    met: Mapping[tuple[int, int], PairStatistics],
    weights: Weights,
    anchor: int | None,
) -> Floats:
    """The standard errors of the ratings against the anchor, or against the mean."""
    players = len(ratings)
    noise = np.zeros((players, players))
    width = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    for (i, j), result in met.items():
        low, high = result.interval()
        variance = (result.pairs * (high - low) / (2 * width)) ** 2
        noise += variance * _contrast(players, i, j)
    inverse = np.linalg.pinv(_information(ratings, weights), hermitian=True)
    against = np.full((players, players), 1 / players)
    if anchor is not None:
        against = np.zeros((players, players))
        against[:, anchor] = 1
    view = np.eye(players) - against
    covariance = view @ inverse @ noise @ inverse @ view.T
    return np.sqrt(np.maximum(0, np.diag(covariance)))


def _expected(ratings: Floats, i: int, j: int) -> float:
    return float((1 + np.tanh((ratings[i] - ratings[j]) / 2)) / 2)


def _likelihood(
    ratings: Floats,
    weights: Weights,
    points: Weights,
) -> float:
    """The logarithm of the likelihood."""
    total = 0.0
    for (i, j), weight in weights.items():
        difference = ratings[i] - ratings[j]
        total -= points[i, j] * np.logaddexp(0, -difference)
        total -= (weight - points[i, j]) * np.logaddexp(0, difference)
    return float(total)


def _information(ratings: Floats, weights: Weights) -> Floats:
    """Fisher's information."""
    players = len(ratings)
    total = np.zeros((players, players))
    for (i, j), weight in weights.items():
        expected = _expected(ratings, i, j)
        total += weight * expected * (1 - expected) * _contrast(players, i, j)
    return total


def _contrast(players: int, i: int, j: int) -> Floats:
    difference = np.zeros(players)
    difference[i], difference[j] = 1, -1
    return np.outer(difference, difference)

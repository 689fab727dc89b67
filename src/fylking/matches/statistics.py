"""What the results of a match say: score, Elo, likelihood of superiority, SPRT.

The unit is the pair: two games from the same opening with the seats swapped. Its score, the points
that one player made of the two games, is 0, 1/4, 1/2, 3/4 or 1 (`PAIR_SCORES`), and a match is
summed up by how often each came, as five counts. Games of a pair depend on each other through
their opening; pairs do not.

Everything rests on one estimate, the most likely probabilities of the five scores under the
condition that their mean is so and so (`most_likely`). Scores that have not come may get a
probability too, so a match in which all pairs ended alike still has an interval and a test.
Sources:

* the interval: Wilson's (J. Am. Stat. Assoc. 22, 1927) for five values instead of two; it is
  Wilson's own when the pairs were won or lost 2:0 only;
* the sequential test: the generalized SPRT of Li, Liu and Ying (Sequential Analysis 33, 2014), on
  the scores of pairs as M. Van den Bergh has it ("The generalized maximum likelihood ratio for the
  expectation value of a distribution", the method of the Fishtest project).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import NormalDist

from fylking.errors import OptionError

PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
CONFIDENCE = 0.95

_HALVINGS = 64  # of an interval that is halved until floats end


def elo_of(score: float) -> float:
    """The Elo difference that means such a score; infinite for 0 and 1.

    >>> round(elo_of(0.75))
    191
    """
    if score in (0, 1):
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))


def score_of(elo: float) -> float:
    """The score that an Elo difference means.

    >>> score_of(0)
    0.5
    """
    return 1 / (1 + math.pow(10, -elo / 400))


def most_likely(counts: Sequence[int], mean: float) -> list[float]:
    """The most likely probabilities of the five scores, among those with a given mean.

    Args:
        counts: how often each of `PAIR_SCORES` came; not all are 0.
        mean: from 0 to 1, without them.

    >>> [round(p, 3) for p in most_likely([0, 0, 0, 0, 8], 0.9)]
    [0.1, 0.0, 0.0, 0.0, 0.9]
    """
    total = sum(counts)
    parts = [(s - mean, c / total) for s, c in zip(PAIR_SCORES, counts, strict=True) if c]
    # With Lagrange's multiplier x for the mean, a score that came with frequency f and lies d above
    # the mean has probability f / (1 + x d). No denominator may be negative, at 0 and 1 neither.
    low, high = -1 / (1 - mean), 1 / mean
    for _ in range(_HALVINGS):
        x = (low + high) / 2
        if sum(f * d / (1 + x * d) for d, f in parts) > 0:
            low = x
        else:
            high = x
    x = (low + high) / 2
    found = [0.0] * len(PAIR_SCORES)
    for i, (s, c) in enumerate(zip(PAIR_SCORES, counts, strict=True)):
        if c:
            found[i] = c / total / (1 + x * (s - mean))
    # At the end of x's range what is missing lies where the denominator is zero.
    found[0 if x > 0 else -1] += max(0.0, 1 - sum(found))
    return found


@dataclass(frozen=True)
class PairStatistics:
    """What five counts of pair scores say.

    Attributes:
        counts: how often each of `PAIR_SCORES` came.

    >>> result = PairStatistics((1, 0, 5, 2, 12))
    >>> result.pairs, result.score, round(result.elo)
    (20, 0.8, 241)
    >>> [round(elo) for elo in result.elo_interval()]
    [97, 370]
    """

    counts: tuple[int, ...]

    @property
    def pairs(self) -> int:
        """Number of pairs."""
        return sum(self.counts)

    @cached_property
    def score(self) -> float:
        """The mean score, from 0 to 1; NaN without pairs."""
        if not self.pairs:
            return math.nan
        return sum(s * c for s, c in zip(PAIR_SCORES, self.counts, strict=True)) / self.pairs

    @property
    def elo(self) -> float:
        """The Elo difference that the score means."""
        return elo_of(self.score)

    def deviation(self, mean: float) -> float:
        """The standard error of the score if its true mean were so, from 0 to 1 without them."""
        probabilities = most_likely(self.counts, mean)
        squares = sum(p * (s - mean) ** 2 for s, p in zip(PAIR_SCORES, probabilities, strict=True))
        return math.sqrt(squares / self.pairs)

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """The means that the score does not speak against; from 0 to 1 without pairs."""
        if not self.pairs:
            return 0.0, 1.0
        width = NormalDist().inv_cdf((1 + confidence) / 2)

        def fits(mean: float) -> bool:
            return abs(self.score - mean) <= width * self.deviation(mean)

        return _edge(fits, self.score, 0.0), _edge(fits, self.score, 1.0)

    def elo_interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """The interval as Elo differences."""
        low, high = self.interval(confidence)
        return elo_of(low), elo_of(high)

    @property
    def los(self) -> float:
        """Likelihood of superiority: how sure it is that the true mean is above one half."""
        if not self.pairs or self.score == 0.5:
            return 0.5
        return NormalDist().cdf((self.score - 0.5) / self.deviation(0.5))


def _edge(fits: Callable[[float], bool], inside: float, outside: float) -> float:
    """Where means cease to fit on the way from one that does to 0 or 1, which does not."""
    if inside == outside:
        return outside
    for _ in range(_HALVINGS):
        middle = (inside + outside) / 2
        if middle in (inside, outside):
            break
        if fits(middle):
            inside = middle
        else:
            outside = middle
    return (inside + outside) / 2


@dataclass(frozen=True)
class Sprt:
    """A sequential test of H0, the Elo difference is `elo0`, against H1, it is `elo1`.

    Attributes:
        elo0, elo1: the hypotheses, elo0 below elo1.
        alpha: how often H1 is accepted where H0 is true, about.
        beta: how often H0 is accepted where H1 is true, about.

    >>> Sprt(0, 50).decision([2, 5, 60, 40, 25])
    'H1'
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -2000 <= self.elo0 < self.elo1 <= 2000:
            raise OptionError(
                f"elo0 is {self.elo0:g} and elo1 {self.elo1:g}; "
                "elo0 must be less, and both from -2000 to 2000"
            )
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 0.5:
                raise OptionError(f"{name} is {value:g}; it must be above 0 and below 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """Wald's: at the lower one H0 is accepted, at the upper one H1."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, counts: Sequence[int]) -> float:
        """The logarithm of the likelihood ratio, H1 over H0."""
        if not any(counts):
            return 0.0
        under0 = most_likely(counts, score_of(self.elo0))
        under1 = most_likely(counts, score_of(self.elo1))
        each = zip(counts, under0, under1, strict=True)
        return sum(c * math.log(p1 / p0) for c, p0, p1 in each if c)

    def decision(self, counts: Sequence[int]) -> str | None:
        """What is accepted, "H0" or "H1"; None: go on."""
        low, high = self.bounds
        llr = self.llr(counts)
        return "H0" if llr <= low else "H1" if llr >= high else None

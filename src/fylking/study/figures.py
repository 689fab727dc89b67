"""Shares and means with their intervals, as facts that JSON can hold."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean, stdev

from fylking.matches.statistics import CONFIDENCE, PairStatistics
from fylking.study.units import Facts


def share(won: int, drawn: int, lost: int) -> Facts:
    """A share of games, draws counting half, with Wilson's interval.

    >>> facts = share(8, 0, 2)
    >>> facts["share"], [round(edge, 3) for edge in facts["interval"]]
    (0.8, [0.49, 0.943])
    """
    counted = PairStatistics((lost, 0, drawn, 0, won))
    return {
        "share": counted.score if counted.pairs else None,
        "interval": list(counted.interval()),
    }


def mean(values: Sequence[float]) -> Facts:
    """A mean with the interval of the normal approximation, and what was seen.

    >>> mean([1, 2, 3])["mean"], mean([1])["interval"]
    (2.0, None)
    """
    found: Facts = {"games": len(values), "mean": None, "interval": None, "deviation": None}
    if values:
        found |= {"mean": fmean(values), "least": min(values), "most": max(values)}
    if len(values) > 1:
        found["deviation"] = stdev(values)
        width = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
        error = width * found["deviation"] / math.sqrt(len(values))
        found["interval"] = [found["mean"] - error, found["mean"] + error]
    return found

"""What a game was like: numbers from the facts of one that was looked at closely."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from fylking.study.units import Facts

A_TURN = ": pieces a turn"
"""How the labels of what turns change end."""

LEAD = 0.2
"""Who leads by the bots' expectation is expected to win so much more often than to lose."""


class Measure(NamedTuple):
    """Something to count in a game.

    Attributes:
        name: for programs.
        label: for people.
        of: the number of a game; None where it has none.
    """

    name: str
    label: str
    of: Callable[[Facts], float | None]


def measures_of(games: Sequence[Facts], has_points: bool) -> list[Measure]:
    """What there is to count in such games.

    Args:
        games: facts as `fylking.study.watch.Watch` tells them; they say what kinds of changes
            there are.
        has_points: whether their score is in points.
    """
    kinds = sorted({kind for facts in games for kind in facts["changes"]})
    found = [
        Measure("actions", "length in actions", lambda facts: len(facts["legal"])),
        Measure("turns", "length in turns", lambda facts: facts["turns"]),
        Measure("branching", "legal actions at a choice", _branching),
        Measure("tree", "game tree, power of ten", _tree),
    ]
    if has_points:
        found.append(Measure("margin", "points between winner and loser", _margin))
    found += [
        Measure("lead_changes", "lead changes, as the bots expect", _expected_lead_changes),
        Measure(
            "decided", "ahead for good from % of the game, as the bots expect", _expected_decided
        ),
        Measure("score_lead_changes", "lead changes, by evaluation", _lead_changes),
        Measure("score_decided", "ahead for good from % of the game, by evaluation", _decided),
        Measure("eventful", "% of turns that change other pieces", _eventful),
        Measure("rounds", "most rounds of changes in an action", lambda facts: facts["rounds"]),
    ]
    for kind in kinds:
        found.append(Measure(kind, f"{kind}{A_TURN}", _changes(kind)))
    return found


def leaders(signals: Sequence[float], least: float = 0.0) -> list[int]:
    """Who leads, 1, -1, or 0 before anybody does; who has led goes on until the other one does.

    >>> leaders([0, 2, 0, -1, -3])
    [0, 1, 1, -1, -1]
    """
    found = []
    leader = 0
    for signal in signals:
        if abs(signal) > least:
            leader = 1 if signal > 0 else -1
        found.append(leader)
    return found


def lead_changes(signals: Sequence[float], least: float = 0.0) -> int:
    """How often the lead goes from one side to the other.

    >>> lead_changes([1, 2, -1, 0, 1])
    2
    """
    return sum(one * other < 0 for one, other in pairwise(leaders(signals, least)))


def decided_at(signals: Sequence[float], winner: int, least: float = 0.0) -> float:
    """After which percentage of the game the winner led to its end.

    >>> decided_at([1, -1, 1, 1], winner=1), decided_at([1, 1], winner=-1)
    (50.0, 100.0)
    """
    led = leaders(signals, least)
    last = max((i for i, leader in enumerate(led) if leader != winner), default=-1)
    return 100 * (last + 1) / len(led)


def expectations(facts: Facts) -> list[float] | None:
    """What the bots expected for the first player before each action, if they always did."""
    values: list[float | None] = facts["values"]
    known = [value for value in values if value is not None]
    return known if known and len(known) == len(values) else None


def advantages(facts: Facts) -> list[float]:
    """Evaluations from Black's side, each with the one a turn before, so that both have moved."""
    found: list[float] = facts["evaluations"]
    return [one + other for one, other in zip(found, [0, *found], strict=False)]


def _branching(facts: Facts) -> float | None:
    legal = facts["legal"]
    return sum(legal) / len(legal) if legal else None


def _tree(facts: Facts) -> float:
    return sum(map(math.log10, facts["legal"]))


def _margin(facts: Facts) -> float | None:
    black, white = facts["score"]
    return None if facts["winner"] is None else float(abs(black - white))


def _expected_lead_changes(facts: Facts) -> float | None:
    signals = expectations(facts)
    return None if signals is None else lead_changes(signals, LEAD)


def _expected_decided(facts: Facts) -> float | None:
    signals = expectations(facts)
    if signals is None or facts["winner"] is None:
        return None
    return decided_at(signals, 1 if facts["winner"] == facts["first"] else -1, LEAD)


def _lead_changes(facts: Facts) -> float:
    return lead_changes(advantages(facts))


def _decided(facts: Facts) -> float | None:
    signals = advantages(facts)
    if facts["winner"] is None or not signals:
        return None
    return decided_at(signals, 1 if facts["winner"] == "black" else -1)


def _eventful(facts: Facts) -> float | None:
    return 100 * facts["eventful"] / facts["turns"] if facts["turns"] else None


def _changes(kind: str) -> Callable[[Facts], float | None]:
    def of(facts: Facts) -> float | None:
        return facts["changes"].get(kind, 0) / facts["turns"] if facts["turns"] else None

    return of

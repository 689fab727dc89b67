"""The floor: the loop of test_python_driven.py over an engine that does no work at all.

Its methods are built-in functions that return at once, so what remains is Python's own cost.
"""

from __future__ import annotations

from itertools import repeat
from random import Random
from types import SimpleNamespace

import pytest
from measuring import Measure

MOVES = 5000


@pytest.mark.benchmark(group="peer")
def test_driven(measure: Measure) -> None:
    draw = Random(1).random
    pos = SimpleNamespace(
        is_over=False, legal_actions=repeat(list(range(40))).__next__, push=set().discard
    )

    def work() -> int:
        left = MOVES
        while not pos.is_over:
            actions = pos.legal_actions()
            pos.push(actions[int(draw() * len(actions))])
            left -= 1
            if not left:
                break
        return left

    assert measure("peer-idle-driven", work, MOVES) == 0

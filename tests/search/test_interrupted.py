"""Searches that a signal handler's exception ends can be used again."""

from __future__ import annotations

import os

import pytest
from interruptions import alarms, until_rung

import fylking
from fylking.search import MCTS, AlphaBeta


def alpha_beta(game):
    search = AlphaBeta(game, hash=1)
    return lambda: search.search(game.start(), depth=2)


def mcts(game):
    search = MCTS(game.start(), seed=1)
    return lambda: search.search(simulations=20)


@pytest.mark.skipif(os.name == "nt", reason="needs the signals of POSIX")
@pytest.mark.parametrize("make", [alpha_beta, mcts])
def test_a_search_that_was_interrupted_is_not_at_work_for_ever(make):
    call = make(fylking.Fravan(3))
    call()
    with alarms():
        for turn in range(300):
            until_rung(call, 0.0002 + turn * 1e-6)
    call()

"""Searches that a signal handler's exception ends can be used again."""

from __future__ import annotations

import os
import signal

import pytest

import fylking
from fylking.search import MCTS, AlphaBeta


class Enough(BaseException):
    pass


def alpha_beta(game):
    search = AlphaBeta(game, hash=1)
    return lambda: search.search(game.start(), depth=2)


def mcts(game):
    search = MCTS(game.start(), seed=1)
    return lambda: search.search(simulations=20)


@pytest.mark.skipif(os.name == "nt", reason="needs the signals of POSIX")
@pytest.mark.parametrize("make", [alpha_beta, mcts])
def test_a_search_that_was_interrupted_is_not_at_work_for_ever(make):
    def ring(signum, frame):
        raise Enough

    call = make(fylking.Fravan(3))
    call()
    before = signal.signal(signal.SIGALRM, ring)
    try:
        for turn in range(300):
            signal.setitimer(signal.ITIMER_REAL, 0.0002 + turn * 1e-6)
            try:
                while True:
                    call()
            except Enough:
                pass
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    call()

"""Searches: what to play, and who wins.

>>> import fylking
>>> from fylking.search import MCTS
>>> found = MCTS(fylking.Herfor(size=2).start(), seed=1).search()
>>> found.proven, found.value
(True, -1.0)
"""

from __future__ import annotations

from fylking.search.alphabeta import AlphaBeta, Judgement
from fylking.search.evaluator import Evaluator
from fylking.search.forest import Forest
from fylking.search.mcts import MCTS, MCTSResult
from fylking.search.solve import Solution, solve

__all__ = [
    "MCTS",
    "AlphaBeta",
    "Evaluator",
    "Forest",
    "Judgement",
    "MCTSResult",
    "Solution",
    "solve",
]

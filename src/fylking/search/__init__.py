"""Search: who wins, and by what.

>>> import fylking
>>> from fylking.search import MCTS
>>> found = MCTS(fylking.Herfor(size=2).start(), seed=1).search()
>>> found.proven, found.value
(True, -1.0)
"""

from __future__ import annotations

from fylking.search.evaluator import Evaluator
from fylking.search.forest import Forest
from fylking.search.mcts import MCTS, MCTSResult

__all__ = ["MCTS", "Evaluator", "Forest", "MCTSResult"]

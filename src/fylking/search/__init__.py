"""Searches: what to play, and who wins."""

from __future__ import annotations

from fylking.search.alphabeta import AlphaBeta, Judgement
from fylking.search.solve import Solution, solve

__all__ = ["AlphaBeta", "Judgement", "Solution", "solve"]

"""Studies of the games: pie openings, and what games are like, from many games."""

from __future__ import annotations

from fylking.study.executors import EXECUTORS
from fylking.study.game import GameStudy
from fylking.study.pie import PieStudy, openings_of
from fylking.study.runner import Results, Study, run
from fylking.study.units import GameUnit, PlayoutsUnit, play_game, play_randomly

__all__ = [
    "EXECUTORS",
    "GameStudy",
    "GameUnit",
    "PieStudy",
    "PlayoutsUnit",
    "Results",
    "Study",
    "openings_of",
    "play_game",
    "play_randomly",
    "run",
]

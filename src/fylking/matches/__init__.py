"""Matches and ladders between bots: played, recorded, resumed and summed up."""

from __future__ import annotations

from fylking.matches.openings import GivenOpenings, Openings, RandomOpenings, read_openings
from fylking.matches.plan import Plan, Task, random_openings
from fylking.matches.players import MAKERS, Player, parse_player
from fylking.matches.ratings import Ratings, rate
from fylking.matches.record import Record, read_record
from fylking.matches.results import Results
from fylking.matches.runner import run
from fylking.matches.statistics import PairStatistics, Sprt, elo_of, score_of
from fylking.record import GameRecord

__all__ = [
    "MAKERS",
    "GameRecord",
    "GivenOpenings",
    "Openings",
    "PairStatistics",
    "Plan",
    "Player",
    "RandomOpenings",
    "Ratings",
    "Record",
    "Results",
    "Sprt",
    "Task",
    "elo_of",
    "parse_player",
    "random_openings",
    "rate",
    "read_openings",
    "read_record",
    "run",
    "score_of",
]

"""Game records: what `fylking match` and the web page write, and everything that reads it.

A file is JSON lines: a head, which says the game and the players, then a line a game. The schema is
in the package (`schema`); `docs/records.md` says what the fields mean.
"""

from __future__ import annotations

from fylking.record.files import LONGEST, Reader, Writer, checked_head, line_of, read, validate
from fylking.record.game import (
    CRASH,
    CUT_OFF,
    FORFEIT,
    FORMAT,
    ILLEGAL,
    RESIGNED,
    TIME,
    UNFINISHED,
    GameRecord,
    Loss,
    Outcome,
    head_of,
    outcome,
    thought_facts,
)
from fylking.record.parquet import export_parquet
from fylking.record.shape import schema

__all__ = [
    "CRASH",
    "CUT_OFF",
    "FORFEIT",
    "FORMAT",
    "ILLEGAL",
    "LONGEST",
    "RESIGNED",
    "TIME",
    "UNFINISHED",
    "GameRecord",
    "Loss",
    "Outcome",
    "Reader",
    "Writer",
    "checked_head",
    "export_parquet",
    "head_of",
    "line_of",
    "outcome",
    "read",
    "schema",
    "thought_facts",
    "validate",
]

"""`fylking study`: what many games say about the pie openings, or about a game as such."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from fylking.cli import common, study_game, study_pie

if TYPE_CHECKING:
    from fylking.cli.common import Commands

KINDS = (study_pie, study_game)

EPILOG = """examples:
  fylking study pie fravan --size 5 --level 4 --games 200
  fylking study game frasvel --size 4 --size 5

`fylking study KIND --help` tells more about each; docs/studies.md says what the
figures mean."""


def add(commands: Commands) -> None:
    """Describes the command to the parser."""
    parser = common.add_command(commands, "study", run, "find out what many games say", EPILOG)
    kinds = parser.add_subparsers(metavar="KIND", title="kinds", dest="kind", required=True)
    for kind in KINDS:
        kind.add(kinds)


def run(args: argparse.Namespace) -> int:
    """Never called: every kind carries itself out."""
    raise AssertionError(args)

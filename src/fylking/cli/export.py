"""`fylking export`: a record as a table for analysis."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from fylking import OptionError
from fylking.cli import common
from fylking.record import export_parquet

if TYPE_CHECKING:
    from fylking.cli.common import Commands

EPILOG = """The table has a row a game; actions, seconds and values are columns of lists. It needs
the extra `parquet`: pip install "fylking[parquet]".

example:
  fylking export match.jsonl match.parquet
"""


def add(commands: Commands) -> None:
    """Describes the command to the parser."""
    parser = common.add_command(
        commands, "export", run, "write the games of a record to a Parquet file", EPILOG
    )
    parser.add_argument("record", metavar="FILE", help="what `fylking match --out` wrote")
    parser.add_argument("target", metavar="OUT", help="the file to write, named *.parquet")
    parser.add_argument(
        "--unchecked",
        action="store_true",
        help="do not play the games again to see whether their records are true",
    )


def run(args: argparse.Namespace) -> int:
    """Carries the command out."""
    target = Path(args.target)
    if target.suffix != ".parquet":
        raise OptionError(f"{target} is not named *.parquet, the one kind of table offered")
    shown = sys.stderr is not None and sys.stderr.isatty()

    def tell(games: int) -> None:
        print(f"\r{common.games(games)}", end="", file=sys.stderr, flush=True)

    games = export_parquet(args.record, target, not args.unchecked, tell if shown else None)
    if shown:
        print(file=sys.stderr)
    print(f"{common.games(games)} written to {target}")
    return 0

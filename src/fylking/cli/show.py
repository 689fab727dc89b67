"""`fylking show`: a position drawn, with its state and its legal actions."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from fylking.cli import common

if TYPE_CHECKING:
    from fylking import Position
    from fylking.cli.common import Commands

EPILOG = """example:
  fylking show "fravan2 ../.b./.. w choose 1b"
"""


def add(commands: Commands) -> None:
    """Describes the command to the parser."""
    parser = common.add_command(
        commands, "show", run, "draw a position and list its legal actions", EPILOG
    )
    parser.add_argument(
        "position", metavar="TEXT", nargs="+", help="a position text (best in quotes)"
    )
    common.add_pie(parser)


def run(args: argparse.Namespace) -> int:
    """Carries the command out."""
    pos = common.parse(" ".join(args.position), args.pie)
    print(pos)
    print()
    print(state_line(pos))
    print(f"score: {common.pair(pos)}")
    print(common.legal_list(pos))
    return 0


def state_line(pos: Position) -> str:
    """The game, and who acts at which stage or who has won, in one line."""
    parts = [common.title(pos.game)]
    if pos.is_over:
        winner = "drawn" if pos.winner is None else f"won by {pos.winner}"
        parts.append(f"{winner} by {pos.end_reason}")
    else:
        parts.append(f"{pos.to_move} ({common.seat_name(pos.seat)}) to move")
        parts.append(f"stage {pos.stage}")
    return "; ".join(parts)

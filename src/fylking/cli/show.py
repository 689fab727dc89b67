"""`fylking show`: a position drawn, with its state and its legal actions."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from fylking import OptionError
from fylking.cli import common, pictures

if TYPE_CHECKING:
    from fylking import Position
    from fylking.cli.common import Commands

EPILOG = """examples:
  fylking show "fravan2 ../.b./.. w choose 1b"
  fylking show --svg board.svg --theme dark "fravan2 ../.b./.. w choose 1b"
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
    for kind, needs in (("svg", ""), ("png", ' (needs "fylking[png]")')):
        parser.add_argument(
            f"--{kind}",
            metavar="FILE",
            help=f"write a picture, {kind.upper()}{needs}; - for stdout, and nothing else there",
        )
    parser.add_argument(
        "--targets", action="store_true", help="mark in it where the player to move may play"
    )
    parser.add_argument("--preview", metavar="ACTION", help="show in it what an action would do")
    parser.add_argument("--territory", action="store_true", help="mark territory in it")
    pictures.add_look(parser)


def run(args: argparse.Namespace) -> int:
    """Carries the command out."""
    pos = common.parse(" ".join(args.position), args.pie)
    if args.svg == args.png == "-":
        raise OptionError("stdout takes one picture: --svg - or --png -")
    for kind, target in ((".svg", args.svg), (".png", args.png)):
        if target is not None:
            pictures.kind_of(target, (kind,))
    picture = pos.svg(
        theme=args.theme, targets=args.targets, preview=args.preview, territory=args.territory
    )
    if args.svg is not None:
        pictures.write_svg(args.svg, picture)
    if args.png is not None:
        pictures.write_png(args.png, picture, args.width)
    if "-" in (args.svg, args.png):
        return 0
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

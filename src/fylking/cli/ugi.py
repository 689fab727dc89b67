"""`fylking ugi`: an engine for match runners and other programs, on stdin and stdout."""

from __future__ import annotations

import argparse
import io
import sys
from typing import TYPE_CHECKING

from fylking.cli import common
from fylking.ugi.engine import UgiEngine
from fylking.ugi.lines import Output
from fylking.ugi.options import Options

if TYPE_CHECKING:
    from fylking.cli.common import Commands

EPILOG = """examples:
  fylking ugi
  fylking ugi fravan --size 5 --level 3

The arguments are the defaults of the options that `setoption` sets. Beside the commands of UGI
there are `d` (draw the position), `moves` (the legal ones) and `perft N`."""


def add(commands: Commands) -> None:
    """Describes the command to the parser."""
    parser = common.add_command(
        commands, "ugi", run, "an engine that speaks the Universal Game Interface", EPILOG
    )
    common.add_game(parser, optional=True)
    parser.add_argument("--size", metavar="N", help="size of the board")
    common.add_pie(parser)
    parser.add_argument("--level", metavar="N", help="1 to 10; default 0: as well as it can")
    parser.add_argument("--threads", metavar="N", help=f"default {Options().threads}")
    parser.add_argument("--hash", metavar="MB", help=f"memory; default {Options().hash}")
    parser.add_argument("--seed", metavar="N", help="of what is random; default: another each game")


def run(args: argparse.Namespace) -> int:
    """Carries the command out."""
    options = Options(pie=args.pie is not False)
    for name in ("game", "size", "level", "threads", "hash", "seed"):
        if (value := getattr(args, name)) is not None:
            options.set(name, value)
    options.made_game()  # raises when there is none
    if sys.stdin is None or sys.stdout is None:  # closed: there is nobody to answer
        return 0
    # Unbuffered: a thread that waits for input may hold no lock when the process ends.
    with io.FileIO(sys.stdin.fileno(), closefd=False) as stream:
        UgiEngine(Output(sys.stdout.buffer), options).serve(stream)
    return 0

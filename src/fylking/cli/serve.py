"""`fylking serve`: the web page."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from fylking import OptionError
from fylking.cli import common

if TYPE_CHECKING:
    from fylking.cli.common import Commands

EPILOG = """Open the address that it prints in a browser; Ctrl-C ends it. It needs the extra `web`:
pip install "fylking[web]".

With --host other than a loopback address everybody who reaches this machine can play; tell the
names under which it is reached with --name.
"""

PORT = 8765
LOOPBACK = "127.0.0.1"


def add(commands: Commands) -> None:
    """Describes the command to the parser."""
    parser = common.add_command(
        commands, "serve", run, "open a page to play in the browser", EPILOG
    )
    parser.add_argument(
        "--host", metavar="ADDRESS", default=LOOPBACK, help=f"where to listen (default {LOOPBACK})"
    )
    parser.add_argument(
        "--port", metavar="N", type=_port, default=PORT, help=f"default {PORT}; 0: any that is free"
    )
    parser.add_argument(
        "--name",
        metavar="HOST",
        action="append",
        default=[],
        help="a name under which browsers know this machine; may be repeated",
    )
    parser.add_argument(
        "--workers", metavar="N", type=common.thread_count, help="threads in which bots think"
    )
    parser.add_argument(
        "--queue", metavar="N", type=common.count, help="thoughts that may wait (default 256)"
    )
    parser.add_argument(
        "--games", metavar="N", type=common.count, help="how many games are kept (default 500)"
    )


def run(args: argparse.Namespace) -> int:
    """Carries the command out."""
    from fylking.web.serving import serve

    chosen = {"workers": args.workers, "queue": args.queue, "games": args.games}
    bounds = {name: value for name, value in chosen.items() if value is not None}
    try:
        serve(args.host, args.port, tuple(args.name), bounds)
    except OSError as error:
        reason = error.strerror or str(error)
        raise OptionError(f"cannot listen on {args.host}, port {args.port}: {reason}") from error
    return 0


def _port(text: str) -> int:
    number = common.whole(text)
    if not 0 <= number < 65536:
        raise argparse.ArgumentTypeError(f"{number} is no port")
    return number

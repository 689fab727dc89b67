"""`fylking draw`: a recorded game as a strip of pictures, or as one that moves."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from fylking import OptionError, draw, record
from fylking.cli import common, pictures
from fylking.errors import IllegalActionError, NotationError, PositionError

if TYPE_CHECKING:
    from fylking import Position
    from fylking.cli.common import Commands
    from fylking.draw import Options

EPILOG = """examples:
  fylking match random greedy --game freeze --pairs 1 --out games.jsonl
  fylking draw games.jsonl --every 10 --out strip.svg
  fylking draw games.jsonl --game 1 --animate --out game.svg
  fylking draw games.jsonl --out game.gif --seconds 0.5 --width 400
"""

LISTED = 10

FORMATS = (".svg", ".png", ".gif")


def add(commands: Commands) -> None:
    """Describes the command to the parser."""
    parser = common.add_command(commands, "draw", run, "draw a game of a match's record", EPILOG)
    parser.add_argument("file", metavar="GAMEFILE", help="what `fylking match --out` has written")
    parser.add_argument(
        "--game",
        metavar="N",
        type=common.whole,
        default=0,
        help="which game of the record, by its number from 0 (default 0)",
    )
    parser.add_argument(
        "--every",
        metavar="N",
        type=common.whole,
        help="a picture each N actions (default: 10; for what moves 1)",
    )
    parser.add_argument(
        "--animate", action="store_true", help="an SVG that moves instead of a strip; a GIF does"
    )
    parser.add_argument(
        "--seconds",
        metavar="S",
        type=common.duration,
        default=0.8,
        help="that each picture of what moves is seen (default 0.8)",
    )
    parser.add_argument(
        "--columns",
        metavar="N",
        type=common.whole,
        default=4,
        help="pictures side by side in a strip (default 4)",
    )
    parser.add_argument(
        "--out",
        metavar="FILE",
        help=f"{', '.join(FORMATS)}, by its ending; - for SVG on stdout (the default, but not on "
        "a terminal)",
    )
    pictures.add_look(parser)


def run(args: argparse.Namespace) -> int:
    """Carries the command out."""
    if args.out is None and sys.stdout is not None and sys.stdout.isatty():
        raise OptionError("a picture is not for the terminal: --out FILE (or --out - all the same)")
    out = "-" if args.out is None else args.out
    kind = pictures.kind_of(out, FORMATS)
    if args.animate and kind == ".png":
        raise OptionError("a PNG does not move; .svg and .gif do")
    moves = args.animate or kind == ".gif"
    every = (1 if moves else 10) if args.every is None else args.every
    pos = game_of(args.file, args.game)
    look: Options = {"theme": args.theme}
    if kind == ".gif":
        pictures.need_extra()
        data = draw.gif(pos, every, args.seconds, args.width, **look)
        pictures.write_bytes(out, data)
    elif args.animate:
        pictures.write_svg(out, draw.animation(pos, every, args.seconds, **look))
    else:
        strip = draw.strip(pos, every, args.columns, **look)
        if kind == ".png":
            pictures.write_png(out, strip, args.width)
        else:
            pictures.write_svg(out, strip)
    return 0


def game_of(path: str, number: int) -> Position:
    """The last position, history included, of a game of a record.

    Raises:
        OptionError: there is no such game, or it cannot be played again.
    """
    numbers: list[str] = []
    with record.read(path, check=False) as games:
        for game in games:
            if game.game == number:
                try:
                    return game.replay()
                except (IllegalActionError, NotationError, PositionError) as error:
                    raise OptionError(
                        f"game {number} of {path} cannot be played again: {error}"
                    ) from None
            if len(numbers) < LISTED:
                numbers.append(str(game.game))
            elif numbers[-1] != "...":
                numbers.append("...")
    raise OptionError(f"{path} has no game {number}; it has {', '.join(numbers) or 'none'}")

"""What the commands have in common: their options, and how they write things."""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import fylking
from fylking import GAMES, Game, OptionError

if TYPE_CHECKING:
    from fylking import Position

MAX_THREADS = 256


class Commands(Protocol):
    """What commands are added to."""

    def add_parser(self, name: str, **options: Any) -> argparse.ArgumentParser:
        """A parser for a new command."""


def add_command(
    commands: Commands,
    name: str,
    run: Callable[[argparse.Namespace], int],
    summary: str,
    epilog: str | None = None,
) -> argparse.ArgumentParser:
    """The parser of one command."""
    parser = commands.add_parser(
        name,
        help=summary,
        description=f"{summary[0].upper()}{summary[1:]}.",
        epilog=epilog,
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    return parser


def add_game(parser: argparse.ArgumentParser, optional: bool = False) -> None:
    """The argument GAME."""
    parser.add_argument(
        "game",
        metavar="GAME",
        nargs="?" if optional else None,
        help=", ".join(GAMES),
    )


def add_pie(parser: argparse.ArgumentParser) -> None:
    """The options --pie and --no-pie."""
    parser.add_argument(
        "--pie",
        action=argparse.BooleanOptionalAction,
        help="with or without the pie rule (default: with, where the game has one)",
    )


def add_start(parser: argparse.ArgumentParser) -> None:
    """The arguments that say where to begin; `start_of` reads them."""
    add_game(parser, optional=True)
    parser.add_argument("--size", metavar="N", type=whole, help="size of the board")
    add_pie(parser)
    parser.add_argument(
        "--position",
        metavar="TEXT",
        help="begin at this position text instead of the start of GAME",
    )


def start_of(args: argparse.Namespace) -> Position:
    """The position that the arguments of `add_start` ask for."""
    if args.position is not None:
        pos = parse(args.position, args.pie)
        wanted = pos.game.name if args.game is None else fylking.game(args.game).name
        if wanted != pos.game.name or args.size not in (None, pos.game.size):
            raise OptionError(
                f"the position is one of {pos.game.name}{pos.game.size}, "
                "which is not the game and size asked for; they can be left out"
            )
        return pos
    if args.game is None:
        raise OptionError(f"which game? {', '.join(GAMES)} (or --position TEXT)")
    return fylking.game(args.game, args.size, args.pie).start()


def parse(text: str, pie: bool | None) -> Position:
    """A position text, with the pie rule unless told otherwise."""
    return fylking.parse(text.strip(), pie=pie is not False)


def whole(text: str) -> int:
    """A whole number, the type of an argument."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{_short(text)} is no whole number") from None


def count(text: str) -> int:
    """A whole number from 1, the type of an argument."""
    number = whole(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is less than 1")
    return number


def thread_count(text: str) -> int:
    """A number of threads, the type of an argument."""
    number = count(text)
    if number > MAX_THREADS:
        raise argparse.ArgumentTypeError(f"{number} is more than {MAX_THREADS}")
    return number


def duration(text: str) -> float:
    """Seconds, the type of an argument."""
    try:
        seconds = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{_short(text)} is no number of seconds") from None
    if not 0 < seconds <= 86400:
        raise argparse.ArgumentTypeError(f"{text} is not above 0 and at most a day")
    return seconds


def _short(text: str) -> str:
    return repr(text) if len(text) <= 40 else f"{text[:40]!r}..."


def title(game: Game) -> str:
    """A game with its options, for people: "Fravan, size 7, pie rule on"."""
    pie = f", pie rule {'on' if game.pie else 'off'}" if game.has_pie else ""
    return f"{game.title}, size {game.size}{pie}"


def pair(pos: Position) -> str:
    """The score, for people."""
    black, white = pos.score
    return f"Black {black:g}, White {white:g}"


def seat_name(seat: int) -> str:
    """A seat, for people."""
    return ("first player", "second player")[seat]


def effects(before: Position, action: int) -> list[str]:
    """What an action would do beside what it says: "attack c3 d4"."""
    text, found = before.action_text(action), []
    for change in (change for batch in before.preview(action).rounds for change in batch):
        names = [before.game.point_name(point) for point in change.points]
        if names != [text.removeprefix("=")]:
            found.append(f"{change.kind} {' '.join(names)}")
    return found


def games(number: int) -> str:
    """A number of games, for people."""
    return f"{number} game{'' if number == 1 else 's'}"


def plain(text: str) -> str:
    """A text of a file or of a bot in one line, with nothing in it that commands a terminal."""
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode()
        for letter in text
    )


def ask(prompt: str) -> str:
    """A line that somebody types; in a transcript it stands after its prompt all the same."""
    if sys.stdin is None:
        raise EOFError
    line = input(prompt)
    if not sys.stdin.isatty():
        print(line)
    return line


def columns(words: Sequence[str], indent: int = 2) -> str:
    """Words in columns as wide as the terminal, read line by line."""
    if not words:
        return ""
    width = max(map(len, words)) + 2
    fit = max(1, (shutil.get_terminal_size().columns - indent) // width)
    lines = []
    for i in range(0, len(words), fit):
        line = "".join(f"{word:<{width}}" for word in words[i : i + fit])
        lines.append(" " * indent + line.rstrip())
    return "\n".join(lines)


def legal_list(pos: Position) -> str:
    """The number of legal actions and their texts."""
    actions = [pos.action_text(action) for action in pos.legal_actions()]
    if not actions:
        return "no legal actions: the game is over"
    head = f"{len(actions)} legal action{'s' if len(actions) > 1 else ''}:"
    return f"{head}\n{columns(actions)}"


def rate(speed: float) -> str:
    """A speed with three digits: "25.1 M"."""
    for unit, letter in ((1e9, " G"), (1e6, " M"), (1e3, " k"), (1, "")):
        if speed >= unit:
            value = speed / unit
            return f"{value:.{2 if value < 10 else 1 if value < 100 else 0}f}{letter}"
    return "0"

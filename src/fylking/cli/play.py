"""`fylking play`: a game at the terminal, for two people or one against a bot."""

from __future__ import annotations

import argparse
import contextlib
import io
import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from fylking import Color, OptionError, Rng
from fylking.bots import LEVELS
from fylking.cli import common, play_sitting, play_words
from fylking.cli.play_opponent import Opponent
from fylking.cli.play_sitting import HUMAN, Sitting
from fylking.cli.play_table import Table
from fylking.matches import parse_player

if TYPE_CHECKING:
    from fylking import Position
    from fylking.cli.common import Commands

SIDES = ("first", "second", "black", "white", "random")

_SIDES, _SEED_BITS = 2, 32

EPILOG = """examples:
  fylking play freeze
  fylking play fravan --size 5 --level 3 --save game.jsonl
  fylking play --load game.jsonl
  fylking play herfor --opponent my_bots:Greedy --side second

At the prompt, type an action (a point such as g7 places a stone) or a command;
`help` lists the commands.

With the pie rule the colours are settled by the second player's choice; `--side black`
and `--side white` then mean the player who has that colour before it.

--save keeps the game in a file from turn to turn, as the record of a match of one game."""


def add(commands: Commands) -> None:
    """Describes the command to the parser."""
    parser = common.add_command(
        commands, "play", run, "play a game, two people or one against a bot", EPILOG
    )
    common.add_start(parser)
    parser.add_argument(
        "--level",
        metavar="N",
        type=common.whole,
        help=f"play against level N, {LEVELS[0]} to {LEVELS[-1]}",
    )
    parser.add_argument(
        "--opponent",
        metavar="PLAYER",
        help="human (the default), random, or any other player that `fylking match` takes",
    )
    parser.add_argument("--side", choices=SIDES, help="which you are (default first)")
    parser.add_argument(
        "--seed", metavar="N", type=common.whole, help="of what is random (default: another each)"
    )
    parser.add_argument("--save", metavar="FILE", help="a new file that keeps the game")
    parser.add_argument("--load", metavar="FILE", help="go on with the game that a file keeps")


def run(args: argparse.Namespace) -> int:
    """Carries the command out."""
    sitting = _loaded(args) if args.load is not None else _begun(args)
    file = _file(args)
    opponent = _opponent(sitting)
    if file is not None and args.save is not None:
        try:
            play_sitting.write(file, sitting)
        except OSError as error:
            raise OptionError(f"{file} cannot be written: {error.strerror}") from None
    table = Table(sitting, opponent, file)
    print(f"{common.title(sitting.pos.game)}. Type an action, or `help`.")
    if opponent is not None:
        (person,) = sitting.people
        print(play_words.seats(sitting.pos, person, opponent.name))
        print(f"The seed is {sitting.seed}.")
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  # input() edits lines with it
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="backslashreplace")
    try:
        table.play()
    except KeyboardInterrupt:
        print()
        table.leave()
        raise
    finally:
        if opponent is not None:
            opponent.close()
    return 0


def side_seat(pos: Position, side: str, seed: int) -> int:
    """The seat that --side means."""
    if side in ("first", "second"):
        return ("first", "second").index(side)
    if side == "random":
        return Rng(seed).split(_SIDES).below(2)
    has_move = pos.to_move == Color[side.upper()]
    return pos.seat if has_move else 1 - pos.seat


def _begun(args: argparse.Namespace) -> Sitting:
    """The game that the arguments ask for."""
    pos = common.start_of(args)
    spec = _wanted(args)
    if spec is None and args.side is not None:
        raise OptionError("--side needs --level or --opponent")
    seed = secrets.randbits(_SEED_BITS) if args.seed is None else args.seed
    Rng(seed)  # refuses what is no seed
    players = [HUMAN, HUMAN]
    if spec is not None:
        players[1 - side_seat(pos, args.side or "first", seed)] = parse_player(spec)
    return Sitting((players[0], players[1]), seed, pos)


def _wanted(args: argparse.Namespace) -> str | None:
    """The bot that the arguments name."""
    if args.level is None:
        return None if args.opponent == HUMAN.spec else args.opponent
    if args.opponent is not None:
        raise OptionError("--level and --opponent say the same: give one of them")
    return f"level:{args.level}"


def _loaded(args: argparse.Namespace) -> Sitting:
    """The game of --load."""
    for name in ("game", "size", "pie", "position", "side", "seed"):
        if getattr(args, name) is not None:
            said = "GAME" if name == "game" else f"--{name}"
            raise OptionError(f"{said} does not go with --load: the file says how the game began")
    sitting = play_sitting.read(Path(args.load))
    wanted = _wanted(args)
    for player in sitting.players:
        if play_sitting.is_person(player):
            continue
        if wanted is not None and wanted != player.spec:
            raise OptionError(f"the opponent in {args.load} is {player.spec!r}, not {wanted!r}")
        if wanted is None and not play_sitting.is_own(player.spec):  # a file may come from anybody
            raise OptionError(
                f"the opponent in {args.load} is {player.spec!r}; if you trust it, "
                f"say so: --opponent {player.spec!r}"
            )
    return sitting


def _file(args: argparse.Namespace) -> Path | None:
    """Where the game is kept."""
    if args.save is None:
        return None if args.load is None else Path(args.load)
    file = Path(args.save)
    if file.exists() and args.save != args.load:
        raise OptionError(f"{file} is there already (--load {file} goes on with its game)")
    return file


def _opponent(sitting: Sitting) -> Opponent | None:
    """The bot, made; None when there is none, or nothing to play."""
    for seat, player in enumerate(sitting.players):
        if not play_sitting.is_person(player) and not sitting.is_over:
            return Opponent(player, sitting.plan().task(0).seeds[seat])
    return None

"""`fylking study game`: what a game is like."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import fylking
from fylking import GAMES, OptionError
from fylking.cli import common, games_played, study_common
from fylking.study import GameStudy, Results
from fylking.study.game import GAMES as GAMES_EACH
from fylking.study.game_report import game_page, game_text
from fylking.study.pie import PLAYER
from fylking.study.report import picture_kind, publish, ready_folder

if TYPE_CHECKING:
    from fylking.cli.common import Commands

EPILOG = f"""{study_common.PLAYERS}

examples:
  fylking study game freeze --level 4 --games 500 --workers 2
  fylking study game fravan --size 5 --size 7 --level 3
  fylking study game frasvel --size 4 --level 2 --level 4 --out frasvel.jsonl --docs docs/studies

Sizes and players given several times stand side by side.
{study_common.WORK}"""


def add(kinds: Commands) -> None:
    """Describes the kind to the parser."""
    parser = common.add_command(
        kinds, "game", run, "length, choices, who wins, how it sways", EPILOG
    )
    parser.add_argument("game", metavar="GAME", help=", ".join(GAMES))
    parser.add_argument(
        "--size", metavar="N", type=common.whole, action="append", help="size of the board"
    )
    parser.add_argument(
        "--level",
        metavar="N",
        dest="players",
        type=study_common.level,
        action="append",
        help=f"who plays both sides (default {PLAYER.partition(':')[2]})",
    )
    parser.add_argument(
        "--player", metavar="PLAYER", dest="players", action="append", help="who plays both sides"
    )
    common.add_pie(parser)
    study_common.add_options(parser, "of each column", GAMES_EACH)
    parser.add_argument(
        "--plot", metavar="FILE", help="draw plots there (.svg, .png, .pdf); needs fylking[study]"
    )


def run(args: argparse.Namespace) -> int:
    """Carries the kind out."""
    games = [fylking.game(args.game, size, args.pie) for size in args.size or [None]]
    study = GameStudy(games, args.players or [PLAYER], args.games, args.seed, args.max_actions)
    folder = None if args.docs is None else ready_folder(args.docs)
    if args.plot is not None:
        picture_kind(args.plot)
    plot = None if folder is None and args.plot is None else plotter()
    name = "-".join(["game", games[0].name, *(str(game.size) for game in games)])

    def tell(results: Results) -> None:
        facts = results.report()
        if args.json:
            games_played.print_json(facts)
        else:
            print(game_text(facts))
        if plot is not None and args.plot is not None:
            plot(study, results, args.plot)
        if plot is not None and folder is not None and results.is_finished:
            page = game_page(facts, command_of(study, args.pie), f"{name}.svg")
            publish(folder, name, page, facts)
            plot(study, results, folder / f"{name}.svg")

    return study_common.work(args, study, tell)


def plotter() -> Callable[[GameStudy, Results, str | Path], None]:
    """What draws plots, with matplotlib.

    Raises:
        OptionError: it is not installed.
    """
    try:
        from fylking.study.plots import plot
    except ModuleNotFoundError as error:
        raise OptionError(str(error)) from error
    return plot


def command_of(study: GameStudy, pie: bool | None) -> str:
    """The command that makes a study, without what does not change its numbers."""
    games = dict.fromkeys(column.game for column in study.columns)
    players = dict.fromkeys(column.player.spec for column in study.columns)
    words = ["fylking", "study", "game", study.columns[0].game.name]
    for game in games:
        words += ["--size", str(game.size)]
    for spec in players:
        words += study_common.player_words(spec)
    if pie is not None:
        words.append("--pie" if pie else "--no-pie")
    return shlex.join([*words, *study_common.number_words(study)])

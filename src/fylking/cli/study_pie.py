"""`fylking study pie`: how often the side that takes Black wins, by opening stone."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import fylking
from fylking.cli import common, games_played, study_common
from fylking.study import PieStudy, Results
from fylking.study.heat import pie_picture
from fylking.study.pie import GAMES as GAMES_EACH
from fylking.study.pie import PLAYER
from fylking.study.pie_report import pie_page, pie_text
from fylking.study.report import publish, ready_folder

if TYPE_CHECKING:
    from fylking.cli.common import Commands

EPILOG = f"""{study_common.PLAYERS}
  --playouts N      N random games for each opening instead: quick, and they say little

examples:
  fylking study pie fravan --size 5 --level 4 --games 200 --workers 2
  fylking study pie herfor --size 7 --level 5 --out herfor.jsonl --svg herfor.svg
  fylking study pie frasvel --size 4 --playouts 100000

Openings that a symmetry of the board takes to each other are one row. Draws count half.
{study_common.WORK}"""


def add(kinds: Commands) -> None:
    """Describes the kind to the parser."""
    parser = common.add_command(
        kinds, "pie", run, "how often the side that takes Black wins, by opening stone", EPILOG
    )
    parser.add_argument("game", metavar="GAME", help="a game with the pie rule")
    parser.add_argument("--size", metavar="N", type=common.whole, help="size of the board")
    who = parser.add_mutually_exclusive_group()
    who.add_argument(
        "--level",
        metavar="N",
        dest="player",
        type=study_common.level,
        help=f"who plays both sides (default {PLAYER.partition(':')[2]})",
    )
    who.add_argument("--player", metavar="PLAYER", help="who plays both sides")
    who.add_argument(
        "--playouts", metavar="N", type=common.count, help="so many random games, not bots'"
    )
    study_common.add_options(parser, "for each opening", GAMES_EACH)
    parser.add_argument("--svg", metavar="FILE", help="draw a heat map there")


def run(args: argparse.Namespace) -> int:
    """Carries the kind out."""
    game = fylking.game(args.game, args.size)
    study = PieStudy(game, args.player, args.games, args.playouts, args.seed, args.max_actions)

    folder = None if args.docs is None else ready_folder(args.docs)
    name = f"pie-{game.name}-{game.size}"

    def tell(results: Results) -> None:
        facts = results.report()
        if args.json:
            games_played.print_json(facts)
        else:
            print(pie_text(facts))
        if args.svg is not None:
            Path(args.svg).write_text(pie_picture(facts), encoding="utf-8")
        if folder is not None and results.is_finished:
            page = pie_page(facts, command_of(study), f"{name}.svg")
            publish(folder, name, page, facts)
            (folder / f"{name}.svg").write_text(pie_picture(facts), encoding="utf-8")

    return study_common.work(args, study, tell)


def command_of(study: PieStudy) -> str:
    """The command that makes a study, without what does not change its numbers."""
    words = ["fylking", "study", "pie", study.game.name, "--size", str(study.game.size)]
    player = study.players["player"]
    if player is None:
        words += ["--playouts", str(study.playouts)]
    else:
        words += study_common.player_words(player)
    return shlex.join([*words, *study_common.number_words(study, player is not None)])

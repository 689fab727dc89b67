"""What the kinds of `fylking study` have in common: options, work, and what becomes of a report."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable

from fylking import OptionError
from fylking.bots import LEVELS
from fylking.cli import common, games_played
from fylking.matches.plan import MAX_ACTIONS
from fylking.study import EXECUTORS, GameStudy, PieStudy, Results, Study, run

PLAYERS = """players:
  --level N         the bot of a level on both sides
  --player PLAYER   any other bot on both sides, as for `fylking match`:
                    mcts:simulations=500, alphabeta:depth=3, MODULE:FACTORY, ...;
                    it must not think by the clock, and has to draw from its seed,
                    or all games go alike"""

WORK = """The numbers depend on the options above --workers only, not on workers, executor, or
where a study was broken off: the same command with the same --out goes on from there,
and with more --games it adds to them. Ray joins the cluster of RAY_ADDRESS, or
starts one here."""


def add_options(parser: argparse.ArgumentParser, games: str, default: int) -> None:
    """The options of all kinds."""
    parser.add_argument(
        "--games",
        metavar="N",
        type=common.count,
        default=default,
        help=f"games {games} (default {default})",
    )
    parser.add_argument(
        "--workers",
        metavar="N",
        type=common.count,
        default=1,
        help="games played at once (default 1)",
    )
    parser.add_argument(
        "--executor",
        choices=EXECUTORS,
        default=EXECUTORS[0],
        help=f"where they are played (default {EXECUTORS[0]}); ray needs fylking[ray]",
    )
    games_played.add_options(parser, "; they count as drawn")
    parser.add_argument(
        "--docs", metavar="DIR", help="write the report there, as Markdown, JSON and picture"
    )


def level(text: str) -> str:
    """The player of a level, the type of an argument."""
    number = common.whole(text)
    if number not in LEVELS:
        raise argparse.ArgumentTypeError(
            f"there is no level {number}; there are {LEVELS[0]} to {LEVELS[-1]}"
        )
    return f"level:{number}"


def player_words(spec: str) -> list[str]:
    """The option that asks for a player."""
    name, _, number = spec.partition(":")
    is_level = name == "level" and number.isdecimal()
    return ["--level", number] if is_level else ["--player", spec]


def number_words(study: PieStudy | GameStudy, games: bool = True) -> list[str]:
    """The options for how much is played."""
    words = ["--games", str(study.games)] if games else []
    words += ["--seed", str(study.seed)]
    if study.max_actions != MAX_ACTIONS:
        words += ["--max-actions", str(study.max_actions)]
    return words


def work(
    args: argparse.Namespace,
    study: Study,
    tell: Callable[[Results], None],
) -> int:
    """Does a study, tells of it, also when interrupted, and returns the exit status.

    Args:
        args: the options of `add_options`.
        study: what to do.
        tell: called with the results.
    """
    sys.path.append(os.getcwd())  # for players from there, in every process
    name = f"study {args.kind}"
    work = games_played.Work(
        name=name,
        parts="units",
        total=study.units,
        nothing=Results(study),
        done=lambda results: results.done,
        label=lambda results: f"{name}, {results.done} of {study.units}",
        tell=tell,
        out=args.out,
    )

    def play(see: Callable[[Results], None]) -> Results:
        try:
            return run(study, args.workers, args.executor, args.out, see)
        except ModuleNotFoundError as error:  # an extra
            raise OptionError(str(error)) from error

    return work.carry_out(play)

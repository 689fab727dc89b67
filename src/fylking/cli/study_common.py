"""What the kinds of `fylking study` have in common: options, work, and what becomes of a report."""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import time
from collections.abc import Callable

from fylking import OptionError
from fylking.bots import LEVELS
from fylking.cli import common
from fylking.cli.progress import Progress
from fylking.matches.plan import MAX_ACTIONS
from fylking.study import EXECUTORS, GameStudy, PieStudy, Results, Study, run
from fylking.study.units import Facts

SEED = 1
SHOWN_EVERY = 0.3

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
        "--seed", metavar="N", type=common.whole, default=SEED, help=f"default {SEED}"
    )
    parser.add_argument(
        "--max-actions",
        metavar="N",
        type=common.count,
        default=MAX_ACTIONS,
        help=f"cut games off after so many; they count as drawn (default {MAX_ACTIONS})",
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
    common.add_outputs(parser)
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
    last = Results(study)
    try:
        with Progress(f"study {args.kind}") as progress:
            shown = -math.inf

            def see(results: Results) -> None:
                nonlocal last, shown
                last = results
                if progress.shown and time.monotonic() - shown > SHOWN_EVERY:
                    shown = time.monotonic()
                    label = f"study {args.kind}, {results.done} of {study.units}"
                    progress(results.done, study.units, label)

            results = run(study, args.workers, args.executor, args.out, see)
    except ModuleNotFoundError as error:  # an extra
        raise OptionError(str(error)) from error
    except KeyboardInterrupt:
        tell(last)
        kept = "lost" if args.out is None else f"in {args.out}; the same command goes on from them"
        print(
            f"fylking: interrupted after {last.done} of {study.units} units, which are {kept}",
            file=sys.stderr,
        )
        raise
    tell(results)
    return 0


def print_json(facts: Facts) -> None:
    """Prints a report as JSON."""
    print(json.dumps(facts, indent=2))

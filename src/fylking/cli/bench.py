"""`fylking bench`: how fast this build is on this machine, and whether it plays as it should."""

from __future__ import annotations

import argparse
import json
import platform
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy

import fylking
from fylking import GAMES, Game
from fylking.cli import common, search_speed
from fylking.cli.progress import Progress
from fylking.cli.signature import signatures

if TYPE_CHECKING:
    from fylking.cli.common import Commands

SECONDS = 22.0
RUNS = 6  # what a measure's share of the time is meant for
SEED = 1

# The depth of a perft is the greatest one with about so many leaves at most.
LEAVES_COUNTED = 50_000_000
LEAVES_MADE = 3_000_000

EPILOG = """Speeds are in moves per second (perft: leaves), on one thread, the best of several runs.
The signature depends neither on the machine nor on the options: it changes only
when the play does."""

Work = Callable[[int], int]
"""Does something so many times and returns the number of moves."""


def add(commands: Commands) -> None:
    """Describes the command to the parser."""
    parser = common.add_command(commands, "bench", run, "measure speed on this machine", EPILOG)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument(
        "--seconds",
        metavar="S",
        type=common.duration,
        default=SECONDS,
        help=f"about how long to measure in all (default {SECONDS:g})",
    )
    parser.add_argument("--game", metavar="GAME", help="measure this game only")
    parser.add_argument(
        "--search", action="store_true", help="measure Monte Carlo search instead, in simulations"
    )


def run(args: argparse.Namespace) -> int:
    """Carries the command out."""
    if args.search:
        return run_search(args)
    names = list(GAMES) if args.game is None else [fylking.game(args.game).name]
    games = [fylking.game(name, pie=False) for name in names]
    share = args.seconds / (len(games) * len(MEASURES))
    facts = machine_facts()
    if not args.json:
        print(heading(facts), end="\n\n", flush=True)
    speeds: dict[str, dict[str, int]] = {}
    with Progress("bench") as progress:
        for i, game in enumerate(games):
            column = speeds[f"{game.name}{game.size}"] = {}
            for j, (measure, (label, make)) in enumerate(MEASURES.items()):
                done = i * len(MEASURES) + j
                progress(done, len(games) * len(MEASURES), f"{game.title}, {label}")
                column[measure] = round(best_speed(make(game), share))
        progress(0, 1, "signature")
        total, parts = signatures()
    if args.json:
        result = facts | {"moves_per_second": speeds, "signatures": parts, "signature": total}
        print(json.dumps(result, indent=2))
    else:
        print(table(speeds), end="\n\n")
        print(f"signature {total}")
    return 0


def run_search(args: argparse.Namespace) -> int:
    """Carries the command out with `--search`."""
    games = search_speed.games(args.game)
    facts = machine_facts()
    if not args.json:
        print(heading(facts), end="\n\n", flush=True)
    speeds = {}
    with Progress("bench") as progress:
        for i, game in enumerate(games):
            progress(i, len(games), game.title)
            speeds[f"{game.name}{game.size}"] = search_speed.measure(
                game, args.seconds / len(games)
            )
    if args.json:
        print(json.dumps(facts | {"simulations_per_second": speeds}, indent=2))
    else:
        print(search_speed.table(speeds))
    return 0


# ---- Measures ----


def best_speed(work: Work, seconds: float) -> float:
    """Moves per second in the fastest of several runs, which take so many seconds in all."""
    end = time.perf_counter() + seconds
    times, best = 1, 0.0
    while True:
        begin = time.perf_counter()
        moves = work(times)
        now = time.perf_counter()
        best = max(best, moves / (now - begin))
        if now >= end:
            return best
        if now - begin < seconds / RUNS / 2:
            times *= 2


def _playouts(game: Game) -> Work:
    pos = game.start()
    return lambda n: fylking.playouts(pos, n, SEED).actions


def _listed(game: Game) -> Work:
    pos = game.start()
    return lambda n: fylking.playouts(pos, n, SEED, listed=True).actions


def _push_pop(game: Game) -> Work:
    pos = game.start()
    draw = random.Random(SEED).random

    def work(n: int) -> int:
        moves = 0
        for _ in range(n):
            while not pos.is_over:
                actions = pos.legal_actions()
                pos.push(actions[int(draw() * len(actions))])
            for _ in range(pos.ply):
                pos.pop()
                moves += 1
        return moves

    return work


def _random_push(game: Game) -> Work:
    start = game.start()
    rng = fylking.Rng(SEED)

    def work(n: int) -> int:
        moves = 0
        for _ in range(n):
            pos = start.copy()
            while not pos.is_over:
                pos.push(pos.random_action(rng))
            moves += pos.ply
        return moves

    return work


def _perft(game: Game) -> Work:
    return _perft_below(game, LEAVES_COUNTED, False)


def _perft_made(game: Game) -> Work:
    return _perft_below(game, LEAVES_MADE, True)


def _perft_below(game: Game, most: int, make_leaves: bool) -> Work:
    pos = game.start()
    depth = 1
    while pos.legal_count() * fylking.perft(pos, depth) <= most:  # about those of depth + 1
        depth += 1
    return lambda n: sum(fylking.perft(pos, depth, make_leaves=make_leaves) for _ in range(n))


MEASURES: dict[str, tuple[str, Callable[[Game], Work]]] = {
    "playouts": ("random playouts", _playouts),
    "playouts_listed": ("playouts with the full legal list", _listed),
    "python_push_pop": ("Python: legal_actions, push, then pop", _push_pop),
    "python_random_push": ("Python: random_action, push", _random_push),
    "perft": ("perft, last action counted", _perft),
    "perft_made": ("perft, last action made", _perft_made),
}


# ---- Printing ----


def machine_facts() -> dict[str, str]:
    """What the speeds depend on."""
    return {
        "fylking": fylking.__version__,
        "path": fylking.cpu.path,
        "compiler": fylking.cpu.compiler,
        "processor": processor(),
        "platform": platform.platform(terse=True),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "numpy": numpy.__version__,
    }


def processor() -> str:
    """The processor's name, as far as the system tells."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return value.strip()
    except (OSError, UnicodeDecodeError):
        pass
    return platform.processor() or platform.machine() or "unknown"


def heading(facts: dict[str, str]) -> str:
    """The facts in aligned lines."""
    return "\n".join(f"{name:<10} {value}" for name, value in facts.items())


def table(speeds: dict[str, dict[str, int]]) -> str:
    """A line a measure, a column a game."""
    width = max(len(label) for label, _ in MEASURES.values())
    lines = [f"{'moves per second':<{width}}" + "".join(f"{name:>11}" for name in speeds)]
    for measure, (label, _) in MEASURES.items():
        cells = [f"{common.rate(column[measure]):>11}" for column in speeds.values()]
        lines.append(f"{label:<{width}}" + "".join(cells))
    return "\n".join(lines)

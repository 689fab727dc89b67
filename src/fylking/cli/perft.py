"""`fylking perft`: counts sequences of actions or turns, for checking and for measuring."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import fylking
from fylking import OptionError
from fylking.cli import common
from fylking.cli.progress import Progress
from fylking.count import MAX_DEPTH

if TYPE_CHECKING:
    from fylking import Position
    from fylking.cli.common import Commands
    from fylking.threads import Progress as Callback

DEPTH = 4

EPILOG = """examples:
  fylking perft fravan --size 5 --no-pie --depth 4
  fylking perft herfor --depth 3 --divide
  fylking perft freeze --turns --depth 3 --threads 2
  fylking perft --position "fravan2 ../.b./.. w choose 1b"

Finished games have no successors: shorter games do not count."""


def add(commands: Commands) -> None:
    """Describes the command to the parser."""
    parser = common.add_command(
        commands, "perft", run, "count the sequences of so many actions", EPILOG
    )
    common.add_start(parser)
    parser.add_argument(
        "--depth", metavar="N", type=common.count, default=DEPTH, help=f"default {DEPTH}"
    )
    parser.add_argument(
        "--divide", action="store_true", help="the count after each legal action, at depth N only"
    )
    parser.add_argument(
        "--turns", action="store_true", help="count whole turns (Freeze), not single actions"
    )
    parser.add_argument(
        "--threads", metavar="N", type=common.thread_count, default=1, help="default 1"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """Carries the command out."""
    pos = common.start_of(args)
    counting = "turns" if args.turns else "actions"
    result: dict[str, object] = {
        "position": pos.text,
        "pie": pos.game.pie,
        "counting": counting,
        "threads": args.threads,
    }
    if not args.json:
        print(f"{common.title(pos.game)}: sequences of {counting}")
        print(pos.text)
        print(flush=True)
    if args.divide:
        result |= _divide(pos, args)
    else:
        result["counts"] = _counts(pos, args)
    if args.json:
        print(json.dumps(result, indent=2))
    return 0


def _counts(pos: Position, args: argparse.Namespace) -> list[dict[str, float]]:
    """Depth after depth, printed as they come unless JSON is wanted."""
    rows = []
    if not args.json:
        print(f"{'depth':>5}  {'count':>20}  {'seconds':>9}  {'nodes/s':>9}", flush=True)
    for depth in range(1, args.depth + 1):
        begin = time.perf_counter()
        with Progress(f"depth {depth}") as progress:
            number = _count(pos, depth, args, progress.callback)
        seconds = time.perf_counter() - begin
        speed = number / seconds
        rows.append(
            {"depth": depth, "count": number, "seconds": seconds, "nodes_per_second": speed}
        )
        if not args.json:
            print(f"{depth:>5}  {number:>20}  {seconds:>9.3f}  {common.rate(speed):>9}", flush=True)
    return rows


def _count(
    pos: Position, depth: int, args: argparse.Namespace, progress: Callback | None = None
) -> int:
    if args.turns:
        return fylking.perft_turns(pos, depth, args.threads, progress)
    return fylking.perft(pos, depth, args.threads, progress=progress)


def _divide(pos: Position, args: argparse.Namespace) -> dict[str, object]:
    if args.depth > MAX_DEPTH:
        raise OptionError(f"depth is {args.depth}; it must be at most {MAX_DEPTH}")
    begin = time.perf_counter()
    counts = {}
    with Progress(f"depth {args.depth}") as progress:
        children = list(_children(pos, args.turns))
        for text, child in children:
            counts[text] = _count(child, args.depth - 1, args)
            progress(len(counts), len(children))
    seconds = time.perf_counter() - begin
    total = sum(counts.values())
    if not args.json:
        names = max(map(len, (*counts, "total")))
        digits = len(str(total))
        for text, number in counts.items():
            print(f"{text:<{names}}  {number:>{digits}}")
        print(f"{'total':<{names}}  {total:>{digits}}")
        speed = common.rate(total / seconds)
        kinds = "turns" if args.turns else "actions"
        print()
        print(f"depth {args.depth}, {len(counts)} {kinds}, {seconds:.3f} s, {speed} nodes/s")
    return {"depth": args.depth, "divide": counts, "total": total, "seconds": seconds}


def _children(pos: Position, turns: bool) -> Iterator[tuple[str, Position]]:
    """The positions after each action or turn, with its text."""
    if turns:
        for text in pos.legal_turns():
            child = pos.copy()
            child.push_turn(text)
            yield text, child
    else:
        for action in pos.legal_actions():
            child = pos.copy()
            child.push(action)
            yield pos.action_text(action), child

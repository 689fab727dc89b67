"""What the commands that play many games have in common: options, and how they are carried out."""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from fylking.cli import common
from fylking.cli.progress import Progress
from fylking.matches.plan import MAX_ACTIONS

Results = TypeVar("Results")

SEED = 1
SHOWN_EVERY = 0.3


def add_options(parser: argparse.ArgumentParser, cut_off: str) -> None:
    """The options --seed, --max-actions, --out and --json; `cut_off` is what such games count."""
    parser.add_argument(
        "--seed", metavar="N", type=common.whole, default=SEED, help=f"default {SEED}"
    )
    parser.add_argument(
        "--max-actions",
        metavar="N",
        type=common.count,
        default=MAX_ACTIONS,
        help=f"cut games off after so many{cut_off} (default {MAX_ACTIONS})",
    )
    parser.add_argument(
        "--out", metavar="FILE", help="write the games there; if it has some, go on from them"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def print_json(facts: dict[str, Any]) -> None:
    """Prints facts as JSON."""
    print(json.dumps(facts, indent=2))


@dataclass(frozen=True)
class Work(Generic[Results]):
    """Work that may be broken off, and taken up again when its results are written somewhere.

    Attributes:
        name: of the command.
        parts: what it is counted in, "games" for instance.
        total: how many there are.
        nothing: results before the first.
        done: how many results are of.
        label: what is shown of results meanwhile.
        tell: tells of results, at the end or of what there is at Ctrl-C.
        out: where they are written, or None.
    """

    name: str
    parts: str
    total: int
    nothing: Results
    done: Callable[[Results], int]
    label: Callable[[Results], str]
    tell: Callable[[Results], None]
    out: str | None

    def carry_out(self, run: Callable[[Callable[[Results], None]], Results]) -> int:
        """Runs it and returns the exit status; `run` is given what wants to see results."""
        last = self.nothing
        try:
            with Progress(self.name) as progress:
                shown = -math.inf

                def see(results: Results) -> None:
                    nonlocal last, shown
                    last = results
                    if progress.shown and time.monotonic() - shown > SHOWN_EVERY:
                        shown = time.monotonic()
                        progress(self.done(results), self.total, self.label(results))

                results = run(see)
        except KeyboardInterrupt:
            self.tell(last)
            how = f"in {self.out}; the same command goes on from them" if self.out else "lost"
            print(
                f"fylking: interrupted after {self.done(last)} of {self.total} {self.parts}, "
                f"which are {how}",
                file=sys.stderr,
            )
            raise
        self.tell(results)
        return 0

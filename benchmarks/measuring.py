"""How a row is measured, and on what machine."""

from __future__ import annotations

import os
import platform
import re
import subprocess
from collections.abc import Callable
from itertools import repeat
from math import inf
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, TypeVar

import numpy
from rows import DOORS, NANOSECONDS, PEERS, ROWS, SECONDS, Row

import fylking

Result = TypeVar("Result")


class Measure:
    """Times a piece of work and notes its row's figure, from the fastest round."""

    def __init__(self, benchmark: Any) -> None:
        self.benchmark = benchmark

    def __call__(
        self,
        row_id: str,
        work: Callable[[], Result],
        count: float | Callable[[Result], float] = 1,
    ) -> Result:
        """Runs `work` for a row and returns its answer, for the test to assert.

        Args:
            row_id: a key of `rows.ROWS`, `rows.DOORS` or `rows.PEERS`.
            work: one round.
            count: the moves, nodes or calls in a round; a function finds it in the answer.
        """
        row, info = self._row(row_id), self.benchmark.extra_info
        answer = self.benchmark(work)
        if self.benchmark.stats is not None:  # None: run once, with --benchmark-disable
            best = self.benchmark.stats.stats.min
            number = count(answer) if callable(count) else count
            if row.unit == SECONDS:
                info["seconds"] = best
            elif row.unit == NANOSECONDS:
                info["nanoseconds"] = best / number * 1e9
            else:
                info["moves_per_second"] = number / best
        return answer

    def beside(
        self, row_id: str, work: Callable[[], Result], other: Callable[[], object]
    ) -> Result:
        """Runs `other` and `work` in turn, and returns the answer of `work`.

        The figure is how many times as long `work` takes, by the best of each and the process's own
        time: what else the machine does weighs little on it.
        """
        self._row(row_id)
        answer, times = self._in_turn(work, other, process_time)
        if self.benchmark.stats is not None:
            self.benchmark.extra_info["times"] = times
        return answer

    def speedup(
        self, row_id: str, work: Callable[[], Result], other: Callable[[], object]
    ) -> Result:
        """Runs `other` and `work` in turn on all cores, and returns the answer of `work`.

        The figure is how many times as fast `work` is, by the best of each and the clock on the
        wall.
        """
        self._row(row_id)
        cores = os.sched_getaffinity(0)
        os.sched_setaffinity(0, range(os.cpu_count() or 1))
        try:
            answer, times = self._in_turn(work, other, perf_counter)
        finally:
            os.sched_setaffinity(0, cores)
        if self.benchmark.stats is not None:
            self.benchmark.extra_info["speedup"] = 1 / times
        return answer

    def _in_turn(
        self, work: Callable[[], Result], other: Callable[[], object], clock: Callable[[], float]
    ) -> tuple[Result, float]:
        """The answer of `work`, and how many times as long as `other` it takes, by the best."""
        best = {"other": inf, "work": inf}

        def both() -> Result:
            start = clock()
            other()
            between = clock()
            answer = work()
            best["work"] = min(best["work"], clock() - between)
            best["other"] = min(best["other"], between - start)
            return answer

        answer = self.benchmark(both)
        return answer, best["work"] / best["other"]

    def _row(self, row_id: str) -> Row:
        row = ROWS.get(row_id) or DOORS.get(row_id) or PEERS[row_id]
        asked = row.asked_on(fylking.cpu.path)
        self.benchmark.extra_info.update(row=row.id, unit=row.unit, asked=asked)
        return row


CALLS_A_ROUND = 2000


def call_often(call: Callable[[], Result], times: int = CALLS_A_ROUND) -> Result:
    """Calls a function in the cheapest loop there is (about 10 ns a call); the last answer."""
    for _ in repeat(None, times - 1):
        call()
    return call()


def game_of(row_id: str, pie: bool | None = None) -> fylking.Game:
    """The game of a row: "fravan-5-playouts" is about Fravan of size 5."""
    name, size, _ = row_id.split("-", 2)
    return fylking.game(name, int(size), pie)


def machine() -> dict[str, str]:
    """What the figures depend on."""
    return {
        "processor": _processor(),
        "system": f"{platform.system()} {platform.machine()}",
        "compiler": fylking.cpu.compiler,
        "path": fylking.cpu.path,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "numpy": numpy.__version__,
        "fylking": fylking.__version__,
    }


def file_name(facts: dict[str, str], date: str, what: str = "") -> str:
    """The name of a recorded run: its date and machine, and what was measured if it is no rows."""
    slug = re.sub(r"[^a-z0-9]+", "-", f"{facts['processor']} {facts['system']}".lower()).strip("-")
    return f"{date}-{slug}{what}.json"


def _processor() -> str:
    """The processor's name; on Linux with the numbers that tell its generation."""
    if platform.system() == "Darwin":
        command = ["sysctl", "-n", "machdep.cpu.brand_string"]
        return subprocess.run(command, check=False, capture_output=True, text=True).stdout.strip()
    try:
        lines = Path("/proc/cpuinfo").read_text().split("\n\n")[0].splitlines()
    except OSError:
        lines = []
    facts = {name.strip(): value.strip() for name, _, value in (x.partition(":") for x in lines)}
    if "model name" not in facts:
        return platform.processor() or platform.machine()
    return f"{facts['model name']}, family {facts.get('cpu family')}, model {facts.get('model')}"

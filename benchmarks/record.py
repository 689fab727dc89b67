"""Runs the benchmarks and writes down what they gave: `python benchmarks/record.py`.

Pinned to one core, under every instruction path of this machine in a process each, several times
over; of each row the best is kept. Writes results/<date>-<machine>.json and results/table.md.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from measuring import file_name, machine
from rows import ROWS
from table import make_table

import fylking

HERE = Path(__file__).resolve().parent
TIMERS = {"cpu": "time.process_time", "wall": "time.perf_counter"}
FIGURES = ("moves_per_second", "nanoseconds", "seconds", "times", "speedup")


def main() -> None:
    options = _options()
    core = _pin(options.core)
    paths = sorted(fylking.cpu.available)  # avx2 first
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    rows: dict[str, Any] = {}
    for number in range(options.repeats):
        for path in paths:
            print(f"run {number + 1} of {options.repeats}, {path}", flush=True)
            # The peers do not depend on our path: once a run is enough.
            _merge(rows, path, _run(path, options, peers=path == paths[0]))
    now = datetime.now(UTC)
    facts = {name: value for name, value in machine().items() if name != "path"}
    record = {
        "trial": options.trial,
        "date": now.isoformat(timespec="seconds"),
        "machine": facts,
        "commit": commit(),
        "command": " ".join(["python", "benchmarks/record.py", *sys.argv[1:]]),
        "timer": options.timer,
        "core": core,
        "load": load and round(load, 2),
        "repeats": options.repeats,
        "paths": paths,
        "rows": rows,
    }
    trial = "-trial" if options.trial else ""
    options.out.mkdir(parents=True, exist_ok=True)
    written = options.out / file_name(facts, f"{now:%Y-%m-%d}", trial)
    written.write_text(json.dumps(record, indent=1) + "\n")
    table = options.out / f"table{trial}.md"
    table.write_text(make_table(record))
    print(f"written: {written}, {table}")
    missing = ROWS.keys() - rows.keys()
    if missing:
        sys.exit(f"rows that nothing measured: {', '.join(sorted(missing))}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--repeats", type=int, default=3, help="runs of everything (default 3)")
    parser.add_argument("--rounds", type=int, default=5, help="least rounds of a row in a run")
    parser.add_argument("--seconds", type=float, default=1.0, help="time for a row in a run")
    parser.add_argument(
        "--timer",
        choices=TIMERS,
        default="wall",
        help="wall (default), or cpu: the process's own time, which others do not lengthen",
    )
    parser.add_argument("--core", type=int, help="the core to run on (default: the last one)")
    parser.add_argument("--out", type=Path, default=HERE / "results", help="where to write")
    parser.add_argument("--trial", action="store_true", help="mark the results as a trial")
    return parser.parse_args()


def _pin(core: int | None) -> int | None:
    """Keeps this process and its children on one core, where the system can."""
    if not hasattr(os, "sched_setaffinity"):
        return None
    core = max(os.sched_getaffinity(0)) if core is None else core
    os.sched_setaffinity(0, {core})
    return core


def _run(path: str, options: argparse.Namespace, peers: bool) -> list[dict[str, Any]]:
    """One run of the benchmarks in a process of its own; stops everything when a test fails."""
    with tempfile.TemporaryDirectory() as folder:
        result = Path(folder) / "result.json"
        command = [sys.executable, "-m", "pytest", str(HERE), "-q", "-rs", "-p", "no:cacheprovider"]
        command += ["--benchmark-only", "--benchmark-quiet", f"--benchmark-json={result}"]
        command += [f"--benchmark-timer={TIMERS[options.timer]}"]
        command += [f"--benchmark-min-rounds={options.rounds}"]
        command += [f"--benchmark-max-time={options.seconds}"]
        if not peers:
            command.append(f"--ignore={HERE / 'peers'}")
        subprocess.run(command, env={**os.environ, "FYLKING_CPU": path}, check=True)
        return json.loads(result.read_text())["benchmarks"]


def _merge(rows: dict[str, Any], path: str, benchmarks: list[dict[str, Any]]) -> None:
    for benchmark in benchmarks:
        info = benchmark["extra_info"]
        name = next(name for name in FIGURES if name in info)
        row = rows.setdefault(info["row"], {}).setdefault(
            path, {"figure": name, "asked": info["asked"], "best": None, "runs": []}
        )
        row["runs"].append(info[name])
        row["best"] = (max if name in ("moves_per_second", "speedup") else min)(row["runs"])


def commit() -> str:
    """The commit of the source tree, "+" when files differ from it."""
    git = ["git", "-C", str(HERE)]
    try:
        head = subprocess.run(
            [*git, "rev-parse", "HEAD"], check=False, capture_output=True, text=True
        )
        changed = subprocess.run(
            [*git, "status", "--porcelain"], check=False, capture_output=True, text=True
        )
    except OSError:
        return "unknown"
    return head.stdout.strip() + ("+" if changed.stdout.strip() else "") or "unknown"


if __name__ == "__main__":
    main()

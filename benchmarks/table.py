"""The table of results, made from a record of `record.py`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rows import DOORS, MOVES, NANOSECONDS, NODES, PEERS, ROWS, SIMULATIONS, Row


def make_table(record: dict[str, Any]) -> str:
    """A Markdown page: the machine, every row beside the figure asked for, and the peers."""
    paths = record["paths"]
    lines = [f"# Speeds{', a trial' if record['trial'] else ''}", ""]
    lines += [f"* {name}: {value}" for name, value in record["machine"].items()]
    lines += [
        f"* {name}: {record[name]}" for name in ("date", "commit", "command", "timer", "load")
    ]
    lines += [
        "",
        "Best of all rounds. *of asked*: how many times as fast as asked; from 1.00 on the figure",
        "is reached. Made by `benchmarks/record.py`.",
        "",
    ]
    heads = ["what", "public call"]
    for path in paths:
        heads += [f"asked, {path}", path, "of asked"]
    lines += _table(heads, (_cells(row, record, paths) for row in ROWS.values()))
    lines += ["", "## In other people's packages, in the same run", ""]
    lines += _table(heads, (_cells(row, record, paths) for row in DOORS.values()))
    lines += ["", "## Other people's packages, in the same run", ""]
    peers = (
        [row.what, f"`{row.how}`", _figure(_value(record, row, paths[0]), row.unit)]
        for row in PEERS.values()
    )
    lines += _table(["what", "call", "measured"], peers)
    return "\n".join(lines) + "\n"


def _cells(row: Row, record: dict[str, Any], paths: list[str]) -> list[str]:
    cells = [row.what, f"`{row.how}`"]
    for path in paths:
        asked, value = row.asked_on(path), _value(record, row, path)
        ratio = ""
        if asked is not None and value is not None:
            times = value / asked if row.is_rate else asked / value
            ratio = f"{times:.2f}" if times >= 1 else f"**{times:.2f}**"
        cells += [
            "" if asked is None else _figure(asked, row.unit),
            _figure(value, row.unit),
            ratio,
        ]
    return cells


def _value(record: dict[str, Any], row: Row, path: str) -> float | None:
    return record["rows"].get(row.id, {}).get(path, {}).get("best")


def _figure(value: float | None, unit: str) -> str:
    if value is None:
        return "not measured"
    if unit in (MOVES, NODES, SIMULATIONS):
        digits = 0 if value >= 100e6 else 1 if value >= 10e6 else 2
        return f"{value / 1e6:.{digits}f} M {unit}"
    return f"{value:.0f} ns" if unit == NANOSECONDS else f"{value:.2f} {unit}"


def _table(heads: list[str], rows: Iterable[list[str]]) -> list[str]:
    lines = [heads, ["---"] * len(heads), *rows]
    return ["| " + " | ".join(cells) + " |" for cells in lines]

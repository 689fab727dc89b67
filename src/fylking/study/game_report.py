"""What a study of games says, for people."""

from __future__ import annotations

from fylking.study.report import (
    GENERATED,
    between,
    game_name,
    number,
    percent,
    players,
    table,
)
from fylking.study.units import Facts

SHARES = {
    "first": "first player wins %",
    "black": "Black wins %",
    "drawn": "drawn %",
    "cut_off": "cut off %",
}


def game_text(facts: Facts) -> str:
    """The report of a `GameStudy` as text."""
    columns = facts["columns"]
    lines = [
        *(f"{letter}  {described(column)}" for letter, column in _lettered(columns)),
        f"seed {facts['seed']}; means with 95 % intervals",
        "",
        table(_head(columns), _rows(columns)),
        *(["", *remarks] if (remarks := _remarks(facts)) else []),
    ]
    return "\n".join(lines)


def game_page(facts: Facts, command: str, picture: str | None = None) -> str:
    """The report of a `GameStudy` as a page of Markdown.

    Args:
        facts: the report.
        command: what it was made with.
        picture: the name of the plots' file beside the page.
    """
    columns = facts["columns"]
    games = dict.fromkeys(f"{column['game'].title()} {column['size']}" for column in columns)
    lines = [
        f"# {', '.join(games)}: what games are like",
        "",
        "```console",
        f"$ {command}",
        "```",
        "",
        *(f"* {letter}: {described(column)}" for letter, column in _lettered(columns)),
        "",
        (
            f"{facts['games']} games each, seed {facts['seed']}, fylking {facts['version']}; means "
            f"with 95 % intervals. {GENERATED}"
        ),
        "",
        *([f"![Plots of the same games]({picture})", ""] if picture else []),
        table(_head(columns), _rows(columns), markdown=True),
        "",
        *(f"* {remark}" for remark in _remarks(facts)),
    ]
    return "\n".join(lines).rstrip() + "\n"


def described(column: Facts) -> str:
    """A column in words."""
    return f"{game_name(column)}; {players(column)}"


def _lettered(columns: list[Facts]) -> list[tuple[str, Facts]]:
    return [(letter_of(i), column) for i, column in enumerate(columns)]


def letter_of(i: int) -> str:
    """What a column is called: A, B, ..., Z, then numbers."""
    return chr(ord("A") + i) if i < 26 else str(i + 1)


def _head(columns: list[Facts]) -> list[str]:
    head = [""]
    for letter, _ in _lettered(columns):
        head += [letter, "95 %", "range"]
    return head


def _rows(columns: list[Facts]) -> list[list[str]]:
    rows = [["games"]]
    for column in columns:
        rows[0] += [str(column["played"]), "", ""]
    for name, label in SHARES.items():
        row = [label]
        for column in columns:
            found = column["shares"][name]
            row += [percent(found["share"]), between(found["interval"], percent), ""]
        rows.append(row)
    labels = {
        name: found["label"] for column in columns for name, found in column["measures"].items()
    }
    for name, label in labels.items():
        row = [label]
        for column in columns:
            row += _cells(column["measures"].get(name))
        if any(cell != "-" for cell in row[1:]):
            rows.append(row)
    return rows


def _cells(found: Facts | None) -> list[str]:
    if found is None or found["mean"] is None:
        return ["-", "-", "-"]
    seen = f"{number(found['least'])} to {number(found['most'])}"
    return [number(found["mean"]), between(found["interval"], number), seen]


def _remarks(facts: Facts) -> list[str]:
    remarks = []
    for letter, column in _lettered(facts["columns"]):
        same = column["played"] - column["different"]
        if same:
            remarks.append(
                f"{letter}: games that went like another one, so that intervals are too short: "
                f"{same}"
            )
    if not facts["finished"]:
        remarks.append("not finished")
    return remarks

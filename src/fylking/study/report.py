"""Reports of studies for people: text for the terminal, Markdown for a page."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import fylking
from fylking.errors import OptionError
from fylking.study.units import Facts

GENERATED = (
    "Made by the command above; the same command gives the same numbers. "
    "[What they mean, and what they cannot say](../studies.md)."
)

PICTURES = ("svg", "png", "pdf")


def table(head: Sequence[str], rows: Sequence[Sequence[str]], markdown: bool = False) -> str:
    """A table whose first column is words, and the others numbers.

    >>> print(table(["opening", "games"], [["a1", "12"]]))
    opening  games
    a1          12
    """
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]

    def line(cells: Sequence[str]) -> str:
        padded = [cell.rjust(width) for cell, width in zip(cells, widths, strict=True)]
        padded[0] = cells[0].ljust(widths[0])
        return f"| {' | '.join(padded)} |" if markdown else "  ".join(padded).rstrip()

    rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    return "\n".join(map(line, [head, *([rule] if markdown else []), *rows]))


def percent(share: float | None) -> str:
    """A share in percent, "-" where there is none."""
    return "-" if share is None else f"{100 * share:.1f}"


def number(value: float | None) -> str:
    """A number with about four digits, a whole one as it is, "-" where there is none."""
    if value is None or isinstance(value, int):
        return "-" if value is None else str(value)
    return f"{value:.{1 if abs(value) >= 100 else 2}f}"


def between(edges: Sequence[float] | None, show: Callable[[float], str]) -> str:
    """An interval."""
    return "-" if edges is None else " to ".join(map(show, edges))


def players(facts: Facts) -> str:
    """Who has played: "level:3 (16 simulations an action)"."""
    spec, count = facts["player"], facts["simulations"]
    if spec is None:
        return "random games"
    told = count is None or "simulations" in spec
    return f"{spec}{'' if told else f' ({count} simulations an action)'}"


def game_name(facts: Facts) -> str:
    """The game, its size and its pie rule: "Fravan, size 7, pie rule on"."""
    game = fylking.game(facts["game"], facts["size"], facts["pie"])
    pie = f", pie rule {'on' if game.pie else 'off'}" if game.has_pie else ""
    return f"{game.title}, size {game.size}{pie}"


def picture_kind(path: str | Path) -> str:
    """The kind of a picture that is to be drawn, by its name.

    Raises:
        OptionError: it is none that is drawn.

    >>> picture_kind("plots.SVG")
    'svg'
    """
    kind = Path(path).suffix.removeprefix(".").lower()
    if kind not in PICTURES:
        raise OptionError(f"{path} is no picture of a kind that is drawn: .svg, .png or .pdf")
    return kind


def ready_folder(path: str | Path) -> Path:
    """A folder to write to, made if it is not there.

    Raises:
        OptionError: there is something else.
    """
    folder = Path(path)
    if folder.exists() and not folder.is_dir():
        raise OptionError(f"{path} is no folder")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def publish(folder: Path, name: str, page: str, facts: Facts) -> None:
    """Writes a report as `name`.md and `name`.json."""
    (folder / f"{name}.md").write_text(page, encoding="utf-8")
    text = json.dumps(facts, indent=1) + "\n"
    (folder / f"{name}.json").write_text(text, encoding="utf-8")

"""Plots of what games are like. Needs the extra `fylking[study]`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

try:
    import matplotlib
    from matplotlib.figure import Figure
except ModuleNotFoundError as error:
    raise ModuleNotFoundError('plots need matplotlib: pip install "fylking[study]"') from error

from fylking.study.game import GameStudy
from fylking.study.game_report import SHARES, described, letter_of
from fylking.study.measures import A_TURN, expectations
from fylking.study.report import picture_kind
from fylking.study.runner import Results
from fylking.study.units import Facts

if TYPE_CHECKING:
    from matplotlib.axes import Axes

STEPS = 20  # of the course of a game
BARS = 20
SETTINGS = {"svg.hashsalt": "fylking", "svg.fonttype": "none", "font.size": 9}
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")


def plot(study: GameStudy, results: Results, path: str | Path) -> None:
    """Draws the games of a study, a colour a column.

    Six plots: the lengths; the legal actions in the course of the game; how far the bots expect
    one side to win, in its course; who wins; what turns change; when the winner is ahead for good.

    Args:
        study: what was studied.
        results: its results so far.
        path: the picture; the end of its name says of which kind: .svg, .png, .pdf.

    Raises:
        OptionError: there is no such kind of picture.
    """
    kind = picture_kind(path)
    with matplotlib.rc_context(SETTINGS):  # type: ignore[arg-type]
        figure = Figure(figsize=(11, 6.5), layout="constrained")
        columns = study.report(results)["columns"]
        played = [study.played(results, which) for which in range(len(columns))]
        (lengths, choices, hopes), (shares, changes, ends) = figure.subplots(2, 3)
        _lengths(lengths, played)
        _course(choices, played, lambda facts: facts["legal"], "legal actions")
        _course(hopes, played, _sureness, "what the bots expect, either way")
        hopes.set_ylim(0, 1)
        _shares(shares, columns)
        _changes(changes, columns)
        _ends(ends, columns)
        lines = [described(column) for column in columns]
        names = [f"{letter_of(i)}: {line}" for i, line in enumerate(lines)]
        handles = [lengths.plot([], [], color=_colour(i), lw=4)[0] for i in range(len(columns))]
        figure.legend(handles, names, loc="outside upper center", frameon=False)
        dated = {"svg": "Date", "pdf": "CreationDate"}.get(kind)
        metadata = None if dated is None else {dated: None}  # the same bytes every time
        figure.savefig(path, format=kind, metadata=metadata, dpi=120)


def _colour(i: int) -> str:
    return COLOURS[i % len(COLOURS)]


def _lengths(axes: Axes, played: Sequence[Sequence[Facts]]) -> None:
    """How many games have each length."""
    lengths = [[len(facts["legal"]) for facts in games] for games in played]
    every = [length for games in lengths for length in games]
    if every:
        low, high = min(every), max(every) + 1
        width = max(1, -(-(high - low) // BARS))
        edges = range(low, high + width, width)
        for i, games in enumerate(lengths):
            axes.hist(games, bins=edges, color=_colour(i), alpha=0.6)
    axes.set(xlabel="length in actions", ylabel="games")


def _course(
    axes: Axes,
    played: Sequence[Sequence[Facts]],
    of: Callable[[Facts], Sequence[float] | None],
    label: str,
) -> None:
    """The mean of something in the course of the games, in parts of equal length."""
    for i, games in enumerate(played):
        sums, counts = [0.0] * STEPS, [0] * STEPS
        for facts in games:
            series = of(facts) or ()
            for place, value in enumerate(series):
                step = place * STEPS // len(series)
                sums[step] += value
                counts[step] += 1
        points = [
            (100 * (step + 0.5) / STEPS, total / count)
            for step, (total, count) in enumerate(zip(sums, counts, strict=True))
            if count
        ]
        axes.plot([x for x, _ in points], [y for _, y in points], color=_colour(i))
    axes.set(xlabel="% of the game", ylabel=label)
    axes.set_ylim(bottom=0)


def _sureness(facts: Facts) -> list[float] | None:
    """How sure the bots were that one of them wins."""
    values = expectations(facts)
    return None if values is None else list(map(abs, values))


def _shares(axes: Axes, columns: Sequence[Facts]) -> None:
    """Who wins, with intervals."""
    found = [[column["shares"][name] for name in SHARES] for column in columns]
    labels = [label.removesuffix(" %").replace(" wins", "\nwins") for label in SHARES.values()]
    _bars(axes, found, labels, "share", 100)
    axes.axhline(50, color="black", lw=0.6, ls=":")
    axes.set(ylabel="% of games", ylim=(0, 100))


def _changes(axes: Axes, columns: Sequence[Facts]) -> None:
    """What turns change, with intervals."""
    labels = {
        name: found["label"].partition(":")[0]
        for column in columns
        for name, found in column["measures"].items()
        if found["label"].endswith(A_TURN)
    }
    found = [[column["measures"].get(name) for name in labels] for column in columns]
    _bars(axes, found, list(labels.values()), "mean", 1)
    axes.set(ylabel="pieces a turn", ylim=(0, 1.05 * axes.get_ylim()[1]))


def _ends(axes: Axes, columns: Sequence[Facts]) -> None:
    """When the winner is ahead for good, with intervals."""
    names = {"decided": "as the bots\nexpect", "score_decided": "by evaluation"}
    found = [[column["measures"].get(name) for name in names] for column in columns]
    _bars(axes, found, list(names.values()), "mean", 1)
    axes.set(ylabel="ahead for good from % of the game", ylim=(0, 100))


def _bars(
    axes: Axes, rows: Sequence[Sequence[Facts | None]], labels: list[str], key: str, scale: float
) -> None:
    """Points with error bars: a place a label, a colour a column."""
    for i, row in enumerate(rows):
        shift = 0.15 * (i - (len(rows) - 1) / 2)
        for place, found in enumerate(row):
            if found is None or found[key] is None:
                continue
            value = scale * found[key]
            low, high = (scale * edge for edge in found["interval"] or (found[key], found[key]))
            error = [[value - low], [high - value]]
            axes.errorbar(place + shift, value, error, fmt="o", ms=4, capsize=3, color=_colour(i))
    axes.set_xticks(range(len(labels)), labels)
    axes.set_xlim(-0.5, max(1, len(labels)) - 0.5)

"""What a study of the pie rule says, for people."""

from __future__ import annotations

import fylking
from fylking.study.report import GENERATED, between, game_name, percent, players, table
from fylking.study.units import Facts

HEAD = ["opening", "points", "games", "Black", "White", "drawn", "Black wins %", "95 %", "better"]


def pie_text(facts: Facts) -> str:
    """The report of a `PieStudy` as text."""
    lines = [
        f"{game_name(facts)}; {players(facts)}; seed {facts['seed']}",
        "how often the side that takes Black wins, by opening stone",
        "",
        table(HEAD, _rows(facts)),
        "",
        *_map(facts),
        "",
        *_remarks(facts),
    ]
    return "\n".join(lines)


def pie_page(facts: Facts, command: str, picture: str | None = None) -> str:
    """The report of a `PieStudy` as a page of Markdown.

    Args:
        facts: the report.
        command: what it was made with.
        picture: the name of the heat map's file beside the page.
    """
    lines = [
        f"# {facts['game'].title()} {facts['size']}: pie openings",
        "",
        "```console",
        f"$ {command}",
        "```",
        "",
        (
            "How often the side that takes Black wins after each opening stone: "
            f"{players(facts)} on both sides, {facts['games']} games for each opening, "
            f"seed {facts['seed']}, fylking {facts['version']}. {GENERATED}"
        ),
        "",
        *([f"![Black's share of wins by opening stone]({picture})", ""] if picture else []),
        table(HEAD, _rows(facts), markdown=True),
        "",
        *(f"* {remark}" for remark in _remarks(facts)),
        "",
    ]
    return "\n".join(lines)


def shares_by_point(facts: Facts) -> list[float | None]:
    """How often Black has won, for each point of the board; None where nothing is known."""
    game = fylking.game(facts["game"], facts["size"], facts["pie"])
    shares: list[float | None] = [None] * game.points
    for row in facts["openings"]:
        for name in row["points"]:
            shares[game.point_index(name)] = row["share"]
    return shares


def _rows(facts: Facts) -> list[list[str]]:
    """The openings, from the one that is best for Black."""
    rows = sorted(facts["openings"], key=lambda row: -1 if row["share"] is None else -row["share"])
    return [
        [
            row["opening"],
            str(len(row["points"])),
            str(row["games"]),
            str(row["black"]),
            str(row["white"]),
            str(row["drawn"] + row["cut_off"]),
            percent(row["share"]),
            between(row["interval"], percent),
            row["verdict"],
        ]
        for row in rows
    ]


def _map(facts: Facts) -> list[str]:
    """The board with the shares in percent."""
    game = fylking.game(facts["game"], facts["size"], facts["pie"])
    cells = [
        "--" if share is None else f"{min(99, round(100 * share)):02}"
        for share in shares_by_point(facts)
    ]
    return [game._board.drawing(cells, {})]


def _remarks(facts: Facts) -> list[str]:
    rows = facts["openings"]
    low, high = (round(100 * (0.5 + sign * facts["tolerance"])) for sign in (-1, 1))
    balanced = ", ".join(facts["balanced"]) or "none"
    remarks = [f"balanced, the whole interval within {low} to {high} %: {balanced}"]
    if facts["closest"] is not None:
        remarks.append(f"closest to 50 %: {facts['closest']}")
    unclear = [row["opening"] for row in rows if row["verdict"] == "unclear"]
    if unclear:
        remarks.append(f"unclear, more games would tell: {', '.join(unclear)}")
    cut_off = sum(row["cut_off"] for row in rows)
    if cut_off:
        remarks.append(f"cut off after {facts['max_actions']} actions, counted as drawn: {cut_off}")
    same = sum(row["games"] - row["different"] for row in rows if row["different"] is not None)
    if same:
        remarks.append(f"games that went like another one, so that intervals are too short: {same}")
    if facts["player"] is None:
        remarks.append("random games say little about good play: study a level")
    if not facts["finished"]:
        remarks.append("not finished")
    return remarks

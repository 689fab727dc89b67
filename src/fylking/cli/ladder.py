"""`fylking ladder`: several bots, every two of which play pairs of games, and their ratings."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from fylking import OptionError
from fylking.cli import common, games_played, tournament
from fylking.matches import Results
from fylking.matches.report import ladder_report

if TYPE_CHECKING:
    from fylking.cli.common import Commands

ANCHORS = ("mean", "first")


def add(commands: Commands) -> None:
    """Describes the command to the parser."""
    parser = common.add_command(
        commands, "ladder", run, "let several bots or programs all play each other",
        tournament.EPILOG,
    )  # fmt: skip
    parser.add_argument("players", metavar="PLAYER", nargs="+", help="two or more of them")
    tournament.add_options(parser)
    parser.add_argument(
        "--anchor",
        choices=ANCHORS,
        default=ANCHORS[0],
        help="whose rating is 0: the mean (the default), or the first player",
    )


def run(args: argparse.Namespace) -> int:
    """Carries the command out."""
    if len(args.players) < 2:
        raise OptionError("a ladder has two players or more")
    plan = tournament.plan_of(args, args.players)
    anchor = 0 if args.anchor == "first" else None

    def tell(results: Results) -> None:
        facts = ladder_report(results, anchor)
        if args.json:
            games_played.print_json(facts)
        else:
            print(text(facts))

    return tournament.play(args, plan, None, lambda _: "ladder", tell)


def text(facts: dict[str, Any]) -> str:
    """A report of a ladder, for people: the best player first."""
    names = [f"{number} {spec}" for number, spec in enumerate(facts["players"], 1)]
    results = facts["results"]
    order = sorted(range(len(names)), key=lambda player: -results[player]["elo"])
    width = max(map(len, names))
    head = f"{'player':<{width}}  {'Elo':>6}  {'95 %':>6}  {'games':>6}  {'points':>14}"
    head += "".join(f"  {side:>7}" for side in ("first", "second", "Black", "White"))
    lines = [tournament.heading(facts), "", head]
    for player in order:
        row, total = results[player], results[player]["all"]
        points = f"{total['points']:g} {tournament.percent(total['points'], total['games']):>7}"
        sides = "".join(
            f"  {tournament.percent(row[side]['points'], row[side]['games']):>7}"
            for side in ("first", "second", "black", "white")
        )
        error = "?" if row["error"] is None else f"±{row['error']:.0f}"
        lines.append(
            f"{names[player]:<{width}}  {row['elo']:>+6.0f}  {error:>6}"
            f"  {total['games']:>6}  {points:>14}{sides}"
        )
    lines += ["", *_cross(facts, names, order, width), ""]
    lines.append(f"Elo 0 is {'the mean' if facts['anchor'] is None else names[facts['anchor']]}.")
    if facts["counted"] and not facts["most_likely"]:
        lines.append(
            "Somebody has won or lost everything: in the ratings, every two players who have met "
            "have drawn one pair more."
        )
    lines += tournament.remarks(facts, names)
    return "\n".join(lines)


def _cross(facts: dict[str, Any], names: list[str], order: list[int], width: int) -> list[str]:
    """The points that each made against each."""
    lines = [f"{'points against':<{width}}" + "".join(f"  {player + 1:>6}" for player in order)]
    for player in order:
        row = facts["cross"][player]
        cells = ("-" if row[other] is None else f"{row[other]:g}" for other in order)
        lines.append(f"{names[player]:<{width}}" + "".join(f"  {cell:>6}" for cell in cells))
    return lines

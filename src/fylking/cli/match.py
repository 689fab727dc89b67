"""`fylking match`: two bots play pairs of games, and what that says of their strengths."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from fylking import OptionError
from fylking.cli import common, games_played, tournament
from fylking.matches import Results, Sprt
from fylking.matches.report import match_report

if TYPE_CHECKING:
    from fylking.cli.common import Commands

ERROR = 0.05
NAMES = ["A", "B"]


def add(commands: Commands) -> None:
    """Describes the command to the parser."""
    parser = common.add_command(
        commands, "match", run, "let two bots or programs play a match", tournament.EPILOG
    )
    parser.add_argument("players", metavar="PLAYER", nargs=2, help="two of them, A and B")
    tournament.add_options(parser)
    parser.add_argument(
        "--sprt",
        metavar=("ELO0", "ELO1"),
        nargs=2,
        type=_number,
        help="stop as soon as it is clear whether A is ELO0 or ELO1 stronger than B",
    )
    for name, meaning in (("alpha", "taking ELO1"), ("beta", "taking ELO0")):
        parser.add_argument(
            f"--{name}",
            metavar="P",
            type=_number,
            help=f"how often {meaning} may be wrong (default {ERROR:g})",
        )


def run(args: argparse.Namespace) -> int:
    """Carries the command out."""
    plan = tournament.plan_of(args, args.players)

    def label(results: Results) -> str:
        pairs = results.met()[0, 1]
        points = 2 * pairs.pairs * pairs.score if pairs.pairs else 0
        return f"match, A {points:g} : B {2 * pairs.pairs - points:g}"

    def tell(results: Results) -> None:
        facts = match_report(results)
        if args.json:
            games_played.print_json(facts)
        else:
            print(text(facts))

    return tournament.play(args, plan, _sprt(args), label, tell)


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no number") from None


def _sprt(args: argparse.Namespace) -> Sprt | None:
    if args.sprt is None:
        if args.alpha is not None or args.beta is not None:
            raise OptionError("--alpha and --beta need --sprt")
        return None
    alpha, beta = (ERROR if rate is None else rate for rate in (args.alpha, args.beta))
    elo0, elo1 = args.sprt
    return Sprt(elo0, elo1, alpha, beta)


def text(facts: dict[str, Any]) -> str:
    """A report of a match, for people."""
    lines = [tournament.heading(facts)]
    lines += [f"{name}  {spec}" for name, spec in zip(NAMES, facts["players"], strict=True)]
    mine = facts["results"][0]
    rows = {
        "A": mine["all"],
        "A as first player": mine["first"],
        "A as second player": mine["second"],
        "A as Black": mine["black"],
        "A as White": mine["white"],
        "first player": facts["by_seat"]["first"],
        "Black": facts["by_colour"]["black"],
    }
    lines += ["", tournament.tally_table(rows), ""]
    if facts["counted"]:
        lines += _judgement(facts)
    lines += tournament.remarks(facts, NAMES)
    return "\n".join(lines).rstrip()


def _judgement(facts: dict[str, Any]) -> list[str]:
    """What the pairs say."""
    low, high = facts["score_interval"]
    least, most = map(tournament.signed, facts["elo_interval"], ("-inf", "+inf"))
    pairs = ", ".join(
        f"{points:g}: {count}"
        for points, count in zip((0, 0.5, 1, 1.5, 2), facts["pairs"], strict=True)
    )
    score = facts["score"]
    elo = tournament.signed(facts["elo"], "-inf" if score == 0 else "+inf")
    lines = [
        f"pairs of games by A's points  {pairs}",
        f"score of A  {100 * score:.1f} %, from {100 * low:.1f} to {100 * high:.1f} (95 %)",
        f"Elo of A over B  {elo}, from {least} to {most} (95 %)",
        f"likelihood that A is stronger  {100 * facts['los']:.1f} %",
    ]
    sprt = facts.get("sprt")
    if sprt is not None:
        low, high = sprt["bounds"]
        taken = {
            None: "not decided",
            "H0": f"Elo {sprt['elo0']:g} accepted",
            "H1": f"Elo {sprt['elo1']:g} accepted",
        }
        lines.append(
            f"SPRT of Elo {sprt['elo0']:g} against {sprt['elo1']:g}  "
            f"{taken[sprt['decision']]}, LLR {sprt['llr']:.2f} of {low:.2f} to {high:.2f}"
        )
    return lines

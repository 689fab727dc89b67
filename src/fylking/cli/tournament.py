"""What `fylking match` and `fylking ladder` have in common: options, play, and parts of tables."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from typing import Any

import fylking
from fylking import GAMES, OptionError
from fylking.bots import Limits
from fylking.cli import common, games_played
from fylking.matches import (
    Openings,
    Plan,
    Results,
    Sprt,
    parse_player,
    random_openings,
    read_openings,
    run,
)
from fylking.matches.plan import PATIENCE, TOLERANCE

PAIRS = 30
MAX_PLIES = 1000
LISTED = 10

EPILOG = """players:
  random                random moves; docs/matches.md has the list of names
  NAME:KEY=VALUE,...    with arguments; simulations, nodes, depth and seconds limit
                        this player's thinking instead of --time and --nodes
  MODULE:FACTORY        what FACTORY() of a Python module makes, also with arguments
  "ugi:COMMAND LINE"    a program that speaks UGI

Every two players play pairs of games from the same opening, seats swapped. Who raises
an error, dies, is late or plays an illegal action loses that game and plays on in the
next. A game that is cut off counts half a point for both."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of both commands."""
    parser.add_argument("--game", metavar="GAME", help=f"{', '.join(GAMES)} (default fravan)")
    parser.add_argument("--size", metavar="N", type=common.whole, help="size of the board")
    common.add_pie(parser)
    parser.add_argument(
        "--pairs",
        metavar="N",
        type=common.count,
        default=PAIRS,
        help=f"pairs of games for every two players (default {PAIRS})",
    )
    thinking = parser.add_mutually_exclusive_group()
    thinking.add_argument(
        "--time", metavar="S", type=common.duration, help="seconds to think for an action"
    )
    thinking.add_argument(
        "--nodes", metavar="N", type=common.count, help="positions to look at for an action"
    )
    parser.add_argument(
        "--deadline",
        metavar="S",
        type=common.duration,
        help="seconds after which a game is forfeited "
        f"(default {TOLERANCE:g} more than the time to think, {PATIENCE:g} without)",
    )
    parser.add_argument(
        "--openings",
        metavar="N|FILE",
        help="N random actions (default 1 before the pie choice, 4 without pie rule), "
        "or a file of position texts",
    )
    parser.add_argument(
        "--jobs",
        metavar="N",
        type=common.thread_count,
        default=1,
        help="games played at once (default 1)",
    )
    games_played.add_options(parser, "")


def plan_of(args: argparse.Namespace, specs: Iterable[str]) -> Plan:
    """The plan that the arguments of `add_options` ask for."""
    players = tuple(map(parse_player, specs))
    limits = None
    if args.time is not None or args.nodes is not None:
        limits = Limits(nodes=args.nodes, seconds=args.time)
    return Plan(
        players,
        _openings(args),
        args.pairs,
        args.seed,
        limits,
        args.deadline,
        args.max_actions,
    )


def _openings(args: argparse.Namespace) -> Openings:
    given = args.openings
    if given is not None and not given.isdecimal():
        openings = read_openings(given, args.pie is not False)
        game = openings.game
        wanted = game.name if args.game is None else fylking.game(args.game).name
        if wanted != game.name or args.size not in (None, game.size):
            raise OptionError(
                f"the openings are of {game.name}{game.size}, which is not the game and size "
                "asked for; they can be left out"
            )
        return openings
    if given is not None and (len(given) > 9 or int(given) > MAX_PLIES):
        raise OptionError(f"openings of {given[:9]} actions or more; there are at most {MAX_PLIES}")
    plies = None if given is None else int(given)
    return random_openings(
        fylking.game(args.game or next(iter(GAMES)), args.size, args.pie), args.seed, plies
    )


def play(
    args: argparse.Namespace,
    plan: Plan,
    sprt: Sprt | None,
    label: Callable[[Results], str],
    tell: Callable[[Results], None],
) -> int:
    """Plays, tells of the results, also when interrupted, and returns the exit status."""
    work = games_played.Work(
        name=args.command,
        parts="games",
        total=plan.games,
        nothing=Results(plan, sprt),
        done=lambda results: results.played,
        label=label,
        tell=tell,
        out=args.out,
    )
    return work.carry_out(lambda see: run(plan, args.jobs, args.out, sprt, see))


# ---- Parts of tables ----


def heading(facts: dict[str, Any]) -> str:
    """What is played, in a line."""
    game = fylking.game(facts["game"], facts["size"], facts["pie"])
    openings = facts["openings"]
    if openings["kind"] == "random":
        plies = openings["plies"]
        what = f"{plies} random action{'' if plies == 1 else 's'} first"
    else:
        what = f"{openings['count']} given openings"
    return f"{common.title(game)}; {what}; seed {facts['seed']}"


def tally_table(rows: dict[str, dict[str, Any]]) -> str:
    """Games won, drawn and lost, a line a row."""
    width = max(map(len, rows))
    lines = [f"{'':<{width}}  {'games':>6}  {'won':>6}  {'drawn':>6}  {'lost':>6}  {'points':>14}"]
    for name, row in rows.items():
        points = f"{row['points']:g} {percent(row['points'], row['games']):>7}"
        lines.append(
            f"{name:<{width}}  {row['games']:>6}  {row['won']:>6}  {row['drawn']:>6}  "
            f"{row['lost']:>6}  {points:>14}"
        )
    return "\n".join(lines)


def percent(points: float, games: int) -> str:
    """A share of points."""
    return f"{100 * points / games:.1f} %" if games else "-"


def signed(elo: float | None, at_end: str) -> str:
    """An Elo difference; `at_end` stands for one without bound."""
    return at_end if elo is None else f"{elo:+.0f}"


def remarks(facts: dict[str, Any], names: list[str]) -> list[str]:
    """Lines on games that did not end on the board, and on those that do not count."""
    lines = []
    if facts["repeated"]:
        lines.append(
            f"pairs whose opening, or an image of it, another pair had: {facts['repeated']} "
            "(more random actions make more openings)"
        )
    if facts["cut_off"]:
        lines.append(
            f"cut off after {facts['max_actions']} actions, half a point each: {facts['cut_off']}"
        )
    forfeits = facts["forfeits"]
    if forfeits:
        lines.append(f"forfeits: {len(forfeits)}")
        for loss in forfeits[:LISTED]:
            name = names[loss["player"]]
            detail = common.plain(loss["detail"])
            lines.append(f"  game {loss['game']}, by {name}: {loss['kind']}, {detail}")
        if len(forfeits) > LISTED:
            lines.append(f"  and {len(forfeits) - LISTED} more")
    beside = facts["played"] - facts["counted"]
    if beside:
        lines.append(f"played, but not in these figures: {beside}")
    return lines

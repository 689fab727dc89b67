"""What there is to tell of a match or a ladder, as facts that JSON can hold."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

import fylking
from fylking.matches.ratings import rate
from fylking.matches.results import Results
from fylking.record import CUT_OFF, GameRecord, Loss

SEATS = ("first", "second")
COLOURS = ("black", "white")

Sides = Callable[[GameRecord], int | None]
"""The seat of a game that a tally is about, None: not this game."""


def report(results: Results) -> dict[str, Any]:
    """What was to be played, what has been, and how it went."""
    plan, games = results.plan, results.counted()
    facts = plan.facts() | {
        "games": plan.games,
        "played": results.played,
        "counted": len(games),
        "finished": results.is_finished,
        "by_seat": {name: tally(games, _at_seat(i)) for i, name in enumerate(SEATS)},
        "by_colour": {name: tally(games, _of_colour(name)) for name in COLOURS},
        "repeated": _repeated(games, plan.game.pie),
        "cut_off": sum(game.end == CUT_OFF for game in games),
        "forfeits": [_forfeit(game, game.forfeit) for game in games if game.forfeit],
    }
    facts["results"] = [_player(games, player) for player in range(len(plan.players))]
    return facts


def match_report(results: Results) -> dict[str, Any]:
    """The report of a match of two."""
    pairs = results.met()[0, 1]
    facts = report(results) | {
        "pairs": list(pairs.counts),
        "score": _finite(pairs.score),
        "score_interval": [_finite(edge) for edge in pairs.interval()],
        "elo": _finite(pairs.elo),
        "elo_interval": [_finite(edge) for edge in pairs.elo_interval()],
        "los": pairs.los,
    }
    sprt = results.sprt
    if sprt is not None:
        facts["sprt"] = {
            "elo0": sprt.elo0,
            "elo1": sprt.elo1,
            "alpha": sprt.alpha,
            "beta": sprt.beta,
            "llr": sprt.llr(pairs.counts),
            "bounds": list(sprt.bounds),
            "decision": results.decision,
        }
    return facts


def ladder_report(results: Results, anchor: int | None = None) -> dict[str, Any]:
    """The report of a ladder; `anchor` is the player whose rating is 0, None for the mean."""
    facts = report(results)
    met, players = results.met(), range(len(results.plan.players))
    ratings = rate(len(players), met, anchor)
    for player, elo, error in zip(facts["results"], ratings.elo, ratings.error, strict=True):
        player |= {"elo": elo, "error": _finite(error)}
    facts |= {"anchor": anchor, "most_likely": ratings.finite}
    cross: list[list[float | None]] = [[None for _ in players] for _ in players]
    for (i, j), pairs in met.items():
        if pairs.pairs:
            cross[i][j] = 2 * pairs.pairs * pairs.score
            cross[j][i] = 2 * pairs.pairs * (1 - pairs.score)
    facts["cross"] = cross
    return facts


def tally(games: Iterable[GameRecord], side: Sides) -> dict[str, float]:
    """Games won, drawn (or cut off) and lost, and the points, of a side."""
    found = {"games": 0, "won": 0, "drawn": 0, "lost": 0, "points": 0.0}
    for game in games:
        seat = side(game)
        if seat is not None:
            points = game.points[seat]
            found["games"] += 1
            found["won" if points == 1 else "lost" if points == 0 else "drawn"] += 1
            found["points"] += points
    return found


def _player(games: list[GameRecord], player: int) -> dict[str, Any]:
    """How a player did, in all, by seat and by colour."""
    seat = _of_player(player)
    facts: dict[str, Any] = {"all": tally(games, seat)}
    for i, name in enumerate(SEATS):
        facts[name] = tally((game for game in games if seat(game) == i), seat)
    for colour in COLOURS:
        side = _of_colour(colour)
        facts[colour] = tally((game for game in games if seat(game) == side(game)), seat)
    facts["forfeits"] = sum(
        game.forfeit is not None and game.players[game.forfeit.seat] == player for game in games
    )
    return facts


def _at_seat(seat: int) -> Sides:
    return lambda game: seat


def _of_colour(colour: str) -> Sides:
    return lambda game: game.colours.index(colour)


def _of_player(player: int) -> Sides:
    return lambda game: game.players.index(player) if player in game.players else None


def _repeated(games: list[GameRecord], pie: bool) -> int:
    """How many pairs had the opening of an earlier pair of the same players, or an image of it."""
    pairs = [(game.players, fylking.parse(game.opening, pie)) for game in games[::2]]
    return len(pairs) - len({(players, pos.canonical_key()) for players, pos in pairs})


def _forfeit(game: GameRecord, loss: Loss) -> dict[str, Any]:
    return {"game": game.game, "player": game.players[loss.seat]} | loss._asdict()


def _finite(value: float) -> float | None:
    """A number, or None, which JSON has, for those that it has not."""
    return value if math.isfinite(value) else None

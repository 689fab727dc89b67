"""What there is to tell of a match or a ladder, as facts that JSON can hold."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

from fylking.matches.ratings import rate
from fylking.matches.record import CUT_OFF, GameRecord
from fylking.matches.results import Results, points_of

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
        "by_seat": {name: tally(games, lambda _, i=i: i) for i, name in enumerate(SEATS)},
        "by_colour": {
            name: tally(games, lambda game, name=name: game.colours.index(name)) for name in COLOURS
        },
        "cut_off": sum(game.end == CUT_OFF for game in games),
        "forfeits": [_forfeit(game) for game in games if game.forfeit is not None],
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
    players, games = range(len(results.plan.players)), results.counted()
    ratings = rate(len(players), results.met(), anchor)
    for player, elo, error in zip(facts["results"], ratings.elo, ratings.error, strict=True):
        player |= {"elo": elo, "error": error}
    facts["anchor"] = anchor
    facts["most_likely"] = ratings.finite
    facts["cross"] = [
        [points_of((g for g in games if other in g.players), player) if other != player else None
         for other in players]
        for player in players
    ]  # fmt: skip
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

    def seat(game: GameRecord) -> int | None:
        return game.players.index(player) if player in game.players else None

    facts: dict[str, Any] = {"all": tally(games, seat)}
    for i, name in enumerate(SEATS):
        facts[name] = tally((game for game in games if seat(game) == i), seat)
    for colour in COLOURS:
        mine = (g for g in games if (s := seat(g)) is not None and g.colours[s] == colour)
        facts[colour] = tally(mine, seat)
    facts["forfeits"] = sum(
        game.forfeit is not None and game.players[game.forfeit.seat] == player for game in games
    )
    return facts


def _forfeit(game: GameRecord) -> dict[str, Any]:
    loss = game.forfeit
    assert loss is not None
    player = game.players[loss.seat]
    return {"game": game.game, "player": player, "kind": loss.kind, "detail": loss.detail}


def _finite(value: float) -> float | None:
    """A number, or None, which JSON has, for those that it has not."""
    return value if math.isfinite(value) else None

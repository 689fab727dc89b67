"""Every game, size and pie rule, and positions of random games of each."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import fylking

GAMES = [
    fylking.game(name, size, pie)
    for name, room in fylking.GAMES.items()
    for size in room.sizes
    for pie in ((True, False) if room.has_pie else (False,))
]

SMALL = [game for game in GAMES if game.size in (3, 6) and not (game.has_pie and game.size > 3)]


def label(game: fylking.Game) -> str:
    """A short name for a test's id."""
    return f"{game.name}{game.size}" + ("pie" if game.pie else "")


def walk(
    game: fylking.Game, seed: int, pass_rate: float = 0.05, most: int = 400
) -> Iterator[fylking.Position]:
    """The positions of one random game (always the same object), the first and the last among them.

    The actions are drawn here, not by the package. A pass is drawn at `pass_rate` where another
    action is legal; games longer than `most` end by passing wherever they can.
    """
    chance = random.Random(f"{label(game)} {seed}")
    position = game.start()
    yield position
    while not position.is_over:
        actions = position.legal_actions()
        passing = game.pass_action in actions
        rate = pass_rate if position.ply < most else 1.0
        if passing and (len(actions) == 1 or chance.random() < rate):
            position.push(game.pass_action)
        else:
            position.push(chance.choice([a for a in actions if a != game.pass_action]))
        yield position


@cache
def positions(game: fylking.Game) -> tuple[fylking.Position, ...]:
    """A few dozen positions of a game, from several walks: the first, the last, some between."""
    found = []
    for seed in range(6):
        copies = [position.copy() for position in walk(game, seed, 0.3 * (seed % 2), most=150)]
        step = max(1, len(copies) // 6)
        found += [*copies[:4], *copies[4:-2:step], *copies[-2:]]
    return tuple(found)


def first_colour(position: fylking.Position) -> fylking.Color:
    """The colour of the first player."""
    return position.to_move if position.seat == 0 else position.to_move.other


def facts(position: fylking.Position) -> dict[str, object]:
    """Every public property of a position."""
    return {
        "text": position.text,
        "str": str(position),
        "repr": repr(position),
        "to_move": position.to_move,
        "seat": position.seat,
        "stage": position.stage,
        "ply": position.ply,
        "is_over": position.is_over,
        "winner": position.winner,
        "score": position.score,
        "evaluation": position.evaluation,
        "returns": position.returns,
        "end_reason": position.end_reason,
        "key": position.key,
        "board": position.board.tobytes(),
        "legal_actions": position.legal_actions(),
        "legal_count": position.legal_count(),
        "legal_mask": position.legal_mask().tobytes(),
        "history": position.history,
        "within_turn": position.within_turn,
        "bytes": position.to_bytes(),
        "last": position.peek() if position.ply else None,
        "last turn": position.turn_text() if position.ply else None,
        "game": position.game,
    }

"""The signature of the play: one number that changes only when the play does.

It is the 64-bit FNV-1a hash of a fixed amount of seeded play and counting, fed with text: for each
game the lines of `_facts`, each ended by a newline, in ASCII; and then of the games' own hashes.
It holds no keys and no bytes of positions, whose format may change while the play stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator

import fylking
from fylking import GAMES, Game, Position, Rng

SEED = 1
GAMES_A_SIZE = 20
GAMES_SHOWN = 4
DEPTH = 3

_OFFSET = 0xCBF29CE484222325
_PRIME = 0x100000001B3


def signatures() -> tuple[str, dict[str, str]]:
    """The signature, and that of each game, as 16 hexadecimal digits."""
    parts = {name: fnv1a("".join(f"{line}\n" for line in _game(name))) for name in GAMES}
    return fnv1a("".join(f"{part}\n" for part in parts.values())), parts


def fnv1a(text: str) -> str:
    """The 64-bit FNV-1a hash of an ASCII text."""
    value = _OFFSET
    for byte in text.encode("ascii"):
        value = (value ^ byte) * _PRIME & (1 << 64) - 1
    return f"{value:016x}"


def _game(name: str) -> Iterator[str]:
    room = GAMES[name]
    for size in room.sizes:
        yield from _facts(fylking.game(name, size))
    if room.has_pie:
        yield from _facts(fylking.game(name, pie=False))


def _facts(game: Game) -> Iterator[str]:
    """Tallies of random games, perft counts, and how some games have ended."""
    pos = game.start()
    yield pos.text
    for passes, listed in (("forced", False), ("uniform", False), ("uniform", True)):
        stats = fylking.playouts(pos, GAMES_A_SIZE, SEED, passes=passes, listed=listed)
        yield " ".join(map(str, stats[:5]))
    yield f"{fylking.perft(pos, DEPTH)} {fylking.perft_turns(pos, 2)}"
    for number in range(GAMES_SHOWN):
        yield from _end(pos.copy(), number)


def _end(pos: Position, number: int) -> Iterator[str]:
    pos.play_random(Rng(SEED).split(number))
    yield pos.text
    yield " ".join(f"{points:.1f}" for points in (*pos.score, *pos.returns))
    yield " ".join(map(str, pos.history[-20:]))

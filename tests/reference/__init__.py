"""A slow, literal reference of the four games.

Every module here follows the rules page sentence by sentence and favours plainness over speed.
It shares no code with the kernels of fylking, which is what makes a comparison of the two worth
anything. Where the two differ, neither is right by itself: the rules page decides.

The marks in the comments (``FV4``, ``HF5``, ...) are the numbers of the rules.
"""

from __future__ import annotations

from . import text as position_text
from .frasvel import Frasvel
from .fravan import Fravan
from .freeze import Freeze
from .herfor import Herfor

__all__ = ["State", "parse", "perft", "perft_sums", "perft_turns", "start"]

State = Fravan | Herfor | Frasvel | Freeze

_GAMES: dict[str, type[State]] = {
    "fravan": Fravan,
    "herfor": Herfor,
    "frasvel": Frasvel,
    "freeze": Freeze,
}


def _class_of(game: str) -> type[State]:
    if game not in _GAMES:
        raise ValueError(f"no such game: {game!r}")
    return _GAMES[game]


def start(game: str, size: int, pie: bool = True) -> State:
    """Return the position a game starts from (P4; Freeze takes no notice of ``pie``)."""
    return _class_of(game).start(size, pie)


def parse(text: str) -> State:
    """Return the position that ``text`` describes (S), or raise ValueError."""
    game, _ = position_text.game_and_size(text)
    return _class_of(game).parse(text)


def perft(state: State, depth: int) -> int:
    """Count the sequences of exactly ``depth`` actions (C)."""
    if depth == 0:
        return 1
    return sum(perft(state.play(action), depth - 1) for action in state.legal())


def perft_sums(state: Fravan | Herfor, depth: int) -> tuple[int, int, int]:
    """Count the leaves, and sum their black stones and their margins Black minus White (C)."""
    if depth == 0:
        black, white = state.score()
        return 1, state.board.count("b"), int(black - white)
    leaves = stones = margin = 0
    for action in state.legal():
        below = perft_sums(state.play(action), depth - 1)
        leaves += below[0]
        stones += below[1]
        margin += below[2]
    return leaves, stones, margin


def perft_turns(state: Freeze, depth: int) -> int:
    """Count the sequences of exactly ``depth`` whole turns of Freeze (C)."""
    if depth == 0:
        return 1
    return sum(perft_turns(after, depth - 1) for _, after in state.turns())

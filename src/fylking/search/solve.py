"""Who wins with best play, and by how much."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fylking._alphabeta import WON
from fylking._position import Control
from fylking.color import WHITE, Color
from fylking.search.alphabeta import INFINITE, MAX_HASH, MEGABYTE, WIN
from fylking.search.limits import Clock
from fylking.threads import checked_count, checked_position

if TYPE_CHECKING:
    from fylking._alphabeta import Searcher
    from fylking._position import Position

FEW_SYMMETRIES = 12


@dataclass(frozen=True)
class Solution:
    """What is known of a position when both seats play their best.

    A seat plays for a win first, then for the greatest margin (the least, if it loses).

    Attributes:
        known: whether the outcome is known; the limits may not have allowed it.
        seat: the seat that wins; None for a draw, or when unknown.
        winner: the colour that it wins with; None for a draw, or when unknown. Before the pie
            choice it is that of the best line, if that was found.
        margin: Black's points minus White's at the end (FV10, HF6, FS11); None when it is unknown,
            or was not asked for, and in games without points. Equal stones in Herfor are 0, and
            have a winner nevertheless (HF8).
        line: a best line, a tuple of actions; it may end early where a limit was reached.
        nodes: how many positions were looked at.
        seconds: how long it took.
    """

    known: bool
    seat: int | None
    winner: Color | None
    margin: float | None
    line: tuple[int, ...]
    nodes: int
    seconds: float

    def __str__(self) -> str:
        if not self.known:
            return "unknown"
        if self.seat is None:
            return "a draw"
        player = f"the {('first', 'second')[self.seat]} player"
        if self.winner is None:
            return f"{player} wins"
        margin = "" if self.margin is None else f", {self.margin:+g} for Black"
        return f"{self.winner} wins, {player}{margin}"


def solve(
    pos: Position,
    nodes: int | None = None,
    seconds: float | None = None,
    *,
    margin: bool = True,
    hash: int = 256,  # noqa: A002
) -> Solution:
    """The outcome of a position with best play, within limits.

    First it looks for who wins, then for the margin, always to the ends of the games: by
    alpha-beta, or by proof numbers in a game without a bounded length (`Game.max_actions`). Small
    boards can be solved from the start, others towards the end of a game.

    Args:
        pos: the position; it does not change.
        nodes: how many positions to look at; None for no limit.
        seconds: how long; None for no limit.
        margin: whether to look for the margin too, which can take much longer.
        hash: size of the table of positions in megabytes, up to 2**20; it is gone afterwards. Proof
            numbers need one: 0 is 64 KiB then.

    Raises:
        OptionError: a limit that does not fit.

    >>> import fylking
    >>> pos = fylking.Herfor(size=2, pie=False).start()
    >>> pos.push("b2")
    >>> found = fylking.search.solve(pos)
    >>> print(found)
    Black wins, the first player, +7 for Black
    >>> print(fylking.search.solve(fylking.Herfor(size=7).start(), nodes=1000))
    unknown
    """
    checked_position(pos)
    if pos.is_over:
        return _finished(pos)
    most = None if nodes is None else checked_count(nodes, "nodes", 1)
    megabytes = checked_count(hash, "hash", 0, MAX_HASH)
    return _Solver(pos, most, Clock(seconds), megabytes).solve(margin)


def _finished(pos: Position) -> Solution:
    black, white = pos.score
    margin = black - white if pos.game.has_points else None
    seat = pos.returns.index(1.0) if pos.winner is not None else None
    return Solution(True, seat, pos.winner, margin, (), 0, 0.0)


# Position, bound, nodes, milliseconds, control: as `Prover.prove`.
_Ask = Callable[["Position", int, int, int, Control], tuple[bool, int, int, int]]


def _by_alpha_beta(searcher: Searcher) -> _Ask:
    """Answers what a prover answers."""

    def ask(
        pos: Position, bound: int, nodes: int, milliseconds: int, control: Control
    ) -> tuple[bool, int, int, int]:
        finished, value, certain, line, count = searcher.search(
            pos, 0, bound - 1, bound, nodes, milliseconds, control
        )
        known = finished and (certain or abs(value) >= WON)
        return known, value, line[0] if line else -1, count

    return ask


class _Stopped(Exception):  # noqa: N818
    """A limit was reached."""


class _Solver:
    """Values count by margin, as those of `Prover`s, to the seat that acts."""

    def __init__(self, pos: Position, nodes: int | None, clock: Clock, megabytes: int) -> None:
        game = pos.game
        few = len(game.symmetries) <= FEW_SYMMETRIES
        symmetries = game.symmetries if few else ()
        memory = megabytes * MEGABYTE
        # Where boards fill up alpha-beta is faster (Fravan 3 six times); in games without a bounded
        # length it is lost at once (Frasvel 3).
        if game.max_actions is None:
            self._ask: _Ask = game._provers(game, memory, symmetries).prove
        else:
            self._ask = _by_alpha_beta(game._searchers(game, memory, True, symmetries))
        self._control = Control()
        self._pos = pos.copy()
        self._most = nodes
        self._clock = clock
        self._nodes = 0

    def solve(self, margin: bool) -> Solution:
        value, exact = None, False
        line: list[int] = []
        last = self._pos.copy()
        try:
            value = self._outcome()
            exact = value == 0
            if margin and self._pos.game.has_points and not exact:
                value = self._with_margin(value)
                exact = True
            self._play_best(last, value, exact, line)
        except _Stopped:
            pass
        if value is None:
            return Solution(False, None, None, None, (), self._nodes, self._clock.passed())
        seat = winner = points = None
        if value != 0:
            seat = self._pos.seat if value > 0 else 1 - self._pos.seat
            if last.stage not in ("open", "choose"):
                winner = last.to_move if last.seat == seat else last.to_move.other
        if exact and self._pos.game.has_points:
            points = (abs(value) - WIN) / 2 if value else 0.0
            if winner == WHITE:
                points = 0.0 - points
            elif winner is None and value:  # the colours are not chosen yet
                points = None
        return Solution(True, seat, winner, points, tuple(line), self._nodes, self._clock.passed())

    def _reaches(self, pos: Position, bound: int) -> tuple[int, int]:
        """A value that is at least `bound`, or a bound from above that is less; and an action.

        The action is one that reaches it, or -1.
        """
        left = -1 if self._most is None else self._most - self._nodes
        finished, value, action, count = self._ask(
            pos, bound, left, self._clock.left(), self._control
        )
        self._nodes += count
        if not finished:
            raise _Stopped
        return value, action

    def _outcome(self) -> int:
        """A value with the sign of the outcome."""
        value, _ = self._reaches(self._pos, 1)
        if -WON < value <= 0:
            value = min(0, self._reaches(self._pos, 0)[0])
        return value

    def _with_margin(self, value: int) -> int:
        """The value, by windows of nothing that close in on it from a bound of it."""
        low, high = (value, INFINITE) if value > 0 else (-INFINITE, value)
        while low < high:
            bound = low + 1 if value == low else value
            value, _ = self._reaches(self._pos, bound)
            if value < bound:
                high = value
            else:
                low = value
        return value

    def _play_best(self, pos: Position, value: int, exact: bool, line: list[int]) -> None:
        """Plays a best line to the end of the game."""
        while not pos.is_over:
            if exact or value > 0:
                _, action = self._reaches(pos, value if exact else 1)
            else:
                action = pos.legal_actions()[0]  # they all lose
            seat = pos.seat
            pos.push(action)
            line.append(action)
            if pos.seat != seat:
                value = -value

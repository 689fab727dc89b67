"""Alpha-beta search by iterative deepening."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from fylking._alphabeta import WON
from fylking._position import Control, Turnstile
from fylking.color import BLACK
from fylking.errors import Error
from fylking.game import Game
from fylking.search.limits import Clock, check_searchable
from fylking.threads import checked_count

if TYPE_CHECKING:
    from fylking._alphabeta import Searcher
    from fylking._position import Position

MAX_DEPTH = 254
MAX_HASH = 1 << 20
MEGABYTE = 1 << 20
INFINITE = 2_000_000  # beyond every value
WIN = 1_000_000


class Judgement(NamedTuple):
    """What an alpha-beta search found.

    Attributes:
        action: the best action.
        value: what the position is worth to the seat that acts: an evaluation (`evaluation`,
            counted from that seat's side); if a win or a loss is proven, 1,000,000 less the number
            of actions to the end, or minus that.
        proven: whether `value` is the outcome of the game with best play, not a guess.
        pv: the principal variation, actions from `action` on.
        depth: how deep the search is complete, in actions.
        nodes: how many positions it looked at.
        seconds: how long it took.
    """

    action: int
    value: int
    proven: bool
    pv: tuple[int, ...]
    depth: int
    nodes: int
    seconds: float

    @property
    def outcome(self) -> int | None:
        """+1, -1 or 0 for a proven win, loss or draw of the seat that acts; None when unproven."""
        if not self.proven:
            return None
        return (self.value >= WON) - (self.value <= -WON)

    @property
    def distance(self) -> int | None:
        """How many actions it is to a proven win or loss; None when there is none."""
        return WIN - abs(self.value) if abs(self.value) >= WON else None


class AlphaBeta:
    """An alpha-beta search of one game, with a table of positions that it keeps between searches.

    It looks deeper and deeper, without the GIL. With one depth the value is that of a minimax
    search of that depth with `Position.evaluation` at its leaves, whatever the table holds. Who
    acts next is read from the positions: at the pie choice and within a turn of Freeze the same
    seat acts again. Depths count actions, so a turn of Freeze may be several deep.

    Limited by depth or nodes, a search gives the same on every machine, if the same was searched
    before; `clear` forgets that. An object belongs to one thread at a time, but for `stop`: a call
    that meets a search at work raises `fylking.Error`.

    Args:
        game: a `fylking.Game`; the pie rule makes no difference.
        hash: size of the table in megabytes (rounded down to a power of two), from 0 (no table)
            to 2**20. The rest takes less than 20 MB.

    Raises:
        OptionError: a size that is not offered.

    >>> import fylking
    >>> game = fylking.Herfor(size=3, pie=False)
    >>> pos = game.start()
    >>> pos.push("c3")
    >>> found = fylking.search.AlphaBeta(game, hash=1).search(pos, depth=3)
    >>> found.depth, found.proven, found.action == found.pv[0], len(found.pv)
    (3, False, True, 3)
    """

    def __init__(self, game: Game, hash: int = 64) -> None:  # noqa: A002
        if not isinstance(game, Game):
            raise TypeError(f"game is a fylking game, not {type(game).__name__}")
        self._hash = checked_count(hash, "hash", 0, MAX_HASH)
        self._searcher: Searcher = game._searchers(game, self._hash * MEGABYTE, False)
        self._control = Control()
        self._alone = Turnstile(  # from the first depth to the last
            Error, "a search is at work already, in another thread or below a signal handler"
        )

    @property
    def game(self) -> Game:
        """The game that is searched."""
        return self._searcher.game

    @property
    def hash(self) -> int:
        """Size of the table in megabytes."""
        return self._hash

    def __repr__(self) -> str:
        return f"<fylking.search.AlphaBeta of {self.game!r}, hash={self.hash}>"

    def clear(self) -> None:
        """Forgets what was searched."""
        with self._alone:
            self._searcher.clear()

    def stop(self) -> None:
        """Makes the search that is running in another thread return soon, with what it has."""
        self._control.cancel()

    def search(
        self,
        pos: Position,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        on_depth: Callable[[Judgement], object] | None = None,
    ) -> Judgement:
        """Looks for the best action; the first limit that is reached ends it.

        The first depth is always looked through. A proven result ends the search.

        Args:
            pos: a position of the game that is not over; it does not change.
            depth: how many actions deep, from 1 to 254; None for no such limit.
            nodes: how many positions to look at; None for no such limit.
            seconds: how long; None for no such limit.
            on_depth: called with what is known after each depth.

        Raises:
            OptionError: a limit, or a game, that does not fit.
            IllegalActionError: the game is over.
        """
        check_searchable(pos, self.game)
        most_depth = MAX_DEPTH if depth is None else checked_count(depth, "depth", 1, MAX_DEPTH)
        most = None if nodes is None else checked_count(nodes, "nodes", 1)
        with self._alone:
            return self._deepen(pos, most_depth, most, Clock(seconds), on_depth)

    def _deepen(
        self,
        pos: Position,
        most_depth: int,
        most: int | None,
        clock: Clock,
        on_depth: Callable[[Judgement], object] | None,
    ) -> Judgement:
        """One depth after the other."""
        searcher = self._searcher
        searcher.begin()
        self._control = control = Control()
        found: Judgement | None = None
        count = 0
        for level in range(1, most_depth + 1):
            first = found is None
            left = -1 if most is None or first else most - count
            finished, value, certain, pv, looked = searcher.search(
                pos, level, -INFINITE, INFINITE, left, -1 if first else clock.left(), control
            )
            count += looked
            if not finished:
                if pv and found is not None:  # its first action is last depth's best
                    found = found._replace(action=pv[0], pv=pv)
                elif found is None:
                    found = unsearched(pos)
                found = found._replace(nodes=count, seconds=clock.passed())
                break
            proven = certain or abs(value) >= WON
            found = Judgement(pv[0], value, proven, pv, level, count, clock.passed())
            if on_depth is not None:
                on_depth(found)
            if proven or clock.is_over() or (most is not None and count >= most):
                break
        assert found is not None
        return found


def unsearched(pos: Position) -> Judgement:
    """What is said of a position when a search was stopped before it looked anywhere."""
    value = pos.evaluation if pos.to_move == BLACK else -pos.evaluation
    action = pos.legal_actions()[0]
    return Judgement(action, value, False, (action,), 0, 0, 0.0)

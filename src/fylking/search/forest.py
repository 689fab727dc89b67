"""Many searches side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any

from fylking._position import Control
from fylking._rng import Rng, make_rng
from fylking.errors import OptionError
from fylking.search.evaluator import Evaluator, ask
from fylking.search.mcts import MCTS, MCTSResult

if TYPE_CHECKING:
    import numpy as np

    from fylking._position import Position


class Forest:
    """Searches of several positions of one game that ask an evaluator together.

    Each is an `MCTS` of its own, which draws from `Rng(seed).split(i)`; `forest[i]` is the i-th.
    What a position's search finds does not depend on the others, as long as the evaluator's answer
    about a position does not.

    Args:
        positions: where to search, positions of the same game, size and pie rule.
        evaluator: whom to ask (`Evaluator`); its batches hold up to `leaves` of each position.
        seed: an int, an `Rng` (which does not move on), or a NumPy Generator (which gives a seed).
        leaves: how many leaves of a position are asked about at once.
        options: as for `MCTS`; `memory` is for each tree.

    Raises:
        OptionError: a number that is not offered, or positions of several games.

    >>> import fylking, numpy as np
    >>> from fylking.search import Forest
    >>> def evaluator(observations, masks):
    ...     return masks, np.zeros(len(masks))
    >>> game = fylking.Herfor(size=4)
    >>> forest = Forest([game.start() for _ in range(8)], evaluator, seed=1, noise=0.25)
    >>> results = forest.search(simulations=50)
    >>> forest.push(forest.sample())
    >>> [result.simulations for result in results]
    [50, 50, 50, 50, 50, 50, 50, 50]
    """

    def __init__(
        self,
        positions: Sequence[Position],
        evaluator: Evaluator,
        seed: int | Rng | np.random.Generator = 0,
        *,
        leaves: int = 4,
        **options: Any,
    ) -> None:
        if evaluator is None:
            raise TypeError("a forest needs an evaluator")
        rng = make_rng(seed)
        self._evaluator = evaluator
        self._searches = [
            MCTS(pos, rng.split(i), evaluator=evaluator, leaves=leaves, **options)
            for i, pos in enumerate(positions)
        ]
        if not self._searches:
            raise OptionError("positions is empty; there must be at least one")
        for search in self._searches:
            if search._pos.game != self._searches[0]._pos.game:
                games = f"{self._searches[0]._pos.game} and {search._pos.game}"
                raise OptionError(f"positions are of {games}; all must be of one game")
        self._leaves = leaves
        self._control = Control()
        self._stopped = False

    def __len__(self) -> int:
        return len(self._searches)

    def __getitem__(self, i: int) -> MCTS:
        return self._searches[i]

    def __iter__(self) -> Iterator[MCTS]:
        return iter(self._searches)

    def search(
        self,
        simulations: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
    ) -> list[MCTSResult | None]:
        """Searches all positions, each until the first of the limits or until it is proven.

        Args:
            simulations: do so many more in each.
            nodes: until each tree has so many nodes, or is full.
            seconds: until so much time has passed.

        Returns:
            What was found, in order; None for games that are over.

        Raises:
            OptionError: a limit that is not offered; answers of the evaluator that do not fit.
        """
        going = [search for search in self._searches if not search._pos.is_over]
        call = object()
        try:
            for search in self._searches:
                search._alone.enter(call)
            begun = perf_counter()
            self._control, self._stopped = Control(), False
            before = [search._tree.visits for search in going]
            for search in going:
                limit = search._begin(simulations, nodes, seconds)
            if going:
                ask(going, self._evaluator, self._leaves, limit, self._control, self._has_stopped)
            took = perf_counter() - begun
            done = {
                search: search._result(search._tree.visits - count, took)
                for search, count in zip(going, before, strict=True)
            }
        finally:
            for search in self._searches:
                search._alone.leave(call)
        return [done.get(search) for search in self._searches]

    def stop(self) -> None:
        """Makes the search that is running in another thread return soon."""
        self._stopped = True
        self._control.cancel()

    def sample(self, temperature: float = 1.0) -> list[int | None]:
        """An action of each position, as `MCTS.sample` draws it; None for games that are over."""
        return [
            None if search._pos.is_over else search.sample(temperature) for search in self._searches
        ]

    def push(self, actions: Sequence[int | str | None]) -> None:
        """Plays an action in each position; None: nothing is played there.

        Raises:
            OptionError: not as many actions as positions; nothing has changed.
            IllegalActionError: an action is not legal; nothing has changed.
        """
        if len(actions) != len(self):
            raise OptionError(f"there must be {len(self)} actions, not {len(actions)}")
        pairs = [
            (search, action)
            for search, action in zip(self._searches, actions, strict=True)
            if action is not None
        ]
        for search, action in pairs:
            if not search._pos.is_legal(action):
                raise search._pos.game._illegal(search._pos, action)
        for search, action in pairs:
            search.push(action)

    def _has_stopped(self) -> bool:
        return self._stopped

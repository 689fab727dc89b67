"""A bot that searches by Monte Carlo."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from inspect import signature
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from fylking.bots.protocol import Candidate, Limits, Thought
from fylking.search.mcts import MCTS, MCTSResult
from fylking.threads import checked_count, checked_position

if TYPE_CHECKING:
    from fylking._position import Position
    from fylking.game import Game

OPTIONS = frozenset(signature(MCTS).parameters) - {"pos", "seed"}
"""What `MCTS` can be told beside where it searches."""

SIMULATIONS = 1000
CANDIDATES = 10


class MctsBot:
    """Plays what `fylking.search.MCTS` finds best.

    It keeps its tree from move to move, as long as the positions it is shown follow each other.
    With limits that count simulations it plays the same for the same seed and the same positions.

    Args:
        simulations: how many a move, where `choose` is given no limits.
        seed: an int; `reset` with a seed sets another.
        options: as for `MCTS`: threads, memory, evaluator, ...

    Raises:
        TypeError: there is no such option.

    >>> import fylking
    >>> bot = fylking.bots.MctsBot(simulations=200, seed=1)
    >>> pos = fylking.Fravan(size=3).start()
    >>> pos.push(bot.choose(pos))
    >>> bot.thought.simulations
    200
    """

    resumes = True  # asked again about the same position, it goes on where it stopped

    def __init__(self, simulations: int = SIMULATIONS, seed: int = 0, **options: Any) -> None:
        self.simulations = checked_count(simulations, "simulations", 1)
        self.name = f"mcts-{self.simulations}"
        self.thought: Thought | None = None
        self._seed = seed
        check_options(options)
        self._options = options
        self._mcts: MCTS | None = None

    def choose(self, pos: Position, limits: Limits | None = None) -> int:
        """See `Bot.choose`. `Limits.depth` is no limit of this bot's."""
        checked_position(pos)
        begun = perf_counter()
        if limits is None or replace(limits, depth=None) == Limits():
            limits = Limits(simulations=self._budget(pos.game))
        mcts = self._mcts = self._followed(pos)
        nodes = mcts.result().nodes
        most = None if limits.nodes is None else nodes + limits.nodes
        found = mcts.search(limits.simulations, most, limits.seconds)
        self.thought = Thought(
            found.action,
            found.value,
            found.proven,
            found.pv,
            found.simulations,
            found.nodes - nodes,
            None,
            perf_counter() - begun,
            candidates_of(found),
        )
        return found.action

    def _budget(self, game: Game) -> int:
        """Simulations for an action, where nothing else is said."""
        return self.simulations

    def reset(self, seed: int | None = None) -> None:
        """See `Bot.reset`."""
        self.thought = self._mcts = None
        if seed is not None:
            self._seed = seed

    def stop(self) -> None:
        """Makes the `choose` that is running in another thread return soon."""
        if self._mcts is not None:
            self._mcts.stop()

    def _followed(self, pos: Position) -> MCTS:
        """The tree of the last move, if the position follows from it; else a new one."""
        if self._mcts is not None:
            way = way_between(self._mcts.position, pos)
            if way is not None:
                for action in way:
                    self._mcts.push(action)
                return self._mcts
        return MCTS(pos, self._seed, **self._options)


def check_options(names: Collection[str]) -> None:
    """Asks whether there are such options of a search.

    Raises:
        TypeError: there is one that is none.
    """
    for name in names:
        if name not in OPTIONS:
            raise TypeError(f"there is no option {name!r}; there are {', '.join(sorted(OPTIONS))}")


def candidates_of(found: MCTSResult) -> tuple[Candidate, ...]:
    """The chosen action and the most visited others, up to `CANDIDATES` in all."""
    order = np.argsort(-found.visits, kind="stable")[:CANDIDATES].tolist()
    others = [action for action in order if action != found.action and found.visits[action]]
    return tuple(
        Candidate(action, int(found.visits[action]), float(found.values[action]))
        for action in [found.action, *others][:CANDIDATES]
        if found.visits[action]
    )


def way_between(old: Position, new: Position) -> tuple[int, ...] | None:
    """The actions that lead from one position to a later one, or None.

    The later one's history tells; where it has none, up to two actions are tried.
    """
    if old.game != new.game:
        return None
    back = new.copy()
    actions: list[int] = []
    while True:
        if back == old:
            return tuple(reversed(actions))
        if back.ply == 0:
            break
        actions.append(back.pop())
    return None if new.ply else _short_way(old, new, 2)


def _short_way(old: Position, new: Position, most: int) -> tuple[int, ...] | None:
    wanted = new.key
    for action in old.legal_actions() if most else ():
        old.push(action)
        way: tuple[int, ...] | None = () if old.key == wanted else _short_way(old, new, most - 1)
        old.pop()
        if way is not None:
            return (action, *way)
    return None

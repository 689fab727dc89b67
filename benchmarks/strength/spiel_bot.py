"""OpenSpiel's own MCTS (C++) with its random rollouts, as a bot of a match: it plays our games
through our OpenSpiel door."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

import pyspiel

import fylking.doors.openspiel  # noqa: F401 (registers the games)
from fylking.bots import Thought

if TYPE_CHECKING:
    from fylking import Position
    from fylking.bots import Limits

MOST = 1_000_000  # simulations of a search
FEWEST = 20  # that tell how fast it is


class SpielBot:
    """OpenSpiel's `MCTSBot.mcts_search`, with the constant of its examples and its solver.

    It has no clock: for a time to think it does as many simulations as fit in at the rate of its
    last search, by the number that this has really done (a solved tree ends a search early).
    """

    name = "OpenSpiel MCTS"

    def __init__(self) -> None:
        self.thought: Thought | None = None
        self._rate = 500.0  # simulations a second
        self._seed = 0

    def reset(self, seed: int | None = None) -> None:
        self._seed = (seed or 0) & 0x7FFFFFFF

    def choose(self, pos: Position, limits: Limits | None = None) -> int:
        simulations = 200
        if limits is not None and limits.simulations is not None:
            simulations = limits.simulations
        elif limits is not None and limits.seconds is not None:
            simulations = min(max(2, round(self._rate * limits.seconds)), MOST)
        began = perf_counter()
        name = type(pos.game).__name__.lower()
        options = {"size": pos.game.size} | ({"pie": pos.game.pie} if pos.game.has_pie else {})
        game = pyspiel.load_game(f"fylking_{name}", options)
        self._seed = (self._seed * 1103515245 + 12345) & 0x7FFFFFFF
        bot = pyspiel.MCTSBot(
            game,
            pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=self._seed),
            uct_c=1.4,
            max_simulations=simulations,
            max_memory_mb=1000,
            solve=True,
            seed=self._seed,
            verbose=False,
        )
        root = bot.mcts_search(game.new_initial_state(pos.text))
        action = int(root.best_child().action)
        seconds = perf_counter() - began
        done = int(root.explore_count)
        if done >= FEWEST:
            self._rate = min(done / seconds, 2 * self._rate)
        self.thought = Thought(action, simulations=done, seconds=seconds)
        return action

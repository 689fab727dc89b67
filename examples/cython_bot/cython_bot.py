"""The small bot of `python_bot.py` as an extension module, one for each game's kernel."""

from __future__ import annotations

from importlib import import_module

import fylking
from fylking.bots import Limits, Thought


class FlatBot:
    """Takes the action that brings most, the first of them: a `fylking.bots.Bot`."""

    name = "flat-cython"

    def __init__(self, games: int = 20, seed: int = 1) -> None:
        self.games = games
        self.seed = seed
        self.thought: Thought | None = None

    def choose(self, pos: fylking.Position, limits: Limits | None = None) -> int:
        kernel = import_module(f"flat_{pos.game.name}")
        action, value = kernel.choose(pos.game.size, pos.to_bytes(), self.games, self.seed)
        simulations = self.games * pos.legal_count()
        self.thought = Thought(action, value, simulations=simulations)
        return action

    def reset(self, seed: int | None = None) -> None:
        self.thought = None
        if seed is not None:
            self.seed = seed

"""Opponents: each chooses an action, and says what it thought (`protocol.Bot`)."""

from __future__ import annotations

from fylking.bots.alphabeta import AlphaBetaBot
from fylking.bots.levels import LEVELS, level_bot
from fylking.bots.mcts import MctsBot
from fylking.bots.protocol import Bot, Candidate, Limits, Thought
from fylking.bots.simple import GreedyBot, RandomBot

__all__ = [
    "LEVELS",
    "AlphaBetaBot",
    "Bot",
    "Candidate",
    "GreedyBot",
    "Limits",
    "MctsBot",
    "RandomBot",
    "Thought",
    "level_bot",
]

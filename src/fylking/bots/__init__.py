"""Opponents: each chooses an action, and says what it thought (`protocol.Bot`)."""

from __future__ import annotations

from fylking.bots.mcts import MctsBot
from fylking.bots.protocol import Bot, Limits, Thought
from fylking.bots.simple import RandomBot

__all__ = ["Bot", "Limits", "MctsBot", "RandomBot", "Thought"]

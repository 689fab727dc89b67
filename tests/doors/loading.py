"""Our games, loaded by OpenSpiel."""

from __future__ import annotations

import pyspiel

import fylking
import fylking.doors.openspiel


def load(game: fylking.Game):
    pie = {"pie": game.pie} if game.has_pie else {}
    return pyspiel.load_game(f"fylking_{game.name}", {"size": game.size, **pie})

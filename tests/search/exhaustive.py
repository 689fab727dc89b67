"""The value of small games, by looking at everything that can follow."""

from __future__ import annotations

import fylking


def value(position: fylking.Position, known: dict[int, float] | None = None) -> float:
    """The game's value for the first seat, 1.0, 0.0 or -1.0."""
    known = {} if known is None else known
    if position.is_over:
        return position.returns[0]
    key = position.key
    if key not in known:
        best = max if position.seat == 0 else min
        values = []
        for action in position.legal_actions():
            position.push(action)
            values.append(value(position, known))
            position.pop()
        known[key] = best(values)
    return known[key]

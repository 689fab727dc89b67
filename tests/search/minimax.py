"""A plain minimax, by the public interface alone: what the native search is compared with."""

from __future__ import annotations

import fylking

WIN = 1_000_000


def leaf(pos):
    """What a position is worth to the seat that acts, by its evaluation."""
    if pos.stage == "choose":  # P3: the seat takes the better side
        return abs(pos.evaluation)
    return pos.evaluation if pos.to_move == fylking.BLACK else -pos.evaluation


def by_distance(pos, ply):
    """The value of a finished game to the seat that would act."""
    if pos.winner is None:
        return 0
    return WIN - ply if pos.winner == pos.to_move else ply - WIN


def minimax(pos, depth, ply=0):
    """The value to the seat that acts, `depth` actions deep."""
    if pos.is_over:
        return by_distance(pos, ply)
    if depth == 0:
        return leaf(pos)
    return max(children(pos, lambda: minimax(pos, depth - 1, ply + 1)).values())


def children(pos, value):
    """For each action the value after it, to the seat that acts before it."""
    seat, values = pos.seat, {}
    for action in pos.legal_actions():
        pos.push(action)
        found = value()
        values[action] = found if pos.seat == seat else -found
        pos.pop()
    return values


def best_end(pos, known):
    """With best play to the end: (+1, 0 or -1, margin), to the seat that acts."""
    if pos.is_over:
        if pos.winner is None:
            return (0, 0.0)
        mine, other = (pos.score[colour] for colour in (pos.to_move, pos.to_move.other))
        return (1 if pos.winner == pos.to_move else -1, mine - other)
    key = pos.to_bytes()
    if key not in known:
        ends = []
        seat = pos.seat
        for action in pos.legal_actions():
            pos.push(action)
            won, margin = best_end(pos, known)
            ends.append((won, margin) if pos.seat == seat else (-won, -margin))
            pos.pop()
        known[key] = max(ends)
    return known[key]

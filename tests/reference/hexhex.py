"""The hexagonal board (B1-B4). Points are given by their index throughout."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

# B2: the six steps (file, rank), in their order; the opposite of d is (d + 3) % 6.
DIRECTIONS = ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1))

# B2: an axis is named by one of its two directions; the other is three further on.
AXES = (0, 1, 2)

# B6
SIZES = range(2, 11)


@cache
def points(size: int) -> tuple[tuple[int, int], ...]:
    """List the (file, rank) of every point in index order (B1, B4)."""
    span = range(2 * size - 1)
    return tuple((file, rank) for rank in span for file in span if abs(file - rank) <= size - 1)


@cache
def _index(size: int) -> dict[tuple[int, int], int]:
    return {point: index for index, point in enumerate(points(size))}


@cache
def widths(size: int) -> tuple[int, ...]:
    """Return the number of points of each rank, the lowest rank first."""
    ranks = [rank for _, rank in points(size)]
    return tuple(ranks.count(rank) for rank in range(2 * size - 1))


def name(size: int, point: int) -> str:
    """Return the notation of a point (B3)."""
    file, rank = points(size)[point]
    return "abcdefghijklmnopqrs"[file] + str(rank + 1)


@cache
def ray(size: int, point: int, direction: int) -> tuple[int, ...]:
    """List the points met on the way from ``point`` to the edge, without ``point`` itself."""
    file, rank = points(size)[point]
    step_file, step_rank = DIRECTIONS[direction % 6]
    met = []
    while (file + step_file, rank + step_rank) in _index(size):
        file, rank = file + step_file, rank + step_rank
        met.append(_index(size)[file, rank])
    return tuple(met)


@cache
def neighbours(size: int, point: int) -> tuple[int, ...]:
    """List the adjacent points, in the order of the directions."""
    return tuple(ray(size, point, d)[0] for d in range(6) if ray(size, point, d))


def nearest_stone(
    size: int, board: Sequence[str], point: int, direction: int
) -> tuple[int, int] | None:
    """Return the distance and the point of the first stone that way, if there is one."""
    for distance, met in enumerate(ray(size, point, direction), start=1):
        if board[met] != ".":
            return distance, met
    return None

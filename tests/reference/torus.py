"""The torus of Freeze (B5). Squares are given by their index throughout."""

from __future__ import annotations

# B5: the four steps (file, rank), in their order
DIRECTIONS = ((1, 0), (0, 1), (-1, 0), (0, -1))

# B6
SIZES = (6, 8, 10)

_FILES = "abcdefghij"


def index(size: int, file: int, rank: int) -> int:
    """Return the square at (file, rank), both from 0 and both wrapping round."""
    return (rank % size) * size + file % size


def step(size: int, square: int, direction: int, distance: int) -> int:
    """Return the square that lies ``distance`` steps away."""
    rank, file = divmod(square, size)
    step_file, step_rank = DIRECTIONS[direction]
    return index(size, file + distance * step_file, rank + distance * step_rank)


def name(size: int, square: int) -> str:
    """Return the notation of a square."""
    rank, file = divmod(square, size)
    return _FILES[file] + str(rank + 1)


def named(size: int, text: str) -> int:
    """Return the square with that notation, or raise ValueError."""
    names = [name(size, square) for square in range(size * size)]
    if text not in names:
        raise ValueError(f"no such square: {text!r}")
    return names.index(text)

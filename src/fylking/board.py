"""Boards for people: names, steps between points, and drawings in characters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, pi, sin, sqrt
from typing import ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

IntArray = npt.NDArray[np.intp]
Matrix = Sequence[Sequence[int]]


class Symmetries(NamedTuple):
    """The maps of a board onto itself, the identity first.

    Attributes:
        names: one a map.
        points: where each point goes, of shape (maps, points).
        directions: where each direction goes, of shape (maps, directions).
    """

    names: list[str]
    points: IntArray
    directions: IntArray


class Board:
    """Points in index order with their coordinates and the steps between them.

    Attributes:
        coordinates: file and rank of each point, from 0.
        names: "a1" and so on.
        index: point of a name.
        steps: for each point the next one in each direction, or None off the board.
        shape: ranks and files of the grid that the board lies in.
        rows: the points of each rank, the highest rank first (as the position text has them).
        cell: the corners of a point's cell around its middle; neighbours are 1 apart.
    """

    cell: ClassVar[tuple[tuple[float, float], ...]]
    coordinates: list[tuple[int, int]]
    steps: list[list[int | None]]
    shape: tuple[int, int]
    rows: list[list[int]]

    def __init__(self, coordinates: list[tuple[int, int]]) -> None:
        self.coordinates = coordinates
        self.names = [f"{chr(ord('a') + file)}{rank + 1}" for file, rank in coordinates]
        self.index = {name: point for point, name in enumerate(self.names)}
        ranks = max(rank for _, rank in coordinates) + 1
        self.shape = ranks, max(file for file, _ in coordinates) + 1
        self.rows = [[] for _ in range(ranks)]
        for point, (_, rank) in enumerate(coordinates):
            self.rows[ranks - 1 - rank].append(point)

    def symmetries(self) -> Symmetries:
        """The maps that keep neighbours neighbours and lines lines; here the identity alone."""
        points, directions = len(self.coordinates), len(self.steps[0])
        return Symmetries(
            ["identity"],
            np.arange(points, dtype=np.intp)[None],
            np.arange(directions, dtype=np.intp)[None],
        )

    def rows_text(self, cells: Sequence[str]) -> str:
        """The board field of the position text."""
        return "/".join("".join(cells[point] for point in row) for row in self.rows)

    def drawing(self, cells: Sequence[str], marks: Mapping[int, str]) -> str:
        """The board in characters; `marks` gives a pair of brackets for each marked point."""
        width = max(map(len, cells))
        pitch = (width + 2) // 2 * 2  # even: half of it is the slant of a rank
        canvas: dict[tuple[int, int], str] = {}

        def write(row: int, column: int, text: str) -> None:
            for offset, letter in enumerate(text):
                canvas[row, column + offset] = letter

        for row, points in enumerate(self.rows):
            rank = len(self.rows) - row
            for point in points:
                column = self._column(self.coordinates[point], pitch)
                write(row, column, cells[point])
                if point in marks:
                    write(row, column - 1, marks[point][0])
                    write(row, column + len(cells[point]), marks[point][1])
            write(row, self._column(self.coordinates[points[0]], pitch) - 4, f"{rank:>2}")
        for file, rank in self._file_labels():
            write(len(self.rows) - 1 - rank, self._column((file, rank), pitch), chr(97 + file))
        left = min(column for _, column in canvas)
        lines = []
        for row in range(max(row for row, _ in canvas) + 1):
            columns = [column for r, column in canvas if r == row]
            line = [canvas.get((row, column), " ") for column in range(left, max(columns) + 1)]
            lines.append("".join(line))
        return "\n".join(lines)

    def place(self, coordinates: tuple[int, int]) -> tuple[float, float]:
        """Where a point lies in the plane: x to the right, y up; neighbours are 1 apart."""
        raise NotImplementedError

    def labels(self) -> list[tuple[str, tuple[int, int], tuple[int, int]]]:
        """The ranks' numbers and the files' letters.

        Each with the place just off the board that it has, and the point beside it.
        """
        found = []
        for points in self.rows:
            file, rank = self.coordinates[points[0]]
            found.append((str(rank + 1), (file - 1, rank), (file, rank)))
        for file, rank in self._file_labels():
            found.append((chr(ord("a") + file), (file, rank), (file, rank + 1)))
        return found

    def ghosts(self) -> list[tuple[int, tuple[int, int]]]:
        """Points that are seen again just off the board, and where; here there are none."""
        return []

    def ways(self, one: int, other: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
        """The straight way between two points in pictures: begin and end of each of its parts.

        On a board that wraps around it may leave on one side and come in on the other.
        """
        return [(self.coordinates[one], self.coordinates[other])]

    def _column(self, coordinates: tuple[int, int], pitch: int) -> int:
        """Where a point is drawn."""
        raise NotImplementedError

    def _file_labels(self) -> list[tuple[int, int]]:
        """Where the files' letters go: file and rank of a place just off the board."""
        raise NotImplementedError


class HexhexBoard(Board):
    """The hexagonal board of side `size` (B1 to B4)."""

    DIRECTIONS = ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1))  # B2
    cell = tuple(
        (cos(pi * (k / 3 + 1 / 6)) / sqrt(3), sin(pi * (k / 3 + 1 / 6)) / sqrt(3)) for k in range(6)
    )
    DIRECTION_NAMES = ("E", "NE", "N", "W", "SW", "S")

    def __init__(self, size: int) -> None:
        side = range(2 * size - 1)
        super().__init__([(f, r) for r in side for f in side if abs(f - r) < size])
        self.size = size
        place = {where: point for point, where in enumerate(self.coordinates)}
        self.steps = [
            [place.get((f + df, r + dr)) for df, dr in self.DIRECTIONS] for f, r in self.coordinates
        ]

    def place(self, coordinates: tuple[int, int]) -> tuple[float, float]:
        """N leans to the left, NE to the right."""
        file, rank = coordinates
        return file - rank / 2, rank * sqrt(3) / 2

    def symmetries(self) -> Symmetries:
        """The 12 of the hexagon."""
        names, matrices, directions = _around_a_point(
            self.DIRECTION_NAMES, turn=((1, -1), (1, 0)), mirror=((1, -1), (0, -1))
        )
        from_centre = np.array(self.coordinates, np.intp) - (self.size - 1)
        files, ranks = np.moveaxis(from_centre @ matrices, -1, 0) + (self.size - 1)
        place = np.zeros((2 * self.size - 1,) * 2, np.intp)
        place[tuple(np.transpose(self.coordinates))] = np.arange(len(self.coordinates))
        return Symmetries(names, place[files, ranks], directions)

    def _column(self, coordinates: tuple[int, int], pitch: int) -> int:
        file, rank = coordinates
        return pitch * file - pitch // 2 * rank  # N leans to the left, NE to the right

    def _file_labels(self) -> list[tuple[int, int]]:
        return [(file, max(0, file - self.size + 1) - 1) for file in range(2 * self.size - 1)]


class TorusBoard(Board):
    """The square board of `size` x `size` that wraps around (B5)."""

    DIRECTIONS = ((1, 0), (0, 1), (-1, 0), (0, -1))  # B5
    cell = ((0.5, 0.5), (-0.5, 0.5), (-0.5, -0.5), (0.5, -0.5))
    DIRECTION_NAMES = ("E", "N", "W", "S")

    def __init__(self, size: int) -> None:
        super().__init__([(file, rank) for rank in range(size) for file in range(size)])
        self.size = size
        self.steps = [
            [(r + dr) % size * size + (f + df) % size for df, dr in self.DIRECTIONS]
            for f, r in self.coordinates
        ]

    def place(self, coordinates: tuple[int, int]) -> tuple[float, float]:
        """File and rank."""
        file, rank = coordinates
        return float(file), float(rank)

    def ghosts(self) -> list[tuple[int, tuple[int, int]]]:
        """The far side's points beside each edge and corner."""
        around = range(-1, self.size + 1)
        return [
            (rank % self.size * self.size + file % self.size, (file, rank))
            for rank in around
            for file in around
            if not (0 <= file < self.size and 0 <= rank < self.size)
        ]

    def ways(self, one: int, other: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
        """The shortest way around; where it wraps, once from either end."""
        (f1, r1), (f2, r2) = self.coordinates[one], self.coordinates[other]
        half = self.size // 2
        # Two ways round of equal length: the one that stays on the board.
        df, dr = (
            d if abs(d) <= half else d - self.size * (1 if d > 0 else -1)
            for d in (f2 - f1, r2 - r1)
        )
        out = (f1, r1), (f1 + df, r1 + dr)
        back = (f2 - df, r2 - dr), (f2, r2)
        return [out] if out == back else [out, back]

    def symmetries(self) -> Symmetries:
        """The 8 of the square around a1, then the same with every shift, in the order of points."""
        names, matrices, directions = _around_a_point(
            self.DIRECTION_NAMES, turn=((0, -1), (1, 0)), mirror=((1, 0), (0, -1))
        )
        places = np.array(self.coordinates, np.intp)
        images = (places @ matrices + places[:, None, None]) % self.size  # shift, map, point, axis
        shifts = self.coordinates[1:]
        names += [f"{name}, then shift by {shift}" for shift in shifts for name in names]
        names = [name.removeprefix("identity, then ") for name in names]
        return Symmetries(
            names,
            (images @ (1, self.size)).reshape(len(names), -1),
            np.tile(directions, (len(self.coordinates), 1)),
        )

    def _column(self, coordinates: tuple[int, int], pitch: int) -> int:
        return pitch * coordinates[0]

    def _file_labels(self) -> list[tuple[int, int]]:
        return [(file, -1) for file in range(self.size)]


def _around_a_point(
    compass: Sequence[str], turn: Matrix, mirror: Matrix
) -> tuple[list[str], IntArray, IntArray]:
    """Names, matrices and images of the directions, of rotations and then of reflections.

    Args:
        compass: names of the directions, counterclockwise from E.
        turn: takes each direction to the next; acts on the column (file, rank).
        mirror: the reflection that keeps E.

    Returns:
        The matrices act from the right, on rows (file, rank).
    """
    count = len(compass)
    turns = [np.linalg.matrix_power(np.array(turn, np.intp), k) for k in range(count)]
    matrices = np.array([matrix.T for matrix in [*turns, *(t @ mirror for t in turns)]])
    names = ["identity", *(f"rotation by {360 // count * k}" for k in range(1, count))]
    names += [f"reflection taking E to {direction}" for direction in compass]
    direction = np.arange(count, dtype=np.intp)
    images_of_east = direction[:, None]
    directions = np.vstack([images_of_east + direction, images_of_east - direction]) % count
    return names, matrices, directions

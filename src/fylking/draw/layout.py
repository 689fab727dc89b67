"""Where everything of a picture is, in the units of its view box."""

from __future__ import annotations

from functools import cache
from math import ceil, hypot
from typing import TYPE_CHECKING

from fylking.draw.elements import Spot

if TYPE_CHECKING:
    from fylking.game import Game

WIDTH = 600.0  # of most pictures
LEAST_WIDTH = 340.0  # captions need room
MARGIN = 10.0
CAPTION = 34.0
LEGEND = 52.0
CAPTION_SIZE = 17.0

_EDGE = 0.86  # of a cell: how far a board of lines goes beyond its points
_MOST_UNIT = 64.0  # distance of neighbours: tiny boards do not fill the picture
_FRINGE = 0.5  # of a board that wraps around: how much of the far side is seen
_LABEL = 0.47  # how far labels are off the cells
_BESIDE = 1.6  # width of the place for pieces beside the board


class Layout:
    """Where the board of a game is.

    Attributes:
        game: whose board it is.
        unit: distance between neighbouring points.
        width: of the picture.
        height: of the board with its coordinates, at the top of the picture.
        middles: of the points.
        corners: of a cell around its middle.
        labels: the coordinates and the middles of their texts.
        ghosts: points of a board that wraps around as they are seen again, and their middles.
        frame: left, top, right and bottom of what is seen of the cells.
        beside: the middle of the place for pieces beside the board, None without one.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        board = game._board
        places = [board.place(coordinates) for coordinates in board.coordinates]
        seen_again = board.ghosts()
        fringe = _FRINGE if seen_again else 0.0
        cells = [(x + dx, y + dy) for x, y in places for dx, dy in board.cell]
        edges = (
            min(x for x, _ in cells) - fringe,
            max(y for _, y in cells) + fringe,
            max(x for x, _ in cells) + fringe,
            min(y for _, y in cells) - fringe,
        )
        labels = []
        for text, off, beside in board.labels():
            (x, y), (x0, y0) = board.place(off), board.place(beside)
            far = (0.5 + fringe + _LABEL) / hypot(x - x0, y - y0)
            labels.append((text, (x0 + far * (x - x0), y0 + far * (y - y0))))
        left = min(edges[0], *(x - 0.35 for _, (x, _) in labels))
        right = max(edges[2], *(x + 0.35 for _, (x, _) in labels))
        low = min(edges[3], *(y - 0.3 for _, (_, y) in labels))
        high = max(edges[1], *(y + 0.3 for _, (_, y) in labels))
        beside_board = game._waiting(game.start()) is not None
        extent = right - left + (_BESIDE if beside_board else 0)
        self.unit = unit = min(_MOST_UNIT, (WIDTH - 2 * MARGIN) / extent)
        # Whole numbers, because renderers round sizes before they scale them.
        self.width = float(ceil(max(LEAST_WIDTH, unit * extent + 2 * MARGIN) - 1e-6))
        self.height = float(ceil(unit * (high - low) + 2 * MARGIN - 1e-6))
        self._x0 = (self.width - unit * extent) / 2 - unit * left
        self._y0 = MARGIN + unit * high
        self.middles = [self.spot(*place) for place in places]
        self.corners = [(unit * dx, -unit * dy) for dx, dy in board.cell]
        self.labels = [(text, self.spot(x, y)) for text, (x, y) in labels]
        self.ghosts = [(point, self.spot(*board.place(c))) for point, c in seen_again]
        self.frame = (*self.spot(edges[0], edges[1]), *self.spot(edges[2], edges[3]))
        top = self.frame[1]
        self.beside = (self.spot(right + _BESIDE / 2, 0)[0], top) if beside_board else None

    def spot(self, x: float, y: float) -> Spot:
        """A place of the board's plane."""
        return self._x0 + self.unit * x, self._y0 - self.unit * y

    def cell(self, middle: Spot, share: float = 1.0) -> list[Spot]:
        """The corners of the cell around a middle, or of a share of it."""
        x, y = middle
        return [(x + share * dx, y + share * dy) for dx, dy in self.corners]

    def board_cell(self, middle: Spot) -> list[Spot]:
        """The corners of what a point has of the board."""
        return self.cell(middle, _EDGE if self.game._on_lines else 1.0)

    def ways(self, one: int, other: int) -> list[tuple[Spot, Spot]]:
        """The parts of the straight way between two points."""
        board = self.game._board
        return [
            (self.spot(*board.place(begin)), self.spot(*board.place(end)))
            for begin, end in board.ways(one, other)
        ]


@cache
def layout_of(game: Game) -> Layout:
    """The layout of a game's pictures."""
    return Layout(game)


def hull(spots: list[Spot]) -> list[Spot]:
    """The corners of the smallest convex shape around some places, in turn."""
    ordered = sorted(set(spots))
    sides: list[list[Spot]] = []
    for run in (ordered, ordered[::-1]):
        side: list[Spot] = []
        for x, y in run:
            while len(side) > 1 and _turn(side[-2], side[-1], (x, y)) <= 1e-6:
                side.pop()
            side.append((x, y))
        sides.append(side[:-1])
    return sides[0] + sides[1]


def _turn(a: Spot, b: Spot, c: Spot) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

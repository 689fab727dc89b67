"""The toy's room: all that Python knows of it."""

from __future__ import annotations

import toy_kernel

from fylking.board import Board
from fylking.game import Game


class Row(Board):
    DIRECTIONS = ((1, 0), (-1, 0))
    cell = ((0.5, 0.5), (-0.5, 0.5), (-0.5, -0.5), (0.5, -0.5))

    def __init__(self, points):
        super().__init__([(file, 0) for file in range(points)])
        self.steps = [
            [p + 1 if p + 1 < points else None, p - 1 if p else None] for p in range(points)
        ]

    def place(self, coordinates):
        return coordinates

    def _column(self, coordinates, pitch):
        return pitch * coordinates[0]

    def _file_labels(self):
        return [(file, -1) for file in range(len(self.names))]


class Toy(Game):
    name = "toy"
    title = "Toy"
    id = toy_kernel.GAME_ID
    sizes = (2, 3, 4, 5)
    default_size = 4
    has_pie = False
    planes = ("filled", "number of points filled")
    _positions = toy_kernel.KernelPosition
    _slots = toy_kernel.KernelBatch
    _trees = toy_kernel.KernelTree
    _searchers = toy_kernel.KernelSearcher
    _provers = toy_kernel.KernelProver

    __slots__ = ()

    def __init__(self, size=None, pie=False):
        super().__init__(size, pie)

    @property
    def _board(self):
        return Row(self.points)

    @property
    def max_actions(self):
        return self.points

    @property
    def plane_limits(self):
        return 1, self.points

    @classmethod
    def _counts(cls, size):
        return 2 * size, 2

    def _read_stage(self, text):
        return (text, (0, 0, 0)) if text in ("play", "over") else None

    def _other_end(self):
        return "row full"

    def _end_rule(self, position):
        return "T1"

    def _action_text(self, position, action):
        return ("one", "two")[action]

    def _read_action(self, position, plain):
        return {"one": 0, "two": 1}.get(plain)

    def _marks(self, before, action):
        return {}

    def _why_illegal(self, position, action):
        return "T1", "there is one point left"

    def _check_position(self, position, head):
        pass

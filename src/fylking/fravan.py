"""Fravan: flank cascades.

The rules are in `docs/rules/fravan.md`, the kernel in `fravan.h`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from fylking.codec import Head, cells_of
from fylking.cpu import kernel
from fylking.hexgame import HexGame

if TYPE_CHECKING:
    from fylking._position import Position

_kernel = kernel("fravan")


class Fravan(HexGame):
    """Fravan on a board of a size from 2 to 10 (default 7), with or without the pie rule.

    >>> import fylking
    >>> game = fylking.Fravan(size=5)
    >>> game.points, game.action_count
    (61, 64)
    """

    name = "fravan"
    title = "Fravan"
    id = _kernel.GAME_ID
    default_size = 7
    rule_of_placing = "FV1"
    _positions = _kernel.KernelPosition
    _slots = _kernel.KernelBatch
    _trees = _kernel.KernelTree
    _exploration = 0.1
    _rave = 30.0
    _levels = (24, 34, 50, 78, 130, 220, 370, 590, 880, 1250)
    _searchers = _kernel.KernelSearcher
    _provers = _kernel.KernelProver
    _on_lines = True
    _effects: ClassVar[Mapping[str, str]] = {"attack": "flip", "backlash": "flip back"}

    __slots__ = ()

    def _owners(self, position: Position) -> list[tuple[bool, bool]]:
        """FV9: the empty points of runs between two stones of a colour."""
        cells = cells_of(position)
        steps = self._board.steps
        owned: list[set[int]] = [set(), set()]
        for start, cell in enumerate(cells):
            for direction in range(3) if cell else ():
                run = []
                p = steps[start][direction]
                while p is not None and not cells[p]:
                    run.append(p)
                    p = steps[p][direction]
                if p is not None and cells[p] == cell:
                    owned[cell < 0].update(run)
        return [(p in owned[0], p in owned[1]) for p in range(self.points)]

    def _end_rule(self, position: Position) -> str:
        return "FV8"

    def _check_position(self, position: Position, head: Head) -> None:
        self._check_full(position, head, "FV8")

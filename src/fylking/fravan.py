"""Fravan: flank cascades.

The rules are in `docs/rules/fravan.md`, the kernel in `fravan.h`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fylking.codec import Head
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

    __slots__ = ()

    def _end_rule(self, position: Position) -> str:
        return "FV8"

    def _check_position(self, position: Position, head: Head) -> None:
        self._check_full(position, head, "FV8")

"""Herfor: invading phalanxes.

The rules are in `docs/rules/herfor.md`, the kernel in `herfor.h`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from fylking import codec
from fylking.codec import Head
from fylking.color import Color
from fylking.cpu import kernel
from fylking.errors import PositionError
from fylking.hexgame import HexGame

if TYPE_CHECKING:
    from fylking._position import Position

_kernel = kernel("herfor")


class Herfor(HexGame):
    """Herfor on a board of a size from 2 to 10 (default 7), with or without the pie rule.

    >>> import fylking
    >>> game = fylking.Herfor(size=5)
    >>> game.points, game.action_count
    (61, 64)
    """

    name = "herfor"
    title = "Herfor"
    id = _kernel.GAME_ID
    default_size = 7
    rule_of_placing = "HF2"
    _positions = _kernel.KernelPosition
    _slots = _kernel.KernelBatch
    _trees = _kernel.KernelTree
    _exploration = 0.4
    _rave = 300.0
    _levels = (24, 37, 59, 98, 170, 300, 540, 950, 1600, 2700)
    _searchers = _kernel.KernelSearcher
    _provers = _kernel.KernelProver
    _on_lines = True
    _effects: ClassVar[Mapping[str, str]] = {"invade": "flip"}

    __slots__ = ()

    def _end_rule(self, position: Position) -> str:
        return "HF6" if position.end_reason == "board full" else "HF7"

    def _why_no_pass(self, position: Position) -> tuple[str, str]:
        place = self.point_name(position.legal_actions()[0])
        return "HF7", f"a player who can place must: {place} is legal"

    def _why_no_play(
        self, position: Position, action: int, cells: Sequence[int]
    ) -> tuple[str, str]:
        enemy = position.to_move.other
        sign = 1 - 2 * enemy
        beside = next(p for p in self.neighbours(action) if cells[p] * sign > 0)
        return "HF3", (
            f"{self.point_name(action)} is next to {enemy} on {self.point_name(beside)} "
            "and invades on no axis"
        )

    def _check_position(self, position: Position, head: Head) -> None:
        self._check_full(position, head, "HF6")
        if head.stage == "over:":
            last = head.to_move.other
            place = self._placement(position, last)
            if place is not None:
                raise PositionError(
                    f"the game is not over by two passes: {last} could not pass, "
                    f"with a placement on {self.point_name(place)} (HF7)"
                )

    def _placement(self, position: Position, colour: Color) -> int | None:
        """A point where `colour` could place if it were to move."""
        turn = self.start()
        board = position.to_bytes()[codec.HEAD_BYTES :]
        turn._set_up(codec.pack_head(self, Head(colour, colour, "play")), board)
        first = turn.legal_actions()[0]
        return first if first < self.points else None

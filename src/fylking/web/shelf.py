"""The games that are open: a bounded number, the one that was idle longest goes first."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING

from fylking.web.table import Player, Table

if TYPE_CHECKING:
    from fylking._position import Position

BYTES = 16
"""Random bytes of an identifier."""


class Shelf:
    """Keeps tables in memory.

    Args:
        most: how many.
        dropped: called with the identifier of a table that had to go.
    """

    def __init__(self, most: int, dropped: Callable[[str], object]) -> None:
        self.most = most
        self._dropped = dropped
        self._tables: OrderedDict[str, Table] = OrderedDict()

    def __len__(self) -> int:
        return len(self._tables)

    def place(
        self, pos: Position, players: tuple[Player, Player], seed: int | None = None
    ) -> Table:
        """A new table."""
        if seed is None:
            seed = secrets.randbits(32)
        table = Table(secrets.token_urlsafe(BYTES), pos, players, seed)
        self._tables[table.identifier] = table
        while len(self._tables) > self.most:
            identifier, _ = self._tables.popitem(last=False)
            self._dropped(identifier)
        return table

    def find(self, identifier: str) -> Table | None:
        """A table, which is not idle now."""
        table = self._tables.get(identifier)
        if table is not None:
            self._tables.move_to_end(identifier)
        return table

"""A position as the text of how it came about: where it began, and the moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fylking._position import Position


class Record:
    """The root of a position and the texts of the moves from there.

    Attributes:
        root: the position before the first of the moves.
        actions: the moves, ints.
        texts: the moves as text.

    >>> import fylking
    >>> pos = fylking.Fravan(size=2).start()
    >>> for move in ("b2", "white", "a1"):
    ...     pos.push(move)
    >>> Record(pos).command()
    'position startpos moves b2 white a1'
    """

    def __init__(self, pos: Position, before: Record | None = None) -> None:
        """Writes down a position.

        Args:
            pos: the position; it does not change.
            before: an earlier record; what it has in common with this one is not made again.
        """
        self.actions = pos.history
        self.root = pos.copy()
        while self.root.ply:
            self.root.pop()
        known = before.texts if before is not None and self._extends(before) else ()
        at = pos.copy()
        while at.ply > len(known):
            at.pop()
        texts = list(known)
        for action in self.actions[len(known) :]:
            texts.append(at.action_text(action))
            at.push(action)
        self.texts: tuple[str, ...] = tuple(texts)

    def _extends(self, before: Record) -> bool:
        same = self.root.game == before.root.game and self.root == before.root
        return same and self.actions[: len(before.actions)] == before.actions

    def command(self) -> str:
        """The line that tells the position to an engine."""
        start = "startpos" if self.root == self.root.game.start() else f"fen {self.root.text}"
        moves = ["moves", *self.texts] if self.texts else []
        return " ".join(["position", start, *moves])

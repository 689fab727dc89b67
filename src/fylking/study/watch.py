"""What is seen of a game while bots play it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fylking.bots.protocol import as_return

if TYPE_CHECKING:
    from fylking import Position
    from fylking.bots import Bot

DIGITS = 3  # of values

FIELDS = frozenset(("actions", "end", "winner", "first", "score"))
FIELDS_CLOSELY = frozenset(
    ("turns", "eventful", "rounds", "legal", "values", "evaluations", "changes")
)


class Watch:
    """Sees a game between bots go by. All that it knows of the game comes from its position.

    Args:
        pos: the position that is played on.
        bots: by seat.
        closely: whether to look at every action: its alternatives, what it changes (see
            `Position.preview`), and what the bot expected.
    """

    def __init__(self, pos: Position, bots: tuple[Bot, Bot], closely: bool) -> None:
        self._pos = pos
        self._bots = bots
        self._closely = closely
        self._actions: list[str] = []
        self._before = pos.copy()
        self._eventful = False  # the turn so far
        self._seen: dict[str, Any] = {
            "turns": 0,
            "eventful": 0,
            "rounds": 0,
            "legal": [],
            "values": [],
            "evaluations": [],
            "changes": {},
        }

    def see(self, kind: str, *told: Any) -> None:
        """Takes note of a message of `fylking.matches.worker.play`."""
        if kind == "thinking":
            self._before = self._pos.copy()
        elif kind == "action":
            self._actions.append(told[0])
            if self._closely:
                self._look(self._before, self._pos.peek())

    def facts(self) -> dict[str, Any]:
        """The game as it stands.

        Always `actions`, texts with spaces between; `end`, why it is over or "cut off"; `winner`,
        "black", "white" or None; `first`, the colour of the first player; `score`, Black's and
        White's. And when looked at closely: `turns`; `eventful`, how many of them changed anything
        beside their own placement or move; `rounds`, the most of an action; `legal`, the number of
        legal actions, before each action; `values`, what the bot expected then for the first
        player, from -1.0 to 1.0, or None; `evaluations`, after each turn, from Black's side;
        `changes`, the pieces changed by kind.
        """
        pos = self._pos
        first = pos.to_move if pos.seat == 0 else pos.to_move.other
        found = {
            "actions": " ".join(self._actions),
            "end": pos.end_reason if pos.is_over else "cut off",
            "winner": None if pos.winner is None else pos.winner.name.lower(),
            "first": first.name.lower(),
            "score": list(pos.score),
        }
        return found | self._seen if self._closely else found

    def _look(self, before: Position, action: int) -> None:
        seen, pos = self._seen, self._pos
        seen["legal"].append(before.legal_count())
        thought = getattr(self._bots[before.seat], "thought", None)
        value = as_return(getattr(thought, "value", None))
        if value is not None:
            value = round(value if before.seat == 0 else -value, DIGITS)
        seen["values"].append(value)
        rounds = before.preview(action).rounds
        seen["rounds"] = max(seen["rounds"], len(rounds))
        for change in (change for changes in rounds for change in changes):
            pieces = len(change.points) * change.pieces
            seen["changes"][change.kind] = seen["changes"].get(change.kind, 0) + pieces
        self._eventful |= bool(rounds)
        if not pos.within_turn:
            seen["turns"] += 1
            seen["eventful"] += self._eventful
            seen["evaluations"].append(pos.evaluation)
            self._eventful = False

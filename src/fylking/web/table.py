"""A game on the page: who plays, what has been played, and how it is told."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from fylking.bots import LEVELS
from fylking.errors import OptionError
from fylking.record import CUT_OFF, FORFEIT, UNFINISHED, GameRecord, head_of, line_of
from fylking.web import names

if TYPE_CHECKING:
    from fylking._position import Position
    from fylking.record import Loss

Player = str | int
"""The name of a person, or the level of a bot."""

_LEVEL = re.compile(
    r"level[:-]([0-9]{1,2})"
)  # as players of matches are made, and as bots are named


DETAIL = 200
"""Characters of what a record says about a forfeit that are told."""


class Table:
    """A game in progress. It belongs to one thread; others get copies of its position.

    Args:
        identifier: which nobody can guess.
        pos: where it stands, with its history.
        players: by seat.
        seed: of the bots.

    Attributes:
        changes: how often it has changed; what was thought before a change is void.
        thinking: whether a bot thinks about it.
        forfeit, otherwise: how it ended in the record that it is from, if the rules do not say so,
            as `GameRecord.of` has them; a change makes that void.
        note: the same, told.
        seconds, thoughts: of each action of the history, None where nobody knows.
    """

    def __init__(
        self, identifier: str, pos: Position, players: tuple[Player, Player], seed: int
    ) -> None:
        self.identifier = identifier
        self.pos = pos
        self.players = players
        self.seed = seed
        self.changes = 0
        self.thinking = False
        self.forfeit: Loss | None = None
        self.otherwise = UNFINISHED
        self.note: str | None = None
        self.seconds: list[float | None] = [None] * pos.ply
        self.thoughts: list[dict[str, Any] | None] = [None] * pos.ply

    def at(self, ply: int | None = None) -> Position:
        """A copy of the position after so many actions.

        Raises:
            OptionError: there are not so many.
        """
        pos = self.pos.copy()
        if ply is None:
            return pos
        if not 0 <= ply <= pos.ply:
            raise OptionError(f"ply is {ply}; this game has plies 0 to {pos.ply}")
        while pos.ply > ply:
            pos.pop()
        return pos

    def push(
        self,
        action: str | int,
        seconds: float | None = None,
        thought: dict[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Plays an action, and tells what it did.

        Raises:
            fylking.Error: it is none, or not legal; nothing has changed.
        """
        before = self.pos.copy()
        told = effects(before, action)
        self.pos.push(action)
        self.seconds.append(seconds)
        self.thoughts.append(thought)
        self._changed()
        return told

    def undo(self, ply: int | None) -> None:
        """Goes back to a ply; with None, to the last one before this at which a person acted.

        Raises:
            OptionError: there is nothing to take back, or no such ply.
        """
        pos = self._last_of_a_person() if ply is None else self.at(ply)
        if pos.ply == self.pos.ply:
            return
        self.pos = pos
        del self.seconds[pos.ply :], self.thoughts[pos.ply :]
        self._changed()

    def _last_of_a_person(self) -> Position:
        pos = self.pos.copy()
        people = [isinstance(player, str) for player in self.players]
        while pos.ply:
            pos.pop()
            if people[pos.seat] or not any(people):
                return pos
        raise OptionError("there is nothing to take back")

    def seat(self, players: tuple[Player, Player]) -> None:
        """Lets others play on."""
        self.players = players
        self._changed()

    def _changed(self) -> None:
        self.changes += 1
        self.forfeit, self.otherwise, self.note = None, UNFINISHED, None

    @property
    def level(self) -> int | None:
        """The level of the bot that is to act; None for a person, or at the end."""
        player = self.players[self.pos.seat]
        return player if isinstance(player, int) and not self.pos.is_over else None

    # ---- Told ----

    def facts(self, ply: int | None = None) -> dict[str, Any]:
        """Everything about the game, and about the position after so many actions of it."""
        pos = self.at(ply)
        game = pos.game
        start = self.at(0)
        return {
            "id": self.identifier,
            "game": game.name,
            "title": game.title,
            "size": game.size,
            "pie": game.pie,
            "has_points": game.has_points,
            "players": [
                {"level": player, "name": f"level {player}"}
                if isinstance(player, int)
                else {"level": None, "name": player}
                for player in self.players
            ],
            "start": start.text,
            "actions": _history(start, self.pos),
            "plies": self.pos.ply,
            "bot_to_act": self.level is not None,
            "thinking": self.thinking,
            "note": self.note,
            "position": position_facts(pos),
        }

    def record(self) -> bytes:
        """The file of the game, with what is known of it."""
        players = [f"level:{p}" if isinstance(p, int) else p for p in self.players]
        game = GameRecord.of(
            self.pos,
            forfeit=self.forfeit,
            otherwise=self.otherwise,
            seconds=tuple(self.seconds) if any(s is not None for s in self.seconds) else None,
            thoughts=tuple(self.thoughts) if any(self.thoughts) else None,
        )
        return line_of(head_of(self.pos.game, players, seed=self.seed)) + line_of(game.facts())


def player_of(name: str) -> Player:
    """Who plays under a name in a record: a bot if it is that of a level, else a person.

    >>> player_of("level:3"), player_of("Ann")
    (3, 'Ann')
    """
    name = names.cleaned(name)
    match = _LEVEL.fullmatch(name)
    if match and int(match[1]) in LEVELS:
        return int(match[1])
    return name or "player"


def from_record(
    make: Callable[[Position, tuple[Player, Player], int | None], Table],
    head: dict[str, Any],
    game: GameRecord,
) -> Table:
    """A table at which the game of a record stands."""
    pos = game.check(head)
    one, other = (player_of(head["players"][player]) for player in game.players)
    seed = head.get("seed")
    table = make(pos, (one, other), seed if seed is not None and 0 <= seed < 1 << 53 else None)
    if game.seconds is not None:
        table.seconds = list(game.seconds)
    if game.thoughts is not None:
        table.thoughts = list(game.thoughts)
    if game.end in (FORFEIT, CUT_OFF):
        table.forfeit = game.forfeit
        table.otherwise = CUT_OFF if game.end == CUT_OFF else UNFINISHED
        table.note = f"In the record the game ended here: {game.end}{_reason(game.forfeit)}."
    return table


def _reason(loss: Loss | None) -> str:
    if loss is None:
        return ""
    detail = names.cleaned(loss.detail, DETAIL + 1)
    if len(detail) > DETAIL:
        detail = f"{detail[:DETAIL]}…"
    return f" of the {('first', 'second')[loss.seat]} player: {detail}"


def position_facts(pos: Position) -> dict[str, Any]:
    """What there is to know of a position."""
    game = pos.game
    first = pos.to_move if pos.seat == 0 else pos.to_move.other
    names = game._board.names
    legal = [
        {
            "action": pos.action_text(action),
            "points": [names[point] for point in game._marks(pos, action)],
        }
        for action in pos.legal_actions()
    ]
    selected = game._selected(pos)
    return {
        "ply": pos.ply,
        "text": pos.text,
        "to_move": pos.to_move.name.lower(),
        "seat": pos.seat,
        "colours": [first.name.lower(), first.other.name.lower()],
        "stage": pos.stage,
        "within_turn": pos.within_turn,
        "over": pos.is_over,
        "winner": None if pos.winner is None else pos.winner.name.lower(),
        "returns": list(pos.returns),
        "end_reason": pos.end_reason,
        "score": list(pos.score),
        "territory": game._owners(pos) is not None,
        "selected": None if selected is None else names[selected],
        "legal": legal,
    }


def effects(before: Position, action: str | int) -> dict[str, Any]:
    """What an action does, round by round.

    Raises:
        fylking.Error: it is no legal action.
    """
    found = before.preview(action)
    names = before.game._board.names
    return {
        "action": before.action_text(found.action),
        "seat": before.seat,
        "colour": before.to_move.name.lower(),
        "points": [names[point] for point in before.game._marks(before, found.action)],
        "rounds": [
            [
                {
                    "kind": change.kind,
                    "points": [names[point] for point in change.points],
                    "pieces": change.pieces,
                }
                for change in changes
            ]
            for changes in found.rounds
        ],
    }


def _history(start: Position, end: Position) -> list[dict[str, Any]]:
    """The actions that were played, and by whom; `turn` counts, for one turn may have several."""
    pos, told, turn = start.copy(), [], 0
    for action in end.history:
        if not pos.within_turn:
            turn += 1
        told.append(
            {
                "text": pos.action_text(action),
                "seat": pos.seat,
                "colour": pos.to_move.name.lower(),
                "turn": turn,
            }
        )
        pos.push(action)
    return told

"""A game that was played, as a line of a record holds it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from fylking.bots.protocol import as_return
from fylking.errors import Error
from fylking.record.shape import check_of, shown
from fylking.text import parse
from fylking.threads import checked_count

if TYPE_CHECKING:
    from fylking._position import Position
    from fylking.bots.protocol import Thought
    from fylking.game import Game

FORMAT = 1
"""The version of the format, which the schema has too."""

CUT_OFF = "cut off"
FORFEIT = "forfeit"
UNFINISHED = "unfinished"
"""How a game can end that is not over by its rules."""

CRASH, TIME, ILLEGAL, RESIGNED = "crash", "time", "illegal", "resignation"
"""The kinds of forfeits."""

_OPTIONAL = ("pair", "seeds", "limits", "seconds", "thoughts")


class Loss(NamedTuple):
    """How a game was forfeited.

    Attributes:
        seat: who lost it.
        kind: "crash", "time", "illegal" or "resignation".
        detail: what happened.
    """

    seat: int
    kind: str
    detail: str


class Outcome(NamedTuple):
    """What a game has come to.

    Attributes:
        points: by seat: 1 won, 1/2 each when drawn or cut off, 0 lost, 0 each when unfinished.
        colours: "black" or "white" by seat; Black is first before a pie choice.
        score: of the position, Black's and White's.
        end: why it ended: as `Position.end_reason` has it, "forfeit", "cut off" or "unfinished".
    """

    points: tuple[float, float]
    colours: tuple[str, str]
    score: tuple[float, float]
    end: str


def outcome(pos: Position, forfeit: Loss | None = None, otherwise: str = CUT_OFF) -> Outcome:
    """What a game that stopped at a position has come to.

    Args:
        pos: where it stopped.
        forfeit: how somebody lost it beside the board.
        otherwise: why it stopped if neither ended it: "cut off" or "unfinished".

    >>> import fylking
    >>> outcome(fylking.Fravan(size=2).start(), otherwise="unfinished")
    Outcome(points=(0.0, 0.0), colours=('black', 'white'), score=(0.0, 0.0), end='unfinished')
    """
    points: tuple[float, float]
    if forfeit is not None:
        end = FORFEIT
        points = (0.0, 1.0) if forfeit.seat == 0 else (1.0, 0.0)
    elif pos.is_over:
        end = str(pos.end_reason)
        points = ((1 + pos.returns[0]) / 2, (1 + pos.returns[1]) / 2)
    else:
        end = otherwise
        points = (0.5, 0.5) if otherwise == CUT_OFF else (0.0, 0.0)
    first = pos.to_move if pos.seat == 0 else pos.to_move.other
    colours = (first.name.lower(), first.other.name.lower())
    return Outcome(points, colours, pos.score, end)


@dataclass(frozen=True)
class GameRecord:
    """A game that was played.

    Attributes:
        game: its number in the file, from 0.
        players: indices of the players, by seat.
        opening: position text where it began.
        pie: whether its game has the pie rule.
        actions: as texts, from there.
        points, colours, score, end: its `Outcome`.
        forfeit: who forfeited it and how; None if nobody did.
        pair: of a match: which of its pairing's pairs it belongs to. From here on, None is for
            what nobody knows.
        seeds: of the bots, by seat.
        limits: how long they could think, by seat.
        seconds: that each action took.
        thoughts: what a bot thought at each action: `thought_facts`.
    """

    game: int
    players: tuple[int, int]
    opening: str
    pie: bool
    actions: tuple[str, ...]
    points: tuple[float, float]
    colours: tuple[str, str]
    score: tuple[float, float]
    end: str
    forfeit: Loss | None = None
    pair: int | None = None
    seeds: tuple[int | None, int | None] | None = None
    limits: tuple[dict[str, float] | None, dict[str, float] | None] | None = None
    seconds: tuple[float | None, ...] | None = None
    thoughts: tuple[dict[str, Any] | None, ...] | None = None

    @classmethod
    def of(
        cls,
        pos: Position,
        number: int = 0,
        players: tuple[int, int] = (0, 1),
        forfeit: Loss | None = None,
        otherwise: str = UNFINISHED,
        **more: Any,
    ) -> GameRecord:
        """The record of a position with its history, whoever played it.

        Args:
            pos: the position where the game stands.
            number: the game's in its file.
            players: indices of the head's players, by seat.
            forfeit: how somebody lost it beside the board.
            otherwise: why it stopped, when neither a forfeit nor the rules ended it.
            more: other attributes, such as seconds.

        >>> import fylking
        >>> pos = fylking.Fravan(size=2).start()
        >>> pos.push("b2")
        >>> GameRecord.of(pos).actions
        ('b2',)
        """
        back = pos.copy()
        actions = []
        while back.ply:
            action = back.pop()
            actions.append(back.action_text(action))
        return cls(
            number,
            players,
            back.text,
            pos.game.pie,
            tuple(reversed(actions)),
            *outcome(pos, forfeit, otherwise),
            forfeit,
            **more,
        )

    def identity(self) -> dict[str, Any]:
        """What is the same when bots play the game again: everything but times and thoughts."""
        facts = self.facts()
        for name in ("seconds", "thoughts"):
            facts.pop(name, None)
        return facts

    def facts(self) -> dict[str, Any]:
        """The record as its line holds it; what nobody knows is left out."""
        facts = asdict(self)
        facts["actions"] = " ".join(self.actions)
        facts["forfeit"] = None if self.forfeit is None else self.forfeit._asdict()
        for name in _OPTIONAL:
            if facts[name] is None:
                del facts[name]
        return facts

    @classmethod
    def from_facts(cls, facts: Any) -> GameRecord:
        """The record that a line holds, its shape checked; `check` asks whether it is true.

        Raises:
            ValueError: the line has another shape than the schema says.
        """
        check_of("game")(facts, "the game")
        loss = facts["forfeit"]
        values: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in facts.items()
        }
        values["actions"] = tuple(facts["actions"].split())
        values["forfeit"] = None if loss is None else Loss(**loss)
        return cls(**values)

    def replay(self, ply: int | None = None) -> Position:
        """The position reached by the actions, with its history.

        Args:
            ply: after so many of them, from 0; None for all.

        Raises:
            OptionError: there are not so many actions.
            fylking.Error: an action cannot be played.
        """
        if ply is not None:
            ply = checked_count(ply, "ply", 0, len(self.actions))
        pos = begun(self.opening, self.pie).copy()
        for action in self.actions[:ply]:
            pos.push(action)
        return pos

    def check(self, head: Mapping[str, Any]) -> Position:
        """Plays the game again, and asks whether all that the record says follows from it.

        Args:
            head: of its file.

        Returns:
            The position in the end, with its history.

        Raises:
            ValueError: something does not follow, or an action is illegal.
        """
        pos = begun(self.opening, self.pie)
        game = pos.game
        if (game.name, game.size, game.pie) != (head["game"], head["size"], head["pie"]):
            raise ValueError(f"the game is one of {game!r}, which is not what the head says")
        if max(self.players) >= len(head["players"]):
            raise ValueError(f"players are {list(self.players)}, but the head has not so many")
        pos = pos.copy()
        for i, action in enumerate(self.actions):
            try:
                pos.push(action)
            except Error as error:
                raise ValueError(f"action {i + 1} of {len(self.actions)}: {error}") from None
        for name in ("seconds", "thoughts"):
            values = getattr(self, name)
            if values is not None and len(values) != len(self.actions):
                raise ValueError(f"{len(self.actions)} actions, but {len(values)} {name}")
        self._check_end(pos, head.get("max_actions"))
        return pos

    def _check_end(self, pos: Position, most: int | None) -> None:
        if self.forfeit is None and not pos.is_over and self.end not in (CUT_OFF, UNFINISHED):
            raise ValueError(f"end is {shown(self.end)}, but after the actions the game goes on")
        if most is not None and self.end == CUT_OFF and len(self.actions) != most:
            raise ValueError(f"cut off after {len(self.actions)} actions, not after {most}")
        found = outcome(pos, self.forfeit, self.end)
        for name, value in found._asdict().items():
            said = getattr(self, name)
            if said != value:
                raise ValueError(
                    f"{name} is {shown(said)}; from the actions follows {shown(value)}"
                )


def thought_facts(pos: Position, thought: Thought) -> dict[str, Any]:
    """What a bot thought at a position, as a record holds it.

    A value that is no expected return is left out.

    Raises:
        fylking.Error: an action of its line is illegal.

    >>> import fylking
    >>> pos, bot = fylking.Fravan(size=2).start(), fylking.bots.MctsBot(100, seed=1)
    >>> action = bot.choose(pos)
    >>> thought_facts(pos, bot.thought)["simulations"]
    100
    """
    ahead, texts = pos.copy(), []
    for action in thought.pv:
        texts.append(ahead.action_text(action))
        ahead.push(action)
    return {
        "value": as_return(thought.value),
        "proven": thought.proven,
        "pv": " ".join(texts),
        "simulations": thought.simulations,
        "nodes": thought.nodes,
        "depth": thought.depth,
    }


def head_of(game: Game, players: Sequence[str], **more: Any) -> dict[str, Any]:
    """The head of a file of games.

    Args:
        game: which game they are of.
        players: names.
        more: what else the schema allows.

    >>> import fylking
    >>> head_of(fylking.Freeze(), ["Ann", "level 3"])["game"]
    'freeze'
    """
    import fylking

    return {
        "fylking_match": FORMAT,
        "version": fylking.__version__,
        "game": game.name,
        "size": game.size,
        "pie": game.pie,
        "players": list(players),
    } | more


@lru_cache(64)
def begun(opening: str, pie: bool) -> Position:
    """Where a game begins, not to be changed: many games of a file have the same opening."""
    return parse(opening, pie)

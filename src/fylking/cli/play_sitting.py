"""A game at the terminal, and its file.

The file is the record of a match of one game, and `fylking.record` does all reading and writing.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fylking import OptionError, record
from fylking.matches import MAKERS, GivenOpenings, Plan, Player, parse_player
from fylking.matches.players import UGI

if TYPE_CHECKING:
    from fylking import Position

HUMAN = Player("human", "human")
"""Who is no bot."""


@dataclass
class Sitting:
    """Who plays, and what has been played.

    Attributes:
        players: by seat.
        seed: what the bots draw from is made from it.
        pos: the position, with its history.
        seconds: that each action of the history took.
        thoughts: what a bot thought at each, as records hold it, or None.
        resigned: the seat that has resigned.
    """

    players: tuple[Player, Player]
    seed: int
    pos: Position
    seconds: list[float] = field(default_factory=list)
    thoughts: list[dict[str, Any] | None] = field(default_factory=list)
    resigned: int | None = None

    @property
    def people(self) -> set[int]:
        """The seats that people have."""
        return {seat for seat, player in enumerate(self.players) if is_person(player)}

    @property
    def is_over(self) -> bool:
        """Whether nothing more can be played."""
        return self.pos.is_over or self.resigned is not None

    def plan(self) -> Plan:
        """The match whose first game this is.

        Raises:
            OptionError: there is nothing to play where it begins; or the seed is none.
        """
        root = self.pos.copy()
        while root.ply:
            root.pop()
        return Plan(self.players, GivenOpenings([root.text], root.game.pie), 1, self.seed)


def write(path: Path, sitting: Sitting) -> None:
    """Writes a game to a file, in place of what the file has.

    Raises:
        OSError: it cannot be written; what was there is still there.
    """
    plan, pos = sitting.plan(), sitting.pos
    task = plan.task(0)
    loss = None
    if sitting.resigned is not None:
        loss = record.Loss(sitting.resigned, record.RESIGNED, "resigned")
    # One may be missing, when Ctrl-C came in between.
    seconds = (*sitting.seconds, *[0.0] * (pos.ply - len(sitting.seconds)))
    thoughts = (*sitting.thoughts, *[None] * (pos.ply - len(sitting.thoughts)))
    game = record.GameRecord.of(
        pos,
        task.number,
        task.players,
        loss,
        pair=task.pair,
        seeds=task.seeds,
        seconds=seconds,
        thoughts=thoughts if any(thoughts) else None,
    )
    new = path.with_name(f"{path.name}.new")
    new.unlink(missing_ok=True)
    with record.Writer(new, plan.head()) as out:
        out.write(game)
    os.replace(new, path)


def read(path: Path) -> Sitting:
    """The game that `write` has written.

    Raises:
        OptionError: there is no such file, or it has not one game to go on with.
        RecordError: it is no record, or one that is not true.
    """
    try:
        with record.read(path) as reader:
            head, games = reader.head, list(reader)
    except OSError as error:
        raise OptionError(f"{path} cannot be read: {error.strerror}") from None
    if len(games) != 1:
        raise OptionError(f"{path} has {len(games)} games; a saved game is a file with one")
    game = games[0]
    try:
        one, other = (_player(head["players"][index]) for index in game.players)
        seconds = [took or 0.0 for took in game.seconds or (None,) * len(game.actions)]
        thoughts = list(game.thoughts or [None] * len(game.actions))
        sitting = Sitting((one, other), head.get("seed") or 0, game.replay(), seconds, thoughts)
        if game.forfeit is not None:
            sitting.resigned = game.forfeit.seat
        if not sitting.pos.is_over:
            sitting.plan()
    except ValueError as error:
        raise OptionError(f"the game in {path} is spoilt: {error}") from None
    if not sitting.people:
        raise OptionError(f"{path} is a game between bots; there is nobody in it to go on playing")
    return sitting


def is_person(player: Player) -> bool:
    """Whether a player is no bot."""
    return player.maker == HUMAN.maker


def is_own(spec: str) -> bool:
    """Whether a player is a bot of the package, which runs nobody else's program."""
    return spec.partition(":")[0] in MAKERS


def _player(spec: str) -> Player:
    """Who plays under a name in a file: a bot, or a person whose name is none of a bot."""
    name, colon, rest = spec.partition(":")
    words = (*name.split("."), rest.partition(":")[0])
    if name in (*MAKERS, UGI) or (colon and all(map(str.isidentifier, words))):
        return parse_player(spec)
    return Player(spec, HUMAN.maker)

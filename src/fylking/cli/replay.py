"""`fylking replay`: steps through a recorded game at the terminal."""

from __future__ import annotations

import argparse
import contextlib
import io
import sys
from typing import TYPE_CHECKING, Any

from fylking import OptionError, RecordError, record
from fylking.cli import common

if TYPE_CHECKING:
    from fylking import Position
    from fylking.cli.common import Commands
    from fylking.record import GameRecord

DIGITS = 18

COMMANDS = {
    "next": "one action on (n, or just Enter)",
    "back": "one action back (b)",
    "N": "go to where N actions are played",
    "first": "go to where the game began",
    "last": "go to where it ended",
    "game N": "go to another game of the file",
    "moves": "list the actions of the game",
    "text": "print the position as text",
    "help": "print this",
    "quit": "leave (as Ctrl-D does)",
}

EPILOG = f"""At the prompt, type one of these:
{chr(10).join(f"  {name:<7} {what}" for name, what in COMMANDS.items())}

examples:
  fylking replay match.jsonl --game 12 --ply 20
  fylking replay match.jsonl --check
"""


def add(commands: Commands) -> None:
    """Describes the command to the parser."""
    parser = common.add_command(commands, "replay", run, "step through a recorded game", EPILOG)
    parser.add_argument("record", metavar="FILE", help="what `fylking match --out` wrote")
    parser.add_argument(
        "--game", metavar="N", type=common.whole, help="the game's number (default: the first)"
    )
    parser.add_argument(
        "--ply", metavar="N", type=common.whole, default=0, help="begin after N actions (default 0)"
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="play every game again instead, and say whether all of the record is true",
    )


def run(args: argparse.Namespace) -> int:
    """Carries the command out."""
    if args.check:
        if args.game is not None or args.ply:
            raise OptionError("--check is about all games; leave --game and --ply out")
        games = record.validate(args.record)
        print(f"{common.games(games)}; what the record says is true")
        return 0
    shelf = Shelf(args.record)
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  # input() edits lines with it
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="backslashreplace")
    try:
        Viewer(shelf, shelf.game(args.game), args.ply).show()
    except KeyboardInterrupt:
        print()
        raise
    return 0


def _number(digits: str) -> int:
    """A number that was typed."""
    if len(digits) > DIGITS:
        raise OptionError(f"{digits[:DIGITS]}... is too great a number")
    return int(digits)


class Shelf:
    """A file of records, in which a game is looked for from the beginning.

    Attributes:
        path: the file.
        head: of the file.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        with record.read(path) as games:
            self.head: dict[str, Any] = games.head

    def game(self, number: int | None) -> GameRecord:
        """The game with a number, None: the first; it has been checked.

        Raises:
            OptionError: there is none.
            RecordError: it is not true, or a line before it is no game.
        """
        with record.read(self.path, check=False) as games:
            for game in games:
                if number in (None, game.game):
                    try:
                        game.check(self.head)
                    except ValueError as error:
                        where = f"line {games.line} of {self.path}"
                        raise RecordError(f"{where}: {error}", games.line) from error
                    return game
        raise OptionError(
            f"{self.path} has no games" if number is None else f"{self.path} has no game {number}"
        )


class Viewer:
    """A recorded game, looked at.

    Attributes:
        shelf: where it is from.
        game: the game.
        ply: how many of its actions are played.
    """

    def __init__(self, shelf: Shelf, game: GameRecord, ply: int = 0) -> None:
        self.shelf = shelf
        self._open(game)
        self.ply = self._checked(ply)

    def show(self) -> None:
        """Obeys what is typed until there is no more."""
        print(self._title())
        self._draw()
        while True:
            try:
                line = common.ask(f"{self.ply}/{self.most}> ")
            except EOFError:
                print()
                return
            words = line.lower().split()
            if words in (["quit"], ["exit"], ["q"]):
                return
            try:
                self._obey(words)
            except (OptionError, RecordError) as error:
                print(f"Not possible: {common.plain(str(error))}.")

    def _open(self, game: GameRecord) -> None:
        self.game, self.ply = game, 0
        self._end = game.replay()
        self.most = len(game.actions)

    def _obey(self, words: list[str]) -> None:
        if words in ([], ["next"], ["n"]):
            self._go(self.ply + 1)
        elif words in (["back"], ["b"]):
            self._go(self.ply - 1)
        elif words in (["first"], ["last"]):
            self._go(0 if words == ["first"] else self.most)
        elif len(words) == 1 and words[0].isdecimal():
            self._go(_number(words[0]))
        elif len(words) == 2 and words[0] == "game" and words[1].isdecimal():
            self._open(self.shelf.game(_number(words[1])))
            print(self._title())
            self._draw()
        elif words == ["moves"]:
            actions = map(common.plain, self.game.actions)
            print(common.columns([f"{i}. {text}" for i, text in enumerate(actions, 1)]))
        elif words == ["text"]:
            print(self._position().text)
        elif words in (["help"], ["?"]):
            print("\n".join(f"  {name:<7} {what}" for name, what in COMMANDS.items()))
        else:
            print(f"Not understood: {' '.join(words)[:40]!r}. (Try `help`.)")

    def _checked(self, ply: int) -> int:
        if not 0 <= ply <= self.most:
            raise OptionError(f"there is no ply {ply} in this game of {self.most} actions")
        return ply

    def _go(self, ply: int) -> None:
        self.ply = self._checked(ply)
        self._draw()

    def _position(self, ply: int | None = None) -> Position:
        pos = self._end.copy()
        while pos.ply > (self.ply if ply is None else ply):
            pos.pop()
        return pos

    # ---- What is printed ----

    def _title(self) -> str:
        names = [common.plain(self.shelf.head["players"][player]) for player in self.game.players]
        sides = (f"{name} ({common.seat_name(seat)})" for seat, name in enumerate(names))
        return f"Game {self.game.game}: {common.title(self._end.game)}; {' against '.join(sides)}"

    def _draw(self) -> None:
        pos = self._position()
        if self.ply:
            before = self._position(self.ply - 1)
            print(f"\n{before.to_move} ({common.seat_name(before.seat)}): {self._told(before)}")
        print(f"\n{pos}")
        if not pos.is_over:
            print(f"Score so far: {common.pair(pos)}")
        if self.ply == self.most:
            print(self._result())

    def _told(self, before: Position) -> str:
        """The action, what it did, how long it took and what was thought."""
        last = self.ply - 1
        parts = [common.plain(self.game.actions[last])]
        parts += common.effects(before, self._position().peek())
        if self.game.seconds is not None and self.game.seconds[last] is not None:
            parts.append(f"{self.game.seconds[last]:.3g} s")
        thought = self.game.thoughts[last] if self.game.thoughts is not None else None
        if thought is not None and thought.get("value") is not None:
            parts.append(f"expects {thought['value']:+.2f}")
        return ", ".join(parts)

    def _result(self) -> str:
        game = self.game
        points = " : ".join(f"{points:g}" for points in game.points)
        text = f"The game ended here: {common.plain(game.end)}. Points {points}. "
        if game.forfeit is not None:
            detail = common.plain(game.forfeit.detail)
            text += f"The {common.seat_name(game.forfeit.seat)} lost it: {detail}. "
        return f"{text}Score: {common.pair(self._end)}."

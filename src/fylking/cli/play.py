"""`fylking play`: a game at the terminal, for two people or against random moves."""

from __future__ import annotations

import argparse
import contextlib
import io
import secrets
import sys
from typing import TYPE_CHECKING

import fylking
from fylking import Color, NotationError, OptionError, Rng
from fylking.cli import common

if TYPE_CHECKING:
    from fylking import Position
    from fylking.cli.common import Commands

COMMANDS = {
    "undo": "take back your last turn, or what you have played of this one",
    "moves": "list the legal actions",
    "hint": "name a legal action, drawn at random",
    "board": "draw the board again",
    "text": "print the position as text",
    "rules": "print the rules",
    "help": "print this",
    "quit": "leave (as Ctrl-D does)",
}

SIDES = ("first", "second", "black", "white")

EPILOG = """At the prompt, type an action (a point such as g7 places a stone) or a command;
`help` lists the commands.

With the pie rule the colours are settled by the second player's choice; `--side black`
and `--side white` then mean the player who has that colour before it."""


def add(commands: Commands) -> None:
    """Describes the command to the parser."""
    parser = common.add_command(
        commands, "play", run, "play a game, two people or one against random moves", EPILOG
    )
    common.add_start(parser)
    parser.add_argument(
        "--opponent", choices=("human", "random"), default="human", help="default human"
    )
    parser.add_argument(
        "--side", choices=SIDES, help="which you are, against random moves (default first)"
    )
    parser.add_argument(
        "--seed", metavar="N", type=common.whole, help="seed of the random moves and hints"
    )


def run(args: argparse.Namespace) -> int:
    """Carries the command out."""
    pos = common.start_of(args)
    alone = args.opponent == "random"
    if args.side is not None and not alone:
        raise OptionError("--side needs --opponent random")
    seed = secrets.randbits(32) if args.seed is None else args.seed
    seats = {side_seat(pos, args.side or "first")} if alone else {0, 1}
    print(f"{common.title(pos.game)}. Type an action, or `help`.")
    if alone:
        (seat,) = seats
        print(f"You are the {common.seat_name(seat)}; random moves have seed {seed}.")
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  # input() edits lines with it
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="backslashreplace")
    table = Table(pos, seats, Rng(seed))
    try:
        table.play()
    except KeyboardInterrupt:
        print()
        table.leave()
        raise
    return 0


def side_seat(pos: Position, side: str) -> int:
    """The seat that --side means."""
    if side in ("first", "second"):
        return ("first", "second").index(side)
    has_move = pos.to_move == Color[side.upper()]
    return pos.seat if has_move else 1 - pos.seat


class Table:
    """A game in progress.

    Attributes:
        pos: the position.
        people: the seats that people have; random moves are played for the other one.
        rng: for random moves and hints.
    """

    def __init__(self, pos: Position, people: set[int], rng: Rng) -> None:
        self.pos = pos
        self.people = people
        self.rng = rng

    def play(self) -> None:
        """Plays until the game is over or the people leave."""
        self._answer()
        self._draw()
        while not self.pos.is_over:
            try:
                line = common.ask(self._prompt())
            except EOFError:
                print()
                self.leave()
                return
            word = line.strip().lower()
            if word in ("quit", "exit"):
                self.leave()
                return
            try:
                self._obey(word, line)
            except NotationError as error:
                print(f"Not understood: {error}. (Try `help`.)")
            except fylking.Error as error:
                print(f"Not possible: {error}.")
        print(self._result())

    def leave(self) -> None:
        """Says how to come back to a game that is not over."""
        if not self.pos.is_over:
            pie = " --no-pie" if self.pos.game.has_pie and not self.pos.game.pie else ""
            print(f'The game is not over. To go on: fylking play --position "{self.pos.text}"{pie}')

    # ---- What is typed ----

    def _obey(self, word: str, line: str) -> None:
        """A command, or else an action or a turn."""
        pos = self.pos
        if word == "":
            return
        if word == "undo":
            self._undo()
        elif word == "moves":
            print(common.legal_list(pos))
        elif word == "hint":
            print(f"For example {pos.action_text(pos.random_action(self.rng))}.")
        elif word == "board":
            self._draw()
        elif word == "text":
            print(pos.text)
        elif word == "rules":
            print(pos.game.rules.rstrip())
        elif word in ("help", "?"):
            print(self._help())
        else:
            self._enter(line)
            self._answer()
            self._draw()

    def _enter(self, line: str) -> None:
        """Plays an action, or a whole turn or the rest of one."""
        before = self.pos.copy()
        try:
            self.pos.push(line)
        except NotationError:
            self.pos.push_turn(line)
        self._tell_effects(before)

    def _answer(self) -> None:
        """Plays random moves until a person is to move."""
        pos = self.pos
        while not pos.is_over and pos.seat not in self.people:
            before = pos.copy()
            pos.push(pos.random_action(self.rng))
            while pos.within_turn:
                pos.push(pos.random_action(self.rng))
            print(f"{before.to_move} (random) plays {pos.turn_text()}.")
            self._tell_effects(before)

    def _undo(self) -> None:
        """Takes back turns up to and with the last one that a person began."""
        before = self.pos.copy()
        while before.ply:
            before.pop_turn()
            if before.seat in self.people:
                self.pos = before
                self._draw()
                return
        print("There is nothing to take back.")

    # ---- What is printed ----

    def _tell_effects(self, before: Position) -> None:
        """What the actions since `before` have done beside what they say."""
        pos = before.copy()
        if pos.stage == "choose":
            colour = self.pos.to_move if self.pos.seat == 1 else self.pos.to_move.other
            print(f"The second player is {colour}, the first player {colour.other}.")
        for action in self.pos.history[before.ply :]:
            effects = common.effects(pos, action)
            if effects:
                print(f"{pos.action_text(action)}: {', '.join(effects)}")
            pos.push(action)

    def _draw(self) -> None:
        print(f"\n{self.pos}")
        advice = "" if self.pos.is_over else _advice(self.pos)
        if advice:
            print(advice)

    def _prompt(self) -> str:
        pos = self.pos
        if pos.stage == "choose":
            return f"{common.seat_name(pos.seat)}, black or white> "
        return f"{pos.to_move} ({common.seat_name(pos.seat)})> "

    def _help(self) -> str:
        pos = self.pos
        action = pos.action_text(pos.legal_actions()[0])
        turn = next(iter(pos.legal_turns()))
        lines = [f"Type an action, such as {action}, or a command:"]
        if turn != action:
            lines[0] = f"Type an action, such as {action}, a whole turn, such as {turn}, or:"
        lines += [f"  {name:<6} {what}" for name, what in COMMANDS.items()]
        return "\n".join(lines)

    def _result(self) -> str:
        pos = self.pos
        if pos.winner is None:
            return f"The game is drawn: {pos.end_reason}. Score: {common.pair(pos)}."
        seat = 0 if pos.returns[0] > 0 else 1
        text = f"{pos.winner} (the {common.seat_name(seat)}) has won: {pos.end_reason}."
        text += f" Score: {common.pair(pos)}."
        if pos.score[0] == pos.score[1]:
            text += f" {pos.winner} passed first, which breaks the tie."
        return text


def _advice(pos: Position) -> str:
    """What the player to move can do at a special stage."""
    stage = pos.stage
    if stage == "open":
        return "The first player places a black stone; then the second player chooses a side."
    if stage == "choose":
        return (
            "The second player now chooses a side: `black` takes over the stone on the board,\n"
            "`white` leaves it to the first player. Then White moves, whoever that is."
        )
    if stage == "passed":
        return f"{pos.to_move.other} has passed. A pass now ends the game."
    if stage.startswith("jump@"):
        square = stage.removeprefix("jump@").partition("+")[0]
        return f"The chain can go on from {square}: jump again, or `stop`."
    if stage.startswith("freeze+"):
        left, _, last = stage.removeprefix("freeze+").partition(">")
        order = f", after {last}" if last else ""
        return (
            f"Captured pieces to place on enemy soldiers: {left}. Type `=square` for one, in\n"
            f"ascending order{order}, or `=square,square` for all."
        )
    return ""

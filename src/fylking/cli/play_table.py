"""The table of `fylking play`: reads what is typed, and answers."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import fylking
from fylking import NotationError, OptionError
from fylking.bots import LEVELS
from fylking.cli import common, play_sitting, play_words
from fylking.cli.play_opponent import Opponent, told
from fylking.matches import parse_player

if TYPE_CHECKING:
    from fylking import Position
    from fylking.bots import Thought
    from fylking.cli.play_sitting import Sitting

COMMANDS = {
    "undo": "take back your last turn, or the last step of the one begun",
    "moves": "list the legal actions",
    "hint [N]": "tell what a bot would play: your opponent's like, or level N",
    "thought": "tell what your opponent thought of its last turn",
    "score": "tell the score",
    "board": "draw the board again",
    "text": "print the position as text",
    "save [FILE]": "write the game to a file, and keep it there from now on",
    "resign": "give the game up",
    "rules": "print the rules",
    "help": "print this",
    "quit": "leave (as Ctrl-D does)",
}

HINT = "level:5"
"""Who gives hints where no bot plays."""


class Table:
    """A game in progress.

    Args:
        sitting: the game.
        opponent: the bot that plays for the seats that no people have; None if there is none.
        file: where the game is kept.
    """

    def __init__(self, sitting: Sitting, opponent: Opponent | None, file: Path | None) -> None:
        self.sitting = sitting
        self.opponent = opponent
        self.file = file
        self._thought: tuple[Position, Thought] | None = None
        self._since = time.perf_counter()

    @property
    def pos(self) -> Position:
        """The position, which changes."""
        return self.sitting.pos

    def play(self) -> None:
        """Plays until the game is over or the people leave."""
        self._answer()
        self._draw()
        while not self.sitting.is_over:
            try:
                line = common.ask(self._prompt())
            except EOFError:
                print()
                self.leave()
                return
            command, _, rest = line.strip().partition(" ")
            if line.strip().lower() in ("quit", "exit"):
                self.leave()
                return
            try:
                played = self._obey(command.lower(), rest.strip(), line)
            except NotationError as error:
                print(f"Not understood: {error}. (Try `help`.)")
            except fylking.Error as error:
                print(f"Not possible: {error}.")
            else:
                if played:
                    self._answer()
                    self._draw()
        self.keep()
        print(play_words.result(self.pos, self.sitting.resigned))

    def leave(self) -> None:
        """Keeps a game that is not over, and says how to come back to it."""
        if self.sitting.is_over:
            return
        kept = self.keep()
        way = common.plain(" ".join(self._way_back(kept)))
        print("The game is not over. To go on: fylking play", way)

    def keep(self) -> bool:
        """Writes the game to its file; whether there is one, and it could be written."""
        if self.file is None:
            return False
        try:
            play_sitting.write(self.file, self.sitting)
        except OSError as error:
            print(f"The game is not saved in {self.file}: {error.strerror}.")
            return False
        return True

    def _way_back(self, kept: bool) -> list[str]:
        players = self.sitting.players
        bots = [player.spec for player in players if not play_sitting.is_person(player)]
        if kept:
            words = ["--load", shlex.quote(str(self.file))]
            own_way = bots and not play_sitting.is_own(bots[0])
            return [*words, "--opponent", shlex.quote(bots[0])] if own_way else words
        words = ["--position", f'"{self.pos.text}"']
        if self.pos.game.has_pie and not self.pos.game.pie:
            words.append("--no-pie")
        if bots:
            (person,) = self.sitting.people
            words += ["--opponent", shlex.quote(bots[0]), "--side", ("first", "second")[person]]
        return words

    # ---- What is typed ----

    def _obey(self, command: str, rest: str, line: str) -> bool:
        """Carries out a command, or else plays an action or a turn; whether anything was played."""
        if command == "":
            return False
        if command == "hint":
            self._hint(rest)
        elif command == "save":
            self._save(rest)
        elif rest or command not in self._plain:
            self._enter(line)
            return True
        else:
            self._plain[command](self)
        return False

    def _enter(self, line: str) -> None:
        """Plays an action, or a whole turn or the rest of one."""
        before = self.pos.copy()
        took = time.perf_counter() - self._since
        try:
            self.pos.push(line)
        except NotationError:
            self.pos.push_turn(line)
        more = self.pos.ply - before.ply - 1
        self.sitting.seconds += [round(took, 6), *[0.0] * more]
        self.sitting.thoughts += [None] * (1 + more)
        self._tell_effects(before)
        self._moved_on()

    def _answer(self) -> None:
        """Lets the bot play until a person is to move."""
        pos, opponent = self.pos, self.opponent
        while opponent and not pos.is_over and pos.seat not in self.sitting.people:
            before = pos.copy()
            try:
                thought = opponent.play_turn(pos, self.sitting.seconds, self.sitting.thoughts)
            except Exception as error:  # it may be anybody's
                self.leave()
                raise OptionError(f"{opponent.name} has failed: {told(error)}") from error
            print(f"{before.to_move} ({opponent.name}) plays {pos.turn_text()}.")
            self._tell_effects(before)
            self._thought = None if thought is None else (before, thought)
            said = "" if thought is None else play_words.summary(before, thought)
            if said:
                print(f"{opponent.name}: {said}.")
            self._moved_on()

    def _moved_on(self) -> None:
        self.keep()
        self._since = time.perf_counter()

    def _undo(self) -> None:
        """Takes back a step of the turn begun, or turns up to and with a person's last one."""
        before = self.pos.copy()
        within = before.within_turn
        while before.ply:
            if within:
                before.pop()
            else:
                before.pop_turn()
            if before.seat in self.sitting.people:
                self.sitting.pos = before
                del self.sitting.seconds[before.ply :], self.sitting.thoughts[before.ply :]
                self._thought = None
                self._moved_on()
                self._draw()
                return
            within = False
        print("There is nothing to take back.")

    def _hint(self, level: str) -> None:
        spec = self._hinting() if level == "" else f"level:{level}"
        if level and level not in map(str, LEVELS):
            raise OptionError(f"there is no level {level}; there are {LEVELS[0]} to {LEVELS[-1]}")
        adviser = Opponent(parse_player(spec), self.sitting.seed)
        after = self.pos.copy()
        thought = adviser.play_turn(after, [], [])
        turn = self.pos.game._turn_text(self.pos, after.history[self.pos.ply :])
        said = "" if thought is None else play_words.summary(self.pos, thought)
        print(f"{adviser.name} would play {turn}{f': {said}' if said else ''}.")
        if thought is not None and thought.candidates:
            print(play_words.candidates(self.pos, thought))

    def _hinting(self) -> str:
        for player in self.sitting.players:
            if player.maker == "level":
                return player.spec
        return HINT

    def _tell_thought(self) -> None:
        if self._thought is None or self.opponent is None:
            print("There is no thought to tell.")
            return
        pos, thought = self._thought
        turn = play_words.turns(pos, thought.pv or (thought.action,), 1)[0]
        said = play_words.summary(pos, thought)
        print(f"{self.opponent.name} on its {turn}{f': {said}' if said else ''}.")
        if thought.candidates:
            print(play_words.candidates(pos, thought))

    def _save(self, name: str) -> None:
        before, file = self.file, Path(name) if name else self.file
        if file is None:
            raise OptionError("save needs the name of a file")
        if file != before and file.exists():
            raise OptionError(f"{file} is there already")
        self.file = file
        if not self.keep():
            self.file = before
        else:
            print(f"Saved in {self.file}, and kept there from now on.")

    def _resign(self) -> None:
        self.sitting.resigned = self.pos.seat

    # ---- What is printed ----

    def _tell_effects(self, before: Position) -> None:
        """What the actions since `before` have done beside what they say."""
        if before.stage == "choose":
            print(play_words.choice(self.pos))
            if self.opponent:
                (person,) = self.sitting.people
                print(f"You are {play_words.colour_of(self.pos, person)}.")
        for line in play_words.effects(before, self.pos.history[before.ply :]):
            print(line)

    def _draw(self) -> None:
        print(f"\n{self.pos}")
        advice = "" if self.sitting.is_over else play_words.advice(self.pos)
        if advice:
            print(advice)

    def _prompt(self) -> str:
        pos = self.pos
        if pos.stage == "choose":
            return f"{common.seat_name(pos.seat)}, black or white> "
        return f"{pos.to_move} ({common.seat_name(pos.seat)})> "

    def _help(self) -> None:
        pos = self.pos
        action = pos.action_text(pos.legal_actions()[0])
        turn = next(iter(pos.legal_turns()))
        head = f"Type an action, such as {action}, or a command:"
        if turn != action:
            head = f"Type an action, such as {action}, a whole turn, such as {turn}, or:"
        print(head, *(f"  {name:<11} {what}" for name, what in COMMANDS.items()), sep="\n")

    _plain: ClassVar[dict[str, Callable[[Table], None]]] = {  # the commands that take nothing
        "undo": _undo,
        "moves": lambda self: print(common.legal_list(self.pos)),
        "thought": _tell_thought,
        "score": lambda self: print(play_words.score(self.pos)),
        "board": _draw,
        "text": lambda self: print(self.pos.text),
        "resign": _resign,
        "rules": lambda self: print(self.pos.game.rules.rstrip()),
        "help": _help,
        "?": _help,
    }

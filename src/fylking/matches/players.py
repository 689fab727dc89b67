"""Players as texts: "random", "ugi:COMMAND LINE", "MODULE:FACTORY".

A text is a name and, after a colon, arguments with commas between them: `KEY=VALUE`, or a value
alone. `simulations`, `nodes`, `depth` and `seconds` are limits of the player's own, which stand
instead of the match's; the other arguments go to whatever makes the bot.
"""

from __future__ import annotations

import importlib.util
import inspect
import os
import shlex
import shutil
from collections.abc import Callable
from dataclasses import dataclass, fields
from importlib import import_module
from importlib.machinery import PathFinder
from typing import Any, cast

from fylking.bots import AlphaBetaBot, Bot, GreedyBot, Limits, MctsBot, RandomBot, level_bot
from fylking.bots.mcts import check_options
from fylking.errors import OptionError

Maker = Callable[..., Bot]


MAKERS: dict[str, Maker] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "mcts": MctsBot,
    "alphabeta": AlphaBetaBot,
    "level": level_bot,
}
"""What makes the bots that have a name. Arguments in a player's text go to it."""

UGI = "ugi"
GREETING = 10.0
"""Seconds that a program has, at least, to start and to answer what is no question for a move."""

_LIMITS = {field.name: int if field.name != "seconds" else float for field in fields(Limits)}
_WORDS: dict[str, object] = {"true": True, "false": False, "none": None}


@dataclass(frozen=True)
class Player:
    """Somebody who plays in matches.

    Attributes:
        spec: the text.
        maker: a name of `MAKERS`, a module and a factory with a colon between them, or "ugi".
        values: arguments by position, for the maker; for "ugi" the command line.
        options: arguments by name, for the maker.
        limits: the player's own, None for those of the match.
    """

    spec: str
    maker: str
    values: tuple[object, ...] = ()
    options: tuple[tuple[str, object], ...] = ()
    limits: Limits | None = None

    def make(self, deadline: float = 60.0, limits: Limits | None = None) -> Bot:
        """A new bot, which is to be `reset` with a seed before each game.

        Args:
            deadline: seconds that an action may take in all; a program is given up then.
            limits: how long the bot will be asked to think.
        """
        if self.maker == UGI:
            return _start_program(str(self.values[0]), deadline, limits)
        return _find_maker(self.maker)(*self.values, **dict(self.options))


def parse_player(spec: str) -> Player:
    """The player that a text describes; its module or program must exist, but is not run.

    Raises:
        OptionError: it describes none; the message says why.

    >>> player = parse_player("random:seconds=0.1")
    >>> player.maker, player.limits.seconds
    ('random', 0.1)
    """
    name, _, rest = spec.strip().partition(":")
    if name == UGI:
        return Player(spec, name, (_checked_command(rest),))
    if name not in MAKERS:
        factory, _, rest = rest.partition(":")
        if not all(map(str.isidentifier, (*name.split("."), factory))):
            raise OptionError(
                f"there is no player {spec!r}; there are {', '.join(MAKERS)}, ugi:COMMAND LINE "
                "and MODULE:FACTORY"
            )
        _check_module(spec, name)
        name = f"{name}:{factory}"
    values, options = _parse_arguments(spec, rest)
    own = {key: _limit(spec, key, options.pop(key)) for key in _LIMITS if key in options}
    if name in MAKERS:
        try:
            bound = inspect.signature(MAKERS[name]).bind(*values, **options)
            check_options(bound.arguments.get("options", ()))  # what goes on to the search
        except TypeError as error:
            raise OptionError(f"player {spec!r} cannot be made: {error}") from None
    limits = Limits(**own) if own else None
    return Player(spec, name, tuple(values), tuple(options.items()), limits)


def _find_maker(name: str) -> Maker:
    if name in MAKERS:
        return MAKERS[name]
    module, _, factory = name.partition(":")
    return cast(Maker, getattr(import_module(module), factory))


def _start_program(command: str, deadline: float, limits: Limits | None) -> Bot:
    engine: Maker = import_module("fylking.ugi").Engine
    seconds = None if limits is None else limits.seconds
    grace = max(0.0, deadline - (seconds or 0.0))
    return engine(shlex.split(command), timeout=max(deadline, GREETING), grace=grace)


def _checked_command(command: str) -> str:
    """A command line whose program exists."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise OptionError(f"the command line {command!r} cannot be read: {error}") from None
    if not words:
        raise OptionError("ugi: needs a command line, such as ugi:./engine")
    if shutil.which(words[0]) is None:
        raise OptionError(f"there is no program {words[0]!r} to run for ugi:{command}")
    return command


def _check_module(spec: str, name: str) -> None:
    top = name.partition(".")[0]
    try:
        found = importlib.util.find_spec(top) or PathFinder.find_spec(top, [os.getcwd()])
    except ValueError:  # __main__
        found = None
    if found is None:
        raise OptionError(f"there is no module {top!r} for player {spec!r}")


def _parse_arguments(spec: str, text: str) -> tuple[list[object], dict[str, object]]:
    values: list[object] = []
    options: dict[str, object] = {}
    for part in text.split(",") if text else ():
        key, equals, value = (word.strip() for word in part.partition("="))
        if not equals and key and not options:
            values.append(_value(key))
        elif equals and value and key.isidentifier() and key not in options:
            options[key] = _value(value)
        else:
            raise OptionError(f"{part!r} in player {spec!r} is no KEY=VALUE that fits there")
    return values, options


def _value(text: str) -> object:
    """A text as what it looks like."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return _WORDS.get(text.lower(), text)


def _limit(spec: str, key: str, value: Any) -> Any:
    if isinstance(value, (int, float)) and not isinstance(value, bool) and 0 < value < 1e18:
        number = _LIMITS[key](value)
        if number == value:
            return number
    raise OptionError(f"{key}={value} in player {spec!r} is no limit")

"""A process in which games are played, one after the other.

A bot that hangs or dies cannot be stopped from within its process. So the games of a match are
played in processes of their own, by `main`, and the match watches from outside (`crew`). Messages
go both ways as lines of JSON: games in (`order_of`), and out what happens:

* `["ready"]`: the process has started;
* `["starting", seat]`: the player of this seat is being made, or told that a game begins;
* `["thinking", seat]`: it has been asked for an action;
* `["action", text, seconds, thought]`: it has answered; a thought is as records hold it, or None;
* `["forfeit", seat, kind, detail]`: it has lost the game that way, and the game is over;
* `["done"]`: the game is over, or has as many actions as it may have.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from operator import index
from typing import TYPE_CHECKING, Any, TextIO

import fylking
from fylking.bots import Limits, Thought
from fylking.errors import Error
from fylking.matches.plan import Plan, Task, limits_facts
from fylking.matches.players import parse_player
from fylking.record import CRASH, ILLEGAL, TIME, thought_facts
from fylking.record.shape import check_of

if TYPE_CHECKING:
    from fylking import Position
    from fylking.bots import Bot

DETAIL = 300  # characters of one

# The kinds of `fylking.ugi.EngineError`; all others are crashes.
_KINDS = {"timeout": TIME, "illegal move": ILLEGAL, "protocol": ILLEGAL}

# NumPy's kinds of numbers are not JSON's.
_KINDS_OF_FACTS = {"proven": bool, "simulations": index, "nodes": index, "depth": index}

Tell = Callable[..., None]
Orders = queue.Queue[dict[str, Any] | None]


class Forfeit(Exception):  # noqa: N818  # nothing has gone wrong with the match
    """A player has lost a game by what it did beside the board.

    Attributes:
        seat: whose.
        kind: one of the kinds.
        detail: what happened.
    """

    def __init__(self, seat: int, kind: str, detail: str) -> None:
        super().__init__(seat, kind, detail)
        self.seat = seat
        self.kind = kind
        self.detail = detail[:DETAIL]


def order_of(plan: Plan, task: Task) -> dict[str, Any]:
    """The message that a game is to be played."""
    return {
        "players": [[player, plan.players[player].spec] for player in task.players],
        "opening": task.opening,
        "pie": plan.game.pie,
        "seeds": task.seeds,
        "limits": [limits_facts(plan.limits_of(player)) for player in task.players],
        "deadlines": [plan.deadline_of(player) for player in task.players],
        "max_actions": plan.max_actions,
    }


def late(seconds: float) -> str:
    """What is said of a player who has not answered in time."""
    return f"no answer within {seconds:g} s"


def play(
    pos: Position,
    bots: tuple[Bot, Bot],
    limits: tuple[Limits | None, Limits | None],
    deadlines: tuple[float, float],
    max_actions: int,
    tell: Tell,
) -> None:
    """Plays a game on a position, which changes.

    Args:
        pos: where it begins.
        bots: by seat, ready for the game.
        limits: by seat.
        deadlines: seconds an action may take, by seat.
        max_actions: the game is left after so many.
        tell: called with the messages above.

    Raises:
        Forfeit: a player has lost that way.
    """
    for _ in range(max_actions):
        if pos.is_over:
            return
        seat = pos.seat
        tell("thinking", seat)
        shown = pos.copy()
        begin = time.perf_counter()
        with _crashes(seat):
            answer: object = bots[seat].choose(shown, limits[seat])
        seconds = time.perf_counter() - begin
        if seconds > deadlines[seat]:
            raise Forfeit(seat, TIME, late(deadlines[seat]))
        action = _checked(pos, seat, answer)
        thought = told_thought(bots[seat], pos, action)
        text = pos.action_text(action)
        pos.push(action)
        tell("action", text, round(seconds, 6), thought)


def told_thought(bot: Bot, pos: Position, action: int) -> dict[str, Any] | None:
    """What a bot says that it thought when it chose an action, as a record holds it.

    Returns:
        None when it says nothing, or what no record takes; that is no reason to lose a game.
    """
    with contextlib.suppress(Exception):
        thought = getattr(bot, "thought", None)
        if isinstance(thought, Thought) and thought.action == action:
            facts = thought_facts(pos, thought)
            for name, kind in _KINDS_OF_FACTS.items():
                facts[name] = None if facts[name] is None else kind(facts[name])
            check_of("thought")(facts, "the thought")
            known = facts["value"] is not None or facts["simulations"] or facts["nodes"]
            return facts if known or len(thought.pv) > 1 else None
    return None


@contextlib.contextmanager
def _crashes(seat: int) -> Iterator[None]:
    """What a bot raises, whatever it is, is a forfeit."""
    try:
        yield
    except BaseException as error:
        kind = _KINDS.get(str(getattr(error, "kind", None)), CRASH)
        message = " ".join(str(error).split())
        detail = f"{type(error).__name__}: {message}" if message else type(error).__name__
        raise Forfeit(seat, kind, detail) from error


def _checked(pos: Position, seat: int, answer: object) -> int:
    """The action that a bot has chosen."""
    try:
        if isinstance(answer, bool):
            raise TypeError
        action = index(answer)  # type: ignore[arg-type]
    except TypeError:
        raise Forfeit(seat, ILLEGAL, f"{answer!r:.100} is no action") from None
    try:
        pos.copy().push(action)
    except Error as error:
        raise Forfeit(seat, ILLEGAL, str(error)) from None
    return action


class Stage:
    """Plays the games that are ordered; keeps the bots of the last one for the next."""

    def __init__(self, tell: Tell) -> None:
        self.tell = tell
        self._bots: dict[int, Bot] = {}

    def obey(self, order: dict[str, Any]) -> None:
        """Plays one game."""
        players: list[tuple[int, str]] = order["players"]
        limits = [None if given is None else Limits(**given) for given in order["limits"]]
        try:
            self._keep({player for player, _ in players})
            one, other = (self._ready(seat, order, limits[seat]) for seat in (0, 1))
            play(
                fylking.parse(order["opening"], order["pie"]),
                (one, other),
                (limits[0], limits[1]),
                order["deadlines"],
                order["max_actions"],
                self.tell,
            )
        except Forfeit as forfeit:
            self._drop(players[forfeit.seat][0])
            self.tell("forfeit", forfeit.seat, forfeit.kind, forfeit.detail)
        else:
            self.tell("done")

    def close(self) -> None:
        """Lets the bots go; from any thread."""
        self._keep(set())

    def _ready(self, seat: int, order: dict[str, Any], limits: Limits | None) -> Bot:
        player, spec = order["players"][seat]
        self.tell("starting", seat)
        with _crashes(seat):
            if player not in self._bots:
                self._bots[player] = parse_player(spec).make(order["deadlines"][seat], limits)
            bot = self._bots[player]
            bot.reset(order["seeds"][seat])
        return bot

    def _keep(self, players: set[int]) -> None:
        for player in set(self._bots.copy()) - players:
            self._drop(player)

    def _drop(self, player: int) -> None:
        close = getattr(self._bots.pop(player, None), "close", None)
        if close is not None:
            with contextlib.suppress(Exception):
                close()


def main() -> None:
    """Plays what standard input orders; ends with it, at once if in the middle of a game."""
    orders, messages = _private_streams()
    stage = Stage(lambda *message: _write(messages, message))
    waiting: Orders = queue.Queue()
    threading.Thread(target=_receive, args=(orders, waiting, stage), daemon=True).start()
    _write(messages, ("ready",))
    while (order := waiting.get()) is not None:
        stage.obey(order)
        waiting.task_done()
    stage.close()


def _private_streams() -> tuple[TextIO, TextIO]:
    """Where messages come and go; what bots print goes to stderr, and they can read nothing."""
    orders = os.fdopen(os.dup(0), encoding="utf-8")
    messages = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    try:
        os.dup2(2, 1)
    except OSError:  # there is no stderr
        os.dup2(nothing, 1)
    os.close(nothing)
    sys.stdout = sys.stderr
    return orders, messages


def _receive(orders: TextIO, waiting: Orders, stage: Stage) -> None:
    for line in orders:
        waiting.put(json.loads(line))
    if waiting.unfinished_tasks:  # nobody wants this game any more
        stage.close()  # programs may be in process groups of their own
        end_now()
    waiting.put(None)


def end_now() -> None:
    """Ends this process and the programs it has started."""
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


def _write(messages: TextIO, message: tuple[object, ...]) -> None:
    try:
        messages.write(json.dumps(message) + "\n")
        messages.flush()
    except OSError:
        end_now()

"""Bots think in a few threads, with a bounded queue before them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

from fylking.bots import Limits, level_bot
from fylking.bots.levels import simulations_of
from fylking.record import thought_facts
from fylking.search import MCTS

if TYPE_CHECKING:
    from fylking._position import Position
    from fylking.bots.mcts import MctsBot
    from fylking.web.limits import Bounds
    from fylking.web.table import Table

Result = TypeVar("Result")

CANDIDATES = 8


class Busy(Exception):  # noqa: N818  # nothing has gone wrong
    """So much is being thought already that nothing more is taken on."""


class Ended(Exception):  # noqa: N818  # nothing has gone wrong
    """Nothing is thought any more, for the server is being ended."""


class Thinkers:
    """The threads; to be used from one event loop.

    Args:
        bounds: how much they take on.

    Attributes:
        ended: whether they take nothing on any more.
    """

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self._pool = ThreadPoolExecutor(bounds.workers, "fylking-bot")
        self.ended = False
        self._going: dict[asyncio.Future[Any], Callable[[], object]] = {}
        self._bots: OrderedDict[tuple[str, int, int], MctsBot] = OrderedDict()

    def close(self) -> None:
        """Takes nothing on any more, and breaks off what is being thought."""
        self.ended = True
        self._pool.shutdown(wait=False, cancel_futures=True)
        for answer, stop in self._going.items():
            stop()
            answer.cancel()

    async def answer(self, table: Table, level: int) -> tuple[str, dict[str, Any], float]:
        """The action of a bot for the position of a table, what it thought, and its seconds.

        Raises:
            Busy: the queue is full.
            Ended: the server is being ended.
        """
        pos, bot = table.pos.copy(), self._bot_of(table, level)

        def think() -> tuple[str, dict[str, Any], float]:
            limits = Limits(
                simulations=simulations_of(level, pos.game), seconds=self.bounds.seconds
            )
            action = bot.choose(pos, limits)
            assert bot.thought is not None
            return (
                pos.action_text(action),
                thought_facts(pos, bot.thought),
                round(bot.thought.seconds, 6),
            )

        return await self._run(think, bot.stop)

    async def analysis(self, pos: Position, simulations: int, seed: int) -> dict[str, Any]:
        """What a search finds in a position.

        Raises:
            Busy: the queue is full.
            Ended: the server is being ended.
        """
        begun: list[MCTS] = []

        def stop() -> None:
            for search in begun:
                search.stop()

        def think() -> dict[str, Any]:
            search = MCTS(pos, seed, memory=self.bounds.memory)
            begun.append(search)
            found = search.search(simulations, seconds=self.bounds.seconds)
            tried = sorted(
                (action for action in pos.legal_actions() if found.visits[action]),
                key=lambda action: (action != found.action, -found.visits[action]),
            )
            shares = [share(pos, float(found.values[action])) for action in tried]
            names = pos.game._board.names
            return {
                "ply": pos.ply,
                "seat": pos.seat,
                "colour": pos.to_move.name.lower(),
                "black": share(pos, found.value, black=True),
                "proven": found.proven,
                "simulations": found.simulations,
                "candidates": [
                    {
                        "action": pos.action_text(action),
                        "points": [names[point] for point in pos.game._marks(pos, action)],
                        "visits": int(found.visits[action]),
                        "wins": wins,
                    }
                    for action, wins in zip(tried[:CANDIDATES], shares, strict=False)
                ],
                "line": line_of(pos, found.pv),
            }

        return await self._run(think, stop)

    def forget(self, identifier: str) -> None:
        """Lets the bots of a table go."""
        for key in [key for key in self._bots if key[0] == identifier]:
            del self._bots[key]

    def _bot_of(self, table: Table, level: int) -> MctsBot:
        """The bot that has played here before, which keeps its tree; or a new one."""
        key = table.identifier, table.pos.seat, level
        bot = self._bots.pop(key, None)
        if bot is None:
            bot = level_bot(level, table.seed + table.pos.seat, memory=self.bounds.memory)
        self._bots[key] = bot
        while len(self._bots) > self.bounds.bots:
            self._bots.popitem(last=False)
        return bot

    async def _run(self, work: Callable[[], Result], stop: Callable[[], object]) -> Result:
        if self.ended:
            raise Ended
        if len(self._going) >= self.bounds.queue:
            raise Busy
        answer = asyncio.wrap_future(self._pool.submit(work))
        self._going[answer] = stop
        try:
            return await answer
        except asyncio.CancelledError:
            if self.ended:
                raise Ended from None
            raise
        finally:
            del self._going[answer]


def share(pos: Position, value: float, black: bool = False) -> float:
    """An expected return of the seat that acts as a share of wins, or that of Black's."""
    if black and pos.to_move.name != "BLACK":
        value = -value
    return round((1 + value) / 2, 4)


def line_of(pos: Position, actions: tuple[int, ...], most: int = 8) -> list[str]:
    """The texts of a line of actions."""
    ahead, texts = pos.copy(), []
    for action in actions[:most]:
        texts.append(ahead.action_text(action))
        ahead.push(action)
    return texts

"""The server: its addresses, and what they do. `docs/web.md` describes them.

Everything that changes a game happens in the event loop, one thing at a time; bots think, and
pictures are drawn, in threads, on copies.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from functools import partial
from typing import TYPE_CHECKING, Any

try:
    import anyio
    import anyio.to_thread
    from starlette.applications import Starlette
    from starlette.exceptions import HTTPException
    from starlette.middleware import Middleware
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        'the web page needs Starlette and uvicorn: pip install "fylking[web]"'
    ) from error

import fylking
from fylking import record
from fylking.bots import LEVELS
from fylking.draw import THEMES
from fylking.errors import OptionError
from fylking.web.answers import HANDLERS, answer
from fylking.web.asks import Asked, body_of, query_flag, query_number, query_of
from fylking.web.guard import LOOPBACK, Guard
from fylking.web.limits import Bounds
from fylking.web.pages import pages
from fylking.web.shelf import Shelf
from fylking.web.table import Table, effects, from_record
from fylking.web.thinking import Thinkers

if TYPE_CHECKING:
    from fylking.game import Game

ANALYSIS = 2000
"""Simulations of an analysis, unless it asks for others."""


def make_app(bounds: Bounds | None = None, hosts: tuple[str, ...] = LOOPBACK) -> Starlette:
    """The ASGI application.

    Args:
        bounds: what it takes on; None for the defaults.
        hosts: the names under which it is known.

    >>> app = make_app()
    >>> sorted(route.path for route in app.routes)[0]
    '/'
    """
    house = House(bounds or Bounds())

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        house.thinkers.close()

    app = Starlette(
        routes=[*house.routes(), *pages()],
        middleware=[Middleware(Guard, hosts=hosts)],
        exception_handlers=HANDLERS,
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    app.state.house = house
    app.state.awaited = set()  # scopes in which bodies are waited for
    return app


class House:
    """The games that are open, and what may be done with them.

    Args:
        bounds: what is taken on.
    """

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.thinkers = Thinkers(bounds)
        self.shelf = Shelf(bounds.games, dropped=self.thinkers.forget)
        # What needs the interpreter's lock gets no faster by more threads, and each of them keeps
        # the event loop waiting.
        self._drawing = anyio.CapacityLimiter(2)
        self._reading = anyio.CapacityLimiter(1)

    def routes(self) -> list[Route]:
        """The addresses of the API."""
        one = "/api/games/{id}"
        return [
            Route("/api/rooms", self.rooms),
            Route("/api/games", self.create, methods=["POST"]),
            Route("/api/records", self.upload, methods=["POST"]),
            Route(one, self.look),
            Route(f"{one}/board", self.board),
            Route(f"{one}/effects", self.effects),
            Route(f"{one}/record", self.download),
            Route(f"{one}/act", self.act, methods=["POST"]),
            Route(f"{one}/undo", self.undo, methods=["POST"]),
            Route(f"{one}/seats", self.seats, methods=["POST"]),
            Route(f"{one}/bot", self.bot, methods=["POST"]),
            Route(f"{one}/analyse", self.analyse, methods=["POST"]),
        ]

    # ---- Games come and go ----

    async def rooms(self, _: Request) -> Response:
        """The games that can be played, with their rules, and the levels."""
        return answer(
            {
                "version": fylking.__version__,
                "rooms": [_room(name) for name in fylking.GAMES],
                "levels": list(LEVELS),
                "stones": {
                    name: {"black": _stone(name, 0), "white": _stone(name, 1)} for name in THEMES
                },
            }
        )

    async def create(self, request: Request) -> Response:
        """A new game: from its start, or from a position text."""
        asked = Asked(await body_of(request, self.bounds.body))
        text, pie = asked.maybe_text("position"), asked.maybe_flag("pie")
        players, seed = asked.players(), asked.maybe_number("seed", 0, 2**53 - 1)
        if text is None:
            name, size = asked.text("game"), asked.maybe_number("size", 0, 99)
            asked.done()
            pos = fylking.game(name, size, pie).start()
        else:
            asked.done()
            pos = fylking.parse(" ".join(text.split()), pie is not False)
        return answer(self.shelf.place(pos, players, seed).facts(), 201)

    async def upload(self, request: Request) -> Response:
        """A new game from a record."""
        asked = Asked(await body_of(request, self.bounds.upload))
        text, number = asked.text("record"), asked.maybe_number("number", 0, 2**53 - 1)
        asked.done()
        head, game, numbers = await anyio.to_thread.run_sync(
            _read, text, number, limiter=self._reading
        )
        if len(game.actions) > self.bounds.actions:
            raise OptionError(f"the game has more than {self.bounds.actions} actions")
        table = from_record(self.shelf.place, head, game)
        return answer(table.facts() | {"number": game.game, "numbers": numbers[:1000]}, 201)

    async def download(self, request: Request) -> Response:
        """The game as a file of records."""
        table = self._table(request)
        query_of(request).done()
        name = f"{table.pos.game.name}{table.pos.game.size}.jsonl"
        return Response(
            table.record(),
            media_type="application/x-ndjson",
            headers={
                "Content-Disposition": f'attachment; filename="{name}"',
                "Cache-Control": "no-store",
            },
        )

    # ---- Looking ----

    async def look(self, request: Request) -> Response:
        """A game, and one of its positions."""
        table, asked = self._table(request), query_of(request)
        ply = query_number(asked, "ply", 0, self.bounds.actions)
        asked.done()
        return answer(table.facts(ply))

    async def board(self, request: Request) -> Response:
        """The picture of a position."""
        table, asked = self._table(request), query_of(request)
        pos = table.at(query_number(asked, "ply", 0, self.bounds.actions))
        draw = partial(
            pos.svg,
            theme=asked.text("theme", "light"),
            selected=asked.maybe_text("selected"),
            preview=asked.maybe_text("preview"),
            targets=query_flag(asked, "targets"),
            territory=query_flag(asked, "territory"),
            caption=False,
            interactive=True,
            prefix="board",
        )
        asked.done()
        picture = await anyio.to_thread.run_sync(draw, limiter=self._drawing)
        return Response(picture, media_type="image/svg+xml", headers={"Cache-Control": "no-store"})

    async def effects(self, request: Request) -> Response:
        """What an action would do."""
        table, asked = self._table(request), query_of(request)
        pos = table.at(query_number(asked, "ply", 0, self.bounds.actions))
        action = asked.text("action")
        asked.done()
        return answer(effects(pos, action))

    # ---- Playing ----

    async def act(self, request: Request) -> Response:
        """Plays an action of a person."""
        table, asked = await self._asked(request)
        action = asked.text("action")
        self._expect(table, asked.maybe_number("ply", 0, self.bounds.actions))
        asked.done()
        if table.level is not None:
            raise HTTPException(409, "it is the bot that is to act")
        self._check_room(table)
        return answer({"effects": table.push(action), "game": table.facts()})

    async def undo(self, request: Request) -> Response:
        """Takes back actions."""
        table, asked = await self._asked(request)
        ply = asked.maybe_number("ply", 0, self.bounds.actions)
        asked.done()
        table.undo(ply)
        return answer({"game": table.facts()})

    async def seats(self, request: Request) -> Response:
        """Lets others play on."""
        table, asked = await self._asked(request)
        players = asked.players()
        asked.done()
        table.seat(players)
        return answer({"game": table.facts()})

    async def bot(self, request: Request) -> Response:
        """Has the bot that is to act play an action."""
        table, asked = await self._asked(request)
        self._expect(table, asked.maybe_number("ply", 0, self.bounds.actions))
        asked.done()
        level = table.level
        if level is None:
            raise HTTPException(409, "it is no bot that is to act")
        if table.thinking:
            raise HTTPException(409, "the bot is thinking already")
        self._check_room(table)
        changes, table.thinking = table.changes, True
        try:
            action, thought, seconds = await self.thinkers.answer(table, level)
        finally:
            table.thinking = False
        if table.changes != changes:
            raise HTTPException(409, "the game has changed while the bot was thinking")
        return answer({"effects": table.push(action, seconds, thought), "game": table.facts()})

    async def analyse(self, request: Request) -> Response:
        """What a search thinks of a position."""
        table, asked = await self._asked(request)
        pos = table.at(asked.maybe_number("ply", 0, self.bounds.actions))
        simulations = asked.number("simulations", 1, self.bounds.simulations, ANALYSIS)
        asked.done()
        return answer(await self.thinkers.analysis(pos, simulations, table.seed))

    # ---- Parts ----

    def _table(self, request: Request) -> Table:
        table = self.shelf.find(request.path_params["id"])
        if table is None:
            raise HTTPException(404, "there is no such game here, or no longer")
        return table

    async def _asked(self, request: Request) -> tuple[Table, Asked]:
        table = self._table(request)
        return table, Asked(await body_of(request, self.bounds.body))

    def _expect(self, table: Table, ply: int | None) -> None:
        """Two pages may show one game; an action is meant for the position that was seen."""
        if ply is not None and ply != table.pos.ply:
            raise HTTPException(409, f"the game has gone on: it is at ply {table.pos.ply}")

    def _check_room(self, table: Table) -> None:
        if table.pos.ply >= self.bounds.actions:
            raise HTTPException(409, f"a game has at most {self.bounds.actions} actions here")


def _read(text: str, number: int | None) -> tuple[dict[str, Any], record.GameRecord, list[int]]:
    """The head of a record, a game of it, and the numbers of all."""
    found, numbers = None, []
    with record.read(f"{text.rstrip()}\n".encode(), check=False) as games:
        for game in games:
            numbers.append(game.game)
            if found is None and number in (None, game.game):
                found = game
                line = games.line
    if found is None:
        raise OptionError(
            "the record has no games" if number is None else f"the record has no game {number}"
        )
    try:
        found.check(games.head)
    except ValueError as error:
        raise fylking.RecordError(f"line {line} of the record: {error}", line) from error
    return games.head, found, numbers


def _room(name: str) -> dict[str, Any]:
    room: type[Game] = fylking.GAMES[name]
    return {
        "name": name,
        "title": room.title,
        "sizes": list(room.sizes),
        "default_size": room.default_size,
        "has_pie": room.has_pie,
        "rules": room().rules,
    }


def _stone(theme: str, colour: int) -> dict[str, str]:
    return {"fill": THEMES[theme].stones[colour], "stroke": THEMES[theme].rims[colour]}

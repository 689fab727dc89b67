"""The page and what belongs to it: a few files, read once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from importlib.resources import files

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}

Endpoint = Callable[[Request], Awaitable[Response]]


def pages() -> list[Route]:
    """The addresses of the files."""
    routes = []
    for file in (files("fylking.web") / "static").iterdir():
        suffix = file.name[file.name.rfind(".") :]
        if suffix not in KINDS:
            continue
        path = "/" if file.name == "index.html" else f"/{file.name}"
        routes.append(Route(path, _file(file.read_bytes(), KINDS[suffix])))
    return routes


def _file(data: bytes, kind: str) -> Endpoint:
    async def serve(_: Request) -> Response:
        return Response(data, headers={"Content-Type": kind, "Cache-Control": "no-cache"})

    return serve

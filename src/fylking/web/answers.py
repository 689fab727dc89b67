"""How the API answers, and how it refuses."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from fylking.errors import Error
from fylking.web.thinking import Busy, Ended

SHOWN = 80
"""Characters of an address that a refusal repeats."""

Handler = Callable[[Request, Exception], Awaitable[Response]]


def answer(facts: dict[str, Any], status: int = 200) -> JSONResponse:
    """The answer that tells some facts."""
    return JSONResponse(facts, status, headers={"Cache-Control": "no-store"})


async def _told(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    text = error.detail
    if text == HTTPStatus(error.status_code).phrase:  # Starlette's own
        text = _unknown(request, error)
    return JSONResponse({"error": text}, error.status_code, headers=error.headers)


def _unknown(request: Request, error: HTTPException) -> str:
    path = request.url.path
    path = path if len(path) <= SHOWN else f"{path[:SHOWN]}..."
    if error.status_code == 405:
        methods = sorted((error.headers or {}).get("Allow", "").split(", "))
        return f"{path} is asked by {' or '.join(methods)}, not by {request.method[:SHOWN]}"
    if error.status_code == 404:
        return f"there is no address {path} here"
    return error.detail


async def _refused(_: Request, error: Exception) -> Response:
    return JSONResponse({"error": str(error)}, 400)


async def _busy(_: Request, error: Exception) -> Response:
    return JSONResponse(
        {"error": "so many bots are thinking that there is a queue; ask again"},
        503,
        headers={"Retry-After": "1"},
    )


async def _ended(_: Request, error: Exception) -> Response:
    return JSONResponse(
        {"error": "the server is being ended"}, 503, headers={"Connection": "close"}
    )


HANDLERS: dict[Any, Handler] = {
    HTTPException: _told,
    Error: _refused,
    Busy: _busy,
    Ended: _ended,
}
"""What is answered to each kind of error."""

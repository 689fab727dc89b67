"""What comes in, checked at the door."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import anyio
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request

from fylking.bots import LEVELS
from fylking.errors import OptionError
from fylking.web import names
from fylking.web.thinking import Ended

SHOWN = 40
"""Characters of what came in that a refusal repeats."""

SECONDS = 20.0
"""A body that is not here after so many is waited for no longer."""


async def body_of(request: Request, most: int) -> dict[str, Any]:
    """The JSON object that a request brings.

    Args:
        request: the request.
        most: bytes it may have.

    Raises:
        HTTPException: 415 for another content type (which pages of other origins may send), 413
            for too long a body, 408 for one that does not come, 400 for one that breaks off or
            is no JSON object.
        Ended: the server is being ended.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise HTTPException(415, f"the content type is application/json, not {kind[:40]!r}")
    data = await _read(request, most)
    try:
        found = json.loads(data, parse_constant=_no_constant)
        json.dumps(found, ensure_ascii=False).encode()  # half a character cannot be
    except (ValueError, RecursionError):
        raise HTTPException(400, "the request is no JSON") from None
    if not isinstance(found, dict):
        raise HTTPException(400, "the request is no JSON object")
    return found


async def _read(request: Request, most: int) -> bytes:
    too_long = HTTPException(413, f"the request is longer than {most} bytes")
    said = request.headers.get("content-length", "")
    if said.isascii() and said.isdecimal() and (len(said) > 18 or int(said) > most):
        raise too_long
    data = b""
    awaited: set[anyio.CancelScope] = request.app.state.awaited
    if request.app.state.house.thinkers.ended:
        raise Ended
    with anyio.move_on_after(SECONDS) as scope:
        awaited.add(scope)
        try:
            async for chunk in request.stream():
                data += chunk
                if len(data) > most:
                    raise too_long
        except ClientDisconnect:
            raise HTTPException(400, "the request broke off") from None
        finally:
            awaited.remove(scope)
    if scope.cancelled_caught:
        if anyio.current_time() < scope.deadline:
            raise Ended
        reason = f"the request was not here after {SECONDS:g} seconds"
        raise HTTPException(408, reason, {"Connection": "close"})
    return data


class Asked:
    """The fields of a request; each is taken once, and none may be left over.

    Args:
        fields: what came in.
    """

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self._left = dict(fields)

    def text(self, name: str, default: str | None = None) -> str:
        """A text."""
        value = self._taken(name, default)
        if not isinstance(value, str):
            raise OptionError(f"{name} is a text, not {_shown(value)}")
        return value

    def maybe_text(self, name: str) -> str | None:
        """A text, or None when it is not given."""
        return self.text(name) if self._left.get(name) is not None else self._left.pop(name, None)

    def number(self, name: str, least: int, most: int, default: int | None = None) -> int:
        """A whole number in a range."""
        value = self._taken(name, default)
        if isinstance(value, bool) or not isinstance(value, int):
            raise OptionError(f"{name} is a whole number, not {_shown(value)}")
        if not least <= value <= most:
            raise OptionError(f"{name} is {_shown(value)}; it must be from {least} to {most}")
        return value

    def maybe_number(self, name: str, least: int, most: int) -> int | None:
        """A whole number in a range, or None when it is not given."""
        if self._left.get(name) is None:
            self._left.pop(name, None)
            return None
        return self.number(name, least, most)

    def maybe_flag(self, name: str) -> bool | None:
        """True or False, or None when it is not given."""
        value = self._left.pop(name, None)
        if value is not None and not isinstance(value, bool):
            raise OptionError(f"{name} is true or false, not {_shown(value)}")
        return value

    def players(self) -> tuple[str | int, str | int]:
        """Two players by seat: the level of a bot, or the name of a person."""
        value = self._left.pop("players", ["first player", "second player"])
        if not isinstance(value, list) or len(value) != 2:
            raise OptionError(f"players is a list of two, not {_shown(value)}")
        one, other = map(_player, value)
        return one, other

    def _taken(self, name: str, default: object) -> Any:
        if name not in self._left and default is None:
            raise OptionError(f"{name} is missing")
        return self._left.pop(name, default)

    def done(self) -> None:
        """Raises OptionError if there is a field that nobody has taken."""
        for name in self._left:
            raise OptionError(f"there is no field {name[:SHOWN]!r} here")


def query_of(request: Request) -> Asked:
    """The fields of a request's query: numbers where they look like ones, flags as 0 and 1."""
    return Asked(request.query_params)


def query_number(asked: Asked, name: str, least: int, most: int) -> int | None:
    """A whole number that stands in a query, or None."""
    text = asked.maybe_text(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal()):
        raise OptionError(f"{name} is a whole number, not {_shown(text)}")
    digits = text.lstrip("0")[: SHOWN + 1] or "0"  # more would be too many, and are not shown
    return Asked({name: int(digits)}).number(name, least, most)


def query_flag(asked: Asked, name: str, default: bool = False) -> bool:
    """A flag that stands in a query as 0 or 1."""
    text = asked.text(name, "1" if default else "0")
    if text not in ("0", "1"):
        raise OptionError(f"{name} is 0 or 1, not {_shown(text)}")
    return text == "1"


def _player(value: object) -> str | int:
    if isinstance(value, str):
        name = names.normal(value)
        if name is None:
            raise OptionError(f"a name has 1 to {names.MOST} characters, which can be seen")
        return name
    if isinstance(value, bool) or not isinstance(value, int) or value not in LEVELS:
        raise OptionError(
            f"a player is a name, or a level from {LEVELS[0]} to {LEVELS[-1]}, not {_shown(value)}"
        )
    return value


def _shown(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")

"""Who may ask at all: this page, and programs on this machine; never a page of another origin."""

from __future__ import annotations

import contextlib
import ipaddress
import re

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fylking.errors import OptionError

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")

_NAME = re.compile(r"[a-z0-9]([a-z0-9_.-]{0,252})", re.IGNORECASE)

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; manifest-src 'self'; form-action 'none'; frame-ancestors 'none'; "
        "base-uri 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class Guard:
    """Middleware that refuses what does not come from here, and says what pages may do.

    A page of another origin can make a browser send requests here. Its name gives it away: the
    browser tells it as `Origin` or `Sec-Fetch-Site`, and where it has had its own name point to
    this machine, `Host` is that name.

    Args:
        app: what is guarded.
        hosts: the names under which the server is known, without ports.
    """

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...] = LOOPBACK) -> None:
        self.app = app
        self.hosts = {host.lower() for host in hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets a request in or refuses it."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        reason = self._refusal(Headers(scope=scope), scope["path"], scope.get("scheme", "http"))
        if reason is None:
            await self.app(scope, receive, guarded)
        else:
            await JSONResponse({"error": reason}, 403)(scope, receive, guarded)

    def _refusal(self, headers: Headers, path: str, scheme: str) -> str | None:
        host = headers.get("host", "").lower()
        name = host if host.endswith("]") else host.rpartition(":")[0] or host
        if name not in self.hosts:
            refused, advice = f"this server is not known as {name[:80]!r}", ""
            with contextlib.suppress(OptionError):
                advice = f" (start it with --name {name_of(name)})"
            return refused + advice
        origin = headers.get("origin")
        if origin is not None and origin.lower() != f"{scheme}://{host}":
            return "requests of other origins are refused"
        site = headers.get("sec-fetch-site", "none")
        if path.startswith("/api") and site not in ("same-origin", "none"):
            return "requests of other sites are refused"
        return None


def name_of(host: str) -> str:
    """The name that a host has in a URL.

    Raises:
        OptionError: it is no host: empty, or more than one.

    >>> name_of("::1"), name_of("localhost")
    ('[::1]', 'localhost')
    """
    bare = host[1:-1] if host.startswith("[") and host.endswith("]") else host
    if ":" in bare:
        with contextlib.suppress(ValueError):
            ipaddress.IPv6Address(bare)
            return f"[{bare.lower()}]"
    elif _NAME.fullmatch(host):
        return host.lower()
    raise OptionError(
        f"{host[:80]!r} is no host: that is a name or an address, such as 'localhost' or "
        "'192.168.1.5', without http://, port or path"
    )

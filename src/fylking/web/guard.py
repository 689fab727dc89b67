"""Who may ask at all: this page, and programs on this machine; never a page of another origin."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")

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
            return f"this server is not known as {name[:80]!r}"
        origin = headers.get("origin")
        if origin is not None and origin.lower() != f"{scheme}://{host}":
            return "requests of other origins are refused"
        site = headers.get("sec-fetch-site", "none")
        if path.startswith("/api") and site not in ("same-origin", "none"):
            return "requests of other sites are refused"
        return None


def name_of(host: str) -> str:
    """The name that a host has in a URL.

    >>> name_of("::1"), name_of("localhost")
    ('[::1]', 'localhost')
    """
    return urlsplit(f"//[{host}]" if ":" in host else f"//{host}").netloc.lower()

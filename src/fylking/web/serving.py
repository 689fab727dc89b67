"""The server as a process: a socket, uvicorn, and the line that says where it is."""

from __future__ import annotations

import socket
from collections.abc import Mapping

from fylking.web.app import make_app
from fylking.web.guard import LOOPBACK, name_of
from fylking.web.limits import Bounds

try:
    import uvicorn
except ModuleNotFoundError as error:
    raise ModuleNotFoundError('the web page needs uvicorn: pip install "fylking[web]"') from error

EVERYWHERE = {"0.0.0.0": "127.0.0.1", "[::]": "[::1]"}
"""Addresses that stand for all of this machine's, and which of them is meant for itself."""

IDLE = 30
"""Seconds that a connection is kept without requests."""


def serve(
    host: str, port: int, names: tuple[str, ...] = (), bounds: Mapping[str, int] | None = None
) -> None:
    """Serves until it is interrupted.

    Args:
        host: the address to listen on.
        port: 0 for any that is free.
        names: under which browsers know this machine, beside the host and those of the loopback.
        bounds: fields of `Bounds`.

    Raises:
        OptionError: the host or a name is none.
        OSError: the address or port cannot be had.
        KeyboardInterrupt: it was.
    """
    hosts = (*LOOPBACK, name_of(host), *map(name_of, names))
    app = make_app(Bounds(**(bounds or {})), hosts)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.create_server((host, port), family=family, backlog=256)
    with listening:
        print(_greeting(name_of(host), listening.getsockname()[1], names), flush=True)
        config = uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            timeout_keep_alive=IDLE,
            timeout_graceful_shutdown=1,
            server_header=False,
            ws="none",
        )
        _Server(config).run(sockets=[listening])


def _greeting(host: str, port: int, names: tuple[str, ...]) -> str:
    """Where it is, for this machine and for those that it listens to."""
    at = f"fylking: play at http://{EVERYWHERE.get(host, host)}:{port}/"
    if host in EVERYWHERE:
        others = " or ".join(f"http://{name_of(name)}:{port}/" for name in names)
        at += f", from other machines at {others}" if others else ""
        if not others:
            at += "; for other machines start it with --name and the name or address of this one"
    return f"{at} (Ctrl-C ends it)"


class _Server(uvicorn.Server):
    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends; who is waited for or waits for a bot is told so, rather than being cut off."""
        state = self.config.app.state  # type: ignore[union-attr]
        state.house.thinkers.close()
        for scope in state.awaited:
            scope.cancel()
        await super().shutdown(sockets)

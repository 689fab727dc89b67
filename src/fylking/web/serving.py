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
        OSError: the address or port cannot be had.
        KeyboardInterrupt: it was.
    """
    hosts = (*LOOPBACK, name_of(host), *map(name_of, names))
    app = make_app(Bounds(**(bounds or {})), hosts)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.create_server((host, port), family=family, backlog=256)
    with listening:
        at = f"http://{name_of(host)}:{listening.getsockname()[1]}/"
        print(f"fylking: play at {at} (Ctrl-C ends it)", flush=True)
        config = uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            timeout_keep_alive=IDLE,
            timeout_graceful_shutdown=1,
            server_header=False,
            ws="none",
        )
        uvicorn.Server(config).run(sockets=[listening])

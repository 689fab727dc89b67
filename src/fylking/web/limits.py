"""What a server bounds, so that many open pages degrade politely."""

from __future__ import annotations

import os
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Bounds:
    """How much a server takes on.

    Attributes:
        games: so many are kept; the one that was idle longest gives way to a new one.
        bots: so many searches keep their trees from move to move.
        workers: threads in which bots think.
        queue: thoughts that may wait or run; more are asked to come back.
        seconds: a thought ends after so many, whatever the level.
        simulations: the most that an analysis may ask for.
        memory: bytes of one search's tree.
        body: bytes of a request.
        upload: bytes of a record that is uploaded.
        actions: of a game; more are refused.
    """

    games: int = 500
    bots: int = 32
    workers: int = field(default_factory=lambda: max(1, min(8, os.cpu_count() or 1)))
    queue: int = 256
    seconds: float = 5.0
    simulations: int = 10_000
    memory: int = 1 << 25
    body: int = 1 << 14
    upload: int = 1 << 21
    actions: int = 10_000

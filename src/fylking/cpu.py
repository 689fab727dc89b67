"""Which instruction path the kernels take, chosen once at import.

Both paths give the same results bit for bit. The environment variable FYLKING_CPU forces one:
"portable" or "avx2"; "auto", or nothing, lets the processor decide.

>>> from fylking import cpu
>>> cpu.path in cpu.available
True
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from fylking import _cpu
from fylking.errors import OptionError

if TYPE_CHECKING:
    from fylking._alphabeta import Searcher
    from fylking._position import Position
    from fylking._proof import Prover
    from fylking._slots import Slots
    from fylking._tree import Tree

compiler: str = _cpu.compiler()
"""The compiler that built the package."""


def _available() -> tuple[str, ...]:
    paths = ["portable"]
    if "avx2" in _cpu.built_paths() and _cpu.has_avx2_bmi2():
        paths.append("avx2")
    return tuple(paths)


def _choose(wish: str) -> str:
    if wish in ("", "auto"):
        # Where PEXT and PDEP are microcoded the portable path is the faster one.
        return "portable" if _cpu.has_slow_pext() else available[-1]
    if wish not in available:
        offered = ", ".join((*available, "auto"))
        raise OptionError(f"FYLKING_CPU is {wish!r}; on this machine it can be: {offered}")
    return wish


available: tuple[str, ...] = _available()
"""The paths that this build and this processor offer."""

path: str = _choose(os.environ.get("FYLKING_CPU", ""))
"""The path in use: "portable" or "avx2"."""


class Kernel(Protocol):
    """What the compiled module of every game holds."""

    GAME_ID: int
    KernelPosition: type[Position]
    KernelBatch: type[Slots]
    KernelTree: type[Tree]
    KernelSearcher: type[Searcher]
    KernelProver: type[Prover]


def kernel(game: str) -> Kernel:
    """The compiled module of a game on the path in use."""
    return cast("Kernel", import_module(f"fylking._{path}.{game}"))

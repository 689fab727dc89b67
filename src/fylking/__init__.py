"""The rules engine of four abstract board games: Fravan, Herfor, Frasvel and Freeze.

>>> import fylking
>>> pos = fylking.Fravan(size=3, pie=False).start()
>>> while not pos.is_over:
...     pos.push(pos.legal_actions()[0])
>>> pos.end_reason
'board full'
"""

from __future__ import annotations

import os as _os
from importlib.metadata import version as _version

from fylking import bots, cpu, draw, record, search
from fylking._position import Position
from fylking._rng import Rng
from fylking.batch import Batch, Step
from fylking.color import BLACK, WHITE, Color
from fylking.count import Sums, perft, perft_divide, perft_sums, perft_turns
from fylking.errors import (
    Error,
    IllegalActionError,
    NotationError,
    OptionError,
    PositionError,
    RecordError,
)
from fylking.frasvel import Frasvel
from fylking.fravan import Fravan
from fylking.freeze import Freeze
from fylking.game import Game
from fylking.games import GAMES, game
from fylking.herfor import Herfor
from fylking.play import PlayoutStats, playouts
from fylking.preview import Change, Preview
from fylking.symmetry import Symmetry, swap_colours
from fylking.text import parse, position

__version__ = _version("fylking")

__all__ = [
    "BLACK",
    "GAMES",
    "WHITE",
    "Batch",
    "Change",
    "Color",
    "Error",
    "Frasvel",
    "Fravan",
    "Freeze",
    "Game",
    "Herfor",
    "IllegalActionError",
    "NotationError",
    "OptionError",
    "PlayoutStats",
    "Position",
    "PositionError",
    "Preview",
    "RecordError",
    "Rng",
    "Step",
    "Sums",
    "Symmetry",
    "__version__",
    "bots",
    "cpu",
    "draw",
    "game",
    "get_include",
    "parse",
    "perft",
    "perft_divide",
    "perft_sums",
    "perft_turns",
    "playouts",
    "position",
    "record",
    "search",
    "swap_colours",
]


def get_include() -> str:
    """The folder of the C headers, for compilers of what `cimport`s the kernels.

    Raises:
        FileNotFoundError: the package was installed without them.
    """
    # An editable install has two folders: the sources', and that of what was built.
    for folder in __path__:
        include = _os.path.join(folder, "include")
        if _os.path.isdir(include):
            return include
    raise FileNotFoundError(f"no include folder in {list(__path__)}")

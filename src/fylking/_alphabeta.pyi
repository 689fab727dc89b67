from collections.abc import Sequence
from typing import Final

from typing_extensions import disjoint_base

from fylking._position import Control, Position
from fylking.game import Game
from fylking.symmetry import Symmetry

WON: Final[int]

@disjoint_base
class Searcher:
    def __init__(
        self, game: Game, memory: int, by_margin: bool, symmetries: Sequence[Symmetry] = ()
    ) -> None: ...
    @property
    def game(self) -> Game: ...
    def clear(self) -> None: ...
    def begin(self) -> None: ...
    def search(
        self,
        pos: Position,
        depth: int,
        alpha: int,
        beta: int,
        nodes: int,
        milliseconds: int,
        control: Control,
    ) -> tuple[bool, int, bool, tuple[int, ...], int]: ...

from collections.abc import Sequence

from typing_extensions import disjoint_base

from fylking._position import Control, Position
from fylking.game import Game
from fylking.symmetry import Symmetry

@disjoint_base
class Prover:
    def __init__(self, game: Game, memory: int, symmetries: Sequence[Symmetry] = ()) -> None: ...
    @property
    def game(self) -> Game: ...
    def prove(
        self, pos: Position, bound: int, nodes: int, milliseconds: int, control: Control
    ) -> tuple[bool, int, int, int]: ...

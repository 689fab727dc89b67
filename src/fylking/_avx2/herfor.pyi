from typing import Final

from typing_extensions import disjoint_base

from fylking._position import Position

GAME_ID: Final[int]

@disjoint_base
class KernelPosition(Position): ...

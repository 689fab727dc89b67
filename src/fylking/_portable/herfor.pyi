from typing import Final

from typing_extensions import disjoint_base

from fylking._alphabeta import Searcher
from fylking._position import Position
from fylking._proof import Prover
from fylking._slots import Slots
from fylking._tree import Tree

GAME_ID: Final[int]

@disjoint_base
class KernelPosition(Position): ...

@disjoint_base
class KernelBatch(Slots): ...

@disjoint_base
class KernelTree(Tree): ...

@disjoint_base
class KernelSearcher(Searcher): ...

@disjoint_base
class KernelProver(Prover): ...

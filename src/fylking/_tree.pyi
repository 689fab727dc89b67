import numpy as np
import numpy.typing as npt
from typing_extensions import disjoint_base

from fylking._position import Control, Position
from fylking._rng import Rng
from fylking.game import Game

@disjoint_base
class Tree:
    def __init__(
        self,
        position: Position,
        rng: Rng,
        memory: int,
        exploration: float,
        first_play: float,
        rave: float,
        passes: str,
        priors: bool,
        threshold: int,
    ) -> None: ...
    @property
    def game(self) -> Game: ...
    @property
    def memory(self) -> int: ...
    def join(self, others: list[Tree]) -> None: ...

    # What it is
    @property
    def nodes(self) -> int: ...
    @property
    def used(self) -> int: ...
    @property
    def full(self) -> bool: ...
    @property
    def visits(self) -> int: ...
    @property
    def bounds(self) -> tuple[int, int]: ...
    def position(self) -> Position: ...
    def is_root(self, position: Position) -> bool: ...

    # Searching
    def begin(self, simulations: int, nodes: int) -> None: ...
    def run(self, which: int, shared: bool, milliseconds: int, control: Control) -> int: ...
    def gather(
        self,
        most: int,
        masks: npt.NDArray[np.bool_],
        planes: npt.NDArray[np.float32],
        row: int,
        control: Control,
    ) -> tuple[int, int]: ...
    def feed(
        self, policies: npt.NDArray[np.float32], values: npt.NDArray[np.float32], row: int
    ) -> None: ...
    def forget(self) -> None: ...
    def push(self, action: int) -> bool: ...

    # What it found
    def read(
        self,
        visits: npt.NDArray[np.int64],
        values: npt.NDArray[np.float64],
        low: npt.NDArray[np.int8],
        high: npt.NDArray[np.int8],
    ) -> None: ...
    def line(self, most: int) -> list[int]: ...
    def sample(self, temperature: float) -> int: ...
    def add_noise(self, share: float, alpha: float) -> bool: ...

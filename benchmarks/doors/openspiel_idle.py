"""A game for OpenSpiel that does nothing: what its wrapper of Python games costs by itself."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel


class Script(list[list[int]]):
    """The lists of legal actions of a game that was played, the last first."""

    def __deepcopy__(self, memo: object) -> Script:
        return self


class IdleGame(pyspiel.Game):
    """Repeats the lists of legal actions of a game that was played, and works out nothing.

    Args:
        like: the game that it was played in.
        lists: the lists, move by move.
    """

    def __init__(self, like: pyspiel.Game, lists: list[list[int]]) -> None:
        info = pyspiel.GameInfo(
            num_distinct_actions=like.num_distinct_actions(),
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=len(lists),
        )
        super().__init__(like.get_type(), info, like.get_parameters())
        self.script = Script(reversed(lists))
        self.shape = like.observation_tensor_shape()

    def new_initial_state(self) -> IdleState:
        return IdleState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> IdleObserver:
        return IdleObserver(self.shape)


class IdleState(pyspiel.State):
    def __init__(self, game: IdleGame) -> None:
        super().__init__(game)
        self.script = game.script
        self.left = len(game.script)

    def current_player(self) -> int:
        return 0

    def is_terminal(self) -> bool:
        return not self.left

    def returns(self) -> list[float]:
        return [0.0, 0.0]

    def _legal_actions(self, player: int) -> list[int]:
        return self.script[self.left - 1]

    def _apply_action(self, action: int) -> None:
        self.left -= 1

    def __str__(self) -> str:
        return str(self.left)


class IdleObserver:
    def __init__(self, shape: list[int]) -> None:
        planes = np.zeros(shape, np.float32)
        self.tensor = planes.reshape(-1)
        self.dict = {"observation": planes}

    def set_from(self, state: IdleState, player: int) -> None:
        pass

    def string_from(self, state: IdleState, player: int) -> str:
        return ""

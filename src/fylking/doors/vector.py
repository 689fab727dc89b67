"""Many games at once as a Gymnasium vector environment, for self-play.

`fylking.doors.gymnasium` registers "fylking/FravanSelfPlay-v0" and the like.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from fylking.batch import Batch
from fylking.doors.shared import Planes, action_space, checked_dtype, chosen_game, observation_box
from fylking.errors import OptionError

if TYPE_CHECKING:
    from fylking._position import Position
    from fylking.game import Game

_MODES = {
    AutoresetMode.NEXT_STEP: "next-step",
    AutoresetMode.SAME_STEP: "same-step",
    AutoresetMode.DISABLED: "disabled",
}


class SelfPlayVectorEnv(VectorEnv[Planes, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Many games, stepped together by `fylking.Batch`; both seats are the caller's to play.

    A step plays an action in every game, for the seat to move there. Observations are the
    positions as their players to move see them.

    * Rewards are those of the seats that have just acted: +1 for a game that the action won, -1
      for one that it lost, else 0.
    * The info has "action_mask", int8 of shape (num_envs, actions), all zero for games that have
      ended; "seat", the seats to move, int8; and after a step "rewards", float32 of shape
      (num_envs, 2): both seats' rewards. As in Gymnasium's own vector environments each key has a
      twin with an underscore, which says for which games it holds, and with
      `AutoresetMode.SAME_STEP` the games that have ended put their last observations and infos
      into "final_obs" and "final_info".

    Args:
        game: a `fylking.Game`, or the name of one.
        size: with a name: the size of the board; None for the default.
        pie: with a name: whether the pie rule is on; None for the default.
        num_envs: number of games.
        autoreset_mode: what becomes of games that have ended, a `gymnasium.vector.AutoresetMode`
            or its value. With `DISABLED` the action of an ended game is -1 until
            `reset(options={"reset_mask": ...})`.
        max_actions: a game is cut off (truncated, rewards 0) after so many actions; None for never.
        threads: how many threads share the work.
        dtype: of the observations, uint8 or float32.
        render_mode: None; many games at once are not shown.

    Raises:
        OptionError: an option that is not offered.

    Attributes:
        game: the `fylking.Game`.

    >>> envs = SelfPlayVectorEnv("fravan", size=2, num_envs=3)
    >>> observations, infos = envs.reset(seed=1)
    >>> observations, rewards, terminations, truncations, infos = envs.step([3, 0, 6])
    >>> infos["seat"], infos["action_mask"][0]
    (array([1, 1, 1], dtype=int8), array([0, 0, 0, 0, 0, 0, 0, 0, 1, 1], dtype=int8))
    """

    def __init__(
        self,
        game: Game | str,
        size: int | None = None,
        pie: bool | None = None,
        *,
        num_envs: int = 1,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        max_actions: int | None = None,
        threads: int = 1,
        dtype: npt.DTypeLike = "uint8",
        render_mode: None = None,
    ) -> None:
        if render_mode is not None:
            raise OptionError(f"render_mode is None for many games, not {render_mode!r}")
        self.game = chosen_game(game, size, pie)
        mode = _checked_mode(autoreset_mode)
        self._batch = Batch(
            self.game, num_envs, threads=threads, autoreset=_MODES[mode], max_actions=max_actions
        )
        self._dtype = checked_dtype(dtype)
        self._begun = False
        self._mode = mode
        self.num_envs = self._batch.n
        self.metadata = {"render_modes": [], "autoreset_mode": mode}
        self.single_observation_space = observation_box(self.game, self._dtype)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.single_action_space = action_space(self.game)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def position(self, i: int) -> Position:
        """A copy of the position of game i.

        Raises:
            OptionError: there is no such game.
        """
        return self._batch.position(i)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Planes, dict[str, Any]]:
        """Begins new games.

        Args:
            seed: of `np_random`, which the games do not need: nothing is drawn by chance.
            options: "reset_mask", a bool array of shape (num_envs,), begins these games only.

        Returns:
            Observations and infos, of all games.

        Raises:
            OptionError: the mask does not fit, or begins none.
        """
        super().reset(seed=seed)
        where = None if options is None else options.get("reset_mask")
        if where is not None:
            where = np.asarray(where)
            if where.dtype != np.bool_ or where.shape != (self.num_envs,) or not where.any():
                raise OptionError(
                    f"reset_mask is a bool array of shape ({self.num_envs},) with a True in it, "
                    f"not {where!r}"
                )
            if not self._begun:
                raise ResetNeeded("there are no games yet: reset all first")
        self._batch.reset(where=where)
        self._begun = True
        return self._batch.observation(dtype=self._dtype), self._info()

    def step(
        self, actions: npt.NDArray[np.int64] | Sequence[int]
    ) -> tuple[
        Planes,
        npt.NDArray[np.float64],
        npt.NDArray[np.bool_],
        npt.NDArray[np.bool_],
        dict[str, Any],
    ]:
        """Plays an action in every game.

        Args:
            actions: `num_envs` ints. Those of games that begin anew in this step are ignored.

        Returns:
            Observations, rewards, terminations, truncations, infos.

        Raises:
            IllegalActionError: an action is not legal in its game: the first such game is named,
                and no game has moved.
            TypeError: the actions are no integers.
            OptionError: there are not `num_envs` actions.
            gymnasium.error.ResetNeeded: before the first `reset`.
        """
        if not self._begun:
            raise ResetNeeded("there are no games yet: call reset() first")
        batch = self._batch
        acted = batch.seat.astype(np.intp)
        by_seat, terminations, truncations = batch.step(actions)
        rewards = by_seat[np.arange(self.num_envs), acted].astype(np.float64)
        infos: dict[str, Any] = {}
        ended = terminations | truncations
        if self._mode == AutoresetMode.SAME_STEP and ended.any():
            infos = self._final(ended, by_seat)
        infos |= self._info(by_seat)
        observations = batch.observation(dtype=self._dtype)
        return observations, rewards, terminations, truncations, infos

    def _info(self, rewards: npt.NDArray[np.float32] | None = None) -> dict[str, Any]:
        info: dict[str, Any] = {
            "action_mask": self._batch.legal_mask().view(np.int8),
            "seat": self._batch.seat,
        }
        if rewards is not None:
            info["rewards"] = rewards
        return _with_twins(info, np.ones(self.num_envs, np.bool_))

    def _final(
        self, ended: npt.NDArray[np.bool_], rewards: npt.NDArray[np.float32]
    ) -> dict[str, Any]:
        """Last observations and infos of the games that have ended, as Gymnasium shapes them."""
        observations = np.full(self.num_envs, None, object)
        seats = np.zeros(self.num_envs, np.int8)
        planes = self._batch.final_observation(dtype=self._dtype)
        for i in np.flatnonzero(ended).tolist():
            observations[i] = planes[i].copy()
            seats[i] = self._batch.final_position(i).seat
        info = {
            "action_mask": np.zeros((self.num_envs, self.game.action_count), np.int8),
            "seat": seats,
            "rewards": rewards * ended[:, np.newaxis],
        }
        return _with_twins(
            {"final_obs": observations, "final_info": _with_twins(info, ended)}, ended
        )


def _with_twins(info: dict[str, Any], holds: npt.NDArray[np.bool_]) -> dict[str, Any]:
    """An info with a twin of each key, which says for which games it holds."""
    return info | {f"_{key}": holds.copy() for key in info}


def _checked_mode(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        offered = ", ".join(repr(known.value) for known in AutoresetMode)
        raise OptionError(f"autoreset_mode is an AutoresetMode ({offered}), not {mode!r}") from None

"""The games as PettingZoo AEC environments. Agents are seats: player_0 is the first player.

Importing this module registers "fylking/Fravan-v0" and the like, one for each game.

>>> import pettingzoo
>>> import fylking.doors.pettingzoo
>>> env = pettingzoo.make("aec", "fylking/Fravan-v0", size=3)
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     over = termination or truncation
...     env.step(None if over else int(info["action_mask"].argmax()))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

try:
    from pettingzoo import AECEnv, aec_registry, register  # type: ignore[import-untyped]
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper  # type: ignore[import-untyped]
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        'fylking.doors.pettingzoo needs PettingZoo: pip install "fylking[pettingzoo]"'
    ) from error

from gymnasium import spaces
from gymnasium.error import ResetNeeded

from fylking.doors.display import MODES, Display, Shown
from fylking.doors.shared import (
    Mask,
    Planes,
    action_mask,
    action_space,
    checked_action,
    checked_choice,
    checked_dtype,
    checked_max_actions,
    chosen_game,
    observation_box,
)
from fylking.errors import IllegalActionError
from fylking.games import GAMES

if TYPE_CHECKING:
    import numpy.typing as npt

    from fylking._position import Position
    from fylking.game import Game

AGENTS = ("player_0", "player_1")
"""The agents: the first player and the second."""


def env(*args: Any, **options: Any) -> Any:
    """An environment that insists on the order of calls; takes what `raw_env` takes.

    Returns:
        `raw_env` within PettingZoo's `OrderEnforcingWrapper`.
    """
    return OrderEnforcingWrapper(raw_env(*args, **options))


class raw_env(Shown, AECEnv):  # type: ignore[misc]  # noqa: N801  # PettingZoo's name
    """A game as an AEC environment.

    The agent to act comes from the position: the same agent may act twice running. Every
    observation, whichever agent asks, is the position as the player to move sees it. The action
    mask of the agent that waits is all zero, as are both when the game is over.

    Args:
        game: a `fylking.Game`, or the name of one.
        size: with a name: the size of the board; None for the default.
        pie: with a name: whether the pie rule is on; None for the default.
        mask: where the int8 mask of legal actions is: "infos" or "observation" (then observations
            are dicts with "observation" and "action_mask", and infos are empty).
        illegal: what an illegal action does: "lose" ends the game, -1 for the agent and +1 for the
            other, with the reason in both infos as "illegal"; "raise" raises
            `fylking.IllegalActionError` and changes nothing. A number outside the action space
            raises in any case.
        max_actions: the game is cut off (truncated, without a winner) after so many actions; None
            for never.
        dtype: of the observations, uint8 or float32.
        render_mode: "human" (a window), "ansi" (text), "rgb_array" (a picture) or None.
        picture_size: width and height of pictures in pixels.

    Raises:
        OptionError: an option that is not offered.
        ImportError: Pillow or pygame is missing and the render mode needs it.

    Attributes:
        game: the `fylking.Game`.
        metadata: of this environment; "render_fps" is the speed of "human" and may be changed.

    >>> env = raw_env("fravan", size=2)
    >>> env.reset()
    >>> env.step(3)
    >>> env.agent_selection, env.infos["player_1"]["action_mask"]
    ('player_1', array([0, 0, 0, 0, 0, 0, 0, 0, 1, 1], dtype=int8))
    >>> env.step(9)  # the second player takes White, and is to move again
    >>> env.agent_selection
    'player_1'
    """

    def __init__(
        self,
        game: Game | str,
        size: int | None = None,
        pie: bool | None = None,
        *,
        mask: Literal["infos", "observation"] = "infos",
        illegal: Literal["lose", "raise"] = "lose",
        max_actions: int | None = None,
        dtype: npt.DTypeLike = "uint8",
        render_mode: Literal["human", "ansi", "rgb_array"] | None = None,
        picture_size: int = 512,
    ) -> None:
        super().__init__()
        self.game = chosen_game(game, size, pie)
        self._in_observation = checked_choice("mask", mask, ("infos", "observation")) != "infos"
        self._raises = checked_choice("illegal", illegal, ("lose", "raise")) == "raise"
        self._max_actions = checked_max_actions(max_actions)
        self._dtype = checked_dtype(dtype)
        self._display = Display(render_mode, picture_size, f"{self.game.title} {self.game.size}")
        self.render_mode = render_mode
        self.metadata: dict[str, Any] = {
            "name": f"{self.game.name}_v0",
            "render_modes": list(MODES),
            "render_fps": 4,
            "is_parallelizable": False,
        }
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        self.observation_spaces = {agent: self._make_space() for agent in AGENTS}
        self.action_spaces = {agent: action_space(self.game) for agent in AGENTS}
        self._position: Position | None = None

    def _make_space(self) -> spaces.Space[Any]:
        planes = observation_box(self.game, self._dtype)
        if not self._in_observation:
            return planes
        mask = spaces.Box(0, 1, (self.game.action_count,), np.int8)
        return spaces.Dict({"observation": planes, "action_mask": mask})

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        """The space of an agent's actions, always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a new game.

        Args:
            seed: taken and not needed: nothing is drawn by chance.
            options: taken and not needed.
        """
        self._position = self.game.start()
        self.agents = list(AGENTS)
        self._tell((0.0, 0.0), False, False)
        self._show()

    def step(self, action: Any) -> None:
        """Plays an action of the agent `agent_selection`; None once its game has ended.

        Raises:
            TypeError: the action is no integer.
            IllegalActionError: the action is outside the action space, or it is illegal and the
                environment was made with `illegal="raise"`; nothing has changed.
            gymnasium.error.ResetNeeded: before the first `reset`, or both agents have left.
        """
        position = self._here()
        agent = self.agent_selection
        if agent not in self.agents:
            raise ResetNeeded("the game is over: call reset() first")
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        action = checked_action(self.game, action)
        try:
            position.push(action)
        except IllegalActionError as error:
            if self._raises:
                raise
            reason: str | None = str(error)
            rewards = (-1.0, 1.0) if position.seat == 0 else (1.0, -1.0)
            terminated, truncated = True, False
        else:
            reason = None
            rewards = position.returns
            terminated = position.is_over
            limit = self._max_actions
            truncated = not terminated and limit is not None and position.ply >= limit
        self._tell(rewards, terminated, truncated, reason)
        self._show()

    def observe(self, agent: str) -> Planes | dict[str, Any]:
        """The position as the player to move sees it, a new array.

        With `mask="observation"`, a dict of it and the agent's action mask.

        Raises:
            gymnasium.error.ResetNeeded: before the first `reset`.
        """
        planes = self._here().observation(dtype=self._dtype)
        if not self._in_observation:
            return planes
        return {"observation": planes, "action_mask": self._mask(agent)}

    def _tell(
        self,
        rewards: tuple[float, float],
        terminated: bool,
        truncated: bool,
        illegal: str | None = None,
    ) -> None:
        """Fills in the attributes that AEC environments have: new dicts, for old ones are read."""
        self.rewards = dict(zip(AGENTS, rewards, strict=True))
        self._cumulative_rewards = dict(self.rewards)  # only the last action brings any
        self.terminations = dict.fromkeys(AGENTS, terminated)
        self.truncations = dict.fromkeys(AGENTS, truncated)
        self.agent_selection = AGENTS[self._here().seat]
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        if not self._in_observation:
            for agent in AGENTS:
                self.infos[agent]["action_mask"] = self._mask(agent)
        if illegal is not None:
            for agent in AGENTS:
                self.infos[agent]["illegal"] = illegal

    def _mask(self, agent: str) -> Mask:
        acts = agent == self.agent_selection and agent in self.agents
        if not acts or self.terminations[agent] or self.truncations[agent]:
            return np.zeros(self.game.action_count, np.int8)
        return action_mask(self._here())

    def _was_dead_step(self, action: Any) -> None:
        # The inherited method removes the agent from these in place; callers may hold them.
        self.agents = list(self.agents)
        for name in ("rewards", "terminations", "truncations", "infos", "_cumulative_rewards"):
            setattr(self, name, dict(getattr(self, name)))
        super()._was_dead_step(action)


for _room in GAMES.values():
    if f"fylking/{_room.title}-v0" not in aec_registry:
        register(
            "aec",
            f"fylking/{_room.title}-v0",
            entry_point="fylking.doors.pettingzoo:env",
            kwargs={"game": _room.name},
        )

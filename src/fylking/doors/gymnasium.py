"""The games as Gymnasium environments: one agent against an opponent that is given.

Importing this module registers "fylking/Fravan-v0" and the like, one for each game, and
"fylking/FravanSelfPlay-v0" and the like for `gymnasium.make_vec`.

>>> import gymnasium
>>> import fylking.doors.gymnasium
>>> env = gymnasium.make("fylking/Herfor-v0", size=3, pie=False, seat=1)
>>> observation, info = env.reset(seed=5)
>>> bool(info["action_mask"].all()), info["seat"]
(False, 1)
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

try:
    import gymnasium
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        'fylking.doors.gymnasium needs Gymnasium: pip install "fylking[gymnasium]"'
    ) from error

from gymnasium.error import ResetNeeded

from fylking.bots import Bot
from fylking.doors.display import MODES, Display, Shown
from fylking.doors.shared import (
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
from fylking.doors.vector import SelfPlayVectorEnv
from fylking.errors import Error, IllegalActionError
from fylking.games import GAMES

if TYPE_CHECKING:
    import numpy.typing as npt

    from fylking._position import Position
    from fylking.game import Game

__all__ = ["FylkingEnv", "Opponent", "OpponentError", "SelfPlayVectorEnv", "random_opponent"]

Opponent: TypeAlias = Callable[..., int | str]
"""Gives an action for a position: an int, or its text."""


class OpponentError(Error):
    """An opponent gave an action that cannot be played."""


def random_opponent(position: Position, rng: np.random.Generator) -> int:
    """A legal action drawn uniformly, a pass only when nothing else is legal.

    >>> import fylking
    >>> random_opponent(fylking.Fravan(2).start(), np.random.default_rng(1)) in range(7)
    True
    """
    return position.random_action(rng)


class FylkingEnv(Shown, gymnasium.Env[Planes, np.int64]):
    """A game for one agent, which has one of the seats; the opponent has the other.

    A step is one action of the agent and then the opponent's, as many as are its own to play. The
    mover comes from the position: after the pie choice and within a turn of Freeze the agent may
    be to move again without the opponent having acted.

    Observations are the position as the player to move sees it: the agent, but for the last one
    of a finished game. The info has "action_mask", an int8 array with 1 for the legal actions (all
    zero once the game is over), and "seat", the agent's.

    Args:
        game: a `fylking.Game`, or the name of one.
        size: with a name: the size of the board; None for the default.
        pie: with a name: whether the pie rule is on; None for the default.
        opponent: called with a copy of the position, returns an action (an int, or its text). If
            it has a parameter called `rng`, it gets the environment's `np_random` by that name, so
            that the environment's seed decides what it draws. Or a `fylking.bots.Bot`, which each
            reset gives a seed drawn from there. None for `random_opponent`.
        seat: the agent's seat: 0 (the first player), 1, or "random": drawn at each reset.
        illegal: what an illegal action does: "lose" ends the episode with a reward of -1 and the
            reason in the info as "illegal"; "raise" raises `fylking.IllegalActionError` and
            changes nothing. A number outside the action space raises in any case.
        max_actions: the episode is cut off (truncated, reward 0) by the step after which the agent
            is to move and so many actions have been played, by both; None for never.
        dtype: of the observations, uint8 or float32.
        render_mode: "human" (a window), "ansi" (text), "rgb_array" (a picture) or None.
        picture_size: width and height of pictures in pixels.

    Raises:
        OptionError: an option that is not offered.
        TypeError: the opponent cannot be called, and is no bot.
        ImportError: Pillow or pygame is missing and the render mode needs it.

    Attributes:
        game: the `fylking.Game`.

    >>> env = FylkingEnv("fravan", size=2, opponent=lambda position: position.legal_actions()[0])
    >>> observation, info = env.reset(seed=1)
    >>> observation, reward, terminated, truncated, info = env.step(3)
    >>> env.position.text  # the opponent chose Black, and so the agent is White
    'fravan2 ../.b./.. w play 1w'
    """

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str,
        size: int | None = None,
        pie: bool | None = None,
        *,
        opponent: Opponent | Bot | None = None,
        seat: Literal[0, 1, "random"] = 0,
        illegal: Literal["lose", "raise"] = "lose",
        max_actions: int | None = None,
        dtype: npt.DTypeLike = "uint8",
        render_mode: Literal["human", "ansi", "rgb_array"] | None = None,
        picture_size: int = 512,
    ) -> None:
        self.game = chosen_game(game, size, pie)
        self._bot: Bot | None = None
        self._opponent: Opponent
        if opponent is None:
            self._opponent = random_opponent
        elif isinstance(opponent, Bot) and not isinstance(opponent, type):
            self._bot, self._opponent = opponent, opponent.choose
        else:
            self._opponent = opponent
        self._opponent_draws = _takes_rng(self._opponent)
        self._seat_option: int | str = checked_choice("seat", seat, (0, 1, "random"))
        self._seat = 0
        self._raises = checked_choice("illegal", illegal, ("lose", "raise")) == "raise"
        self._max_actions = checked_max_actions(max_actions)
        self._dtype = checked_dtype(dtype)
        self._display = Display(render_mode, picture_size, f"{self.game.title} {self.game.size}")
        self.metadata = dict(self.metadata)
        self.render_mode = render_mode
        self.observation_space = observation_box(self.game, self._dtype)
        self.action_space = action_space(self.game)
        self._position: Position | None = None
        self._ended = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Planes, dict[str, Any]]:
        """Begins a new game; the opponent plays until the agent is to move.

        Args:
            seed: of `np_random`, from which the seat and the opponent draw.
            options: taken and not needed.

        Returns:
            Observation and info.

        Raises:
            OpponentError: the opponent gave an action that cannot be played. The episode before is
                where it was.
        """
        super().reset(seed=seed)
        position = self.game.start()
        if self._seat_option == "random":
            seat = int(self.np_random.integers(2))
        else:
            seat = int(self._seat_option)
        if self._bot is not None:
            self._bot.reset(int(self.np_random.integers(1 << 63)))
        self._let_opponent_play(position, seat)
        self._position, self._seat = position, seat
        self._ended = False
        self._show()
        return position.observation(dtype=self._dtype), self._info(position)

    def step(self, action: int | np.int64) -> tuple[Planes, float, bool, bool, dict[str, Any]]:
        """Plays an action of the agent, and the opponent's until the agent is to move again.

        Args:
            action: an int of the action space.

        Returns:
            Observation, reward (+1 for a win, -1 for a loss, else 0), terminated, truncated, info.

        Raises:
            TypeError: the action is no integer.
            IllegalActionError: the action is outside the action space, or it is illegal and the
                environment was made with `illegal="raise"`; nothing has changed.
            OpponentError: the opponent gave an action that cannot be played; the position is as
                before.
            gymnasium.error.ResetNeeded: before the first `reset`, or the episode has ended.
        """
        position = self._here().copy()
        if self._ended:
            raise ResetNeeded("the episode has ended: call reset() first")
        action = checked_action(self.game, action)
        try:
            position.push(action)
        except IllegalActionError as error:
            if self._raises:
                raise
            self._ended = True
            info = self._info(position) | {"illegal": str(error)}
            return position.observation(dtype=self._dtype), -1.0, True, False, info
        self._let_opponent_play(position, self._seat)
        self._position = position
        terminated = position.is_over
        limit = self._max_actions
        truncated = not terminated and limit is not None and position.ply >= limit
        self._ended = terminated or truncated
        self._show()
        observation = position.observation(dtype=self._dtype)
        reward = position.returns[self._seat]
        return observation, reward, terminated, truncated, self._info(position)

    def _info(self, position: Position) -> dict[str, Any]:
        mask = action_mask(position)
        if self._ended:
            mask[:] = 0
        return {"action_mask": mask, "seat": self._seat}

    def _let_opponent_play(self, position: Position, seat: int) -> None:
        """Plays the opponent's actions until the agent, of a seat, is to move."""
        options = {"rng": self.np_random} if self._opponent_draws else {}
        while not position.is_over and position.seat != seat:
            action = self._opponent(position.copy(), **options)
            try:
                position.push(action)
            except (Error, TypeError) as error:
                raise OpponentError(
                    f"the opponent gave {action!r} in {position.text!r}: {error}"
                ) from error


def _takes_rng(opponent: Opponent) -> bool:
    """Whether an opponent has a parameter called `rng` that is still to be given."""
    if isinstance(opponent, type) or not callable(opponent):
        raise TypeError(
            "an opponent is called with a position, or is a bot (with choose, reset, name and "
            f"thought); {opponent!r} is neither"
        )
    if isinstance(opponent, partial) and "rng" in opponent.keywords:
        return False
    try:
        found = inspect.signature(opponent).parameters.get("rng")
    except ValueError:  # some callables written in C do not tell
        return False
    return found is not None and found.kind in (found.POSITIONAL_OR_KEYWORD, found.KEYWORD_ONLY)


for _room in GAMES.values():
    if f"fylking/{_room.title}-v0" not in gymnasium.registry:
        gymnasium.register(
            f"fylking/{_room.title}-v0",
            entry_point="fylking.doors.gymnasium:FylkingEnv",
            kwargs={"game": _room.name},
        )
        gymnasium.register(
            f"fylking/{_room.title}SelfPlay-v0",
            vector_entry_point="fylking.doors.gymnasium:SelfPlayVectorEnv",
            kwargs={"game": _room.name},
        )

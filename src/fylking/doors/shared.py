"""What the doors to Gymnasium and PettingZoo share: options, spaces, masks."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

try:
    from gymnasium import spaces
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        'environments need Gymnasium: pip install "fylking[gymnasium]" or "fylking[pettingzoo]"'
    ) from error

from fylking.errors import IllegalActionError, OptionError, int_text
from fylking.game import Game
from fylking.games import game as game_named

if TYPE_CHECKING:
    from fylking._position import Position

Mask: TypeAlias = npt.NDArray[np.int8]
Planes: TypeAlias = npt.NDArray[Any]


def chosen_game(game: Game | str, size: int | None, pie: bool | None) -> Game:
    """The game that an environment's options name.

    Raises:
        OptionError: a name or size that is not offered, or options beside a `fylking.Game`.
    """
    if not isinstance(game, Game):
        return game_named(game, size, pie)
    if size is not None or pie is not None:
        raise OptionError(f"{game!r} has its size and pie rule; give them with a name only")
    return game


def checked_max_actions(max_actions: int | None) -> int | None:
    """The number of actions after which a game is cut off, or None."""
    if max_actions is None:
        return None
    if isinstance(max_actions, bool):
        raise TypeError("max_actions is an int or None, not a bool")
    max_actions = index(max_actions)
    if max_actions < 1:
        raise OptionError(f"max_actions is 1 or more, not {int_text(max_actions)}")
    return max_actions


def checked_choice(name: str, value: Any, choices: tuple[Any, ...]) -> Any:
    """A value that has to be one of a few, an int of NumPy's too.

    Raises:
        OptionError: it is another.
    """
    if isinstance(value, np.integer):
        value = int(value)
    for choice in choices:
        if type(value) is type(choice) and value == choice:
            return choice
    offered = " or ".join(map(repr, choices))
    raise OptionError(f"{name} is {offered}, not {value!r}")


def checked_dtype(dtype: npt.DTypeLike) -> str:
    """The name of a dtype that observations can have.

    Raises:
        OptionError: they cannot.
    """
    try:
        known = np.dtype(dtype)
    except (TypeError, ValueError, SyntaxError):
        known = None
    if known is None or known not in (np.float32, np.uint8):
        raise OptionError(f"dtype is 'uint8' or 'float32', not {dtype!r}")
    return known.name


def observation_box(game: Game, dtype: str) -> spaces.Box:
    """The space of a game's observations; each plane has its own upper bound."""
    shape = game.observation_shape
    limits = np.array(game.plane_limits, dtype).reshape(-1, 1, 1)
    high = np.broadcast_to(limits, shape).copy()
    return spaces.Box(np.zeros_like(high), high, dtype=high.dtype.type)


def action_space(game: Game) -> spaces.Discrete[Any]:
    """The space of a game's actions."""
    return spaces.Discrete(game.action_count)


def action_mask(position: Position) -> Mask:
    """A new int8 array with 1 for the legal actions, as the spaces' `sample` wants it."""
    return position.legal_mask().view(np.int8)


def checked_action(game: Game, action: Any) -> int:
    """An action as an int.

    Raises:
        TypeError: it is no integer.
        IllegalActionError: it is outside the action space.
    """
    if isinstance(action, bool | np.bool_):
        raise TypeError("an action is an int, not a bool")
    try:
        number = index(action)
    except TypeError:
        raise TypeError(f"an action is an int, not {action!r}") from None
    if not 0 <= number < game.action_count:
        raise IllegalActionError(game._no_such_action(number), "A")
    return number

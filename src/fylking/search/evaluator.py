"""Searches that ask an evaluator: many leaves of many trees at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from fylking.errors import OptionError

if TYPE_CHECKING:
    from fylking._position import Control
    from fylking.game import Game
    from fylking.search.mcts import MCTS

Evaluator: TypeAlias = Callable[
    [npt.NDArray[np.float32], npt.NDArray[np.bool_]], tuple[npt.ArrayLike, npt.ArrayLike]
]
"""Tells about k positions, given as observations, float32 (k, planes, ranks, files), and legal
actions, bool (k, action_count).

It returns policies, (k, action_count), not negative, of which only those of legal actions count,
in relation to each other; and values, (k,), the returns expected for the player to move, -1 to 1.
"""

LEAVES = 16
"""How many leaves of one tree are asked about at once, by default."""


def ask(
    searches: Sequence[MCTS],
    evaluator: Evaluator,
    leaves: int,
    seconds: float | None,
    control: Control,
    stopped: Callable[[], bool],
) -> int:
    """Goes on with searches of one game until what their trees were told to do is done.

    Whatever is raised on the way, the trees are as they were after the last answer.

    Args:
        searches: the searches.
        evaluator: whom to ask.
        leaves: about how many of a tree at once, at most.
        seconds: ask no more when this has passed.
        control: a switch that makes native loops return early.
        stopped: whether to give up.

    Returns:
        The number of simulations done in all.
    """
    game = searches[0]._tree.game
    begun, done = perf_counter(), 0
    going = list(searches)
    while going and not (seconds is not None and perf_counter() - begun >= seconds):
        planes = np.empty((leaves * len(going), *game.observation_shape), np.float32)
        masks = np.empty((leaves * len(going), game.action_count), np.bool_)
        row, still = 0, []
        try:
            for search in going:
                search._mix_noise()
                asked, settled = search._tree.gather(leaves, masks, planes, row, control)
                if asked or settled:
                    still.append((search, row))
                row += asked
                done += settled
            if stopped():
                break
            if row:
                policies, values = _answers(evaluator, planes[:row], masks[:row], game)
                for search, first in still:
                    search._tree.feed(policies, values, first)
                done += row
        finally:
            for search in going:
                search._tree.forget()
        going = [search for search, _ in still]
    return done


def _answers(
    evaluator: Evaluator,
    planes: npt.NDArray[np.float32],
    masks: npt.NDArray[np.bool_],
    game: Game,
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    k = len(planes)
    answers: object = evaluator(planes, masks)
    if not isinstance(answers, (tuple, list)) or len(answers) != 2:
        raise TypeError(f"an evaluator returns policies and values, not {type(answers).__name__}")
    policies = _numbers(answers[0], "policies", (k, game.action_count))
    values = _numbers(answers[1], "values", (k,))
    if policies.min(initial=0) < 0:
        raise OptionError(
            f"the evaluator's policies have {policies.min()}; they are not negative (no logits)"
        )
    if abs(values).max(initial=0) > 1:
        worst = values[abs(values).argmax()]
        raise OptionError(f"the evaluator's values have {worst}; they are from -1 to 1")
    return policies, values


def _numbers(answer: Any, what: str, shape: tuple[int, ...]) -> npt.NDArray[np.float32]:
    try:
        array = np.asarray(answer)
    except ValueError as error:
        raise OptionError(f"the evaluator's {what} are no array: {error}") from None
    if array.dtype.kind not in "fiub":
        raise TypeError(f"the evaluator's {what} are numbers, not {array.dtype}")
    if array.shape != shape:
        raise OptionError(f"the evaluator's {what} have shape {array.shape}, not {shape}")
    if not np.isfinite(array).all():
        raise OptionError(f"the evaluator's {what} are not all finite")
    return np.ascontiguousarray(array, np.float32)

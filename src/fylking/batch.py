"""Many games of one kind, stepped together."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import finalize

import numpy as np

from fylking._crew import Crew
from fylking._rng import Rng, make_rng
from fylking._slots import MODES
from fylking.arrays import as_array, as_integers, fitting, in_64_bits
from fylking.errors import IllegalActionError, OptionError, int_text
from fylking.game import Game
from fylking.threads import checked_count, checked_position, checked_threads

if TYPE_CHECKING:
    import numpy.typing as npt

    from fylking._position import Position
    from fylking._slots import Slots
    from fylking.arrays import Planes

MAX_GAMES = 1 << 20

# What `read` offers: dtype, and numbers a game.
FIELDS: dict[str, tuple[type, int]] = {
    "to_move": (np.int8, 1),
    "seat": (np.int8, 1),
    "counts": (np.int64, 1),
    "actions": (np.int32, 1),
    "rewards": (np.float32, 2),
    "terminated": (np.bool_, 1),
    "truncated": (np.bool_, 1),
    "finished": (np.bool_, 1),
    "final_counts": (np.int64, 1),
    "final_scores": (np.float64, 2),
}


class Step(NamedTuple):
    """What a step of a batch gave.

    Attributes:
        rewards: float32 (n, 2), by seat: +1 and -1 for games that have just been won, else 0.
        terminated: bool (n,), games that are over.
        truncated: bool (n,), games that were cut off by `max_actions`.
    """

    rewards: npt.NDArray[np.float32]
    terminated: npt.NDArray[np.bool_]
    truncated: npt.NDArray[np.bool_]


class Batch:
    """`n` games of one kind, stepped together by one call, without the GIL.

    Everything it returns is a new array, unless the caller gives one as `out`. A step that
    raises for an illegal action leaves all games as they were (but not what was given as
    `out`); one that Ctrl-C ends has moved all of them, or none. A batch belongs to one thread
    at a time: a call that plays, starts anew, puts in, pickles, or writes masks or planes and
    meets another such at work, in another thread or within a signal handler, raises
    `fylking.Error`.

    The games are the same for the same seed, with any number of threads: game i draws from
    `Rng(seed).split(i)`.

    What becomes of a game that has ended is said by `autoreset`, as Gymnasium defines its modes:

    * "same-step": it starts anew within the step that ended it. `final_observation` and the like
      tell how it ended.
    * "next-step": it stays as it is until the next step, which starts it anew, gives no reward,
      and ignores its action: any int may be passed.
    * "disabled": it stays as it is until `reset(where=...)`. Until then its action is -1, its
      reward 0, and it counts as `terminated` or `truncated` still.

    Args:
        game: a `fylking.Game`.
        n: number of games, up to 2**20.
        seed: an int from 0 to 2**64 - 1, an `Rng` (which does not move on), or a NumPy Generator
            (which gives a seed).
        threads: how many threads share the work of every call.
        autoreset: "same-step", "next-step" or "disabled".
        max_actions: cut games off after so many actions; None for no limit.

    Raises:
        OptionError: a number or a word that is not offered.

    >>> import fylking
    >>> batch = fylking.Batch(fylking.Fravan(size=3), n=4, seed=1)
    >>> rewards, terminated, truncated = batch.step([9, 0, 1, 2])
    >>> batch.seat
    array([1, 1, 1, 1], dtype=int8)
    >>> batch.legal_mask().sum(axis=1)
    array([2, 2, 2, 2])
    >>> batch.step([5, 20, 20, 20])
    Traceback (most recent call last):
        ...
    fylking.errors.IllegalActionError: game 0, action 5: the pie choice comes first: ...
    >>> while not batch.step_random().terminated.any():
    ...     pass
    """

    def __init__(
        self,
        game: Game,
        n: int,
        seed: int | Rng | np.random.Generator = 0,
        threads: int = 1,
        autoreset: str = "same-step",
        max_actions: int | None = None,
    ) -> None:
        if not isinstance(game, Game):
            raise TypeError(f"game is a fylking game, not {type(game).__name__}")
        n = checked_count(n, "n", 1, MAX_GAMES)
        try:
            mode = MODES[autoreset]
        except (KeyError, TypeError):
            offered = ", ".join(MODES)
            raise OptionError(f"autoreset is {autoreset!r}; it is one of {offered}") from None
        if max_actions is not None:
            max_actions = checked_count(max_actions, "max_actions", 1)
        self._hire(checked_threads(threads))
        self._autoreset = autoreset
        self._max_actions = max_actions
        most = -1 if max_actions is None else max_actions
        self._slots: Slots = game._slots(game, n, mode, most)
        self.reset(make_rng(seed))

    def _hire(self, threads: int) -> None:
        self._crew = Crew(threads)
        finalize(self, self._crew.dismiss)

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._slots.game

    @property
    def n(self) -> int:
        """Number of games."""
        return self._slots.n

    @property
    def threads(self) -> int:
        """How many threads share the work."""
        return self._crew.threads

    @property
    def autoreset(self) -> str:
        """What becomes of games that have ended: "same-step", "next-step" or "disabled"."""
        return self._autoreset

    @property
    def max_actions(self) -> int | None:
        """After how many actions games are cut off, or None."""
        return self._max_actions

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return (
            f"<fylking.Batch of {self.n} games of {self.game!r}, threads={self.threads}, "
            f"autoreset={self.autoreset!r}, max_actions={self.max_actions}>"
        )

    # ---- Playing ----

    def reset(
        self,
        seed: int | Rng | np.random.Generator | None = None,
        where: npt.ArrayLike | None = None,
    ) -> None:
        """Starts games anew.

        Args:
            seed: for new generators (as in the constructor); None: the generators go on.
            where: which games, a bool array of shape (n,) or different indices; None for all.

        Raises:
            OptionError: `where` does not fit.
        """
        marked = self._marked(where)
        rng = None if seed is None else make_rng(seed)
        with self._slots:
            self._slots.restart(marked, rng)

    def step(
        self,
        actions: npt.ArrayLike,
        *,
        mask: npt.NDArray[Any] | None = None,
        observation: Planes | None = None,
        out: Step | tuple[npt.NDArray[Any], ...] | None = None,
    ) -> Step:
        """Plays an action in every game.

        Args:
            actions: n ints, an array of any integer dtype or a sequence. For games that have
                ended, see the class.
            mask: an array as for `legal_mask` (of bool, or uint8 for the packed form), to write
                the next legal actions to; cheaper than a call of its own.
            observation: an array as for `observation`, likewise.
            out: a tuple of arrays to write rewards, terminated and truncated to and return; new
                ones by default, and for those that are None.

        Raises:
            IllegalActionError: an action is not legal in its game: the first such game is named,
                and no game has moved.
            OptionError: an array does not fit, or shares memory with another.
        """
        chosen = as_integers(actions, "actions")
        if chosen.shape != (self.n,):
            raise OptionError(f"there must be {self.n} actions, not an array of {chosen.shape}")
        return self._advance(chosen, "forced", mask, observation, out)

    def step_random(
        self,
        passes: str = "forced",
        *,
        mask: npt.NDArray[Any] | None = None,
        observation: Planes | None = None,
        out: Step | tuple[npt.NDArray[Any], ...] | None = None,
    ) -> Step:
        """Plays a drawn action in every game; `actions` tells which.

        Args:
            passes: "forced" draws a pass only when nothing else is legal, "uniform" as one action
                among the others.
            mask: as for `step`.
            observation: as for `step`.
            out: as for `step`.

        Raises:
            OptionError: a word that is not offered, or an array that does not fit or shares
                memory with another.
        """
        return self._advance(None, passes, mask, observation, out)

    def _advance(
        self,
        chosen: npt.NDArray[Any] | None,
        passes: str,
        mask: npt.NDArray[Any] | None,
        seen: Planes | None,
        out: Any,
    ) -> Step:
        names = ("rewards", "terminated", "truncated")
        if out is not None and (not isinstance(out, tuple) or len(out) != 3):
            raise TypeError("out must be a tuple of three arrays: rewards, terminated, truncated")
        arrays = (None, None, None) if out is None else out
        results = Step(*map(self._field, names, arrays, names))
        packed = _is_packed(mask)
        if mask is not None:
            mask = self._mask_array(mask, packed, "mask")
        if seen is not None:
            seen = self._planes_array(seen, "float32", "observation")
        wide = None if chosen is None else in_64_bits(chosen)
        slots = self._slots

        with slots:
            illegal = slots.advance(self._crew, wide, passes, results, mask, packed, seen)
            if illegal >= 0 and chosen is not None:
                raise self._illegal(illegal, int(chosen[illegal]))
            slots.commit()
        return results

    def _illegal(self, i: int, action: int) -> IllegalActionError:
        where = f"game {i}, action {int_text(action)}"
        position = self.position(i)
        if self._slots.is_finished(i):
            how = f"over by {position.end_reason}" if position.is_over else "cut off"
            rule = self.game._end_rule(position) if position.is_over else "A"
            return IllegalActionError(
                f"{where}: the game is {how}; pass -1, or reset it ({rule})", rule
            )
        error = self.game._illegal(position, action)
        return IllegalActionError(f"{where}: {error}", error.rule)

    # ---- What the games are like ----

    def legal_mask(
        self, out: npt.NDArray[Any] | None = None, packed: bool = False
    ) -> npt.NDArray[Any]:
        """The legal actions of every game; none in games that have ended.

        Args:
            out: an array to write to and return; a new one by default.
            packed: eight actions a byte, as `numpy.packbits` has them (as soon as `out` is of
                uint8): `numpy.unpackbits(mask, axis=1, count=game.action_count)` unpacks.

        Returns:
            bool (n, action_count); packed: uint8 (n, (action_count + 7) // 8).

        Raises:
            OptionError: `out` does not fit.
        """
        packed = packed or _is_packed(out)
        mask = self._mask_array(out, packed)
        with self._slots:
            self._slots.write_masks(self._crew, mask, packed)
        return mask

    def observation(self, out: Planes | None = None, dtype: npt.DTypeLike = "float32") -> Planes:
        """The planes of every game, as `Position.observation` has them.

        Args:
            out: an array to write to and return (C-contiguous, float32 or uint8); a new one by
                default.
            dtype: of a new array: float32 or uint8.

        Returns:
            Shape (n, planes, ranks, files).

        Raises:
            OptionError: `out` or `dtype` does not fit.
        """
        return self._planes(out, dtype, final=False)

    def final_observation(
        self, out: Planes | None = None, dtype: npt.DTypeLike = "float32"
    ) -> Planes:
        """The last positions of the games that ended at the last step, as planes.

        As `observation`; where no game has ended there are zeros.
        """
        return self._planes(out, dtype, final=True)

    @property
    def to_move(self) -> npt.NDArray[np.int8]:
        """The colour whose action is next: int8 (n,)."""
        return self.read("to_move")

    @property
    def seat(self) -> npt.NDArray[np.int8]:
        """The seat whose action is next, 0 or 1: int8 (n,)."""
        return self.read("seat")

    @property
    def counts(self) -> npt.NDArray[np.int64]:
        """Number of actions played in the games: int64 (n,)."""
        return self.read("counts")

    @property
    def actions(self) -> npt.NDArray[np.int32]:
        """The actions of the last step, int32 (n,); -1 where none was played."""
        return self.read("actions")

    @property
    def rewards(self) -> npt.NDArray[np.float32]:
        """The rewards of the last step by seat: float32 (n, 2)."""
        return self.read("rewards")

    @property
    def terminated(self) -> npt.NDArray[np.bool_]:
        """Whether the last step found or made the game over: bool (n,)."""
        return self.read("terminated")

    @property
    def truncated(self) -> npt.NDArray[np.bool_]:
        """Whether the last step found or made the game cut off: bool (n,)."""
        return self.read("truncated")

    @property
    def finished(self) -> npt.NDArray[np.bool_]:
        """Whether the game has ended and waits to be started anew: bool (n,)."""
        return self.read("finished")

    @property
    def final_counts(self) -> npt.NDArray[np.int64]:
        """Lengths of the games that ended at the last step, 0 for the others: int64 (n,).

        As far as this batch has played them: a finished position that was put in has length 0.
        """
        return self.read("final_counts")

    @property
    def final_scores(self) -> npt.NDArray[np.float64]:
        """Scores (Black's, White's) of the games that ended at the last step: float64 (n, 2).

        NaN where no game has ended.
        """
        return self.read("final_scores")

    def read(self, name: str, out: npt.NDArray[Any] | None = None) -> npt.NDArray[Any]:
        """One of the properties that are arrays, written into an array of the caller's.

        Args:
            name: "to_move", "seat", "counts", "actions", "rewards", "terminated", "truncated",
                "finished", "final_counts" or "final_scores".
            out: an array to write to and return; a new one by default.

        Raises:
            OptionError: there is no such property, or `out` does not fit.
        """
        if name not in FIELDS:
            raise OptionError(f"{name!r} cannot be read; there are {', '.join(FIELDS)}")
        array = self._field(name, out)
        self._slots.read(name, array)
        return array

    # ---- Single games ----

    def position(self, i: int) -> Position:
        """The position of game i, a copy without history.

        Raises:
            OptionError: there is no such game.
        """
        return self._slots.position(self._checked_game(i))

    def final_position(self, i: int) -> Position:
        """The last position of the game that ended, or was cut off, in place i at the last step.

        Raises:
            OptionError: there is no such game, or none has ended there.
        """
        i = self._checked_game(i)
        if not self._slots.has_ended(i):
            raise OptionError(f"game {i} has not ended at the last step")
        return self._slots.position(i, final=True)

    def set_position(self, i: int, pos: Position) -> None:
        """Puts a position in the place of game i. Its actions are counted from here.

        A position that is over counts as a game that has ended, in every mode.

        Raises:
            OptionError: there is no such game, or the position is of another game.
        """
        checked_position(pos)
        if pos.game != self.game:
            raise OptionError(f"pos is of {pos.game!r}, the batch of {self.game!r}")
        i = self._checked_game(i)
        with self._slots:
            self._slots.set_position(i, pos)

    # ---- Copies ----

    def copy(self) -> Batch:
        """An independent copy, generators included."""
        twin = Batch.__new__(Batch)
        twin._hire(self.threads)
        twin._autoreset = self._autoreset
        twin._max_actions = self._max_actions
        twin._slots = self._slots.copy()
        return twin

    def __copy__(self) -> Batch:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Batch:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        options = (self.game, self.n, 0, self.threads, self._autoreset, self._max_actions)
        with self._slots:
            return _restore, (options, [self._slots.dump(i) for i in range(self.n)])

    # ---- Arrays ----

    def _checked_game(self, i: int) -> int:
        i = index(i)
        if not 0 <= i < self.n:
            raise OptionError(f"there is no game {int_text(i)}; there are games 0 to {self.n - 1}")
        return i

    def _marked(self, where: npt.ArrayLike | None) -> npt.NDArray[np.bool_]:
        if where is None:
            return np.ones(self.n, np.bool_)
        which = as_array(where, "where")
        if which.dtype == np.bool_:
            if which.shape != (self.n,):
                raise OptionError(f"where has shape {which.shape}; it must be ({self.n},)")
            return np.ascontiguousarray(which)
        marked = np.zeros(self.n, np.bool_)
        if which.size:
            if which.dtype.kind not in "iu" or which.ndim > 1:
                raise TypeError("where is a bool array, or holds the indices of games")
            for i in (which.min(), which.max()):
                self._checked_game(int(i))
            marked[which] = True
            if np.count_nonzero(marked) < which.size:  # 0s and 1s, say, meant as a mask
                raise OptionError("where names a game twice; what marks games is of bool")
        return marked

    def _field(
        self, name: str, out: npt.NDArray[Any] | None, what: str = "out"
    ) -> npt.NDArray[Any]:
        dtype, width = FIELDS[name]
        return fitting(out, (self.n,) if width == 1 else (self.n, width), np.dtype(dtype), what)

    def _mask_array(
        self, out: npt.NDArray[Any] | None, packed: bool, what: str = "out"
    ) -> npt.NDArray[Any]:
        count = self.game.action_count
        if packed:
            return fitting(out, (self.n, (count + 7) // 8), np.dtype(np.uint8), what)
        return fitting(out, (self.n, count), np.dtype(np.bool_), what)

    def _planes_array(self, out: Planes | None, dtype: npt.DTypeLike, what: str = "out") -> Planes:
        shape = (self.n, *self.game.observation_shape)
        try:
            kind = np.dtype(dtype) if out is None else getattr(out, "dtype", None)
        except (TypeError, ValueError, SyntaxError):
            raise TypeError(f"dtype must be float32 or uint8, not {dtype!r}") from None
        if out is None and kind not in (np.float32, np.uint8):
            raise OptionError(f"dtype must be float32 or uint8, not {kind}")
        return fitting(out, shape, np.dtype(np.uint8 if kind == np.uint8 else np.float32), what)

    def _planes(self, out: Planes | None, dtype: npt.DTypeLike, final: bool) -> Planes:
        planes = self._planes_array(out, dtype)
        with self._slots:
            self._slots.write_planes(self._crew, planes, final)
        return planes


def _is_packed(mask: object) -> bool:
    """Whether a mask that the caller gave is one of eight actions a byte."""
    return isinstance(mask, np.ndarray) and mask.dtype == np.uint8


def _restore(options: tuple[Any, ...], dumped: list[tuple[Any, ...]]) -> Batch:
    """A batch from its options and what `dump` gave of each game (for pickle)."""
    batch = Batch(*options)
    for i, game in enumerate(dumped):
        batch._slots.load(i, game)
    return batch

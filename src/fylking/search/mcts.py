"""Monte Carlo tree search."""

from __future__ import annotations

from math import isfinite
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fylking._position import Control, Turnstile
from fylking._rng import Rng, make_rng
from fylking.errors import OptionError
from fylking.search.evaluator import LEAVES, Evaluator, ask
from fylking.threads import Team, checked_count, checked_position, checked_threads

if TYPE_CHECKING:
    import numpy.typing as npt

    from fylking._position import Position

MEMORY = 1 << 28
"""Bytes that a tree may take, by default."""

LEAST_MEMORY = 1 << 20
LONGEST_LINE = 512

EXPLORATION_PUCT = 1.5
FIRST_PLAY_UCT = 0.0
FIRST_PLAY_PUCT = 0.25


class MCTSResult(NamedTuple):
    """What a search has found so far.

    Values are returns for the seat that acts in the position, from -1.0 to 1.0.

    Attributes:
        action: the best action: a proven win, or the one most visited.
        value: the return expected after it.
        proven: whether `value` is the value of the game.
        pv: the principal variation: the best actions in turn, from `action` on.
        visits: simulations by action: int64 (action_count,).
        values: mean returns by action, proven ones exactly: float64 (action_count,); NaN for
            actions that were not tried.
        proofs: whether the value of the action is proven: bool (action_count,).
        simulations: done by the search that returned this.
        nodes: nodes of the tree.
        memory: bytes that they take.
        full: whether the memory is used up, so that the tree no longer grows.
        seconds: how long the search that returned this took.
    """

    action: int
    value: float
    proven: bool
    pv: tuple[int, ...]
    visits: npt.NDArray[np.int64]
    values: npt.NDArray[np.float64]
    proofs: npt.NDArray[np.bool_]
    simulations: int
    nodes: int
    memory: int
    full: bool
    seconds: float


class MCTS:
    """A Monte Carlo tree search that can be gone on with, and that follows the game.

    Without an evaluator it is UCT: random games, played natively, tell what positions are worth.
    With one it is PUCT: the evaluator's policies say what to try, its values what it is worth.
    Either way wins, losses and draws are proven where they can be, and the proofs handed up.

    With one thread (and an evaluator that is a function of what it is given) the same seed and the
    same numbers of simulations give the same tree on every platform and instruction path.

    Threads share one tree. In Freeze each grows its own, and what all found is put together: a
    simulation is so short there that threads would wait for each other. So by simulations Freeze's
    results are the same every time for the same number of threads, too.

    An object belongs to one thread at a time; only `stop` may be called from others.

    Args:
        pos: where to search; it does not change.
        seed: an int, an `Rng` (which does not move on), or a NumPy Generator (which gives a seed).
        threads: how many threads simulate; 1 with an evaluator.
        memory: bytes that the tree may take, 1 MiB or more (in all; so much for each, if there are
            several). Once they are used up the tree stops
            growing: simulations go on in the tree as it is.
        exploration: the constant of UCT or PUCT; None for the default (of the game, for UCT).
        first_play: how much lower than its parent's an untried action's value is taken to be;
            None for the default.
        rave: visits at which an action's own results weigh as much as those of simulations that
            had it later on (UCT); 0: those count nothing; None for the default of the game.
        passes: which passes random games may take, as for `fylking.playouts`.
        expand_after: visits after which a leaf gets children (UCT); with more the tree is smaller.
        evaluator: whom to ask (`Evaluator`).
        leaves: how many leaves an evaluator is asked about at once.
        noise: the share of Dirichlet noise in the priors of the root's actions (evaluator).
        alpha: the parameter of that noise; None for 10 divided by the number of legal actions.

    Raises:
        OptionError: a number that is not offered.

    >>> import fylking
    >>> from fylking.search import MCTS
    >>> mcts = MCTS(fylking.Fravan(size=3, pie=False).start(), seed=1)
    >>> found = mcts.search(simulations=1000)
    >>> int(found.visits.sum()), int(found.visits.argmax()) == found.action
    (1000, True)
    >>> mcts.push(found.action)
    >>> mcts.search(simulations=500).simulations
    500
    """

    def __init__(
        self,
        pos: Position,
        seed: int | Rng | np.random.Generator = 0,
        *,
        threads: int = 1,
        memory: int = MEMORY,
        exploration: float | None = None,
        first_play: float | None = None,
        rave: float | None = None,
        passes: str = "forced",
        expand_after: int = 1,
        evaluator: Evaluator | None = None,
        leaves: int = LEAVES,
        noise: float = 0.0,
        alpha: float | None = None,
    ) -> None:
        checked_position(pos)
        asks = evaluator is not None
        if asks and not callable(evaluator):
            raise TypeError(f"evaluator is a function, not {type(evaluator).__name__}")
        if exploration is None:
            exploration = EXPLORATION_PUCT if asks else pos.game._exploration
        if first_play is None:
            first_play = FIRST_PLAY_PUCT if asks else FIRST_PLAY_UCT
        if rave is None:
            rave = 0.0 if asks else pos.game._rave
        self._team = Team(checked_threads(threads))
        if asks and threads > 1:
            raise OptionError(f"threads is {threads}; with an evaluator it is 1")
        self._evaluator = evaluator
        self._leaves = checked_count(leaves, "leaves", 1, 1 << 16)
        self._noise = checked_number(noise, "noise", 0, 1)
        if noise and not asks:
            raise OptionError(f"noise is {noise}; it is for priors, which an evaluator gives")
        self._alpha = None if alpha is None else checked_number(alpha, "alpha", 1e-3, 1e3)
        count = 1 if pos.game._one_tree else threads
        memory = checked_count(memory, "memory", LEAST_MEMORY * count) // count
        options = (
            checked_number(exploration, "exploration", 0, 1e6),
            checked_number(first_play, "first_play", -1e6, 1e6),
            checked_number(rave, "rave", 0, 1e6),
            passes,
            asks,
            checked_count(expand_after, "expand_after", 1, 1 << 30),
        )
        rng = make_rng(seed)
        self._tree, *others = [
            pos.game._trees(pos, rng.split(i) if i else rng, memory, *options) for i in range(count)
        ]
        self._tree.join(others)
        self._pos = pos.copy()
        self._alone = Turnstile(
            OptionError, "this search is running in another thread; stop() ends it"
        )
        self._control = Control()
        self._stopped = False
        self._noised = False

    @property
    def position(self) -> Position:
        """The position that is searched, a copy."""
        return self._pos.copy()

    @property
    def threads(self) -> int:
        """How many threads simulate."""
        return self._team.threads

    @property
    def memory(self) -> int:
        """Bytes that the tree may take."""
        return self._tree.memory

    def __repr__(self) -> str:
        return (
            f"<fylking.search.MCTS of {self._pos.text!r}, {self._tree.visits} visits, "
            f"{self._tree.nodes} nodes>"
        )

    # ---- Searching ----

    def search(
        self,
        simulations: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
    ) -> MCTSResult:
        """Goes on until the first of the limits, or until the value of the game is proven.

        With no limit it goes on until then, or until `stop`. Ctrl-C, and whatever an evaluator
        raises, leaves the tree as good as it is.

        Args:
            simulations: do so many more.
            nodes: until the tree has so many nodes, or is full.
            seconds: until so much time has passed.

        Raises:
            OptionError: a limit that is not offered; answers of the evaluator that do not fit.
            IllegalActionError: the game is over.
        """
        with self._alone:
            begun = perf_counter()
            seconds = self._begin(simulations, nodes, seconds)
            done = self._simulate(seconds) if self._evaluator is None else self._ask(seconds)
            return self._result(done, perf_counter() - begun)

    def stop(self) -> None:
        """Makes the search that is running in another thread return soon."""
        self._stopped = True
        self._control.cancel()

    def result(self) -> MCTSResult:
        """What is known now; no simulation is done.

        Raises:
            IllegalActionError: the game is over.
        """
        with self._alone:
            self._check_going()
            return self._result(0, 0.0)

    def push(self, action: int | str) -> None:
        """Plays an action. What the tree knows of the positions after it is kept, the rest freed.

        Raises:
            IllegalActionError: the action is not legal; nothing has changed.
        """
        with self._alone:
            self._pos.push(action)
            self._tree.push(self._pos.peek())
            self._noised = False

    def sample(self, temperature: float = 1.0) -> int:
        """An action drawn by its visits to the power 1 / temperature; 0: the best action.

        A proven win is always played, and a proven loss only when there is nothing else.

        Raises:
            OptionError: a temperature that is not offered, or nothing was searched yet.
        """
        temperature = checked_number(temperature, "temperature", 0, 1e6)
        with self._alone:
            self._check_going()
            line = self._tree.line(1)
            if not line:
                raise OptionError("there are no visits to draw by; search first")
            if temperature < 1e-3 or self._tree.bounds[0] == 1:
                return line[0]
            return self._tree.sample(temperature)

    # ---- Its parts ----

    def _check_going(self) -> None:
        if self._pos.is_over:
            raise self._pos.game._illegal(self._pos, 0)

    def _begin(
        self, simulations: int | None, nodes: int | None, seconds: float | None
    ) -> float | None:
        """Tells the tree its limits; returns the seconds, checked."""
        self._check_going()
        self._control, self._stopped = Control(), False
        most = -1 if simulations is None else checked_count(simulations, "simulations")
        size = -1 if nodes is None else checked_count(nodes, "nodes")
        if seconds is not None:
            seconds = checked_number(seconds, "seconds", 0, 1e9)
        self._tree.begin(most, size)
        return seconds

    def _simulate(self, seconds: float | None) -> int:
        tree, shared = self._tree, self.threads > 1
        least, greatest = tree.bounds
        if least == greatest:  # which several trees may know only together
            return 0
        milliseconds = -1 if seconds is None else round(seconds * 1000)

        def work(which: int, control: Control) -> int:
            try:
                return tree.run(which, shared, milliseconds, control)
            except BaseException:
                control.cancel()  # a search without limits would never ask how this one fares
                raise

        return sum(self._team.everywhere(work, self._control))

    def _ask(self, seconds: float | None) -> int:
        assert self._evaluator is not None
        return ask([self], self._evaluator, self._leaves, seconds, self._control, self._has_stopped)

    def _mix_noise(self) -> None:
        """Once for each root, as soon as it has children."""
        if self._noise > 0 and not self._noised:
            alpha = 10 / self._pos.legal_count() if self._alpha is None else self._alpha
            self._noised = self._tree.add_noise(self._noise, alpha)

    def _has_stopped(self) -> bool:
        return self._stopped

    def _result(self, simulations: int, seconds: float) -> MCTSResult:
        tree, count = self._tree, self._pos.game.action_count
        visits = np.zeros(count, np.int64)
        values = np.full(count, np.nan)
        low, high = np.full(count, -1, np.int8), np.ones(count, np.int8)
        tree.read(visits, values, low, high)
        pv = tuple(tree.line(LONGEST_LINE)) or (self._pos.legal_actions()[0],)
        least, greatest = tree.bounds
        proven = least == greatest
        value = float(least) if proven else float(values[pv[0]])
        return MCTSResult(
            pv[0],
            value if isfinite(value) else 0.0,
            proven,
            pv,
            visits,
            values,
            low == high,
            simulations,
            tree.nodes,
            tree.used,
            tree.full,
            seconds,
        )


def checked_number(value: Any, what: str, least: float, most: float) -> float:
    """A finite number in a range."""
    if isinstance(value, bool) or not hasattr(value, "__float__"):
        raise TypeError(f"{what} is a number, not {type(value).__name__}")
    number = float(value)
    if not least <= number <= most:
        raise OptionError(f"{what} is {number}; it must be from {least:g} to {most:g}")
    return number

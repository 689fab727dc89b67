"""What a bot is: something that chooses an action, and says what it thought."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol, SupportsFloat, runtime_checkable

if TYPE_CHECKING:
    from fylking._position import Position


@dataclass(frozen=True)
class Limits:
    """How long a bot may think; the first limit that is reached ends it. None: no such limit.

    Attributes:
        simulations: playouts or evaluations of a tree search.
        nodes: positions looked at.
        depth: actions deep.
        seconds: time on the wall.
    """

    simulations: int | None = None
    nodes: int | None = None
    depth: int | None = None
    seconds: float | None = None


class Candidate(NamedTuple):
    """An action that a bot considered.

    Attributes:
        action: the action.
        visits: how often it was tried, what was kept of earlier searches included.
        value: the return expected after it for the seat that acts, from -1.0 to 1.0.
    """

    action: int
    visits: int
    value: float


class Thought(NamedTuple):
    """What a bot thought when it chose.

    Attributes:
        action: what it chose.
        value: the return it expects for the seat that acts, from -1.0 to 1.0; None: it has no idea.
        proven: whether the value is certain.
        pv: the principal variation, actions from `action` on.
        simulations: how many were done.
        nodes: how many positions were looked at.
        depth: how deep it looked, in actions; None where that says nothing.
        seconds: how long it took.
        candidates: actions that it considered, `action` first, then the most visited; not all of
            them, and none where visits say nothing.
    """

    action: int
    value: float | None = None
    proven: bool = False
    pv: tuple[int, ...] = ()
    simulations: int = 0
    nodes: int = 0
    depth: int | None = None
    seconds: float = 0.0
    candidates: tuple[Candidate, ...] = ()


def as_return(value: object) -> float | None:
    """An expected return; None for what is none: no number, or one outside of -1.0 to 1.0.

    >>> as_return(0.5), as_return(float("nan")), as_return(1.5), as_return(None)
    (0.5, None, None, None)
    """
    if isinstance(value, bool) or not isinstance(value, SupportsFloat):
        return None
    number = float(value)
    return number if -1 <= number <= 1 else None


@runtime_checkable
class Bot(Protocol):
    """A player of all games.

    Attributes:
        name: as in tables of results.
        thought: what it thought when it last chose; None before.
    """

    name: str
    thought: Thought | None

    def choose(self, pos: Position, limits: Limits | None = None) -> int:
        """A legal action for the player to move of a position that is not over.

        Args:
            pos: the position; it does not change.
            limits: how long to think; None for the bot's own way.
        """
        ...

    def reset(self, seed: int | None = None) -> None:
        """Forgets the game that was played; with a seed, draws from it from now on."""
        ...

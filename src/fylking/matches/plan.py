"""What is to be played: every game of a match or a ladder, with its seeds.

A match is a ladder of two. Every two players meet in pairs of games from the same opening; all
pairings have the same openings. The first pair of every pairing comes before the second of any, so
a ladder that is broken off is a fair one.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any, NamedTuple

import fylking
from fylking.bots import Limits
from fylking.errors import OptionError
from fylking.game import Game
from fylking.matches.openings import Openings, RandomOpenings
from fylking.matches.players import Player
from fylking.record import head_of
from fylking.threads import checked_count

MAX_ACTIONS = 5000
PATIENCE = 60.0
"""Seconds for an action where no limit says how long it may take."""
TOLERANCE = 1.0
"""Seconds that an action may take beyond its limit."""

_STREAMS_OF_OPENINGS, _STREAMS_OF_GAMES = 0, 1
_SEED_BITS = 53  # what every reader of JSON takes


class Task(NamedTuple):
    """One game that is to be played.

    Attributes:
        number: the games are numbered from 0.
        pair: which of its pairing's pairs it belongs to, from 0.
        players: indices of the players by seat.
        opening: position text.
        seeds: of the bots, by seat.
    """

    number: int
    pair: int
    players: tuple[int, int]
    opening: str
    seeds: tuple[int, int]


@dataclass(frozen=True)
class Plan:
    """A match or a ladder.

    Attributes:
        players: two or more.
        openings: where the games begin; they know the game.
        pairs: how many pairs of games every two players play.
        seed: everything random comes from it.
        limits: how long to think, None for the bots' own ways; players may have limits of their
            own.
        deadline: an action that takes more seconds forfeits the game. None: the limit and
            `TOLERANCE`, or `PATIENCE` where no limit is one of time.
        max_actions: a game is cut off after so many actions from its opening.

    Raises:
        OptionError: a number that is not offered, or too few players.
    """

    players: tuple[Player, ...]
    openings: Openings
    pairs: int = 30
    seed: int = 1
    limits: Limits | None = None
    deadline: float | None = None
    max_actions: int = MAX_ACTIONS

    def __post_init__(self) -> None:
        if len(self.players) < 2:
            raise OptionError(f"{len(self.players)} players; there must be two or more")
        checked_count(self.pairs, "pairs", 1)
        checked_count(self.max_actions, "max_actions", 1)
        fylking.Rng(self.seed)  # refuses what is no seed
        if self.deadline is not None and not 0 < self.deadline < math.inf:
            raise OptionError(f"deadline is {self.deadline}; it must be seconds above 0")

    @property
    def game(self) -> Game:
        """The game."""
        return self.openings.game

    @property
    def pairings(self) -> list[tuple[int, int]]:
        """Every two players, by their indices."""
        return list(combinations(range(len(self.players)), 2))

    @property
    def games(self) -> int:
        """How many games there are."""
        return 2 * self.pairs * len(self.pairings)

    def tasks(self) -> Iterator[Task]:
        """The games in their order."""
        return map(self.task, range(self.games))

    def task(self, number: int) -> Task:
        """A game by its number."""
        place, second = divmod(number, 2)
        pair, pairing = divmod(place, len(self.pairings))
        one, other = self.pairings[pairing]
        rng = fylking.Rng(self.seed).split(_STREAMS_OF_GAMES).split(number)
        players = (other, one) if second else (one, other)
        return Task(number, pair, players, self.openings.text(pair), seeds_from(rng))

    def limits_of(self, player: int) -> Limits | None:
        """How long a player may think."""
        own = self.players[player].limits
        return self.limits if own is None else own

    def deadline_of(self, player: int) -> float:
        """Seconds after which a player who has not acted forfeits."""
        if self.deadline is not None:
            return self.deadline
        limits = self.limits_of(player)
        if limits is None or limits.seconds is None:
            return PATIENCE
        return limits.seconds + TOLERANCE

    def facts(self) -> dict[str, Any]:
        """What decides how the games go, whatever their number."""
        facts = self.head()
        del facts["fylking_match"]
        return facts

    def head(self) -> dict[str, Any]:
        """The same as the head of a record."""
        return head_of(
            self.game,
            [player.spec for player in self.players],
            openings=self.openings.facts(),
            seed=self.seed,
            limits=limits_facts(self.limits),
            deadline=self.deadline,
            max_actions=self.max_actions,
        )


def seeds_from(rng: fylking.Rng) -> tuple[int, int]:
    """Seeds for the bots of a game, by seat."""
    return rng.next() >> 64 - _SEED_BITS, rng.next() >> 64 - _SEED_BITS


def limits_facts(limits: Limits | None) -> dict[str, float] | None:
    """The limits that there are, by name."""
    if limits is None:
        return None
    return {name: value for name, value in asdict(limits).items() if value is not None}


def random_openings(game: Game, seed: int, plies: int | None = None) -> RandomOpenings:
    """The random openings of a plan with this seed."""
    return RandomOpenings(game, plies, fylking.Rng(seed).split(_STREAMS_OF_OPENINGS).next())

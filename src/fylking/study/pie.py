"""The pie rule's openings: how often the side that takes Black wins (P1 to P3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

import fylking
from fylking.errors import OptionError
from fylking.game import Game
from fylking.matches.plan import MAX_ACTIONS, seeds_from
from fylking.matches.statistics import CONFIDENCE
from fylking.study.figures import share
from fylking.study.runner import Results
from fylking.study.units import (
    Facts,
    GameUnit,
    PlayoutsUnit,
    play_game,
    play_randomly,
    player_facts,
    studied_player,
)
from fylking.study.watch import FIELDS
from fylking.threads import checked_count

GAMES = 100
SEED = 1
PLAYER = "level:3"
TOLERANCE = 0.1
"""An opening is called balanced when its interval lies so near to one half."""
BLOCK = 1000
"""Random games of a unit."""

BALANCED, FOR_BLACK, FOR_WHITE, UNCLEAR = "balanced", "Black", "White", "unclear"


class Opening(NamedTuple):
    """Opening stones that a symmetry of the board takes to each other.

    Attributes:
        name: the action of the first of them, as text.
        points: indices of all of them, ascending.
        text: the position after the first of them and the choice `black`.
    """

    name: str
    points: tuple[int, ...]
    text: str


def openings_of(game: Game) -> list[Opening]:
    """The opening stones of a game by symmetry class, in the order of their first points.

    Raises:
        OptionError: the game has no pie rule, or it is off.

    >>> import fylking
    >>> [(opening.name, len(opening.points)) for opening in openings_of(fylking.Herfor(size=3))]
    [('a1', 6), ('b1', 6), ('b2', 6), ('c3', 1)]
    """
    if not game.has_pie:
        raise OptionError(
            f"{game.title} has no pie rule, so there is no choice to study; "
            f"`fylking study game {game.name}` tells how often the first player wins"
        )
    if not game.pie:
        raise OptionError(f"the pie rule of {game!r} is off: there is no choice to study")
    start = game.start()
    keeping = [symmetry for symmetry in game.symmetries if symmetry.position(start) == start]
    found: list[Opening] = []
    known: set[int] = set()
    for action in start.legal_actions():
        if action in known:
            continue
        images = sorted({symmetry.action(action) for symmetry in keeping})
        known.update(images)
        points = tuple(sorted(_stone_of(game, image) for image in images))
        pos = game.start()
        pos.push(action)
        pos.push("black")
        found.append(Opening(start.action_text(action), points, pos.text))
    return found


def _stone_of(game: Game, action: int) -> int:
    """Where an opening action puts its stone."""
    pos = game.start()
    pos.push(action)
    return int(np.flatnonzero(pos.board)[0])


class PieStudy:
    """How often Black wins after each opening stone, from bot games or from random ones.

    A unit is a game between two bots of a kind, or `BLOCK` random games. The openings take turns,
    so a study that is broken off knows about as much of each.

    Args:
        game: a game with the pie rule.
        player: who plays both sides, see `fylking.matches.parse_player`; None: `PLAYER`.
        games: how many for each opening.
        playouts: random games for each opening, instead of bots' games.
        seed: everything random comes from it.
        max_actions: a game is cut off after so many, and counts as drawn.

    Raises:
        OptionError: a game without the pie rule, no such player, or numbers that do not fit.
    """

    def __init__(
        self,
        game: Game,
        player: str | None = None,
        games: int = GAMES,
        playouts: int | None = None,
        seed: int = SEED,
        max_actions: int = MAX_ACTIONS,
    ) -> None:
        if playouts is not None and player is not None:
            raise OptionError("games are played by bots or at random: a player, or playouts")
        self.game = game
        self.openings = openings_of(game)
        self.games = checked_count(games, "games", 1)
        self.playouts = None if playouts is None else checked_count(playouts, "playouts", 1)
        self.seed = seed
        self.max_actions = checked_count(max_actions, "max_actions", 1)
        self._rng = fylking.Rng(seed)
        self._player = None if playouts is not None else studied_player(player or PLAYER)

    @cached_property
    def players(self) -> Facts:
        """Who plays: `player` and its `simulations` an action; None for random games."""
        if self._player is None:
            return {"player": None, "simulations": None}
        return player_facts(self._player, self.game)

    # ---- Units ----

    @property
    def work(self) -> Callable[[Any], Facts]:
        """The function that does a unit."""
        return play_game if self.playouts is None else play_randomly

    @property
    def fields(self) -> frozenset[str]:
        """The names of what comes out of a unit."""
        if self.playouts is None:
            return FIELDS
        return frozenset(("black", "white", "drawn", "cut_off"))

    @property
    def units(self) -> int:
        """How many units there are."""
        turns = self.games if self.playouts is None else -(-self.playouts // BLOCK)
        return turns * len(self.openings)

    def unit(self, number: int) -> GameUnit | PlayoutsUnit:
        """A unit by its number."""
        turn, which = divmod(number, len(self.openings))
        rng = self._rng.split(which).split(turn)
        text = self.openings[which].text
        if self._player is not None:
            seeds = seeds_from(rng)
            return GameUnit(number, text, True, self._player.spec, seeds, self.max_actions)
        games = min(BLOCK, (self.playouts or 0) - turn * BLOCK)
        return PlayoutsUnit(number, text, True, games, rng, self.max_actions)

    # ---- What is known ----

    def head(self) -> Facts:
        """What decides what comes out of the units, whatever their number."""
        return {
            "study": "pie",
            "version": fylking.__version__,
            "game": self.game.name,
            "size": self.game.size,
            "pie": True,
            **self.players,
            "seed": self.seed,
            "max_actions": self.max_actions,
        }

    def report(self, results: Results) -> Facts:
        """What the results say so far.

        Beside the head: `openings`, one for each symmetry class, with `share`, how often Black has
        won, its `interval`, `games` and how they ended, `different` games among them (None for
        random ones) and the `verdict`; `balanced`, the names of those that are so, and `closest`,
        the name of the one nearest to one half.
        """
        step = len(self.openings)
        rows = [
            self._row(opening, results.every(step, which))
            for which, opening in enumerate(self.openings)
        ]
        told = [row for row in rows if row["games"]]
        closest = min(told, key=lambda row: abs(row["share"] - 0.5), default=None)
        return self.head() | {
            "games": self.games if self.playouts is None else self.playouts,
            "finished": results.is_finished,
            "confidence": CONFIDENCE,
            "tolerance": TOLERANCE,
            "openings": rows,
            "balanced": [row["opening"] for row in rows if row["verdict"] == BALANCED],
            "closest": None if closest is None else closest["opening"],
        }

    def _row(self, opening: Opening, played: Sequence[Facts]) -> Facts:
        different = None
        if self.playouts is None:
            black = sum(facts["winner"] == "black" for facts in played)
            white = sum(facts["winner"] == "white" for facts in played)
            cut_off = sum(facts["end"] == "cut off" for facts in played)
            drawn = len(played) - black - white - cut_off
            different = len({facts["actions"] for facts in played})
        else:
            black, white, drawn, cut_off = (
                sum(facts[name] for facts in played)
                for name in ("black", "white", "drawn", "cut_off")
            )
        found = share(black, drawn + cut_off, white)
        return {
            "opening": opening.name,
            "points": [self.game.point_name(point) for point in opening.points],
            "games": black + white + drawn + cut_off,
            "black": black,
            "white": white,
            "drawn": drawn,
            "cut_off": cut_off,
            "different": different,
            **found,
            "verdict": verdict_of(*found["interval"]),
        }


def verdict_of(low: float, high: float) -> str:
    """What an interval says: balanced, the side that is better to have, or nothing clear.

    >>> verdict_of(0.45, 0.58), verdict_of(0.55, 0.75), verdict_of(0.4, 0.7)
    ('balanced', 'Black', 'unclear')
    """
    if abs(low - 0.5) <= TOLERANCE and abs(high - 0.5) <= TOLERANCE:
        return BALANCED
    return FOR_BLACK if low > 0.5 else FOR_WHITE if high < 0.5 else UNCLEAR

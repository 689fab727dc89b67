"""What a game is like: its length, its choices, who wins, how it sways."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import fylking
from fylking.errors import OptionError
from fylking.game import Game
from fylking.matches.plan import MAX_ACTIONS, seeds_from
from fylking.matches.players import Player
from fylking.matches.statistics import CONFIDENCE
from fylking.study.figures import mean, share
from fylking.study.measures import measures_of
from fylking.study.runner import Results
from fylking.study.units import Facts, GameUnit, play_game, player_facts, studied_player
from fylking.study.watch import FIELDS, FIELDS_CLOSELY
from fylking.threads import checked_count

GAMES = 100
SEED = 1


class Column(NamedTuple):
    """Games of one kind, which stand beside others.

    Attributes:
        game: what is played, from the start.
        player: who plays both sides.
    """

    game: Game
    player: Player


class GameStudy:
    """What games are like that bots play against themselves, for several sizes or bots at once.

    A unit is a game. Games of the same number have the same seeds in all columns, so what a column
    says does not depend on those beside it.

    Args:
        games: one or several, of any sizes.
        players: who plays both sides, see `fylking.matches.parse_player`; every one plays every
            game.
        number: how many games each plays.
        seed: everything random comes from it.
        max_actions: a game is cut off after so many, and counts as drawn.

    Raises:
        OptionError: no such player, or numbers that do not fit.
    """

    def __init__(
        self,
        games: Sequence[Game],
        players: Sequence[str],
        number: int = GAMES,
        seed: int = SEED,
        max_actions: int = MAX_ACTIONS,
    ) -> None:
        checked = [studied_player(spec) for spec in players]
        self.columns = [Column(game, player) for game in games for player in checked]
        if not self.columns:
            raise OptionError("a study has at least one game and one player")
        if len(set(self.columns)) < len(self.columns):
            raise OptionError("the columns of a study differ in the game, its size or the player")
        self.games = checked_count(number, "games", 1)
        self.seed = seed
        self.max_actions = checked_count(max_actions, "max_actions", 1)
        self._rng = fylking.Rng(seed)
        self._starts = [column.game.start().text for column in self.columns]

    @property
    def work(self) -> Callable[[Any], Facts]:
        """The function that does a unit."""
        return play_game

    @property
    def fields(self) -> frozenset[str]:
        """The names of what comes out of a unit."""
        return FIELDS | FIELDS_CLOSELY

    @property
    def units(self) -> int:
        """How many units there are."""
        return self.games * len(self.columns)

    def unit(self, number: int) -> GameUnit:
        """A unit by its number."""
        game, which = divmod(number, len(self.columns))
        column = self.columns[which]
        return GameUnit(
            number,
            self._starts[which],
            column.game.pie,
            column.player.spec,
            seeds_from(self._rng.split(game)),
            self.max_actions,
            closely=True,
        )

    @cached_property
    def _heads(self) -> list[Facts]:
        return [
            {"game": game.name, "size": game.size, "pie": game.pie, **player_facts(player, game)}
            for game, player in self.columns
        ]

    def head(self) -> Facts:
        """What decides what comes out of the units, whatever their number."""
        return {
            "study": "game",
            "version": fylking.__version__,
            "columns": self._heads,
            "seed": self.seed,
            "max_actions": self.max_actions,
        }

    def played(self, results: Results, which: int) -> Sequence[Facts]:
        """The games of a column so far."""
        return results.every(len(self.columns), which)

    def report(self, results: Results) -> Facts:
        """What the results say so far.

        Beside the head, for each column: `played`, `different` ones among them, `shares` of the
        games that the `first` player or `black` has won (draws count half), and of those `drawn`
        and `cut_off`, each with its interval; `measures`, means over the games with intervals.
        """
        columns = [
            head | _column(column, self.played(results, which))
            for which, (head, column) in enumerate(zip(self._heads, self.columns, strict=True))
        ]
        return self.head() | {
            "games": self.games,
            "finished": results.is_finished,
            "confidence": CONFIDENCE,
            "columns": columns,
        }


def _column(column: Column, played: Sequence[Facts]) -> Facts:
    decided = [facts for facts in played if facts["winner"] is not None]
    first = sum(facts["winner"] == facts["first"] for facts in decided)
    black = sum(facts["winner"] == "black" for facts in decided)
    cut_off = sum(facts["end"] == "cut off" for facts in played)
    rest = len(played) - len(decided)
    drawn = rest - cut_off
    measures = measures_of(played, column.game.has_points)
    return {
        "played": len(played),
        "different": len({facts["actions"] for facts in played}),
        "shares": {
            "first": {"games": first} | share(first, rest, len(decided) - first),
            "black": {"games": black} | share(black, rest, len(decided) - black),
            "drawn": {"games": drawn} | share(drawn, 0, len(played) - drawn),
            "cut_off": {"games": cut_off} | share(cut_off, 0, len(played) - cut_off),
        },
        "measures": {
            measure.name: {"label": measure.label} | mean(_known(measure.of, played))
            for measure in measures
        },
    }


def _known(of: Callable[[Facts], float | None], played: Sequence[Any]) -> list[float]:
    return [value for value in map(of, played) if value is not None]

"""The games of a match so far, and which of them count."""

from __future__ import annotations

from collections.abc import Iterable

from fylking.errors import OptionError
from fylking.matches.plan import Plan
from fylking.matches.statistics import PAIR_SCORES, PairStatistics, Sprt
from fylking.record import GameRecord


class Results:
    """What has been played of a plan.

    Whole pairs count. A sequential test looks at the pairs in the order of their numbers, whichever
    finished first; where it decides, later pairs do not count. So what is found depends neither on
    how many processes played nor on where a match was broken off and resumed.

    Args:
        plan: what is to be played.
        sprt: the test that ends a match early; None: all pairs are played.

    Raises:
        OptionError: a test for more than two players.

    Attributes:
        played: how many games of the plan there are, whole pairs or not.
        decision: of the test, "H0" or "H1"; None as long as there is none.
    """

    def __init__(self, plan: Plan, sprt: Sprt | None = None) -> None:
        if sprt is not None and len(plan.players) != 2:
            raise OptionError(f"the test is for matches of 2 players, not {len(plan.players)}")
        self.plan = plan
        self.sprt = sprt
        self.played = 0
        self.decision: str | None = None
        self._games: dict[int, GameRecord] = {}
        self._tested = [0] * len(PAIR_SCORES)
        self._next_pair = 0

    def add(self, game: GameRecord) -> None:
        """Takes a game in; one that is there already stays."""
        if game.game in self._games:
            return
        self._games[game.game] = game
        self.played += game.game < self.plan.games
        while self.sprt is not None and self.decision is None:
            pair = self._pair(2 * self._next_pair)
            if pair is None or self._next_pair >= self.plan.pairs:
                return
            self._tested[_place(pair, pair[0].players[0])] += 1
            self._next_pair += 1
            self.decision = self.sprt.decision(self._tested)

    def __contains__(self, number: object) -> bool:
        return number in self._games

    @property
    def is_finished(self) -> bool:
        """Whether nothing is left to play."""
        return self.decision is not None or self.played == self.plan.games

    def counted(self) -> list[GameRecord]:
        """The games that count, in the order of their numbers."""
        end = self.plan.games if self.decision is None else 2 * self._next_pair
        pairs = filter(None, map(self._pair, range(0, end, 2)))
        return [game for pair in pairs for game in pair]

    def met(self) -> dict[tuple[int, int], PairStatistics]:
        """What the pairs say of every two players, from the side of the first of the two."""
        counts = {pairing: [0] * len(PAIR_SCORES) for pairing in self.plan.pairings}
        games = self.counted()
        for pair in zip(games[::2], games[1::2], strict=True):
            pairing = pair[0].players
            counts[pairing][_place(pair, pairing[0])] += 1
        return {
            pairing: PairStatistics((a, b, c, d, e)) for pairing, (a, b, c, d, e) in counts.items()
        }

    def _pair(self, number: int) -> tuple[GameRecord, GameRecord] | None:
        one, other = self._games.get(number), self._games.get(number + 1)
        return None if one is None or other is None else (one, other)


def points_of(games: Iterable[GameRecord], player: int) -> float:
    """The points that a player made of games."""
    return sum(game.points[game.players.index(player)] for game in games if player in game.players)


def _place(pair: tuple[GameRecord, GameRecord], player: int) -> int:
    """Which of the pair scores a player has reached."""
    return round(2 * points_of(pair, player))

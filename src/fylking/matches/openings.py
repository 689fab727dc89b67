"""Where the games of a match begin: random openings, or positions from a file."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Protocol

import fylking
from fylking.errors import Error, OptionError
from fylking.game import Game

TRIES = 20  # to find an opening that no earlier pair had
PLIES = 4


class Openings(Protocol):
    """The openings of a match.

    Attributes:
        game: the game they belong to.
    """

    game: Game

    def text(self, pair: int) -> str:
        """The position text where both games of a pair begin."""
        ...

    def facts(self) -> dict[str, object]:
        """What tells these openings from others, for the head of a record."""
        ...


def default_plies(game: Game) -> int:
    """How many random actions are played: with the pie rule the stone before the choice (P1)."""
    return 1 if game.pie else PLIES


class RandomOpenings:
    """Random actions from the start, whole turns, drawn anew where an earlier pair had the same.

    Two that a symmetry of the board turns into each other count as the same, until no others are
    found; then images of earlier ones will do, and in the end the same. No action is a pass where
    another is legal. With the pie rule, the first action is the stone before the choice and
    the second one the choice; with one action, the players make it.

    Args:
        game: the game.
        plies: how many actions; a turn that has begun is finished.
        seed: the openings depend on nothing else.

    >>> import fylking
    >>> openings = RandomOpenings(fylking.Fravan(size=3), plies=1, seed=1)
    >>> openings.text(0)
    'fravan3 .../..../...../..../..b w choose 1b'
    """

    def __init__(self, game: Game, plies: int | None = None, seed: int = 1) -> None:
        self.game = game
        self.plies = default_plies(game) if plies is None else plies
        self._rng = fylking.Rng(seed)
        self._texts: list[str] = []
        self._known: set[int] = set()

    def text(self, pair: int) -> str:
        """See `Openings.text`."""
        while len(self._texts) <= pair:
            self._texts.append(self._draw(self._rng.split(len(self._texts))))
        return self._texts[pair]

    def facts(self) -> dict[str, object]:
        """See `Openings.facts`."""
        return {"kind": "random", "plies": self.plies}

    def _draw(self, rng: fylking.Rng) -> str:
        image = repeated = None
        for _ in range(TRIES):
            pos = self.game.start()
            while not pos.is_over and (pos.ply < self.plies or pos.within_turn):
                pos.push(pos.random_action(rng))
            if pos.is_over:
                continue
            key = pos.canonical_key()
            if key not in self._known:
                self._known.add(key)
                return pos.text
            if pos.text in self._texts:
                repeated = pos.text
            else:
                image = pos.text
        found = image or repeated
        if found is None:
            raise OptionError(
                f"openings of {self.plies} random actions do not fit: "
                f"games of {self.game.name}{self.game.size} are over by then"
            )
        return found


class GivenOpenings:
    """Positions in their order, and again from the first when there are more pairs."""

    def __init__(self, texts: Sequence[str], pie: bool = True) -> None:
        if not texts:
            raise OptionError("there are no openings")
        self._texts = [_checked(text, number, pie) for number, text in enumerate(texts, 1)]
        games = {fylking.parse(text, pie).game for text in self._texts}
        if len(games) > 1:
            names = ", ".join(sorted(f"{game.name}{game.size}" for game in games))
            raise OptionError(f"the openings are of several games: {names}")
        self.game = games.pop()

    def text(self, pair: int) -> str:
        """See `Openings.text`."""
        return self._texts[pair % len(self._texts)]

    def facts(self) -> dict[str, object]:
        """See `Openings.facts`."""
        digest = sha256("\n".join(self._texts).encode()).hexdigest()
        return {"kind": "given", "count": len(self._texts), "sha256": digest}


def _checked(text: str, number: int, pie: bool) -> str:
    try:
        pos = fylking.parse(text, pie)
    except Error as error:
        raise type(error)(f"opening {number}: {error}") from None
    if pos.is_over:
        raise OptionError(f"opening {number} is over already: {text}")
    return pos.text


def read_openings(path: str, pie: bool = True) -> GivenOpenings:
    """The openings of a file: a position text a line; blank lines and those with # are skipped."""
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        raise OptionError(f"{path} is no text file") from None
    texts = [line.strip() for line in lines]
    return GivenOpenings([text for text in texts if text and not text.startswith("#")], pie)

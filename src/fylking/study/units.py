"""The work of studies: units, and the plain functions that do one.

A unit can be pickled and names everything that its outcome depends on, so it can be done by any
process on any machine: `play_game` and `play_randomly` take one and return what JSON can hold.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import fylking
from fylking.bots import MctsBot
from fylking.errors import Error, OptionError
from fylking.matches.players import UGI, Player, parse_player
from fylking.matches.worker import Forfeit, play
from fylking.study.watch import Watch

if TYPE_CHECKING:
    from fylking import Rng
    from fylking.bots import Bot
    from fylking.game import Game

Facts = dict[str, Any]
"""What JSON can hold, by name."""

is_given_up: ContextVar[Callable[[], bool]] = ContextVar("is_given_up")
"""Tells, where it is set, whether the work is no longer wanted."""


class GivenUp(Exception):  # noqa: N818
    """The work was no longer wanted."""


@dataclass(frozen=True)
class GameUnit:
    """A game between a bot and another of the same kind.

    Attributes:
        number: of the unit in its study.
        opening: position text where it begins.
        pie: whether its game has the pie rule.
        player: a player's text, see `fylking.matches.parse_player`.
        seeds: of the bots, by seat.
        max_actions: the game is cut off after so many.
        closely: whether to tell of every action, too.
    """

    number: int
    opening: str
    pie: bool
    player: str
    seeds: tuple[int, int]
    max_actions: int
    closely: bool = False

    def identity(self) -> Facts:
        """What tells it from other units of studies with the same head."""
        return {"unit": self.number, "opening": self.opening, "seeds": list(self.seeds)}


@dataclass(frozen=True)
class PlayoutsUnit:
    """Random games from a position.

    Attributes:
        number: of the unit in its study.
        opening: position text where they begin.
        pie: whether their game has the pie rule.
        games: how many.
        rng: game i is played by `rng.split(i)`.
        max_actions: a game is cut off after so many.
    """

    number: int
    opening: str
    pie: bool
    games: int
    rng: Rng
    max_actions: int

    def identity(self) -> Facts:
        """What tells it from other units of studies with the same head."""
        return {"unit": self.number, "opening": self.opening, "games": self.games}


def play_game(unit: GameUnit) -> Facts:
    """Plays a game between bots.

    Returns:
        Its `actions` as texts with spaces between, why it came to its `end`, the `winner`'s colour
        (None for a draw or a game cut off) and what `fylking.study.watch.Watch` tells.

    Raises:
        Error: a bot has failed.
        GivenUp: the game was no longer wanted.

    >>> facts = play_game(GameUnit(0, "fravan2 ../.../.. b play 1b", True, "random", (1, 2), 99))
    >>> len(facts["actions"].split()), facts["end"]
    (7, 'board full')
    """
    pos = fylking.parse(unit.opening, unit.pie)
    player = parse_player(unit.player)
    given_up = is_given_up.get(lambda: False)
    bots: list[Bot] = []
    try:
        for seed in unit.seeds:
            bots.append(made(player))
            ready(bots[-1], player, seed)
        watch = Watch(pos, (bots[0], bots[1]), unit.closely)

        def tell(kind: str, *told: object) -> None:
            if given_up():
                raise GivenUp
            watch.see(kind, *told)

        no_hurry = (math.inf, math.inf)
        play(pos, (bots[0], bots[1]), (player.limits,) * 2, no_hurry, unit.max_actions, tell)
    except Forfeit as forfeit:  # also when interrupted
        if isinstance(forfeit.__cause__, KeyboardInterrupt):
            raise forfeit.__cause__ from None
        raise Error(f"player {unit.player!r} has failed: {forfeit.detail}") from forfeit
    finally:
        for bot in bots:
            getattr(bot, "close", lambda: None)()
    return watch.facts()


def play_randomly(unit: PlayoutsUnit) -> Facts:
    """Plays random games.

    Returns:
        How many were won by `black` and by `white`, were `drawn`, or `cut_off`.

    >>> pos = "fravan2 ../.b./.. w play 1w"
    >>> play_randomly(PlayoutsUnit(0, pos, True, 100, fylking.Rng(1), 99))["drawn"]
    0
    """
    pos = fylking.parse(unit.opening, unit.pie)
    stats = fylking.playouts(pos, unit.games, unit.rng, max_actions=unit.max_actions)
    return {
        "black": stats.black,
        "white": stats.white,
        "drawn": stats.draws,
        "cut_off": stats.cutoffs,
    }


def studied_player(spec: str) -> Player:
    """The player that a text describes, fit for a study.

    Raises:
        OptionError: there is no such player, or the clock limits its thinking.
    """
    player = parse_player(spec)
    if player.limits is not None and player.limits.seconds is not None:
        raise OptionError(
            f"player {spec!r} thinks by the clock; a study comes out the same everywhere, "
            "so it takes simulations, nodes or depth as limits"
        )
    return player


def made(player: Player) -> Bot:
    """A new bot.

    Raises:
        Error: whatever makes the bot has raised an error.
    """
    try:
        return player.make()
    except Error:
        raise
    except Exception as error:
        raise Error(f"player {player.spec!r} cannot be made: {error}") from error


def ready(bot: Bot, player: Player, seed: int) -> None:
    """Gets a bot ready for a game.

    Raises:
        Error: it has raised an error.
    """
    try:
        bot.reset(seed)
    except Exception as error:
        raise Error(f"player {player.spec!r} does not get ready: {error}") from error


def player_facts(player: Player, game: Game) -> Facts:
    """What a report says of a player: its text, and its simulations an action if it counts them.

    Args:
        player: who plays.
        game: what is played; a level has its own number of simulations in each game.

    Raises:
        Error: the player cannot be made.

    >>> player_facts(parse_player("mcts:9"), fylking.Freeze())
    {'player': 'mcts:9', 'simulations': 9}
    """
    simulations = None if player.limits is None else player.limits.simulations
    if simulations is None and player.maker != UGI:
        bot = made(player)
        simulations = bot._budget(game) if isinstance(bot, MctsBot) else None
    return {"player": player.spec, "simulations": simulations}

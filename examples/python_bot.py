"""A small bot in plain Python, and how it does against level 3.

    python examples/python_bot.py herfor --size 5 --games 20
    cd examples && fylking match python_bot:FlatBot level:3 --game herfor --size 5

It plays random games after each legal action and takes the action that won most of them. The same
bot is in `cython_bot` as an extension module, and in `ugi_bot.py` as a program of its own.
"""

from __future__ import annotations

import argparse

import fylking
from fylking.bots import Limits, Thought, level_bot


def expected(pos: fylking.Position, action: int, games: int, seed: int) -> float:
    """What an action brings to the seat that plays it, from -1 to 1, going by random games."""
    seat = pos.seat
    after = pos.copy()
    after.push(action)
    if after.is_over:
        return after.returns[seat]
    # Seats, not colours, win: the pie choice may change a seat's colour.
    black = (after.to_move is fylking.BLACK) == (after.seat == seat)
    stats = fylking.playouts(after, games, seed)
    value = (stats.black - stats.white) * (1 if black else -1) / games
    return -abs(value) if after.stage == "choose" else value  # the other takes the better side


class FlatBot:
    """Takes the action that brings most, the first of them: a `fylking.bots.Bot`."""

    name = "flat"

    def __init__(self, games: int = 20, seed: int = 1) -> None:
        self.games = games
        self.seed = seed
        self.thought: Thought | None = None

    def choose(self, pos: fylking.Position, limits: Limits | None = None) -> int:
        actions = pos.legal_actions()
        value, last = max((expected(pos, a, self.games, self.seed), -a) for a in actions)
        self.thought = Thought(-last, value, simulations=self.games * len(actions))
        return -last

    def reset(self, seed: int | None = None) -> None:
        self.thought = None
        if seed is not None:
            self.seed = seed


def points(bot: FlatBot, game: fylking.Game, seed: int) -> float:
    """What the bot gets in a game against level 3: 1, 1/2 or 0; its seat changes with the seed."""
    rival, seat, pos = level_bot(3, seed), seed % 2, game.start()
    bot.reset(seed)
    while not pos.is_over:
        pos.push(bot.choose(pos) if pos.seat == seat else rival.choose(pos))
    return (1 + pos.returns[seat]) / 2


def main() -> None:
    parser = argparse.ArgumentParser(description="A small bot against level 3.")
    parser.add_argument("game", nargs="?", default="herfor", help=", ".join(fylking.GAMES))
    parser.add_argument("--size", type=int)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--short", action="store_true", help="little of the same, as a test")
    args = parser.parse_args()
    game = fylking.game(args.game, 3 if args.short else args.size)
    bot, games = FlatBot(), 4 if args.short else args.games
    won = sum(points(bot, game, seed) for seed in range(games))
    print(f"{bot.name} has {won:g} of {games} points against level 3 in {game!r}")


if __name__ == "__main__":
    main()

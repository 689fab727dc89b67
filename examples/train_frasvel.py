"""Trains a small network on Frasvel 3 by self-play until it beats players who draw their moves.

    python examples/train_frasvel.py            # half a minute: wins more than 99 % of the games
    python examples/train_frasvel.py --short    # a few seconds, as a test

NumPy and `fylking.Batch`, nothing else. The network has one hidden layer; from the planes of the
player to move it gives a chance to every action and guesses how the game ends. It plays both seats
of all games, and after every piece of play it learns by policy gradients (an actor and a critic):
actions of the seat that won become likelier, the more so the less the win was expected.

The same seed gives the same games and scores on one machine. Another processor or another BLAS may
round sums otherwise; from the first action that is drawn otherwise on, the games are others.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import time
from typing import Any

# More threads gain nothing on layers this small, and change the order of the sums.
os.environ["OPENBLAS_NUM_THREADS"] = "1"

import numpy as np

import fylking

Array = np.ndarray[Any, Any]
Rng = np.random.Generator

GAMES = 256  # played at once
STEPS = 96  # of all games, a piece of play; a game takes about 40
LESSON = 1536  # actions to a step of the gradient
HIDDEN = 64
RATE = 1e-3  # of learning
ENTROPY = 0.05  # weight of a bonus for undecided play, which keeps it trying


class Network:
    """Planes -> hidden -> a logit for every action, and the guess of the outcome."""

    def __init__(self, game: fylking.Game, rng: Rng) -> None:
        inputs, outputs = math.prod(game.observation_shape), game.action_count + 1
        self.parameters = [
            rng.normal(0, math.sqrt(2 / inputs), (inputs, HIDDEN)).astype(np.float32),
            np.zeros(HIDDEN, np.float32),
            rng.normal(0, 0.1 / math.sqrt(HIDDEN), (HIDDEN, outputs)).astype(np.float32),
            np.zeros(outputs, np.float32),
        ]
        self.moments = [(np.zeros_like(p), np.zeros_like(p)) for p in self.parameters]
        self.lessons = 0

    def forward(self, planes: Array, mask: Array) -> tuple[Array, Array, Array, Array]:
        """Inputs, hidden layer, chances of the actions (0 if illegal), guesses of the outcome."""
        weights, biases, out_weights, out_biases = self.parameters
        inputs = planes.reshape(len(planes), len(weights)).astype(np.float32)
        hidden = np.maximum(inputs @ weights + biases, 0)
        out = hidden @ out_weights + out_biases
        logits = np.where(mask, out[:, :-1], -np.inf)
        chances = np.exp(logits - logits.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        return inputs, hidden, chances, np.tanh(out[:, -1])

    def learn(self, planes: Array, mask: Array, actions: Array, outcomes: Array) -> None:
        """A step down the gradient of -surprise * log chance - ENTROPY * entropy + surprise**2 / 2.

        In the first term the surprise counts as a constant: there it is called the advantage.
        """
        inputs, hidden, chances, guesses = self.forward(planes, mask)
        surprise = outcomes - guesses
        logs = np.log(np.where(chances > 0, chances, 1))
        entropy = -(chances * logs).sum(axis=1, keepdims=True)
        slope = chances.copy()
        slope[np.arange(len(actions)), actions] -= 1
        slope = slope * surprise[:, None] + ENTROPY * chances * (logs + entropy)
        guess_slope = -surprise * (1 - guesses**2)
        slope = np.concatenate([slope, guess_slope[:, None]], axis=1) / len(actions)
        back = (slope @ self.parameters[2].T) * (hidden > 0)
        self._descend([inputs.T @ back, back.sum(axis=0), hidden.T @ slope, slope.sum(axis=0)])

    def _descend(self, slopes: list[Array]) -> None:
        """Adam."""
        self.lessons += 1
        rate = RATE * math.sqrt(1 - 0.999**self.lessons) / (1 - 0.9**self.lessons)
        arrays = zip(self.parameters, self.moments, slopes, strict=True)
        for parameter, (mean, square), slope in arrays:
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            parameter -= rate * mean / (np.sqrt(square) + 1e-8)


def draw(chances: Array, rng: Rng) -> Array:
    """An index for each row, as likely as its share of the row; one of chance 0 is never drawn."""
    sums = chances.cumsum(axis=1)
    return np.sum(sums <= rng.random((len(sums), 1)) * sums[:, -1:], axis=1)


class SelfPlay:
    """Games in which the network has both seats, with room for a piece of their play."""

    def __init__(self, game: fylking.Game, seed: int) -> None:
        self.batch = fylking.Batch(game, GAMES, seed=seed)
        self.planes = np.empty((STEPS, GAMES, *game.observation_shape), np.uint8)
        self.masks = np.empty((STEPS, GAMES, game.action_count), bool)
        self.actions = np.empty((STEPS, GAMES), np.int64)
        self.seats = np.empty((STEPS, GAMES), np.int8)
        self.rewards = np.empty((STEPS, GAMES, 2), np.float32)
        self.ended = np.empty((STEPS, GAMES), bool)

    def play(self, network: Network, rng: Rng) -> None:
        for t in range(STEPS):
            self.batch.observation(out=self.planes[t])
            self.batch.legal_mask(out=self.masks[t])
            self.seats[t] = self.batch.seat
            self.actions[t] = draw(network.forward(self.planes[t], self.masks[t])[2], rng)
            self.rewards[t], self.ended[t], _ = self.batch.step(self.actions[t])

    def teach(self, network: Network, rng: Rng) -> None:
        outcomes, known = self._outcomes()
        order = rng.permutation(np.argwhere(known))
        for first in range(0, len(order) - LESSON + 1, LESSON):
            some = tuple(order[first : first + LESSON].T)
            network.learn(self.planes[some], self.masks[some], self.actions[some], outcomes[some])

    def _outcomes(self) -> tuple[Array, Array]:
        """What each action's seat got at the end of its game, and whether that is known yet."""
        outcomes = np.zeros((STEPS, GAMES), np.float32)
        rewards = np.zeros((GAMES, 2), np.float32)
        for t in reversed(range(STEPS)):
            rewards[self.ended[t]] = self.rewards[t, self.ended[t]]
            # By seat, not by turns: after the pie choice a seat may act twice running.
            outcomes[t] = rewards[np.arange(GAMES), self.seats[t]]
        return outcomes, np.logical_or.accumulate(self.ended[::-1])[::-1]


def wins(network: Network, game: fylking.Frasvel, games: int, passes: str, rng: Rng) -> Array:
    """Whether the network wins games against random moves; it takes its likeliest actions.

    It has the first seat in every other game. The other player draws from all legal actions
    (passes "uniform") or passes only when it must ("forced"), which is stronger.
    """
    batch = fylking.Batch(game, games, autoreset="disabled")
    every, seats, rewards = np.arange(games), np.arange(games) % 2, np.zeros(games)
    while not (finished := batch.finished).all():
        mask = batch.legal_mask()
        mine = (batch.seat == seats) & ~finished
        planes = batch.observation(dtype="uint8")[mine]
        likeliest = network.forward(planes, mask[mine])[2].argmax(axis=1)
        if passes == "forced":
            mask[:, game.pass_action] &= mask.sum(axis=1) == 1
        actions = draw(mask, rng)
        actions[mine], actions[finished] = likeliest, -1
        rewards += batch.step(actions).rewards[every, seats]
    return rewards > 0


def interval(won: Array) -> tuple[float, float]:
    """Wilson's 95 % interval of the share of wins."""
    n, share, z = len(won), won.mean(), 1.96
    reach = z * math.sqrt(share * (1 - share) / n + (z / n) ** 2 / 4)
    middle, scale = share + z**2 / (2 * n), 1 + z**2 / n
    return (middle - reach) / scale, (middle + reach) / scale


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--short", action="store_true", help="little training, as a test")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    pieces, games, asked = (5, 1000, 0.8) if options.short else (120, 4000, 0.95)

    game = fylking.Frasvel(size=3)
    rng = np.random.default_rng(options.seed)
    network, play = Network(game, rng), SelfPlay(game, options.seed)
    begin = time.perf_counter()
    for piece in range(1, pieces + 1):
        play.play(network, rng)
        play.teach(network, rng)
        if piece % 20 == 0 or piece == pieces:
            actions, seconds = piece * STEPS * GAMES, time.perf_counter() - begin
            print(f"{actions} actions of self-play in {seconds:.1f} s", flush=True)

    for passes in ("uniform", "forced"):
        won = wins(network, game, games, passes, rng)
        least, most = interval(won)
        print(
            f"against random moves, passes {passes}: won {won.mean():.1%} of {games} games, "
            f"{won[::2].mean():.1%} as first player and {won[1::2].mean():.1%} as second "
            f"(95 % interval {least:.1%} to {most:.1%})"
        )
        if least < asked:
            sys.exit(f"not surely more than {asked:.0%}")


if __name__ == "__main__":
    main()

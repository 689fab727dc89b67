"""Two players in a PettingZoo loop: one random, one that looks an action ahead.

    python examples/pettingzoo_loop.py frasvel --size 4 --games 20

Needs `pip install "fylking[pettingzoo]"`. The players take the first seat in turn.
"""

from __future__ import annotations

import argparse

import numpy as np
import pettingzoo

import fylking.doors.pettingzoo  # registers the games


def random_player(env, mask, rng):
    return rng.choice(np.flatnonzero(mask))


def greedy_player(env, mask, rng):
    """The action after which its score is best compared with the other's."""
    position = env.unwrapped.position  # a copy
    colour = position.to_move
    margins = []
    actions = rng.permutation(np.flatnonzero(mask))
    for action in actions:
        position.push(action)
        score = position.score
        margins.append(score[colour] - score[colour.other])
        position.pop()
    return actions[np.argmax(margins)]


def play(env, players, rng):
    """Plays a game; returns the rewards of both seats."""
    rewards = {}
    env.reset()
    for agent in env.agent_iter():
        # The observation, which is for networks, is not needed here.
        _, reward, termination, truncation, info = env.last(observe=False)
        if termination or truncation:
            rewards[agent] = reward
            env.step(None)
        else:
            env.step(players[agent](env, info["action_mask"], rng))
    return rewards


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default="fravan", choices=fylking.GAMES)
    parser.add_argument("--size", type=int, help="size of the board")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--max-actions", type=int, default=2000)
    parser.add_argument("--short", action="store_true", help="size 3, 4 games")
    options = parser.parse_args()
    if options.short:
        options.game, options.size, options.games = "fravan", 3, 4
    env = pettingzoo.make(
        "aec",
        f"fylking/{options.game.title()}-v0",
        size=options.size,
        max_actions=options.max_actions,
    )
    rng = np.random.default_rng(options.seed)
    results = []
    for number in range(options.games):
        seat = env.possible_agents[number % 2]
        players = dict.fromkeys(env.possible_agents, random_player) | {seat: greedy_player}
        results.append(play(env, players, rng)[seat])
    won, lost = results.count(1), results.count(-1)
    print(
        f"greedy won {won} of {len(results)} games, random {lost}; {len(results) - won - lost} "
        "without a winner"
    )
    env.close()


if __name__ == "__main__":
    main()

"""OpenSpiel's MCTS plays Fravan against random moves: `python examples/openspiel_mcts.py`.

Needs the extra: pip install "fylking[openspiel]"
"""

from __future__ import annotations

import argparse
import random

import pyspiel

import fylking.doors.openspiel  # noqa: F401 (registers the games)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--size", type=int, default=4, help="size of the board (default 4)")
    parser.add_argument("--simulations", type=int, default=500, help="for each move (default 500)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--short", action="store_true", help="size 3, 50 simulations")
    options = parser.parse_args()
    if options.short:
        options.size, options.simulations = 3, 50

    game = pyspiel.load_game("fylking_fravan", {"size": options.size})
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=options.seed)
    bot = pyspiel.MCTSBot(
        game,
        evaluator,
        uct_c=1.4,
        max_simulations=options.simulations,
        max_memory_mb=100,
        solve=True,
        seed=options.seed,
        verbose=False,
    )
    draw = random.Random(options.seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        seat = state.current_player()  # after `white` at the pie choice seat 1 acts again
        if seat == 0:
            # Not bot.step(state): with games written in Python it crashes in OpenSpiel 2.0.2.
            action = bot.mcts_search(state).best_child().action
        else:
            action = draw.choice(state.legal_actions())
        print(("MCTS", "random")[seat], state.action_to_string(action))
        state.apply_action(action)
    print(state.position)  # ours, which can draw itself
    print("MCTS {:+g}, random {:+g}".format(*state.returns()))


if __name__ == "__main__":
    main()

"""Plays the levels against each other: `python benchmarks/strength/levels.py`.

Each level meets the two below it, at the game's default size, and all are rated together. All games
are replayed bit for bit by the same command. Prints docs/levels.md's tables, and writes
results/<date>-<machine>-levels.json.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from measuring import machine  # noqa: E402

import fylking  # noqa: E402
from fylking import matches  # noqa: E402
from fylking.bots.levels import LEVELS, simulations_of  # noqa: E402

GAMES = ("fravan", "herfor", "frasvel", "freeze")
REACH = 2  # how far apart two levels are that meet


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", nargs="*", default=GAMES, choices=GAMES)
    parser.add_argument("--pairs", type=int, default=100, help="of two levels that meet")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--files", type=Path, default=Path("build/levels"))
    parser.add_argument("--out", type=Path, default=HERE.parent / "results")
    options = parser.parse_args()
    for folder in (options.files, options.out):
        folder.mkdir(parents=True, exist_ok=True)
    for name in options.games:
        facts = _calibrate(fylking.game(name), options)
        print(_table(facts), flush=True)
        _write(facts, options.out)


def _calibrate(game: fylking.Game, options: Any) -> dict[str, Any]:
    met: dict[tuple[int, int], matches.PairStatistics] = {}
    for low in LEVELS:
        for high in range(low + 1, min(low + REACH, LEVELS[-1]) + 1):
            # By simulations, so that games that are there need not be played again when one
            # level changes.
            counts = [simulations_of(level, game) for level in (high, low)]
            players = tuple(matches.parse_player(f"mcts:simulations={n}") for n in counts)
            name = type(game).__name__.lower()
            record = options.files / f"{name}-{counts[0]}-{counts[1]}.jsonl"
            plan = matches.Plan(players, matches.random_openings(game, seed=1), options.pairs)
            results = matches.run(plan, options.jobs, record)
            met[high - LEVELS[0], low - LEVELS[0]] = results.met()[0, 1]
            print(name, counts, met[high - LEVELS[0], low - LEVELS[0]], file=sys.stderr, flush=True)
    ratings = matches.rate(len(LEVELS), met)
    return {
        "game": type(game).__name__.lower(),
        "size": game.size,
        "pairs": options.pairs,
        "levels": [
            {
                "level": level,
                "simulations": simulations_of(level, game),
                "elo": round(ratings.elo[i], 1),
                "error": round(ratings.error[i], 1),
                "games": sum(2 * options.pairs for pairing in met if i in pairing),
                "score_against_below": round(met[i, i - 1].score, 3) if i else None,
            }
            for i, level in enumerate(LEVELS)
        ],
    }


def _table(facts: dict[str, Any]) -> str:
    lines = [
        f"## {facts['game'].title()}, size {facts['size']}",
        "",
        "| level | simulations | Elo | 95 % | games | against the level below |",
        "|---|---|---|---|---|---|",
    ]
    for row in facts["levels"]:
        below = row["score_against_below"]
        lines.append(
            f"| {row['level']} | {row['simulations']} | {row['elo']:+.0f} | ±{row['error']:.0f} "
            f"| {row['games']} | {'' if below is None else f'{100 * below:.0f} %'} |"
        )
    return "\n".join([*lines, ""])


def _write(facts: dict[str, Any], folder: Path) -> None:
    known = dict(machine())
    slug = re.sub(r"[^a-z0-9]+", "-", f"{known['processor']} {known['system']}".lower()).strip("-")
    path = folder / f"{datetime.now(UTC):%Y-%m-%d}-{slug}-levels.json"
    games = json.loads(path.read_text())["games"] if path.exists() else []
    games = [known for known in games if known["game"] != facts["game"]]
    path.write_text(json.dumps({"machine": known, "games": [*games, facts]}, indent=1) + "\n")


if __name__ == "__main__":
    main()

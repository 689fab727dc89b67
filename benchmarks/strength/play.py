"""Plays the matches that say how strong the search is: `python benchmarks/strength/play.py`.

Each row is a `fylking match` of seat-swapped pairs from the same openings, with all its games in a
file beside; going on with a row that was broken off costs only what is missing. Writes
results/<date>-<machine>-strength.json.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from measuring import machine  # noqa: E402

import fylking.matches  # noqa: E402

SIZES = {"fravan": 5, "herfor": 5, "frasvel": 4, "freeze": 8}
SPIEL = "spiel_bot:SpielBot"
ROWS = {
    "ours and OpenSpiel's, 0.1 s": ("mcts", SPIEL, ["--time", "0.1", "--deadline", "20"], 0.95),
    "ours and OpenSpiel's, 200 simulations": (
        "mcts:simulations=200",
        f"{SPIEL}:simulations=200",
        ["--deadline", "60"],
        0.60,
    ),
    "ours, 0.4 s and 0.1 s": ("mcts:seconds=0.4", "mcts:seconds=0.1", ["--deadline", "20"], 0.5),
    "ours, 0.01 s, two threads and one": (
        "mcts:threads=2,seconds=0.01",
        "mcts:seconds=0.01",
        ["--deadline", "20"],
        0.5,
    ),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", nargs="*", default=list(SIZES), choices=list(SIZES))
    parser.add_argument("--rows", nargs="*", type=int, default=list(range(len(ROWS))))
    parser.add_argument("--pairs", type=int, default=30)
    parser.add_argument("--files", type=Path, default=Path("build/strength"))
    parser.add_argument("--out", type=Path, default=HERE.parent / "results")
    options = parser.parse_args()
    for folder in (options.files, options.out):
        folder.mkdir(parents=True, exist_ok=True)
    for row in options.rows:
        for game in options.games:
            facts = _play(list(ROWS)[row], game, options)
            print(game, list(ROWS)[row], facts["score"], facts["score_interval"], flush=True)
            _write(facts, options.out)


def _play(row: str, game: str, options: Any) -> dict[str, Any]:
    ours, other, limits, asked = ROWS[row]
    # The pie choice makes even what an opening has made uneven: two players of one strength play
    # from it, so openings are one stone before the choice, or four steps of Freeze.
    said = ["--game", game, "--size", str(SIZES[game]), "--pairs", str(options.pairs), *limits]
    stem = re.sub(r"[^a-z0-9]+", "-", f"{game} {row}".lower())
    record = options.files / f"{stem}.jsonl"
    command = [sys.executable, "-m", "fylking", "match", ours, other, *said]
    result = subprocess.run(
        [*command, "--out", str(record.resolve()), "--json"],
        cwd=HERE,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    facts = json.loads(result.stdout)
    thinking = _seconds(record)
    return {
        "row": row,
        "game": game,
        "size": SIZES[game],
        "asked": asked,
        "score": facts["score"],
        "score_interval": facts["score_interval"],
        "elo": facts["elo"],
        "elo_interval": facts["elo_interval"],
        "pairs": facts["pairs"],
        "games": facts["counted"],
        "forfeits": facts["forfeits"],
        "seconds_an_action": thinking,
        "command": " ".join(["fylking", "match", ours, other, *said]),
    }


def _seconds(record: Path) -> list[float]:
    """Seconds that each player took for an action, on the mean: equal time is to be equal."""
    spent, counts = [0.0, 0.0], [0, 0]
    _, games = fylking.matches.read_record(str(record))
    for game in games:
        position = fylking.parse(game.opening, pie=game.pie)
        for text, seconds in zip(game.actions, game.seconds, strict=True):
            player = game.players[position.seat]
            spent[player] += seconds
            counts[player] += 1
            position.push(text)
    return [round(a / max(1, b), 4) for a, b in zip(spent, counts, strict=True)]


def _write(facts: dict[str, Any], folder: Path) -> None:
    known = dict(machine())
    slug = re.sub(r"[^a-z0-9]+", "-", f"{known['processor']} {known['system']}".lower()).strip("-")
    path = folder / f"{datetime.now(UTC):%Y-%m-%d}-{slug}-strength.json"
    rows = json.loads(path.read_text())["rows"] if path.exists() else []
    rows = [r for r in rows if (r["row"], r["game"]) != (facts["row"], facts["game"])]
    path.write_text(json.dumps({"machine": known, "rows": [*rows, facts]}, indent=1) + "\n")


if __name__ == "__main__":
    main()

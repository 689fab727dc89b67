"""Many open games at once on a running `fylking serve`: are any lost, and how long do answers take?

    python benchmarks/web_load.py             # 100 games, a server of its own; prints the figures
    python benchmarks/web_load.py --record    # writes results/<date>-<machine>-web.json too

Every game is played as the page plays it, by a person who thinks for a moment, and plays at random,
against level 1: an action, the picture of the board, the bot's action, the picture again. All games
are open at the same time, from the first request to the last.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import datetime
import json
import os
import random
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2

import fylking

RESULTS = Path(__file__).parent / "results"
SIZES = {"fravan": 5, "herfor": 5, "frasvel": 4, "freeze": 6}
PATIENCE = 50


class Load:
    """What the games met with.

    Attributes:
        seconds: of every answer, by what was asked.
        retried: how often the server asked to come back.
        errors: what else it answered.
        finished: games played to their ends or to the most actions.
        lost: games that were not.
    """

    def __init__(self) -> None:
        self.seconds: dict[str, list[float]] = {}
        self.retried = 0
        self.errors: list[str] = []
        self.finished = 0
        self.lost = 0

    def figures(self) -> dict[str, Any]:
        """The load in a few numbers."""
        every = [seconds for times in self.seconds.values() for seconds in times]
        return {
            "finished": self.finished,
            "lost": self.lost,
            "errors": self.errors[:10],
            "retried": self.retried,
            "answers": len(every),
            "median_milliseconds": milliseconds(every),
            "by_request": {name: milliseconds(times) for name, times in self.seconds.items()},
            "slowest_of_a_hundred_milliseconds": round(
                1000 * statistics.quantiles(every, n=100)[98], 1
            ),
        }


def milliseconds(times: list[float]) -> float:
    """The median of some seconds, in milliseconds."""
    return round(1000 * statistics.median(times), 1)


async def ask(
    client: httpx2.AsyncClient, load: Load, name: str, method: str, path: str, **options: Any
) -> httpx2.Response:
    """An answer of the server, which is asked again as long as its queue is full."""
    for _ in range(PATIENCE):
        begun = time.perf_counter()
        answer = await client.request(method, path, **options)
        load.seconds.setdefault(name, []).append(time.perf_counter() - begun)
        if answer.status_code != 503:
            break
        load.retried += 1
        await asyncio.sleep(float(answer.headers["retry-after"]))
    answer.raise_for_status()
    return answer


async def play(
    client: httpx2.AsyncClient, load: Load, number: int, most: int, pause: float
) -> None:
    """One game, a person who plays at random against level 1."""
    chance = random.Random(number)
    name = list(SIZES)[number % len(SIZES)]
    fields = {"game": name, "size": SIZES[name], "players": ["person", 1], "seed": number}
    try:
        answer = await ask(client, load, "create", "POST", "/api/games", json=fields)
        game = answer.json()
        one = f"/api/games/{game['id']}"
        mirror = fylking.game(name, SIZES[name]).start()
        while not game["position"]["over"] and game["plies"] < most:
            await ask(client, load, "board", "GET", f"{one}/board", params={"targets": 1})
            if game["bot_to_act"]:
                body = {"ply": game["plies"]}
                answer = await ask(client, load, "bot", "POST", f"{one}/bot", json=body)
            else:
                await asyncio.sleep(pause * chance.random() * 2)
                actions = [legal["action"] for legal in game["position"]["legal"]]
                body = {"action": chance.choice(actions), "ply": game["plies"]}
                answer = await ask(client, load, "act", "POST", f"{one}/act", json=body)
            mirror.push(answer.json()["effects"]["action"])
            game = answer.json()["game"]
            if game["position"]["text"] != mirror.text:
                raise ValueError(f"game {number} is another one than was played")
        load.finished += 1
    except (httpx2.HTTPError, ValueError) as error:
        load.lost += 1
        load.errors.append(f"{type(error).__name__}: {error}")


async def run(address: str, games: int, most: int, pause: float = 0.0) -> Load:
    """Plays games all at once.

    Args:
        address: of the server.
        games: how many.
        most: actions of a game.
        pause: seconds that a person thinks, on average.
    """
    load = Load()
    limits = httpx2.Limits(max_connections=games, max_keepalive_connections=games)
    async with httpx2.AsyncClient(base_url=address, limits=limits, timeout=60) as client:
        await asyncio.gather(*(play(client, load, i, most, pause) for i in range(games)))
    return load


@contextlib.contextmanager
def server(*options: str) -> Iterator[str]:
    """The address of a server that is started for this."""
    command = [sys.executable, "-m", "fylking", "serve", "--port", "0", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = re.search(r"http://\S+", process.stdout.readline())
        assert address is not None, "the server has not started"
        try:
            yield address[0]
        finally:
            process.terminate()


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=100, help="open at once (default 100)")
    parser.add_argument("--actions", type=int, default=60, help="the most a game (default 60)")
    parser.add_argument(
        "--pause", type=float, default=2.0, help="seconds a person thinks, on average (default 2)"
    )
    parser.add_argument("--record", action="store_true", help="write the figures to results/")
    args = parser.parse_args()
    begun = time.perf_counter()
    load_before = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    with server() as address:
        load = asyncio.run(run(address, args.games, args.actions, args.pause))
    facts = {
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "command": " ".join(["python", "benchmarks/web_load.py", *sys.argv[1:]]),
        "games": args.games,
        "actions": args.actions,
        "pause": args.pause,
        "processors": os.cpu_count(),
        "load": load_before,
        "took_seconds": round(time.perf_counter() - begun, 1),
        **load.figures(),
    }
    print(json.dumps(facts, indent=1))
    if args.record:
        write(facts)


def write(facts: dict[str, Any]) -> None:
    """Writes figures beside the other recorded runs."""
    from measuring import file_name, machine
    from record import commit

    facts = {"machine": machine(), "commit": commit(), **facts}
    path = RESULTS / file_name(facts["machine"], facts["date"], "-web")
    path.write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")
    print(f"written to {path}")


if __name__ == "__main__":
    main()

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
from typing import Any, Self
from urllib.parse import urlsplit

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


class Connection:
    """One connection of a browser, kept open; as light as can be, for it shares the processors.

    Args:
        address: of the server.
        load: where times go.
    """

    def __init__(self, address: str, load: Load) -> None:
        self.at = urlsplit(address)
        self.load = load

    async def __aenter__(self) -> Self:
        self._reader, self._writer = await asyncio.open_connection(self.at.hostname, self.at.port)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._writer.close()

    async def ask(self, name: str, path: str, fields: dict[str, Any] | None = None) -> bytes:
        """An answer of the server, which is asked again as long as its queue is full.

        Args:
            name: what is asked for, in the figures.
            path: where.
            fields: what is posted; None for a GET.

        Raises:
            ValueError: the server refuses.
        """
        body = b"" if fields is None else json.dumps(fields).encode()
        head = (
            f"{'GET' if fields is None else 'POST'} {path} HTTP/1.1\r\nHost: {self.at.netloc}\r\n"
        )
        if fields is not None:
            head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        for _ in range(PATIENCE):
            begun = time.perf_counter()
            self._writer.write(f"{head}\r\n".encode() + body)
            status, headers, answer = await self._answer()
            self.load.seconds.setdefault(name, []).append(time.perf_counter() - begun)
            if status != 503:
                break
            self.load.retried += 1
            await asyncio.sleep(float(headers["retry-after"]))
        if status >= 400:
            raise ValueError(f"{status} for {path}: {answer[:200]!r}")
        return answer

    async def _answer(self) -> tuple[int, dict[str, str], bytes]:
        first, *lines = (await self._reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {
            name.lower(): value for name, _, value in (line.partition(": ") for line in lines)
        }
        answer = await self._reader.readexactly(int(headers["content-length"]))
        return int(first.split()[1]), headers, answer


async def play(address: str, load: Load, number: int, most: int, pause: float) -> None:
    """One game, a person who plays at random against level 1."""
    chance = random.Random(number)
    name = list(SIZES)[number % len(SIZES)]
    fields = {"game": name, "size": SIZES[name], "players": ["human", 1], "seed": number}
    try:
        async with Connection(address, load) as server:
            game = json.loads(await server.ask("create", "/api/games", fields))
            one = f"/api/games/{game['id']}"
            mirror = fylking.game(name, SIZES[name]).start()
            while not game["position"]["over"] and game["plies"] < most:
                await server.ask("board", f"{one}/board?targets=1")
                body = {"ply": game["plies"]}
                if game["bot_to_act"]:
                    answer = json.loads(await server.ask("bot", f"{one}/bot", body))
                else:
                    await asyncio.sleep(pause * chance.random() * 2)
                    legal = chance.choice(game["position"]["legal"])
                    body["action"] = legal["action"]
                    answer = json.loads(await server.ask("act", f"{one}/act", body))
                mirror.push(answer["effects"]["action"])
                game = answer["game"]
                if game["position"]["text"] != mirror.text:
                    raise ValueError(f"game {number} is another one than was played")
        load.finished += 1
    except (OSError, EOFError, ValueError) as error:
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
    await asyncio.gather(*(play(address, load, i, most, pause) for i in range(games)))
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

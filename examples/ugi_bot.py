"""A small bot as a program that speaks UGI: `python examples/ugi_bot.py [--short] [GAME [SIZE]]`.

It chooses as `python_bot.py` does. Match runners and `fylking.ugi.Engine` drive it.
"""

from __future__ import annotations

import sys
import time

import fylking


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


def choose(pos: fylking.Position, games: int = 20, seed: int = 1) -> tuple[int, float]:
    """The action that brings most, the first of them, and what it brings."""
    value, action = max((expected(pos, a, games, seed), -a) for a in pos.legal_actions())
    return -action, value


def read_position(game: fylking.Game, words: list[str]) -> fylking.Position | None:
    """The position of `startpos [moves ...]` or `fen TEXT [moves ...]`; None when it is none."""
    end = words.index("moves") if "moves" in words else len(words)
    try:
        pos = game.start() if words[0] == "startpos" else fylking.parse(" ".join(words[1:end]))
        for move in words[end + 1 :]:
            pos.push(move)
    except (fylking.Error, IndexError) as error:
        print("info string", *str(error).split())
        return None
    return pos


def answer_query(pos: fylking.Position | None, what: str) -> str:
    """The answer to a query; where there is no position, the game counts as over."""
    if what == "p1turn":
        return str(pos is not None and pos.seat == 0).lower()
    if what == "gameover":
        return str(pos is None or pos.is_over).lower()
    if pos is None or not pos.is_over:
        return "none"
    return {1: "p1win", -1: "p2win", 0: "draw"}[int(pos.returns[0])]


def search(pos: fylking.Position, games: int, seed: int) -> None:
    begin = time.perf_counter()
    action, value = choose(pos, games, seed)
    seconds = time.perf_counter() - begin
    nodes, move = games * pos.legal_count(), pos.action_text(action)
    print(f"info nodes {nodes} time {seconds * 1000:.0f} nps {nodes / seconds:.0f}", end=" ")
    print(f"score cp {value * 1000:.0f} pv {move}\nbestmove {move}")


def main(arguments: list[str]) -> None:
    games, seed = 2 if "--short" in arguments else 20, 1
    name, *size = [word for word in arguments if word != "--short"] or ["fravan"]
    game = fylking.game(name, *map(int, size))
    pos: fylking.Position | None = game.start()
    for line in sys.stdin:
        match line.split():
            case ["ugi"]:
                print("id name flat playouts\nid author The fylking authors")
                print("option name Seed type spin default 1 min 0 max 2147483647\nugiok")
            case ["setoption", "name", "Seed", "value", number] if number.isdecimal():
                seed = int(number)
            case ["isready"]:
                print("readyok")
            case ["uginewgame"]:
                pos = game.start()
            case ["position", *words]:
                pos = read_position(game, words)
            case ["query", what]:
                print("response", answer_query(pos, what))
            case ["go", *_] if pos is None or pos.is_over:
                print("bestmove none")
            case ["go", *_]:
                search(pos, games, seed)
            case ["quit"]:
                return
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])

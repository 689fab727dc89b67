"""Programs that speak UGI as players of matches."""

from __future__ import annotations

import os
import shlex
import sys
import time
from pathlib import Path

import pytest

import fylking
from fylking.bots import Limits, RandomBot
from fylking.matches import Plan, parse_player, players, random_openings, run

PROGRAM = '''
"""A UGI program in a few lines; what it is asked to do in the end is its argument."""
import sys, time
import fylking

pos = None
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["ugi"]:
        print("id name small\\nugiok", flush=True)
    elif words[:1] == ["isready"]:
        print("readyok", flush=True)
    elif words[:1] == ["position"]:
        end = words.index("moves") if "moves" in words else len(words)
        text = words[2:end]
        pos = fylking.parse(" ".join(text)) if words[1] == "fen" else fylking.Fravan(3).start()
        for move in words[end + 1 :]:
            pos.push(move)
    elif words[:1] == ["go"]:
        move = pos.action_text(pos.legal_actions()[0])
        if len(sys.argv) > 1 and pos.board.any() and pos.stage == "play":
            if sys.argv[1] == "hangs":
                time.sleep(1000)
            if sys.argv[1] == "exits":
                sys.exit(5)
            if sys.argv[1] == "illegal":
                move = "black"
        print("bestmove", move, flush=True)
    elif words[:1] == ["quit"]:
        break
'''


def make_plan(*specs, **options):
    openings = random_openings(fylking.Fravan(size=3), 1)
    return Plan(tuple(map(parse_player, specs)), openings, pairs=1, **options)


@pytest.fixture
def program(tmp_path):
    """The text of a player that runs the program."""
    path = tmp_path / f"program{os.getpid()}.py"
    path.write_text(PROGRAM)
    return f"ugi:{shlex.quote(sys.executable)} {shlex.quote(str(path))}"


def test_the_client_gets_the_command_and_gives_up_at_the_deadline(monkeypatch):
    made = []

    def engine(command, **options):
        made.append((command, options))
        return RandomBot()

    module = type(sys)("fylking.ugi")
    module.Engine = engine
    monkeypatch.setitem(sys.modules, "fylking.ugi", module)
    player = parse_player(f"ugi:{shlex.quote(sys.executable)} -c 'a b' --level 3")
    assert player.maker == players.UGI
    player.make(5.0, Limits(seconds=1.5))
    player.make(50.0, Limits(nodes=100))
    player.make(0.5, Limits(seconds=1.0))
    command = [sys.executable, "-c", "a b", "--level", "3"]
    assert made == [
        (command, {"timeout": 10.0, "grace": 3.5}),
        (command, {"timeout": 50.0, "grace": 50.0}),
        (command, {"timeout": 10.0, "grace": 0.0}),  # it may take longer to start
    ]


def test_a_program_plays_whole_games(program):
    pytest.importorskip("fylking.ugi")
    results = run(make_plan(program, "random", limits=Limits(nodes=10)))
    assert [game.forfeit for game in results.counted()] == [None, None]
    assert [game.end for game in results.counted()] == ["board full"] * 2
    again = run(make_plan(program, "random", limits=Limits(nodes=10)))
    assert [game.identity() for game in again.counted()] == [
        game.identity() for game in results.counted()
    ]


@pytest.mark.parametrize(
    ("how", "kind"), [("exits", "crash"), ("illegal", "illegal"), ("hangs", "time")]
)
def test_a_bad_program_loses_and_is_gone(program, how, kind):
    pytest.importorskip("fylking.ugi")
    plan = make_plan(f"{program} {how}", "random", limits=Limits(seconds=0.1), deadline=1.5)
    results = run(plan)
    losses = [game.forfeit for game in results.counted()]
    assert [
        (loss.kind, game.players[loss.seat])
        for loss, game in zip(losses, results.counted(), strict=True)
    ] == [(kind, 0)] * 2
    if not Path("/proc/self").exists():
        return
    mark = f"program{os.getpid()}.py".encode()
    end = time.monotonic() + 5
    while any(mark in line for line in command_lines()):
        assert time.monotonic() < end
        time.sleep(0.05)


def command_lines():
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            yield path.read_bytes()
        except OSError:
            continue

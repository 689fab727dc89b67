"""The engine as a program: nonsense, pipes that close, ends at any time."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time

import pytest
import samples
from talking import ENGINE, Program

from fylking.cli import main

posix = pytest.mark.skipif(os.name != "posix", reason="pipes of POSIX")

LINES = [
    "ugi",
    "isready",
    "uginewgame",
    "setoption name Game value freeze",
    "setoption name Size value 5",
    "setoption name Pie value false",
    "setoption name Level value 3",
    "setoption name Threads value 2",
    "position startpos",
    "position startpos moves d4 white e4",
    "position fen fravan2 ../.b./.. w choose 1b moves white a1",
    "position fen freeze6 ....../....../....../....../....../bw.... b play",
    "go p1time 100 p2time 100 p1inc 1 p2inc 1",
    "go movetime 20",
    "go depth 2",
    "go nodes 10",
    "go infinite",
    "stop",
    "query p1turn",
    "query gameover",
    "query result",
    "d",
    "moves",
    "perft 3",
]
FIRST_WORDS = {"id", "option", "ugiok", "readyok", "info", "bestmove", "response", "moves", "perft"}
LETTERS = "abcz 0123456789-+=:@./\t\x00\x1b\r\\'\"é９\ufeff\u2028"


def mutated(chance):
    """A line of the protocol with words or letters changed, or no such line at all."""
    line = chance.choice(LINES)
    for _ in range(chance.randint(0, 3)):
        words = line.split(" ")
        place = chance.randrange(len(words))
        match chance.randrange(6):
            case 0:
                words[place] = chance.choice(chance.choice(LINES).split(" "))
            case 1:
                words.insert(
                    place, chance.choice(("moves", "value", "name", "9" * 30, "-1", "x" * 5000))
                )
            case 2:
                del words[place]
            case 3:
                words.append("".join(chance.choices(LETTERS, k=chance.randint(1, 9))))
            case 4:
                words[place] = "".join(chance.choices(LETTERS, k=4))
            case 5:
                words += chance.choice(LINES).split(" ")
        line = " ".join(words)
    return line


def test_fuzz(request):
    """After each of 400 odd lines the engine is there, and every answer is well-formed."""
    seed = request.config.getoption("--seed")
    chance = random.Random(seed)
    with Program("--size", "4") as engine:
        for number in range(400):
            line = mutated(chance).replace("\n", " ")
            where = f"seed {seed}, line {number}: {line!r}"
            if line.split()[:1] == ["quit"]:
                continue
            engine.send(line)
            engine.send("isready")
            said = engine.until("readyok")
            if line.split()[:1] == ["isready"]:
                said += engine.until("readyok")
            for answer in said:
                words = answer.split()
                assert answer.isprintable(), where
                if words[0] in ("bestmove", "response"):
                    assert len(words) == 2, where
                elif line.split()[:1] != ["d"]:
                    assert words[0] in FIRST_WORDS, where
        engine.send("stop")
        for option in ("Game value herfor", "Size value 4", "Pie value true"):
            engine.send(f"setoption name {option}")
        engine.send("position startpos moves d4 black")
        engine.send("query p1turn")
        assert engine.until("response")[-1] == "response true"
        engine.send("quit")
        assert engine.status() == 0
        assert engine.last_words() == "exit status 0", "nothing is said on stderr"


def test_bytes_that_are_no_text_and_lines_without_end():
    chance = random.Random(1)
    noise = bytes(chance.choices(range(256), k=20_000)).replace(b"quit", b"")
    long = b"position startpos moves " + b"a1 " * 1_000_000
    said = answers(noise + b"\n" + long + b"\nisready\n" + long + b"\n\nd\nquit\n")
    assert b"readyok" in said.splitlines()
    assert b"fravan7" in said


def answers(data, status=0):
    """What the engine says to an input that then ends."""
    result = subprocess.run(ENGINE, input=data, capture_output=True, timeout=60)
    assert (result.returncode, result.stderr) == (status, b"")
    return result.stdout


@pytest.mark.parametrize(
    ("data", "last"),
    [
        (b"", b""),
        (b"isready", b"readyok\n"),
        (b"ugi\r\nisready\r\n", b"readyok\n"),
        (b"position startpos moves g7 white\ngo infinite\n", None),
        (b"go movetime 60000\n", None),
        (b"perft 50\n", b"info string perft 50 was stopped\n"),
    ],
)
def test_the_end_of_the_input_at_any_time(data, last):
    begin = time.monotonic()
    said = answers(data)
    assert time.monotonic() - begin < 30
    if last is None:
        assert said.splitlines()[-1].startswith(b"bestmove ")
    else:
        assert said.endswith(last)


def test_quit_while_thinking():
    said = answers(b"go infinite\nquit\nisready\n")
    assert said.splitlines()[-1].startswith(b"bestmove ")


@posix
def test_a_closed_pipe_ends_it_though_the_input_goes_on():
    child = subprocess.Popen(
        ENGINE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    child.stdin.write(b"isready\n")
    child.stdin.flush()
    assert child.stdout.readline() == b"readyok\n"
    child.stdout.close()
    child.stdin.write(b"go infinite\nisready\n")
    child.stdin.flush()
    status = child.wait(30)  # its input is still open
    with child.stdin, child.stderr:
        assert (status, child.stderr.read()) == (141, b"")


@posix
def test_an_interrupt_ends_it_without_a_word():
    with Program() as engine:
        engine.send("go infinite")
        engine.ask("isready", "readyok")
        engine._child.send_signal(signal.SIGINT)
        assert engine.status() == 130
        assert engine.last_words() == "exit status 130"


@posix
@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_no_input_or_no_output_at_all(closed):
    command = f'echo isready | "{sys.executable}" -m fylking ugi {closed}'
    result = subprocess.run(command, shell=True, capture_output=True, timeout=60)
    assert (result.returncode, result.stdout, result.stderr) == (0, b"", b"")


@pytest.mark.parametrize(
    "arguments",
    [
        ["chess"],
        ["freeze", "--size", "7"],
        ["--size", "x"],
        ["--level", "11"],
        ["--threads", "0"],
        ["--hash", "-1"],
        ["--seed", "x"],
    ],
)
def test_arguments_that_do_not_fit(arguments, capsys):
    assert main(["ugi", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("fylking: error: ")
    assert err.count("\n") == 1


def test_it_answers_while_other_sizes_are_made_ready():
    """Every game and size is ready in time, one after another in one program."""
    with Program() as engine:
        for game in samples.GAMES:
            engine.send(f"setoption name Game value {game.name}")
            engine.send(f"setoption name Size value {game.size}")
            engine.send(f"setoption name Pie value {str(game.pie).lower()}")
            engine.send("position startpos")
            engine.ask("isready", "readyok")
            engine.send("go p1time 1000 p2time 1000 p1inc 0 p2inc 0")
            move = engine.until("bestmove")[-1].split()[1]
            assert game.start().is_legal(move)

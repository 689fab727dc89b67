"""`fylking play`: the file that keeps the game, options that do not fit, and ways to leave."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from functools import partial

import pytest
import sessions
from sessions import game_in, refusal, texts

import fylking
from fylking import record
from fylking.cli import main

SMALL = {"fravan": 3, "herfor": 3, "frasvel": 2, "freeze": 6}
CHAIN = "freeze6 ....../..w.../....../..w.../..b.w./...... b play"


@pytest.fixture
def play(capsys, monkeypatch):
    """Plays a session; returns its status and output. Options: a line, or a list."""
    return partial(sessions.play, capsys, monkeypatch)


# ---- The file ----


def test_a_game_is_saved_and_gone_on_with(play, tmp_path):
    path = tmp_path / "a game.jsonl"
    _, out = play("fravan --size 3 --no-pie --level 2 --seed 7 --side second", "save", f"save {path}", "c2", "text")  # fmt: skip
    assert "Not possible: save needs the name of a file." in out
    assert f"Saved in {path}, and kept there from now on." in out
    assert out.endswith(f"To go on: fylking play --load '{path}'\n")
    _, game = game_in(path)
    assert [game.replay().text] == texts(out)
    assert game.end == "unfinished"
    _, out = play(["--load", str(path)], "text", "undo", "undo", "undo", "text")
    assert "You are the second player and White, level-2 is the first player and Black." in out
    assert "The seed is 7." in out
    assert out.count("There is nothing to take back.") == 2  # the bot began
    last, first = texts(out)
    assert last == game.replay().text
    opening = game_in(path)[1]
    assert opening.actions == game.actions[:1]
    assert opening.replay().text == first


@pytest.mark.parametrize("name", fylking.GAMES)
def test_a_loaded_game_goes_on_to_its_end(play, capsys, monkeypatch, tmp_path, name):
    path = tmp_path / "game.jsonl"
    first = fylking.game(name, SMALL[name]).start().legal_turns()
    play(f"{name} --size {SMALL[name]} --level 1 --seed 7 --save {path}", next(first))
    begun = game_in(path)[1].actions
    assert len(begun) > 1
    status, _ = sessions.whole_game(capsys, monkeypatch, f"--load {path}")
    assert status == 0
    _, game = game_in(path)
    assert game.actions[: len(begun)] == begun
    assert game.replay().is_over


def test_a_turn_that_has_begun_is_kept(play, tmp_path):
    path = tmp_path / "game.jsonl"
    play(f"freeze --level 1 --save {path}", "b1:b7")
    assert game_in(path)[1].actions == ("b1:b7",)
    _, out = play(f"--load {path}", "=d4")
    assert "White (level-1) plays" in out


def test_two_people_keep_a_game_too(play, tmp_path):
    path, other = tmp_path / "game.jsonl", tmp_path / "other.jsonl"
    play(f"herfor --size 3 --save {path}", "c3", "white")
    _, out = play(f"--load {path} --save {other}", "a1", "text")
    assert "You are" not in out
    assert [game_in(other)[1].replay().text] == texts(out)
    assert game_in(path)[1].actions == ("c3", "white")


def test_a_position_is_where_the_game_began(play, tmp_path):
    path = tmp_path / "game.jsonl"
    play(["--position", CHAIN, "--save", str(path)], "c2:c4")
    assert game_in(path)[1].opening == CHAIN


def test_no_file_is_overwritten(play, capsys, tmp_path):
    path = tmp_path / "precious"
    path.write_text("precious")
    assert "is there already" in refusal(capsys, f"freeze --save {path}")
    _, out = play("freeze", f"save {path}", "text")
    assert f"Not possible: {path} is there already." in out
    assert path.read_text() == "precious"
    assert os.listdir(tmp_path) == ["precious"]


def test_a_file_that_cannot_be_written(play, capsys, tmp_path):
    path = tmp_path / "nowhere" / "game.jsonl"
    assert f"{path} cannot be written: No such file" in refusal(capsys, f"freeze --save {path}")
    _, out = play("freeze", f"save {path}", "b1:b7=d4")
    assert out.count("The game is not saved in") == 1  # and it is not tried again
    assert 'To go on: fylking play --position "freeze8' in out


def spoilt(**changes):
    """A change of the game's line."""
    return lambda head, game: (head, game | changes)


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (spoilt(actions="c3 c3"), "c3"),
        (spoilt(actions="nonsense"), "nonsense"),
        (spoilt(opening="fravan99"), "not 99"),
        (spoilt(players=[0, 5]), "players are [0, 5]"),
        (spoilt(seconds=[]), "2 actions, but 0 seconds"),
        (lambda head, game: (head | {"players": ["human", "level:99"]}, game), "99"),
        (lambda head, game: (head | {"players": ["human", "no_module:Bot"]}, game), "no_module"),
        (lambda head, game: (head | {"players": ["random", "random"]}, game), "between bots"),
        (lambda head, game: (head | {"seed": "x"}, game), "seed is a whole number"),
        (lambda head, game: (head | {"fylking_match": 99}, game), "version 99 of the format"),
        (lambda head, game: (head, {}), "line 2 of"),
        (lambda head, game: (head,), "has 0 games"),
        (lambda head, game: (head, game, game), "line 3 of"),
        (lambda head, game: (head, game, game | {"game": 1}), "has 2 games"),
    ],
)
def test_a_spoilt_file_is_refused(play, capsys, tmp_path, spoil, reason):
    path = tmp_path / "game.jsonl"
    play(f"fravan --size 3 --no-pie --save {path}", "c3", "d4")
    head, game = map(json.loads, path.read_text().splitlines())
    path.write_text("".join(json.dumps(line) + "\n" for line in spoil(head, game)))
    assert reason in refusal(capsys, f"--load {path}")


def test_what_a_file_names_runs_only_when_asked_for(play, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code = "print('it runs')\nfrom fylking.bots import RandomBot\n"
    (tmp_path / "strange_bot.py").write_text(code)
    _, out = play("fravan --size 3 --opponent strange_bot:RandomBot --save g.jsonl", "c3")
    assert "it runs" in out
    assert out.endswith("--load g.jsonl --opponent strange_bot:RandomBot\n")
    del sys.modules["strange_bot"]
    assert "if you trust it" in refusal(capsys, "--load g.jsonl")
    _, out = play("--load g.jsonl --opponent strange_bot:RandomBot")
    assert "it runs" in out
    assert "is 'strange_bot:RandomBot', not 'level:1'" in refusal(
        capsys, "--load g.jsonl --level 1"
    )
    del sys.modules["strange_bot"]


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ("fravan --level 0", "level is 0"),
        ("fravan --level 11", "level is 11"),
        ("fravan --level x", "'x' is no whole number"),
        ("fravan --level 1 --opponent random", "give one of them"),
        ("fravan --opponent nobody", "there is no player 'nobody'"),
        ("fravan --opponent mcts:foo=3", "there is no option 'foo'"),
        ("fravan --opponent level:3,foo=3", "there is no option 'foo'"),
        ("fravan --side first", "--side needs --level or --opponent"),
        ("fravan --level 1 --seed -1", "-1"),
        ("fravan --load x", "GAME does not go with --load"),
        ("--side first --load x", "--side does not go with --load"),
        ("--load there-is-none", "there-is-none cannot be read: No such file"),
    ],
)
def test_options_that_do_not_fit(capsys, options, reason):
    assert reason in refusal(capsys, options)


# ---- Leaving ----


def test_a_program_plays_and_is_let_go(play, tmp_path):
    program = f"{sys.executable} -m fylking ugi --level 1"
    path = tmp_path / "game.jsonl"
    options = ["fravan", "--size", "3", "--no-pie", "--opponent", f"ugi:{program}"]
    _, out = play([*options, "--save", str(path)], "c3", "thought")
    assert re.search(r"White \(fylking \S+\) plays \w+\.\nfylking \S+: win chance \d+ %", out)
    assert out.endswith(f"--load {path} --opponent 'ugi:{program}'\n")


def test_a_bot_that_fails_leaves_the_game_in_its_file(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "failing_bot.py").write_text(
        "from fylking.bots import RandomBot\n"
        "class Failing(RandomBot):\n"
        "    def choose(self, pos, limits=None):\n"
        "        return 0\n"
    )
    monkeypatch.setattr("sys.stdin", sessions.io.StringIO("b1\nc1\n"))
    options = "play fravan --size 3 --no-pie --opponent failing_bot:Failing --save g.jsonl"
    assert main(options.split()) == 2
    out, err = capsys.readouterr()
    assert "random has failed: a1 is taken by White" in err
    assert "To go on: fylking play --load g.jsonl" in out
    assert game_in(tmp_path / "g.jsonl")[1].actions == ("b1", "a1", "c1")
    del sys.modules["failing_bot"]


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("def choose(self, pos, limits=None): return [][1]", "IndexError: list index out of range"),
        ("def choose(self, pos, limits=None): return None", "has failed: "),
        ("reset = None", "TypeError: 'NoneType' object is not callable"),
        ("def __init__(self): raise ValueError('a\\nb\\x1b[31m')", r"ValueError: a b\x1b[31m"),
    ],
)
def test_a_bot_of_any_fault_leaves_one_line(capsys, monkeypatch, tmp_path, body, reason):
    monkeypatch.chdir(tmp_path)
    code = f"from fylking.bots import RandomBot\nclass Faulty(RandomBot):\n    {body}\n"
    (tmp_path / "faulty_bot.py").write_text(code)
    monkeypatch.delitem(sys.modules, "faulty_bot", raising=False)
    monkeypatch.setattr("sys.stdin", sessions.io.StringIO("b1\n"))
    options = "play fravan --size 3 --no-pie --opponent faulty_bot:Faulty --save g.jsonl"
    assert main(options.split()) == 2
    out, err = capsys.readouterr()
    assert err.startswith("fylking: error: ")
    assert err.count("\n") == 1
    assert reason in err
    if "choose" in body:
        assert "To go on: fylking play --load g.jsonl" in out
        assert game_in(tmp_path / "g.jsonl")[1].actions == ("b1",)
    del sys.modules["faulty_bot"]


@pytest.mark.parametrize("value", ["float('nan')", "7.5", "'high'"])
def test_a_value_that_is_no_return_is_not_told(play, tmp_path, monkeypatch, value):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "vague_bot.py").write_text(
        "from fylking.bots import RandomBot\n"
        "class Vague(RandomBot):\n"
        "    def choose(self, pos, limits=None):\n"
        "        action = super().choose(pos)\n"
        f"        self.thought = self.thought._replace(value={value}, nodes=5)\n"
        "        return action\n"
    )
    options = "fravan --size 3 --no-pie --opponent vague_bot:Vague --save g.jsonl"
    _, out = play(options, "b1", "thought")
    assert "random: 5 positions.\n" in out
    assert "win chance" not in out
    thought = game_in(tmp_path / "g.jsonl")[1].thoughts[1]
    assert (thought["value"], thought["nodes"]) == (None, 5)
    del sys.modules["vague_bot"]


def test_thoughts_are_kept_and_taken_back(play, tmp_path):
    path = tmp_path / "game.jsonl"
    play(f"fravan --size 3 --no-pie --level 1 --seed 7 --save {path}", "b1", "c2")
    before = game_in(path)[1]
    assert [thought and thought["simulations"] for thought in before.thoughts] == [None, 24] * 2
    play(["--load", str(path)], "undo")
    assert game_in(path)[1].thoughts == before.thoughts[:2]


def test_a_name_that_is_no_player_is_a_person(play, tmp_path):
    path = tmp_path / "game.jsonl"
    pos = fylking.Fravan(3).start()
    pos.push("c3")
    with record.Writer(path, record.head_of(pos.game, ["Ann", "Bob: the 2nd"])) as out:
        out.write(record.GameRecord.of(pos))
    play(["--load", str(path)], "white", "b1")
    head, game = game_in(path)
    assert head["players"] == ["Ann", "Bob: the 2nd"]
    assert game.actions == ("c3", "white", "b1")
    with record.Writer(tmp_path / "2.jsonl", record.head_of(pos.game, ["Ann", "level:1"])) as out:
        out.write(record.GameRecord.of(pos))
    _, out = play(["--load", str(tmp_path / "2.jsonl")])
    assert "(level-1) plays" in out


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("thinking", [True, False], ids=["while the bot thinks", "at the prompt"])
def test_ctrl_c_leaves_with_the_game_saved(tmp_path, thinking):
    path = tmp_path / "game.jsonl"
    bot = "mcts:simulations=1000000000" if thinking else "level:1"
    command = [sys.executable, "-m", "fylking", "play", "fravan", "--size", "5", "--no-pie"]
    process = subprocess.Popen(
        [*command, "--opponent", bot, "--save", path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    process.stdin.write(b"e5\n")
    process.stdin.flush()
    deadline = time.monotonic() + 20
    while not path.exists() or len(game_in(path)[1].actions) < (1 if thinking else 2):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=10)
    assert (process.returncode, err) == (130, b"")
    assert f"To go on: fylking play --load {path}".encode() in out
    assert game_in(path)[1].actions[0] == "e5"
    assert len(game_in(path)[1].actions) == (1 if thinking else 2)

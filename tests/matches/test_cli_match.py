"""`fylking match` and `fylking ladder` as they are typed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fylking.cli import ladder, main, match
from fylking.matches import read_record

HERE = Path(__file__).resolve().parent

posix = pytest.mark.skipif(os.name != "posix", reason="signals and terminals of POSIX")


def run(capsys, *argv):
    """Status, stdout and stderr of a command run in this process."""
    status = main(argv)
    out, err = capsys.readouterr()
    return status, out, err


def child(*argv, **options):
    """A child process that runs a command where the bad bots are."""
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "cwd": HERE} | options
    return subprocess.Popen([sys.executable, "-m", "fylking", *argv], text=True, **options)


def identities(path):
    """The games of a record, by number, without their times."""
    return {game.game: game.identity() for game in read_record(path)[1]}


# ---- What is printed ----


def test_match_json_adds_up(capsys, tmp_path):
    out = str(tmp_path / "games.jsonl")
    argv = ["match", "random", "badbots:Steady", "--size", "3", "--pairs", "6", "--json"]
    status, text, err = run(capsys, *argv, "--out", out)
    facts = json.loads(text)
    assert (status, err) == (0, "")
    assert facts["players"] == ["random", "badbots:Steady"]
    assert (facts["game"], facts["size"], facts["pie"]) == ("fravan", 3, True)
    assert facts["games"] == facts["played"] == facts["counted"] == 12
    assert facts["finished"]
    games = read_record(out)[1]
    assert len(games) == 12
    points = sum(game.points[game.players.index(0)] for game in games)
    one, other = facts["results"]
    assert one["all"]["points"] == points == 12 * facts["score"]
    assert other["all"]["points"] == 12 - points
    for row in (one, other):
        assert row["all"]["games"] == 12
        assert row["first"]["games"] == row["second"]["games"] == 6
        assert row["black"]["games"] + row["white"]["games"] == 12
        assert row["first"]["points"] + row["second"]["points"] == row["all"]["points"]
        assert row["black"]["points"] + row["white"]["points"] == row["all"]["points"]
    for side in ("by_seat", "by_colour"):
        assert sum(tally["points"] for tally in facts[side].values()) == 12
    black = sum(game.points[game.colours.index("black")] for game in games)
    assert facts["by_colour"]["black"]["points"] == black
    assert sum(facts["pairs"]) == 6
    low, high = facts["score_interval"]
    assert low < facts["score"] < high


def test_match_text(capsys):
    argv = ["match", "random", "badbots:Steady", "--game", "herfor", "--size", "3", "--no-pie"]
    status, text, err = run(capsys, *argv, "--pairs", "4", "--sprt", "0", "100", "--openings", "2")
    assert (status, err) == (0, "")
    lines = text.splitlines()
    assert lines[0] == "Herfor, size 3, pie rule off; 2 random actions first; seed 1"
    assert lines[1:3] == ["A  random", "B  badbots:Steady"]
    table = lines[4:12]
    assert len(set(map(len, table))) == 1
    assert table[1].split()[:2] == ["A", "8"]
    for name in ("A as first player", "A as White", "first player", "Black"):
        assert any(line.startswith(f"{name}  ") for line in table)
    assert "Elo of A over B  " in text
    assert "SPRT of Elo 0 against 100  not decided, LLR " in text
    assert "forfeit" not in text
    assert "another pair had" not in text


def test_match_whose_openings_repeat_says_so(capsys):
    argv = ["match", "random", "random", "--game", "fravan", "--size", "2", "--pairs", "5"]
    _, text, _ = run(capsys, *argv)
    assert "pairs whose opening, or an image of it, another pair had: 3 " in text


def test_match_without_end_says_so(capsys):
    argv = ["match", "random", "random", "--game", "freeze", "--pairs", "2", "--max-actions", "3"]
    _, text, _ = run(capsys, *argv)
    assert "cut off after 3 actions, half a point each: 4" in text
    assert "score of A  50.0 %, from 17.1 to 82.9 (95 %)" in text


def test_match_won_by_all_points_has_a_bound_on_one_side(capsys):
    argv = ["match", "badbots:Steady", "badbots:unmakable", "--size", "2", "--pairs", "3"]
    facts = json.loads(run(capsys, *argv, "--json")[1])
    text = match.text(facts)
    assert "Elo of A over B  +inf, from " in text
    assert "forfeits: 6" in text
    assert "  game 1, by B: crash, RuntimeError: no licence" in text
    assert facts["elo"] is None
    assert facts["elo_interval"][1] is None
    assert facts["forfeits"][1] == {
        "game": 1,
        "player": 1,
        "seat": 0,
        "kind": "crash",
        "detail": "RuntimeError: no licence",
    }


def test_sprt_stops(capsys):
    argv = ["match", "badbots:Steady", "badbots:unmakable", "--size", "2", "--pairs", "500"]
    argv += ["--sprt", "-50", "150", "--alpha", "0.1", "--beta", "0.2", "--json"]
    _, text, _ = run(capsys, *argv)
    facts = json.loads(text)
    assert facts["sprt"]["decision"] == "H1"
    assert facts["finished"]
    assert facts["counted"] < 30
    assert facts["sprt"]["llr"] >= facts["sprt"]["bounds"][1]


def test_openings_from_a_file(capsys, tmp_path):
    path, out = tmp_path / "openings.txt", tmp_path / "out.jsonl"
    path.write_text("fravan2 ../.b./.. w choose 1b\n# another\nfravan2 ../b../.. w play 1b\n")
    argv = ["match", "random", "random", "--pairs", "3", "--openings", str(path)]
    status, text, _ = run(capsys, *argv, "--out", str(out))
    assert status == 0
    assert text.startswith("Fravan, size 2, pie rule on; 2 given openings; seed 1\n")
    stages = [game.opening.split()[-2] for game in read_record(out)[1]]
    assert stages == ["choose"] * 2 + ["play"] * 2 + ["choose"] * 2
    status, _, err = run(capsys, *argv, "--game", "herfor")
    assert (status, "fravan2" in err) == (2, True)


def test_limits_of_the_match_and_of_a_player(capsys):
    wanted = "badbots:Limited:want_nodes=7", "badbots:Limited:want_depth=2,depth=2"
    argv = ["match", *wanted, "--size", "2", "--pairs", "1", "--nodes", "7", "--json"]
    facts = json.loads(run(capsys, *argv)[1])
    assert facts["forfeits"] == []
    assert facts["limits"] == {"nodes": 7}


def test_ladder(capsys):
    argv = ["ladder", "random", "badbots:Steady", "badbots:Seeded", "--size", "3", "--pairs", "3"]
    status, out, err = run(capsys, *argv, "--anchor", "first", "--json")
    assert (status, err) == (0, "")
    facts = json.loads(out)
    assert facts["games"] == facts["counted"] == 18
    assert facts["results"][0]["elo"] == facts["results"][0]["error"] == 0
    cross = facts["cross"]
    for i, row in enumerate(facts["results"]):
        assert cross[i][i] is None
        assert sum(filter(None, cross[i])) == row["all"]["points"]
        assert i == 0 or row["error"] > 0

    text = ladder.text(facts)
    ratings, cross = (part.splitlines() for part in text.split("\n\n")[1:3])
    assert [len(set(map(len, table))) for table in (ratings, cross)] == [1, 1]
    assert sorted(line.split()[0] for line in ratings[1:]) == ["1", "2", "3"]
    elo = [float(line.split()[2]) for line in ratings[1:]]
    assert elo == sorted(elo, reverse=True)
    first = next(line for line in ratings if line.startswith("1 random"))
    assert first.split()[2:4] == ["+0", "±0"]
    assert "Elo 0 is 1 random." in text


def test_ladder_text(capsys):
    argv = ["ladder", "random", "badbots:unmakable", "--size", "2", "--pairs", "2"]
    status, text, _ = run(capsys, *argv)
    assert status == 0
    assert "Elo 0 is the mean.\nSomebody has won or lost everything" in text
    assert "forfeits: 4\n  game 0, by 2 badbots:unmakable: crash, RuntimeError" in text


# ---- Errors ----


@pytest.mark.parametrize(
    "line",
    [
        "match",
        "match random",
        "match random random random",
        "match random nobody",
        "match random random --game chess",
        "match random random --size 99",
        "match random random --pairs 0",
        "match random random --time 0",
        "match random random --time 1 --nodes 5",
        "match random random --jobs 0",
        "match random random --jobs 1000",
        "match random random --seed x",
        "match random random --seed -1",
        "match random random --sprt 0",
        "match random random --sprt 10 0",
        "match random random --sprt 0 ten",
        "match random random --sprt 0 10 --alpha 0.9",
        "match random random --alpha 0.1",
        "match random random --openings /no/such/file",
        "match random random --openings 9999999",
        "match random random --size 2 --openings 900",
        "match random random --out /no/such/folder/file",
        "match random random --game freeze --pie",
        "ladder random",
        "ladder random nobody",
        "ladder random random --anchor last",
        "ladder random random --sprt 0 10",
    ],
)
def test_an_error_is_one_line_and_status_2(capsys, line):
    status, out, err = run(capsys, *line.split())
    assert (status, out) == (2, "")
    assert err.startswith("fylking: error: ")
    assert err.count("\n") == 1


def test_a_record_of_another_match_is_an_error(capsys, tmp_path):
    out = str(tmp_path / "out.jsonl")
    argv = ["match", "random", "random", "--size", "2", "--pairs", "1", "--out", out]
    assert run(capsys, *argv)[0] == 0
    status, _, err = run(capsys, *argv, "--seed", "2")
    assert status == 2
    assert err.endswith("is the record of another match: its seed is 1, not 2\n")


# ---- Broken off ----


def wait_for_games(path, number, process):
    """Waits until a record holds so many games."""
    end = time.monotonic() + 60
    while not path.exists() or path.read_bytes().count(b"\n") <= number:
        assert process.poll() is None
        assert time.monotonic() < end
        time.sleep(0.01)


SLOW = ["match", "badbots:Seeded", "badbots:Steady:0.04", "--size", "2", "--pairs", "8"]


@posix
def test_after_a_kill_and_after_ctrl_c_the_same_command_goes_on(tmp_path):
    whole, broken = tmp_path / "whole.jsonl", tmp_path / "broken.jsonl"
    reference = child(*SLOW, "--out", str(whole), "--jobs", "2", stderr=subprocess.DEVNULL)

    killed = child(*SLOW, "--out", str(broken), stderr=subprocess.DEVNULL)
    wait_for_games(broken, 2, killed)
    killed.kill()
    killed.communicate(timeout=30)
    first = identities(broken)
    assert 2 <= len(first) < 16

    stopped = child(*SLOW, "--out", str(broken))
    wait_for_games(broken, len(first) + 2, stopped)
    stopped.send_signal(signal.SIGINT)
    begin = time.monotonic()
    out, err = stopped.communicate(timeout=30)
    assert time.monotonic() - begin < 10
    second = identities(broken)
    assert stopped.returncode == 130
    assert len(first) + 2 <= len(second) < 16
    assert out.startswith("Fravan, size 2")
    last = err.splitlines()[-1]
    assert last == (
        f"fylking: interrupted after {len(second)} of 16 games, which are in {broken}; "
        "the same command goes on from them"
    )
    assert "Traceback" not in err

    resumed = child(*SLOW, "--out", str(broken), stderr=subprocess.DEVNULL)
    out, _ = resumed.communicate(timeout=60)
    expected, _ = reference.communicate(timeout=60)
    assert (resumed.returncode, reference.returncode) == (0, 0)
    assert out == expected
    assert identities(broken) == identities(whole)
    assert second.items() <= identities(broken).items()


@pytest.mark.skipif(
    not Path(f"/proc/self/task/{os.getpid()}/children").exists(), reason="looks at /proc"
)
def test_nothing_is_left_of_a_match_that_is_killed(tmp_path):
    out = tmp_path / "out.jsonl"
    bots = "badbots:Bad:hangs", "badbots:Steady"
    process = child("match", *bots, "--size", "2", "--out", str(out), stderr=subprocess.DEVNULL)
    found = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    wait_for_games(out, 0, process)
    end = time.monotonic() + 30
    while not (children := found.read_text().split()):
        assert time.monotonic() < end
    time.sleep(0.5)  # until the bot hangs, or nearly
    process.kill()
    process.communicate(timeout=30)
    while any(map(os.path.exists, (f"/proc/{child}/exe" for child in children))):
        assert time.monotonic() < end
        time.sleep(0.05)


@posix
def test_progress_on_a_terminal():
    pty = pytest.importorskip("pty")
    master, slave = pty.openpty()
    argv = ["match", "random", "random", "--size", "2", "--pairs", "2"]
    process = child(*argv, stderr=slave)
    os.close(slave)
    seen = b""
    while True:
        try:
            data = os.read(master, 4096)
        except OSError:  # Linux, when the other end has closed
            break
        if not data:
            break
        seen += data
    os.close(master)
    out, _ = process.communicate(timeout=30)
    assert process.returncode == 0
    assert "match, A 0 : B 0: 0% after " in seen.decode()
    assert seen.endswith(b" \r")  # the line has gone again
    assert "%" in out

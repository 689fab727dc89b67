"""`fylking study` as it is typed."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import fylking
from fylking.bots.levels import simulations_of
from fylking.cli import main
from fylking.study import GameStudy, PieStudy, run

HERE = Path(__file__).resolve().parent

posix = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")


def study(capsys, *argv):
    """Status, stdout and stderr of a command run in this process."""
    status = main(["study", *argv])
    out, err = capsys.readouterr()
    return status, out, err


def test_help_has_examples_that_work(capsys):
    for argv in ([], ["pie"], ["game"]):
        status, out, _ = study(capsys, *argv, "--help")
        assert status == 0
        examples = re.findall(r"^  fylking (study .*)$", out, re.MULTILINE)
        assert examples
        for example in examples:
            words = [*shlex.split(example)[1:], "--seed", "-"]  # read to the end, then refused
            status, _, err = study(capsys, *words)
            assert "argument --seed: '-' is no whole number" in err


def test_pie(capsys, tmp_path):
    picture, out = tmp_path / "map.svg", tmp_path / "games.jsonl"
    argv = ["pie", "fravan", "--size", "3", "--level", "1", "--games", "3", "--seed", "8"]
    status, text, err = study(capsys, *argv, "--svg", str(picture), "--out", str(out))
    assert (status, err) == (0, "")
    count = simulations_of(1, fylking.Fravan())
    head = f"Fravan, size 3, pie rule on; level:1 ({count} simulations an action); seed 8\n"
    assert text.startswith(head)
    assert picture.read_text().startswith("<svg ")
    status, again, err = study(capsys, *argv, "--json", "--out", str(out))
    assert (status, err) == (0, "")
    expected = run(PieStudy(fylking.Fravan(size=3), "level:1", 3, seed=8)).report()
    assert json.loads(again) == expected


def test_game(capsys, tmp_path):
    pytest.importorskip("matplotlib")
    plots = tmp_path / "plots.png"
    argv = ["game", "freeze", "--size", "6", "--level", "1", "--player", "random", "--games", "3"]
    status, text, err = study(capsys, *argv, "--plot", str(plots))
    assert (status, err) == (0, "")
    count = simulations_of(1, fylking.Freeze())
    head = (
        f"A  Freeze, size 6; level:1 ({count} simulations an action)\nB  Freeze, size 6; random\n"
    )
    assert text.startswith(head)
    assert plots.stat().st_size > 10_000
    facts = json.loads(study(capsys, *argv, "--json")[1])
    expected = run(GameStudy([fylking.Freeze(size=6)], ["level:1", "random"], 3)).report()
    assert facts == expected


def test_the_page_names_a_command_that_makes_it_again(capsys, tmp_path):
    pytest.importorskip("matplotlib")
    for argv, name in (
        ("pie herfor --size 2 --level 2 --games 4 --max-actions 30", "pie-herfor-2"),
        ("pie herfor --size 3 --playouts 1200", "pie-herfor-3"),
        ("pie frasvel --size 2 --player 'mcts:simulations=9' --games 4", "pie-frasvel-2"),
        ("game fravan --size 2 --size 3 --player random --games 4 --no-pie", "game-fravan-2-3"),
    ):
        folders = [tmp_path / "one", tmp_path / "two"]
        assert study(capsys, *shlex.split(argv), "--docs", str(folders[0]))[0] == 0
        page = (folders[0] / f"{name}.md").read_text()
        command = re.search(r"^\$ fylking study (.*)$", page, re.MULTILINE)[1]
        assert study(capsys, *shlex.split(command), "--docs", str(folders[1]))[0] == 0
        for kind in ("md", "json", "svg"):
            one, two = (folder / f"{name}.{kind}" for folder in folders)
            assert one.read_bytes() == two.read_bytes()
        assert f"]({name}.svg)" in page


def test_players_of_the_folder_where_one_is(tmp_path):
    """Also in other processes, and from a script that has its own folder in its path."""
    argv = ["study", "pie", "fravan", "--size", "2", "--player", "exactbots:Exact", "--games", "1"]
    script = tmp_path / "fylking_script.py"
    script.write_text(
        "import sys, fylking.cli\nif __name__ == '__main__': sys.exit(fylking.cli.main())\n"
    )
    done = subprocess.run(
        [sys.executable, str(script), *argv, "--workers", "2", "--json"],
        capture_output=True, text=True, cwd=HERE, check=False, timeout=100,
    )  # fmt: skip
    assert done.stderr == ""
    assert [row["black"] for row in json.loads(done.stdout)["openings"]] == [1, 1]


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        ("", "KIND"),
        ("go fravan", "invalid choice: 'go'"),
        ("pie", "GAME"),
        ("pie chess", "there is no game 'chess'"),
        ("pie freeze", "Freeze has no pie rule, so there is no choice to study"),
        ("pie fravan --size 11", "size is 11; Fravan is played on sizes 2"),
        ("pie fravan --level 0", "there is no level 0; there are 1 to 10"),
        ("pie fravan --level 2 --playouts 3", "not allowed with argument"),
        ("pie fravan --games 0", "0 is less than 1"),
        ("pie fravan --workers 0", "0 is less than 1"),
        ("pie fravan --workers 300", "workers is 300; it must be at most 256"),
        ("pie fravan --executor cloud", "invalid choice: 'cloud'"),
        ("pie fravan --player ugi:nothing-like-it", "no program 'nothing-like-it'"),
        ("pie fravan --seed -1", "seed"),
        ("game freeze --pie", "Freeze has no pie rule"),
        ("game freeze --size 7", "size is 7"),
        ("game freeze --level 1 --level 1", "the columns of a study differ"),
        ("game freeze --plot plots.doc", "no picture of a kind"),
        (f"game freeze --docs {__file__}", "is no folder"),
        (f"game freeze --games 1 --out {HERE}", "Is a directory"),
    ],
)
def test_errors_are_one_line(capsys, argv, message):
    status, out, err = study(capsys, *shlex.split(argv))
    assert (status, out) == (2, "")
    assert err.startswith("fylking: error: ")
    assert err.count("\n") == 1
    assert message in err


def test_an_extra_that_is_missing_is_named(capsys, monkeypatch):
    for name in ("ray", "matplotlib"):
        monkeypatch.setitem(sys.modules, name, None)
        monkeypatch.delitem(sys.modules, "fylking.study.ray", raising=False)
        monkeypatch.delitem(sys.modules, "fylking.study.plots", raising=False)
    for argv, extra in (("--executor ray --games 1", "ray"), ("--plot plots.svg", "study")):
        status, _, err = study(capsys, "game", "freeze", *shlex.split(argv))
        assert status == 2
        assert f'pip install "fylking[{extra}]"' in err


# ---- Broken off ----


def begun(out, *options):
    """A study at work in another process, with some games done."""
    argv = ["study", "pie", "frasvel", "--size", "4", "--level", "4", "--games", "100"]
    process = subprocess.Popen(
        [sys.executable, "-m", "fylking", *argv, "--out", str(out), *options],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    end = time.monotonic() + 60
    while not (out.exists() and out.read_text().count("\n") > 3):
        assert time.monotonic() < end
        assert process.poll() is None
        time.sleep(0.05)
    return process


@posix
@pytest.mark.parametrize("executor", ["processes", "threads"])
def test_ctrl_c_leaves_a_file_to_go_on_from(tmp_path, executor):
    out = tmp_path / "study.jsonl"
    process = begun(out, "--workers", "2", "--executor", executor)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does
    text, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "not finished" in text
    assert re.fullmatch(
        r"fylking: interrupted after \d+ of 600 units, which are in .*; "
        r"the same command goes on from them\n", err
    )  # fmt: skip
    done = out.read_text().splitlines()[1:]
    game = fylking.Frasvel(size=4)
    results = run(PieStudy(game, "level:4", games=1), out=out)
    assert results.done == 6
    assert all(json.loads(line)["unit"] < 600 for line in done)


def is_there(group):
    """Whether any process of a group is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


@posix
def test_no_worker_outlives_a_study_that_is_killed(tmp_path):
    process = begun(tmp_path / "study.jsonl", "--workers", "2")
    os.kill(process.pid, signal.SIGKILL)
    process.communicate(timeout=20)  # until every worker has closed its streams
    end = time.monotonic() + 20
    while is_there(process.pid):
        assert time.monotonic() < end
        time.sleep(0.05)


@posix
def test_progress_is_a_line_that_goes_away():
    pty = pytest.importorskip("pty")
    master, slave = pty.openpty()
    argv = ["study", "pie", "fravan", "--size", "2", "--playouts", "5000"]
    process = subprocess.Popen(
        [sys.executable, "-m", "fylking", *argv], stdout=subprocess.PIPE, stderr=slave, text=True
    )
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
    assert "study pie, 0 of 10: 0% after " in seen.decode()
    assert seen.endswith(b" \r")
    assert "5000" in out

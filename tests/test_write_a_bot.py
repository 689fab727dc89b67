"""The page "Write a bot": its file is made, and its commands are given.

(What it types into Python is run with all pages, in `test_doctests.py`.)
"""

from __future__ import annotations

import io
import json
import shlex
import sys

import pytest
from pages import ROOT, blocks_of

import fylking
from fylking.cli import main

PAGE = ROOT / "docs" / "write_a_bot.md"

pytestmark = pytest.mark.skipif(not PAGE.exists(), reason="the documents are not here")


def blocks(language):
    """The blocks of a language."""
    found = blocks_of(PAGE, language)
    assert found
    return found


def commands():
    """What is typed at the shell, without `fylking`."""
    lines = "".join(blocks("console") if PAGE.exists() else []).splitlines()
    assert all(line.startswith("$ fylking ") for line in lines)
    return [line.removeprefix("$ fylking ") for line in lines]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Where the file of the page and the examples are."""
    code = "\n\n".join(blocks("python"))
    (tmp_path / "my_bot.py").write_text(code, "utf-8")
    (tmp_path / "ugi_bot.py").write_bytes((ROOT / "examples" / "ugi_bot.py").read_bytes())
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    sys.modules.pop("my_bot", None)


@pytest.mark.parametrize("command", commands())
def test_commands(folder, capsys, monkeypatch, command):
    words = [word.replace("python ", f"{shlex.quote(sys.executable)} ") for word in shlex.split(command)]  # fmt: skip
    if words[0] == "match":
        words[words.index("--pairs") + 1] = "1"
        words.append("--json")
    monkeypatch.setattr("sys.stdin", io.StringIO("e5\nundo\n"))
    assert main(words) == 0
    out, err = capsys.readouterr()
    assert "error" not in err
    if words[0] == "match":
        facts = json.loads(out)
        assert (facts["played"], facts["forfeits"]) == (2, [])
    else:
        assert "searching: win chance" in out or "searching: a certain" in out


def test_every_step_is_better_than_the_first(folder):
    """At 1/2 a game, 10 of 12 points or more are a chance of 2 %."""
    import my_bot

    for kind in (my_bot.Playouts, my_bot.Searching, my_bot.Judging):
        points = 0.0
        for seed in range(12):
            bots, pos = [kind(), my_bot.Careless()], fylking.Fravan(3).start()
            for bot in bots:
                bot.reset(seed)
            while not pos.is_over:
                pos.push(bots[pos.seat ^ seed % 2].choose(pos))
            points += (1 + pos.returns[seed % 2]) / 2
        assert points >= 10, kind


def test_all_play_every_game(folder):
    import my_bot

    for name in fylking.GAMES:
        size = fylking.GAMES[name].sizes[0]
        for kind in (my_bot.Careless, my_bot.Playouts, my_bot.Searching):
            pos, bot = fylking.game(name, size).start(), kind()
            while not pos.is_over and pos.ply < 30:
                pos.push(bot.choose(pos))

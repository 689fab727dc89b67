"""The commands that the documents show run, and print what is shown.

What installs and tests the package is what `.ci/run` does, and is not done once more here. The page
"Write a bot" has its own test, `test_write_a_bot.py`.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
from pages import DOCS, PAGES, ROOT, blocks_of
from programs import started

INSTALLING = ("pip ", "pytest", "cd ", "stubtest ")
SHORTER = {
    "fylking bench": "fylking bench --seconds 1",
    "--level 5 --games 200": "--level 1 --games 1 --docs .",
    "strength/levels.py": "strength/levels.py --games freeze --pairs 1 --files . --out .",
}
"""What stands in for options with which a command takes minutes, where no output is shown."""

pytestmark = [
    pytest.mark.skipif(not PAGES, reason="the documents are not here"),
    pytest.mark.skipif(os.name != "posix", reason="a shell and signals of POSIX"),
]


def blocks():
    """(page, text) for every block of commands."""
    return [
        pytest.param(page, text, id=f"{page.stem}-{number}")
        for page in PAGES
        if page.stem != "write_a_bot"
        for number, text in enumerate(blocks_of(page, "console"))
    ]


def steps(text):
    """(command, what is shown below it) for each command; remarks stand after three spaces."""
    lines = text.splitlines()
    if not lines[0].startswith("$ "):
        return [(one, []) for line in lines for one in re.split(" && ", line)]
    found = []
    for line in lines:
        if line.startswith("$ "):
            found.append((re.split(r"\s{3,}", line.removeprefix("$ "))[0], []))
        else:
            found[-1][1].append(line)
    return found


def words_of(command):
    """The command as it is to be run here."""
    for long, short in SHORTER.items():
        command = command.replace(long, short)
    words = shlex.split(command)
    if words[0] == "fylking":
        return [sys.executable, "-m", *words]
    assert words[0] == "python"
    return [sys.executable, str(ROOT / words[1]), *words[2:]]


def opened(command, folder):
    """The program, to be talked to."""
    return started(words_of(command), cwd=folder, stdin=subprocess.PIPE, text=True)


def run(command, shown, folder):
    """Its output is what is shown, if something is."""
    done = subprocess.run(
        words_of(command), cwd=folder, input="", capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    if shown:
        assert [line.rstrip() for line in done.stdout.splitlines()] == shown


def serve(command, _, folder):
    """It serves its page until it is interrupted."""
    pytest.importorskip("uvicorn")
    with opened(f"{command} --port 0", folder) as server:
        address = re.search(r"http://\S+/", server.stdout.readline())[0]
        with urlopen(address, timeout=20) as page:
            assert b"fylking" in page.read()
        server.send_signal(signal.SIGINT)
        _, err = server.communicate(timeout=20)
    assert (server.returncode, err) == (130, "")


def curl(command, shown, folder):
    """A server answers as is shown, but for the game's name, up to the dots."""
    pytest.importorskip("uvicorn")
    if shutil.which("curl") is None:
        pytest.skip("there is no curl here")
    with opened("fylking serve --port 0", folder) as server:
        address = re.search(r"http://\S+/", server.stdout.readline())[0]
        words = shlex.split(command.replace("localhost:8765", urlsplit(address).netloc))
        done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=True)
    (line,) = shown
    assert line.endswith(",...")

    def nameless(text):
        return re.sub('"id":"[^"]{22}"', '"id":""', text)

    assert nameless(done.stdout).startswith(nameless(line.removesuffix("...")))


def talk(command, shown, folder):
    """A UGI engine answers with the words that are shown, and with the text if it says no more."""
    answers = ("response", "info", "bestmove")
    with opened(command, folder) as engine:
        for line in shown:
            word = line.split()[0]
            if word not in answers:
                print(line, file=engine.stdin, flush=True)
                continue
            told = engine.stdout.readline().split()
            while told[0] == "info" != word:  # one a second
                told = engine.stdout.readline().split()
            assert told[0] == word
            if word == "response":
                assert told == line.split()
            if word == "info":
                names = ("time", "nodes", "nps", "score", "pv")
                assert [told.count(name) for name in names] == [1] * len(names)
        assert engine.wait(20) == 0


@pytest.fixture
def folder(tmp_path):
    """Where the bots of the page on matches are."""
    (code,) = blocks_of(DOCS / "matches.md", "python")
    (tmp_path / "my_bots.py").write_text(code, "utf-8")
    return tmp_path


@pytest.mark.parametrize(("page", "text"), blocks())
def test_commands(page, text, folder):
    if page.stem == "pictures":
        pytest.importorskip("resvg_py")
        pytest.importorskip("PIL")
    if page.stem.startswith("game-"):
        pytest.importorskip("matplotlib")
    for command, shown in steps(text):
        if command.startswith(INSTALLING):
            continue
        if command.startswith("curl "):
            check = curl
        elif command.startswith("fylking serve"):
            check = serve
        elif command.startswith("fylking ugi"):
            check = talk
        else:
            check = run
        check(command, shown, folder)

"""The small bot of the examples is the same in Python, in Cython, and as a UGI program."""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import samples

import fylking
from fylking.bots import Limits
from fylking.ugi import Engine

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"

pytestmark = pytest.mark.skipif(not EXAMPLES.exists(), reason="the examples are not here")

GAMES = [game for game in samples.GAMES if game.size == (6 if game.name == "freeze" else 3)]
LARGE = [fylking.Fravan(10), fylking.Herfor(10), fylking.Frasvel(7), fylking.Freeze(10)]


@pytest.fixture(scope="module")
def loaded():
    """Imports modules from a folder, which are forgotten afterwards."""
    before, path = set(sys.modules), sys.path[:]

    def load(name, folder):
        sys.path.insert(0, str(folder))
        return importlib.import_module(name)

    yield load
    sys.path[:] = path
    for name in set(sys.modules) - before:
        if name.startswith(("flat_", "python_bot", "cython_bot", "ugi_bot")):
            del sys.modules[name]


@pytest.fixture(scope="module")
def in_python(loaded):
    return loaded("python_bot", EXAMPLES).FlatBot


@pytest.fixture(scope="module")
def in_cython(loaded, tmp_path_factory):
    """The class, on extension modules that are built far from the source tree."""
    pytest.importorskip("Cython")
    pytest.importorskip("setuptools")
    folder = tmp_path_factory.mktemp("cython_bot")
    shutil.copytree(EXAMPLES / "cython_bot", folder, dirs_exist_ok=True)
    built = subprocess.run(
        [sys.executable, "setup.py", "build_ext", "--inplace"],
        cwd=folder, capture_output=True, text=True, timeout=500, check=False,
        env={**os.environ, "CFLAGS": os.environ.get("CFLAGS", "") + " -O0"},
    )  # fmt: skip
    assert built.returncode == 0, built.stdout + built.stderr
    assert "warning" not in built.stderr.lower(), built.stderr
    return loaded("cython_bot", folder).FlatBot


def choices(bot, game, every=1):
    """What a bot chooses in positions of a game, and what it expects."""
    found = []
    for pos in samples.positions(game)[::every]:
        if not pos.is_over:
            before = pos.text
            found.append((before, bot.choose(pos), bot.thought.value))
            assert pos.text == before
    return found


@pytest.mark.parametrize("game", GAMES, ids=samples.label)
@pytest.mark.parametrize("seed", [0, 1, 2**64 - 1])
def test_cython_chooses_as_python_does(in_python, in_cython, game, seed):
    assert choices(in_cython(3, seed), game) == choices(in_python(3, seed), game)


@pytest.mark.parametrize("game", LARGE, ids=samples.label)
def test_cython_chooses_as_python_does_on_large_boards(in_python, in_cython, game):
    pos = game.start()
    for seed in range(40):
        pos.push(pos.random_action(seed))
    one, other = in_python(1, 5), in_cython(1, 5)
    assert one.choose(pos) == other.choose(pos)
    assert one.thought == other.thought


@pytest.mark.parametrize("game", GAMES, ids=samples.label)
def test_the_function_of_the_program_chooses_as_python_does(loaded, in_python, game):
    bot, program = in_python(3, 7), loaded("ugi_bot", EXAMPLES)
    for text, action, value in choices(bot, game):
        assert program.choose(fylking.parse(text, game.pie), 3, 7) == (action, value)


@pytest.mark.parametrize("game", [game for game in GAMES if game.pie or not game.has_pie])
def test_the_program_chooses_as_python_does(in_python, game):
    bot = in_python()
    command = [sys.executable, str(EXAMPLES / "ugi_bot.py"), game.name, str(game.size)]
    with Engine(command, 60) as engine:
        for seed in (1, 8):
            engine.set_option("Seed", seed)
            bot.reset(seed)
            for text, action, value in choices(bot, game, every=5):
                pos = fylking.parse(text, game.pie)
                assert engine.choose(pos, Limits(seconds=1.0)) == action
                assert engine.thought.value == pytest.approx(value, abs=0.001)


def test_the_seed_makes_a_difference(in_python):
    games = [choices(in_python(3, seed), GAMES[0]) for seed in (1, 2)]
    assert games[0] != games[1]


@pytest.mark.parametrize("name", fylking.GAMES)
def test_it_beats_random_moves(in_cython, name):
    """At 1/2 a game, 15 of 20 points or more are a chance of 2 %."""
    game, points = fylking.game(name, GAMES[-1].size if name == "freeze" else 3), 0.0
    for seed in range(20):
        pos, seat, bot, rng = game.start(), seed % 2, in_cython(5, seed), fylking.Rng(seed)
        while not pos.is_over:
            pos.push(bot.choose(pos) if pos.seat == seat else pos.random_action(rng))
        points += (1 + pos.returns[seat]) / 2
    assert points >= 15


def test_cython_refuses_what_is_no_position(in_cython):
    in_cython().choose(fylking.Fravan(3).start())
    kernel = sys.modules["flat_fravan"]
    with pytest.raises(ValueError, match="no position of size 4"):
        kernel.choose(4, fylking.Fravan(3).start().to_bytes(), 1, 1)
    over = fylking.parse("fravan2 wb/bbw/wb b over 1b")
    with pytest.raises(ValueError, match="over"):
        kernel.choose(2, over.to_bytes(), 1, 1)


def test_the_readme_tells_of_the_extension():
    assert "(cython_bot/)" in (EXAMPLES / "README.md").read_text(encoding="utf-8")

"""Both instruction paths give the same, bit for bit; FYLKING_CPU chooses one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import fylking
from fylking import cpu

DIGEST = """
import hashlib, sys
sys.path.insert(0, sys.argv[1])
import fylking, samples
for game in samples.GAMES:
    digest = hashlib.sha256()
    def add(*values):
        digest.update(repr(values).encode())
    for seed in range(2):
        for position in samples.walk(game, 1000 + seed, 0.05, most=150):
            legal = position.legal_actions()
            add(position.text, position.key, legal, position.legal_count(), position.score)
            add(position.evaluation)
            add([a for a in range(game.action_count) if position.is_legal(a)])
            for passes in ("forced", "uniform"):
                if legal:
                    add(position.random_action(position.ply, passes))
            if legal:
                add(position.preview(legal[position.ply % len(legal)]))
            if position.ply % 40 == 5 and not position.is_over:
                add(fylking.perft(position, 2), fylking.perft_sums(position, 2))
                add(fylking.perft_turns(position, 2))
    start = game.start()
    add(fylking.playouts(start, 60, 7), fylking.playouts(start, 20, 7, passes="uniform"))
    add(fylking.playouts(start, 20, 7, listed=True))
    print(samples.label(game), digest.hexdigest()[:16])
"""


def child(script, path=None):
    """Runs a script in a new interpreter with FYLKING_CPU set (or not)."""
    environment = {k: v for k, v in os.environ.items() if k != "FYLKING_CPU"}
    if path is not None:
        environment["FYLKING_CPU"] = path
    return subprocess.run(
        [sys.executable, "-c", script, str(Path(__file__).parent)],
        env=environment, capture_output=True, text=True, timeout=500, check=False,
    )  # fmt: skip


def test_all_paths_give_the_same():
    if len(cpu.available) == 1:
        pytest.skip(f"this machine has one path only: {cpu.available}")
    digests = {}
    for path in cpu.available:
        done = child(DIGEST, path)
        assert done.returncode == 0, done.stderr
        digests[path] = done.stdout.splitlines()
        assert len(digests[path]) == 57
    assert digests["portable"] == digests["avx2"]


@pytest.mark.parametrize("path", cpu.available)
def test_the_variable_forces_a_path(path):
    done = child(
        "import fylking, sys; from fylking import cpu; fylking.Frasvel().start();"
        "print(cpu.path, *sorted(m for m in sys.modules if m.startswith('fylking._')"
        " and m.endswith('.fravan')))",
        path,
    )
    assert done.stdout.split() == [path, f"fylking._{path}.fravan"], done.stderr


@pytest.mark.parametrize("wish", [None, "", "auto"])
def test_without_a_wish_the_processor_decides(wish):
    done = child("from fylking import cpu; print(cpu.path)", wish)
    assert done.stdout.strip() in cpu.available, done.stderr
    assert done.stdout == child("from fylking import cpu; print(cpu.path)").stdout


@pytest.mark.parametrize("wish", ["nonsense", "AVX2", "avx512", " portable", "1"])
def test_other_wishes_are_refused(wish):
    done = child(
        "try:\n    import fylking\n"
        "except ValueError as error:\n    print(type(error).__name__, error)",
        wish,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(
        f"OptionError FYLKING_CPU is {wish!r}; on this machine it can be:"
    )
    for offered in (*cpu.available, "auto"):
        assert offered in done.stdout


def test_the_choice_is_visible():
    assert cpu.path in cpu.available
    assert cpu.available[0] == "portable"
    assert type(fylking.Fravan(3).start()).__module__ == f"fylking._{cpu.path}.fravan"
    assert cpu.compiler

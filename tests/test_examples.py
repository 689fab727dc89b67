"""Every program in `examples` runs in its short form."""

from __future__ import annotations

import ast
import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[1] / "examples"
PROGRAMS = sorted(FOLDER.glob("*.py"))

# Packages that an example may need and an installation need not have, by the names of imports.
OPTIONAL = {"gymnasium", "matplotlib", "pettingzoo", "pyspiel"}

# What each program says when it has done what it is for.
SAID = {
    "batch_throughput": r"written: batch_throughput\.png$",
    "openspiel_mcts": r"^MCTS \+1, random -1$",
    "pettingzoo_loop": r"^greedy won [34] of 4 games, random [01]; 0 without a winner$",
    "python_bot": r"^flat has [1-4](\.5)? of 4 points against level 3 ",
    "train_frasvel": r"^against random moves, passes forced: won (9\d|100)\.",
    "ugi_bot": r"^bestmove [a-z]+\d+$",
}

pytestmark = pytest.mark.skipif(not FOLDER.exists(), reason="the examples are not here")


def imported(program: Path) -> set[str]:
    """The packages that a program imports."""
    names = set()
    for node in ast.walk(ast.parse(program.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
    return {name.partition(".")[0] for name in names}


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.stem)
def test_the_short_form_runs(program, tmp_path):
    needed = imported(program) & OPTIONAL
    missing = [name for name in sorted(needed) if importlib.util.find_spec(name) is None]
    if missing:
        pytest.skip(f"{program.name} needs {', '.join(missing)}")
    ended = subprocess.run(
        [sys.executable, program, "--short"],
        cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False,
        input="ugi\nposition startpos\ngo movetime 100\n",  # for those that answer
    )  # fmt: skip
    assert ended.returncode == 0, f"{ended.stdout}\n{ended.stderr}"
    assert re.search(SAID[program.stem], ended.stdout, re.MULTILINE), ended.stdout
    for picture in re.findall(r"^written: (.*)", ended.stdout, re.MULTILINE):
        assert (tmp_path / picture).read_bytes().startswith(b"\x89PNG\r\n")


def test_the_readme_lists_every_program():
    listed = (FOLDER / "README.md").read_text(encoding="utf-8")
    for program in PROGRAMS:
        assert f"({program.name})" in listed

"""What the documents show is there and works: options, files, extras, links, whole blocks of code.

(What they type into Python is run in test_doctests.py, commands in test_console_blocks.py.)
"""

from __future__ import annotations

import contextlib
import doctest
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from pages import PAGES, ROOT, blocks_of

import fylking
from fylking.cli import make_parser

NEEDED = {"pictures": ("resvg_py",), "embedding": ("setuptools",)}
"""What the code of a page imports beside the package."""

pytestmark = pytest.mark.skipif(not PAGES, reason="the documents are not here")


def blocks(language):
    """(page, block) for all blocks of a language."""
    return [
        pytest.param(page, block, id=f"{page.stem}-{number}")
        for page in PAGES
        for number, block in enumerate(blocks_of(page, language))
    ]


@pytest.mark.parametrize(("page", "block"), blocks("console"))
def test_commands_can_be_given(page, block):
    """Options and their values are offered, files and extras are there; nothing is run."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for line in block.splitlines():
        for command in re.split(r" && |\s{3,}", line.removeprefix("$ ")):
            if command.startswith("fylking "):
                words = shlex.split(command)[1:]
                make_parser().parse_args(words)
            elif command.startswith("python ") and command.split()[1].endswith(".py"):
                path = command.split()[1]
                assert (ROOT / path).exists(), path
            elif command.startswith("pip install "):
                for extra in re.findall(r"(?:\.|fylking)\[([a-z0-9,]+)\]", command):
                    assert set(extra.split(",")) <= set(extras["optional-dependencies"])


@pytest.mark.parametrize(
    "page", sorted({block.values[0] for block in blocks("python")}), ids=lambda page: page.stem
)
def test_code_runs(page, tmp_path, monkeypatch):
    """With what the page types into Python before it, as one program."""
    for module in NEEDED.get(page.stem, ()):
        pytest.importorskip(module)
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "page"}
    text = page.read_text("utf-8")
    for language, block in re.findall(r"^```(pycon|python)\n(.*?)^```$", text, re.M | re.S):
        if language == "python":
            exec(compile(block, str(page), "exec"), names)
            continue
        for example in doctest.DocTestParser().get_examples(block):
            with contextlib.suppress(*[Exception] if example.exc_msg else []):
                exec(compile(example.source, str(page), "exec"), names)


@pytest.mark.parametrize(("page", "block"), blocks("cython"))
def test_cython_compiles(page, block, tmp_path):
    pytest.importorskip("Cython")
    (tmp_path / "block.pyx").write_text(block, "utf-8")
    folder = Path(fylking.__file__).parents[1]
    done = subprocess.run(
        [sys.executable, "-m", "cython", "-3", f"-I{folder}", "block.pyx"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(not (ROOT / "src").exists(), reason="the sources are not here")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_lead_somewhere(page):
    text = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.M | re.S)
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
        assert (page.parent / target).exists(), target

"""Every example in the docstrings, the README and the documents runs."""

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import fylking

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
PAGES += sorted((ROOT / "docs" / "games").glob("*.md"))
PAGES += sorted((ROOT / "docs" / "doors").glob("*.md"))


def module_names():
    for module in pkgutil.walk_packages(fylking.__path__, "fylking."):
        if not module.name.endswith("__main__") and "._avx2" not in module.name:
            yield module.name
    yield "fylking"


@pytest.mark.parametrize("name", sorted(module_names()))
def test_examples_of_module(name):
    # Doors and the web page cannot be imported without their extras, nor can what Ray or matplotlib
    # does in studies.
    optional = ".doors." in name or ".web." in name
    optional |= name in ("fylking.study.plots", "fylking.study.ray")
    load = pytest.importorskip if optional else importlib.import_module
    module = load(name)
    finder = doctest.DocTestFinder(exclude_empty=True)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for test in finder.find(module, name):
        runner.run(test)
    assert runner.failures == 0, f"{runner.failures} examples of {name} fail, see the output"


def test_examples_are_found():
    found = [t for t in doctest.DocTestFinder().find(fylking.Position) if t.examples]
    assert found, "the compiled Position has examples"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_of_page(page):
    if page.parent.name == "doors":
        pytest.importorskip(f"fylking.doors.{page.stem}")
    failures, _ = doctest.testfile(str(page), module_relative=False)
    assert failures == 0

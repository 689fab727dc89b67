"""Every rule of the pages that ship with the package has a test named for it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import fylking

HERE = Path(__file__).parent

# The sections of the pages whose rules have no numbers: actions, position text, counting.
SECTIONS = {"A", "S", "C"}


def rules() -> set[str]:
    pages = (fylking.game(name).rules for name in fylking.GAMES)
    return SECTIONS.union(*(re.findall(r"\*\*([A-Z]+[0-9]+)\*\*", page) for page in pages))


def covered() -> set[str]:
    sources = [path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py")]
    return set(re.findall(r"^def test_([A-Z]+[0-9]*)_", "\n".join(sources), flags=re.MULTILINE))


@pytest.mark.parametrize("rule", sorted(rules()))
def test_a_rule_has_a_test(rule: str) -> None:
    assert rule in covered()


def test_tests_are_named_for_rules_that_exist() -> None:
    assert covered() <= rules()


def test_the_pages_are_read() -> None:
    # B 6, P 4, FV 10, HF 8, FS 11, FZ 9.
    assert len(rules() - SECTIONS) == 48

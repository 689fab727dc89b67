"""Counts from the start position against the published tables (rules, "counting")."""

from __future__ import annotations

from pathlib import Path

import pytest
import reference

import fylking

TABLES = Path(__file__).parent / "data" / "perft"

# Leaves beyond which a test is slow. Counting does not make the leaves, so it never is.
SLOW_MADE = 10_000_000
SLOW_SUMS = 2_000_000


def rows(name: str) -> list[list[str]]:
    lines = (TABLES / f"{name}.txt").read_text().splitlines()
    return [line.split() for line in lines if not line.startswith("#")]


def param(name: str, *figures: int | None, slow_from: float = float("inf")) -> object:
    size, depth, leaves = figures[:3]
    marks = [pytest.mark.slow] if leaves > slow_from else []
    return pytest.param(name, *figures, marks=marks, id=f"{name}{size}-depth{depth}")


def counts(slow_from: float = float("inf")) -> list[object]:
    """Game, size, depth, leaves."""
    tables = {name: rows(name) for name in ("fravan", "herfor", "frasvel")}
    tables["freeze"] = [row for kind, *row in rows("freeze") if kind == "steps"]
    return [
        param(name, *map(int, row[:3]), slow_from=slow_from)
        for name, table in tables.items()
        for row in table
    ]


def sums() -> list[object]:
    """Game, size, depth, leaves, black stones, margin (None where it is unknown)."""
    found = []
    for name in ("fravan", "herfor"):
        for row in rows(name):
            size, depth, leaves, stones, *rest = map(int, row)
            margin = rest[0] if rest else None
            found.append(param(name, size, depth, leaves, stones, margin, slow_from=SLOW_SUMS))
    return found


def turns() -> list[object]:
    """Game, size, depth, turns."""
    return [param("freeze", *map(int, row)) for kind, *row in rows("freeze") if kind == "turns"]


def start(name: str, size: int) -> fylking.Position:
    return fylking.game(name, size, pie=False).start()


def divide(pos: fylking.Position, depth: int) -> str:
    """The count below each action, to be held against another program's."""
    parts = fylking.perft_divide(pos, depth).items() if depth else ()
    return f"\n{pos.text}, depth {depth}\n" + "\n".join(f"{text}: {n}" for text, n in parts)


@pytest.mark.parametrize(("name", "size", "depth", "leaves"), counts())
def test_leaves(name: str, size: int, depth: int, leaves: int) -> None:
    pos = start(name, size)
    assert fylking.perft(pos, depth) == leaves, divide(pos, depth)


@pytest.mark.parametrize(("name", "size", "depth", "leaves"), counts(SLOW_MADE))
def test_leaves_that_are_made(name: str, size: int, depth: int, leaves: int) -> None:
    pos = start(name, size)
    assert fylking.perft(pos, depth, make_leaves=True) == leaves, divide(pos, depth)


@pytest.mark.parametrize(("name", "size", "depth", "leaves", "stones", "margin"), sums())
def test_sums(
    name: str, size: int, depth: int, leaves: int, stones: int, margin: int | None
) -> None:
    pos = start(name, size)
    found = fylking.perft_sums(pos, depth)
    expected = (leaves, stones, found.margin if margin is None else margin)
    assert found == expected, divide(pos, depth)


@pytest.mark.parametrize(("name", "size", "depth", "leaves"), turns())
def test_turns(name: str, size: int, depth: int, leaves: int) -> None:
    pos = start(name, size)
    assert fylking.perft_turns(pos, depth) == leaves, divide(pos, 1)


@pytest.mark.parametrize(("name", "depth"), [("fravan", 4), ("herfor", 6)])
def test_sums_are_those_of_the_reference(name: str, depth: int) -> None:
    # The pie rule on: the tables have no such counts.
    pos = fylking.game(name, 2).start()
    expected = reference.perft_sums(reference.start(name, 2), depth)
    assert fylking.perft_sums(pos, depth) == expected, divide(pos, depth)


@pytest.mark.parametrize("depth", range(4))
def test_frasvel_leaves_are_those_of_the_reference(depth: int) -> None:
    # Stacks on the board: from the start most of a shallow count is placements.
    text = "frasvel3 .b./w2..b/b.w.b3/.w2b./w.. b play 1b"
    pos = fylking.parse(text)
    expected = reference.perft(reference.parse(text), depth)
    assert fylking.perft(pos, depth) == expected, divide(pos, depth)


@pytest.mark.parametrize("name", fylking.GAMES)
def test_a_divide_adds_up(name: str) -> None:
    pos = fylking.game(name).start()
    below = fylking.perft_divide(pos, 2)
    assert list(below) == [pos.action_text(action) for action in pos.legal_actions()]
    assert sum(below.values()) == fylking.perft(pos, 2)

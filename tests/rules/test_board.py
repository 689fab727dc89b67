# ruff: noqa: N802 (tests are named for the rules)
"""Boards and coordinates (B)."""

from __future__ import annotations

import pytest

import fylking

HEXHEX = [fylking.Fravan, fylking.Herfor, fylking.Frasvel]


@pytest.mark.parametrize("size", range(2, 11))
def test_B1_points(size: int) -> None:
    game = fylking.Fravan(size)
    span = range(2 * size - 1)
    points = {(file, rank) for file in span for rank in span if abs(file - rank) <= size - 1}
    assert game.points == len(points) == 3 * size * (size - 1) + 1
    assert {game.coordinates(i) for i in range(game.points)} == points


def test_B2_neighbours_in_the_order_of_the_directions() -> None:
    game = fylking.Fravan(3)
    around = [game.point_name(i) for i in game.neighbours(game.point_index("c3"))]
    assert around == ["d3", "d4", "c4", "b3", "b2", "c2"]  # E NE N W SW S
    corner = [game.point_name(i) for i in game.neighbours(game.point_index("a1"))]
    assert corner == ["b1", "b2", "a2"]


@pytest.mark.parametrize(
    ("direction", "landing"), list(enumerate(["d3", "d4", "c4", "b3", "b2", "c2"]))
)
def test_B2_directions_of_moves(direction: int, landing: str) -> None:
    pos = fylking.parse("frasvel3 .../..../..b../..../... b play 1b")
    move = pos.game.points + 6 * pos.game.point_index("c3") + direction
    assert pos.action_text(move) == f"c3-{landing}"


def test_B3_names() -> None:
    game = fylking.Fravan(7)
    named = {game.point_name(i): game.coordinates(i) for i in range(game.points)}
    assert named["a1"] == (0, 0)
    assert named["g7"] == (6, 6)
    assert named["m13"] == (12, 12)
    assert {name[0] for name in named} == set("abcdefghijklm")
    assert {int(name[1:]) for name in named} == set(range(1, 14))


@pytest.mark.parametrize("size", range(2, 11))
def test_B4_index_by_rank_then_file(size: int) -> None:
    game = fylking.Herfor(size)
    places = [game.coordinates(i)[::-1] for i in range(game.points)]
    assert places == sorted(places)


@pytest.mark.parametrize("size", [6, 8, 10])
def test_B5_index_on_the_torus(size: int) -> None:
    game = fylking.Freeze(size)
    assert game.points == size * size
    for i in range(game.points):
        assert game.coordinates(i) == (i % size, i // size)


def test_B5_files_and_ranks_wrap_around() -> None:
    game = fylking.Freeze(8)
    around = [game.point_name(i) for i in game.neighbours(game.point_index("a1"))]
    assert around == ["b1", "a2", "h1", "a8"]  # E N W S
    around = [game.point_name(i) for i in game.neighbours(game.point_index("h8"))]
    assert around == ["a8", "h1", "g8", "h7"]


@pytest.mark.parametrize(
    ("direction", "landing"), list(enumerate(["a5", "e1", "c5", "e3"])), ids=["E", "N", "W", "S"]
)
def test_B5_directions_of_jumps(direction: int, landing: str) -> None:
    # From e5 on size 6, two squares on.
    pos = fylking.Freeze(6).start()
    assert pos.action_text(4 * pos.game.point_index("e5") + direction) == f"e5:{landing}"


@pytest.mark.parametrize("room", [*HEXHEX, fylking.Freeze], ids=lambda room: room.name)
def test_B6_sizes(room: type[fylking.Game]) -> None:
    offered = []
    for size in range(-1, 13):
        try:
            offered.append(room(size).size)
        except fylking.OptionError:
            continue
    assert offered == ([6, 8, 10] if room is fylking.Freeze else list(range(2, 11)))


def test_B6_defaults() -> None:
    sizes = {name: fylking.game(name).size for name in fylking.GAMES}
    assert sizes == {"fravan": 7, "herfor": 7, "frasvel": 5, "freeze": 8}

"""A small outside extension compiles against the installed .pxd files and headers, plays without
the GIL, and agrees with Python."""

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

pytest.importorskip("Cython")
pytest.importorskip("setuptools")

SOURCES = Path(__file__).parent / "extension"


@pytest.fixture(scope="module")
def outside(tmp_path_factory):
    """Imports a module of the extension, which is built far from the source tree."""
    folder = tmp_path_factory.mktemp("outside")
    shutil.copytree(SOURCES, folder, dirs_exist_ok=True)
    built = subprocess.run(
        [sys.executable, "setup.py"], cwd=folder, capture_output=True, text=True, timeout=500, check=False,
        env={**os.environ, "CFLAGS": os.environ.get("CFLAGS", "") + " -O1"},
    )  # fmt: skip
    assert built.returncode == 0, built.stdout + built.stderr
    assert "warning" not in built.stderr.lower(), built.stderr
    sys.path.insert(0, str(folder))
    yield importlib.import_module
    sys.path.remove(str(folder))


@pytest.mark.parametrize("game", samples.GAMES, ids=samples.label)
def test_random_games_are_those_of_the_package(outside, game):
    player = outside(f"{game.name}_player")
    for seed in (1, 2**64 - 1):
        for number in (0, 1, 99):
            for passes in ("forced", "uniform"):
                result, length, half_points, key, data, faults = player.play(
                    game.size, game.pie, seed, number, passes == "uniform", 0
                )
                position = game.start()
                rng = fylking.Rng(seed).split(number)
                assert position.play_random(rng, passes=passes) == length
                assert position.to_bytes() == data
                assert position.key == key
                assert position.score == tuple(half / 2 for half in half_points)
                assert (position.winner, None)[result == 2] == (None if result == 2 else result)
                assert faults == 0


@pytest.mark.parametrize("game", samples.GAMES, ids=samples.label)
def test_the_functions_of_the_face_agree(outside, game):
    """legal_list, legal_nth, legal_count and is_legal; copy, set_up, write, board and key."""
    player = outside(f"{game.name}_player")
    every = 1 + game.action_count // 200
    for number in range(3):
        *_, faults = player.play(game.size, game.pie, 5, number, number % 2 == 1, every)
        assert faults == 0


@pytest.mark.parametrize("name", fylking.GAMES)
def test_many_games_make_the_tally_of_playouts(outside, name):
    player = outside(f"{name}_player")
    game = fylking.game(name, 6 if name == "freeze" else 3)
    games = [player.play(game.size, game.pie, 8, i, False, 0)[:2] for i in range(300)]
    results = [result for result, _ in games]
    stats = fylking.playouts(game.start(), 300, 8)
    assert stats[:5] == (
        results.count(0), results.count(1), results.count(2), 0, sum(length for _, length in games)
    )  # fmt: skip


# ---- FV7's guard ----

FIRST = 18  # the point whose stone is bit 0 of the planned numbers
BOARD = (
    "fravan5 ...../....../......./......../bwbwbwbwb/wbwbwbwb/......./....../..... b play 1b"
)  # fmt: skip
# Long enough that the buffer of remembered colourings has to grow, once and many times.
LENGTHS = (1, 2, 3, 15, 16, 17, 31, 32, 33, 40, 300, 1025)


def flipped(data, number):
    """Bytes with the stones flipped that a planned number stands for."""
    data = bytearray(data)
    for bit in range(number.bit_length()):
        if number >> bit & 1:
            data[8 + FIRST + bit] ^= 0xFE  # 1 and -1
    return bytes(data)


def after(data, point, to_move):
    """Bytes with a black stone more, and the other player to move."""
    data = bytearray(data)
    data[8 + point] = 1
    data[3] = to_move
    return bytes(data)


@pytest.mark.parametrize("split", [False, True], ids=["attack only", "attack and backlash"])
@pytest.mark.parametrize("length", LENGTHS)
def test_a_turn_ends_before_the_round_that_repeats(outside, length, split):
    data = fylking.parse(BOARD, pie=False).to_bytes()
    for back in sorted({0, length // 2, length - 1}):
        attacks, unstable, left, _, _ = outside("guard").planned_turn(
            5, data, 0, FIRST, length, back, split, back == length - 1
        )
        assert attacks == length
        assert unstable
        assert left == flipped(after(data, 0, 1), back)


@pytest.mark.parametrize("length", LENGTHS)
def test_a_long_turn_that_repeats_nothing_runs_to_its_end(outside, length):
    data = fylking.parse(BOARD, pie=False).to_bytes()
    attacks, unstable, left, _, _ = outside("guard").planned_turn(
        5, data, 0, FIRST, length, -1, False, False
    )
    assert attacks == length  # the last round flips nothing
    assert not unstable
    assert left == flipped(after(data, 0, 1), length - 1)


def test_after_a_cycle_the_next_placement_judges_every_stone(outside):
    """The white stone between two black ones, far from everything, flips although nothing near it
    has changed: the position was unstable (FV6, FV7). A pass in between changes nothing (FV1)."""
    text = "fravan5 .bwb./....../......./......../bwbwbwbwb/wbwbwbwb/......./....../..... b play 1b"
    game = fylking.Fravan(5, pie=False)
    between, far = game.point_index("g9"), game.point_index("e1")
    data = fylking.parse(text, pie=False).to_bytes()
    for passes in ([], [game.pass_action]):
        _, unstable, left, still_unstable, end = outside("guard").planned_turn(
            5, data, 0, FIRST, 20, 7, False, False, [*passes, far]
        )
        expected = fylking.Position.from_bytes(left, pie=False)
        assert (unstable, expected.board[between]) == (True, -1)
        for action in passes:
            expected.push(action)
        expected.push(far)
        assert end == expected.to_bytes()
        assert expected.board[between] == 1
        assert not still_unstable


def test_after_a_stable_end_only_what_changed_is_judged(outside):
    """The same with an end that claims to be stable: shows that the test above tests the flag."""
    text = "fravan5 .bwb./....../......./......../bwbwbwbwb/wbwbwbwb/......./....../..... b play 1b"
    game = fylking.Fravan(5, pie=False)
    between, far = game.point_index("g9"), game.point_index("e1")
    data = fylking.parse(text, pie=False).to_bytes()
    _, unstable, _, _, end = outside("guard").planned_turn(
        5, data, 0, FIRST, 20, -1, False, False, [far]
    )
    assert not unstable
    assert fylking.Position.from_bytes(end, pie=False).board[between] == -1

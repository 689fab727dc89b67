"""Observations: the documented planes, made once more from the text of the position."""

from __future__ import annotations

import re

import numpy as np
import pytest
import samples

import fylking

every_game = pytest.mark.parametrize("game", samples.GAMES, ids=samples.label)


def expected(position, name):
    """The plane of a name as a dict from point to number; points that are left out have 0."""
    game = position.game
    points = range(game.points)
    own = 1 - 2 * position.to_move
    heights = [int(cell) * own for cell in position.board]  # enemies are negative
    stage = position.stage
    jump = re.fullmatch(r"jump@(\w+)\+(\d+)", stage)
    freeze = re.fullmatch(r"freeze\+(\d+)(?:>(\w+))?", stage)
    everywhere = {
        "on board": 1,
        "mover is White": position.to_move == fylking.WHITE,
        "stage open": stage == "open",
        "stage choose": stage == "choose",
        "stage passed": stage == "passed",
        "over by two passes": position.end_reason == "two passes",
        "over, board full": position.end_reason == "board full",
        "over, no jump": position.end_reason == "no jump",
        "number of pieces captured in the turn": int(jump[2]) if jump else 0,
        "number of pieces still to place": int(freeze[1]) if freeze else 0,
    }
    if name in everywhere:
        return dict.fromkeys(points, int(everywhere[name]))
    if name == "soldier in the middle of its jumps":
        return {game.point_index(jump[1]): 1} if jump else {}
    if name == "square frozen last in the turn":
        return {game.point_index(freeze[2]): 1} if freeze and freeze[2] else {}
    whose = 1 if "own" in name else -1
    assert ("own" in name) != ("enemy" in name)
    stacks = {p: whose * heights[p] for p in points if whose * heights[p] > 0}
    if name.startswith("height of"):
        return stacks
    least = re.search(r"height (\d+) or more", name)
    if least:
        return {p: 1 for p, height in stacks.items() if height >= int(least[1])}
    exact = {"stone": 1, "soldier": 1, "king": 2}[name.split()[-1]]
    return {p: 1 for p, height in stacks.items() if height == exact}


def built(game):
    """Positions that are over in every way there is, on boards as full and as high as can be."""
    limits = zip(game.planes, game.plane_limits, strict=True)
    points = game.points
    highest = max((limit for plane, limit in limits if plane.startswith("height")), default=1)
    boards = [
        [1 + i % highest if i % 2 else -1 - i % highest for i in range(points)],
        [highest if i % 3 else -highest for i in range(points)],
        [(i % 3 - 1) * (1 + i % highest) for i in range(points)],
    ]
    for board in boards:
        for stage in ("play", "passed", "over", "over:b", "over:w", "over:x"):
            for mover in "bw":
                try:
                    yield fylking.position(game, board, mover, stage)
                except fylking.Error:  # not every stage goes with every board
                    continue


@every_game
def test_planes_are_those_of_the_list(game):
    planes, ranks, files = game.observation_shape
    assert planes == len(game.planes) == len(set(game.planes))
    greatest = np.zeros(planes)
    for position in (*samples.positions(game), *built(game)):
        seen = position.observation()
        greatest = np.maximum(greatest, seen.max(axis=(1, 2)))
        wanted = np.zeros((planes, ranks, files), np.float32)
        for plane, name in enumerate(game.planes):
            for point, number in expected(position, name).items():
                file, rank = game.coordinates(point)
                wanted[plane, rank, file] = number
        wrong = {game.planes[k] for k in np.argwhere(seen != wanted)[:, 0]}
        assert not wrong, position.text
    untried = {game.planes[k] for k in np.flatnonzero(greatest == 0)}
    assert untried == (set() if game.pie or not game.has_pie else {"stage open", "stage choose"})


@every_game
def test_no_number_exceeds_the_limit_of_its_plane(game):
    limits = np.array(game.plane_limits)
    assert len(limits) == len(game.planes)
    for position in samples.positions(game):
        assert (position.observation().max(axis=(1, 2)) <= limits).all(), position.text


def test_limits_are_the_greatest_height_and_all_pieces():
    for size in fylking.Frasvel.sizes:
        game = fylking.Frasvel(size)
        board = [6 * size - 3, 3 - 6 * size] + [1] * (game.points - 2)
        seen = fylking.position(game, board, "b").observation().max(axis=(1, 2))
        for plane, name in enumerate(game.planes):
            if name.startswith("height"):
                assert seen[plane] == game.plane_limits[plane]
    for size in fylking.Freeze.sizes:
        game = fylking.Freeze(size)
        pieces = np.abs(game.start().board).sum() // 2
        for plane, name in enumerate(game.planes):
            assert game.plane_limits[plane] == (pieces if name.startswith("number") else 1)


@every_game
def test_both_dtypes_hold_the_same_numbers(game):
    shape = game.observation_shape
    for position in samples.positions(game)[::5]:
        wide, small = position.observation(), position.observation(dtype=np.uint8)
        assert (wide.dtype, small.dtype) == (np.float32, np.uint8)
        assert wide.shape == small.shape == shape
        assert np.array_equal(wide, small)
        for dtype in ("float32", "uint8"):
            out = np.full(shape, 77, dtype)
            assert position.observation(out) is out
            assert np.array_equal(out, wide)


@every_game
def test_what_was_returned_stays(game):
    position = game.start()
    seen = position.observation()
    before = seen.copy()
    position.push(position.legal_actions()[0])
    position.observation()
    assert np.array_equal(seen, before)


@every_game
def test_different_positions_look_different(game):
    """Whose seat is whose is nothing that the rules need: positions may differ in that alone."""
    texts = {}
    for position in samples.positions(game):
        board = " ".join(field for field in position.text.split() if field not in ("1b", "1w"))
        planes = position.observation(dtype="uint8").tobytes()
        assert texts.setdefault(planes, board) == board


def test_the_last_cell_is_written_and_nothing_beyond_it():
    """Kernels write whole groups of cells."""
    for game in samples.GAMES:
        size = int(np.prod(game.observation_shape))
        for dtype in ("float32", "uint8"):
            room = np.full(size + 64, 77, dtype)
            out = room[:size].reshape(game.observation_shape)
            for position in samples.positions(game)[::6]:
                position.observation(out)
                assert (room[size:] == 77).all()


@pytest.mark.parametrize(
    ("out", "error", "message"),
    [
        ([[[0.0]]], TypeError, "out must be a NumPy array, not list"),
        (np.zeros((9, 5, 5)), fylking.OptionError, "float32 or uint8 and shape (9, 5, 5), not float64"),
        (np.zeros((9, 5, 5), bool), fylking.OptionError, "not bool of shape (9, 5, 5)"),
        (np.zeros((9, 25), np.uint8), fylking.OptionError, "not uint8 of shape (9, 25)"),
        (np.zeros((8, 5, 5), np.uint8), fylking.OptionError, "not uint8 of shape (8, 5, 5)"),
        (np.zeros((5, 5, 9), np.uint8).T, fylking.OptionError, "not contiguous"),
        (np.frombuffer(bytes(225), np.uint8).reshape(9, 5, 5), fylking.OptionError, "unwriteable"),
    ],
)  # fmt: skip
def test_arrays_that_do_not_fit(out, error, message):
    with pytest.raises(error) as caught:
        fylking.Fravan(3).start().observation(out)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("dtype", "error"),
    [("float64", fylking.OptionError), (int, fylking.OptionError), ("thin", TypeError), (7, TypeError),
     (np.dtype("f4").newbyteorder(), fylking.OptionError),
     ("f4,,", TypeError), (np.zeros(3), TypeError), ({"names": ["a", "a"], "formats": ["f4", "f4"]}, TypeError)],
)  # fmt: skip
def test_dtypes_that_are_not_offered(dtype, error):
    with pytest.raises(error, match="dtype must be float32 or uint8, not"):
        fylking.Fravan(3).start().observation(dtype=dtype)

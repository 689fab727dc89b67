"""Pictures of positions, and the window that shows them."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
import samples

import fylking

pytest.importorskip("PIL")

from fylking.doors import picture

small_games = pytest.mark.parametrize("game", samples.SMALL, ids=samples.label)
every_game = pytest.mark.parametrize("game", samples.GAMES, ids=samples.label)


def changed(one, other):
    """Where two pictures differ, as rows and columns of pixels."""
    return np.nonzero((one != other).any(axis=2))


@every_game
def test_all_pictures_of_a_game_have_one_shape_and_leave_the_position_alone(game):
    for position in samples.positions(game)[::12]:
        before = samples.facts(position)
        pixels = picture.pixels(position, 128)
        assert (pixels.dtype, pixels.shape) == (np.uint8, (128, 128, 3))
        assert samples.facts(position) == before


@small_games
def test_the_same_position_and_history_give_the_same_pixels(game):
    for position in samples.positions(game)[::5]:
        one = picture.pixels(position, 200)
        other = picture.pixels(position.copy(), 200)
        assert (one == other).all()
        other[:] = 0
        assert (one == picture.pixels(position, 200)).all()


def test_it_does_not_depend_on_the_process():
    program = (
        "import fylking, hashlib\n"
        "from fylking.doors import picture\n"
        "position = fylking.Frasvel(4).start()\n"
        "position.play_random(1, max_actions=40)\n"
        "print(hashlib.sha256(picture.pixels(position, 256).tobytes()).hexdigest())\n"
    )
    hashes = {
        subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
        ).stdout
        for _ in range(2)
    }
    assert len(hashes) == 1


@small_games
def test_positions_that_look_different_are(game):
    seen = {}
    for position in samples.positions(game):
        key = picture.pixels(fylking.parse(position.text, pie=game.pie), 160).tobytes()
        # The caption does not tell the seats.
        text = position.text.removesuffix(" 1b").removesuffix(" 1w")
        assert seen.setdefault(key, text) == text


def test_stones_are_where_the_points_lie():
    """On the hexagonal board N leans to the left: x = file - rank / 2, y = rank * sqrt(3) / 2."""
    for game, lean, rise in (
        (fylking.Fravan(4, pie=False), 0.5, 3**0.5 / 2),
        (fylking.Freeze(6), 0.0, 1.0),
    ):
        empty = np.zeros(game.points, np.int8)
        if game.name == "freeze":
            empty[[14, 15, 20]] = (1, -1, -1)  # two jumps: the game is not over
        bare = picture.pixels(fylking.position(game, empty, "b"), 512)
        rows = []
        for point in range(game.points):
            if empty[point]:
                continue
            board = empty.copy()
            board[point] = 1
            ys, xs = changed(picture.pixels(fylking.position(game, board, "b"), 512), bare)
            file, rank = game.coordinates(point)
            rows.append((file - lean * rank, rise * rank, (xs.min() + xs.max()) / 2,
                         (ys.min() + ys.max()) / 2))  # fmt: skip
        x, y, column, row = np.array(rows).T
        unit = np.ptp(column) / np.ptp(x)
        assert unit > 512 / 12
        assert np.abs(column - column[0] - unit * (x - x[0])).max() < 2
        assert np.abs(row - row[0] + unit * (y - y[0])).max() < 2  # rank 1 is at the bottom


def test_colours_are_told():
    game = fylking.Fravan(2, pie=False)
    bare = picture.pixels(game.start(), 256)
    brightness = {}
    for letter in "bw":
        pixels = picture.pixels(fylking.parse(f"fravan2 ../.{letter}./.. b play 1b"), 256)
        where = changed(pixels, bare)
        brightness[letter] = pixels[where].mean()
    assert brightness["b"] < bare.mean() - 60
    assert brightness["w"] > brightness["b"] + 80


@pytest.mark.parametrize(
    "texts",
    [
        [f"frasvel2 ../.b{h}./.. b play 1b" for h in ("", "2", "3", "4", "5", "6", "7", "8", "9")],
        ["freeze6 ....../....../..bw../....../....../...b.. b play",
         "freeze6 ....../....../..bw../....../....../...B.. b play"],
        ["freeze6 ....../....../..bw../....../....../...b.. b play",
         "freeze6 ....../....../..bW../....../....../...b.. b play"],
    ],
    ids=["heights", "a black king", "a white king"],
)  # fmt: skip
def test_stacks_are_told_apart(texts):
    pixels = [picture.pixels(fylking.parse(text), 256) for text in texts]
    for i, one in enumerate(pixels):
        for other in pixels[:i]:
            assert len(changed(one, other)[0]) > 20


@pytest.mark.parametrize("king", ["B", "W"])
def test_kings_have_a_crown_of_gold(king):
    def golden(cells):
        text = f"freeze6 ....../....../..bw../....../{cells}/...... b play"
        pixels = picture.pixels(fylking.parse(text), 512).astype(int)
        red, green, blue = pixels.transpose(2, 0, 1)
        return int(((red - blue > 110) & (green - blue > 60) & (red > 140)).sum())

    assert golden(king.lower() + ".....") == 0
    assert golden(king + ".....") > 100
    assert abs(golden(king + f"..{king}..") - 2 * golden(king + ".....")) < 20


@pytest.mark.parametrize(
    ("game", "actions"),
    [
        (fylking.Fravan(3), ["c3"]),
        (fylking.Herfor(3, pie=False), ["c3", "e5"]),
        (fylking.Frasvel(3, pie=False), ["c3", "e4", "c3-d3"]),
        (fylking.Freeze(), ["b1:b7"]),
        (fylking.Freeze(), ["b1:b7", "=d4"]),
    ],
)
def test_the_last_action_is_marked(game, actions):
    position = game.start()
    for action in actions:
        position.push(action)
    before = position.copy()
    points = game._marks(before, before.pop())
    assert points
    plain = picture.pixels(fylking.parse(position.text, pie=game.pie), 512)
    ys, xs = changed(picture.pixels(position, 512), plain)
    # Only the cells of the marked points differ: each within a distance of its middle.
    layout = picture._layout(game, 512)
    nearest = {
        min(
            range(game.points),
            key=lambda p: (layout.middles[p][0] - 4 * x) ** 2 + (layout.middles[p][1] - 4 * y) ** 2,
        )
        for x, y in zip(xs[::9].tolist(), ys[::9].tolist(), strict=True)
    }
    names = {game.point_name(p) for p in nearest}
    beside = {game.point_name(q) for p in points for q in game.neighbours(p)}
    assert {game.point_name(p) for p in points} <= names
    assert names <= {game.point_name(p) for p in points} | beside


@pytest.mark.parametrize("size", [95, 2049, 0, -1, 10**30])
def test_sizes_that_are_not_offered(size):
    with pytest.raises(fylking.OptionError, match="96 to 2048 pixels"):
        picture.draw(fylking.Fravan(2).start(), size)


@pytest.mark.parametrize("size", [True, 100.0, "100", None])
def test_sizes_that_are_no_ints(size):
    with pytest.raises(TypeError):
        picture.draw(fylking.Fravan(2).start(), size)


@pytest.mark.parametrize("size", [96, 97, 333, 1024])
def test_every_size_is_exact(size):
    assert picture.draw(fylking.Freeze(10).start(), size).size == (size, size)
    assert picture.pixels(fylking.Frasvel(10).start(), np.int64(size)).shape == (size, size, 3)


# ---- The window ----


@pytest.fixture
def pygame(monkeypatch):
    pytest.importorskip("gymnasium")
    pygame = pytest.importorskip("pygame")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    yield pygame
    pygame.display.quit()


def test_the_window_shows_the_picture(pygame):
    from fylking.doors.display import Display

    position = fylking.Freeze().start()
    display = Display("human", 150, "a title")
    other = Display("human", 200, "another")
    for shown, size in ((display, 150), (other, 200), (display, 150)):
        position.play_random(1, max_actions=3)
        assert shown.show(position, 1000) is None
        window = pygame.surfarray.array3d(pygame.display.get_surface()).transpose(1, 0, 2)
        assert (window == picture.pixels(position, size)).all()
    assert pygame.display.get_caption()[0] == "a title"
    other.close()
    assert pygame.display.get_surface() is not None  # there is one window, now the first one's
    display.close()
    display.close()
    assert pygame.display.get_surface() is None
    display.show(position, 1000)
    assert pygame.display.get_surface().get_size() == (150, 150)


def test_the_window_waits(pygame):
    from time import perf_counter

    from fylking.doors.display import Display

    display = Display("human", 96, "")
    position = fylking.Fravan(2).start()
    display.show(position, 20)
    start = perf_counter()
    for _ in range(4):
        display.show(position, 20)
    assert perf_counter() - start > 0.15
    display.close()

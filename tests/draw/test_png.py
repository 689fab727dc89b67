"""Pictures as PNG."""

from __future__ import annotations

import subprocess
import sys
from io import BytesIO

import pytest

import fylking
from fylking import draw


@pytest.fixture
def opened():
    """Reads a PNG file: its size and its pixels."""
    pytest.importorskip("resvg_py")
    images = pytest.importorskip("PIL.Image")

    def read(data):
        assert data.startswith(b"\x89PNG\r\n\x1a\n")
        with images.open(BytesIO(data)) as image:
            return image.convert("RGB")

    return read


@pytest.mark.parametrize("width", [16, 100, 601])
def test_it_is_as_wide_as_asked_for(opened, width):
    picture = fylking.Frasvel(3).start().svg()
    image = opened(draw.png(picture, width))
    left, top, wide, high = map(float, picture.partition('viewBox="')[2].partition('"')[0].split())
    assert (left, top) == (0, 0)
    assert image.width == width
    assert abs(image.height - width * high / wide) <= 1


def test_pieces_are_where_they_belong(opened):
    game = fylking.Fravan(3, pie=False)
    position = game.start()
    for action in ("b2", "d4"):
        position.push(action)
    picture = position.svg(theme="print", last=False)
    image = opened(draw.png(picture, 500))
    width = float(picture.partition('viewBox="0 0 ')[2].split()[0])
    found = {}
    for part in picture.split("<circle ")[1:3]:
        x, y = (float(part.partition(f'c{axis}="')[2].partition('"')[0]) for axis in "xy")
        pixel = image.getpixel((round(x * 500 / width), round(y * 500 / width)))
        found[sum(pixel)] = (x, y)
    assert sorted(found) == [0, 765]
    assert found[0][1] > found[765][1]  # b2 is below d4


def test_letters_are_drawn_without_fonts_of_the_system(opened):
    plain = opened(draw.png(fylking.Fravan(2).start().svg(coordinates=False, caption=False), 400))
    labelled = opened(draw.png(fylking.Fravan(2).start().svg(caption=False), 400))
    assert plain.size == labelled.size
    assert plain.tobytes() != labelled.tobytes()


def test_letters_beyond_the_font_do_no_harm(opened):
    heat = draw.Heat({0: 1.0}, "точки \u2192 点")
    assert opened(draw.png(fylking.Fravan(2).start().svg(heat=heat), 200)).width == 200


def test_a_strip_and_an_animation_can_be_png(opened):
    position = fylking.Herfor(2).start()
    position.play_random(1)
    assert opened(draw.png(draw.strip(position, every=4), 500)).width == 500
    last = opened(draw.png(position.svg(), 300))
    assert opened(draw.png(draw.animation(position), 300)).tobytes() == last.tobytes()


@pytest.mark.parametrize("width", [15, 8193, 0, -5, 10**30])
def test_widths_that_are_not_offered(width):
    with pytest.raises(fylking.OptionError, match="16 to 8192 pixels"):
        draw.png("<svg/>", width)


@pytest.mark.parametrize("width", [True, 100.0, "100", None])
def test_widths_that_are_no_ints(width):
    with pytest.raises(TypeError):
        draw.png("<svg/>", width)


def test_what_is_no_picture():
    pytest.importorskip("resvg_py")
    pytest.importorskip("PIL")
    for text in ("", "<svg/>", "nonsense", '<svg viewBox="0 0 1 1"', '<svg viewBox="a b c d"/>'):
        with pytest.raises(fylking.OptionError, match="no SVG picture"):
            draw.png(text)
    with pytest.raises(fylking.OptionError, match="more than"):
        draw.png('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1000"/>', 8000)
    with pytest.raises(TypeError):
        draw.png(fylking.Fravan(2).start())


@pytest.mark.parametrize("missing", ["resvg_py", "PIL"])
@pytest.mark.parametrize("call", ["draw.png(pos.svg())", "draw.gif(pos)"])
def test_it_says_which_extra_is_missing(missing, call):
    pytest.importorskip("resvg_py")
    pytest.importorskip("PIL")
    program = (
        f"import sys, fylking; sys.modules[{missing!r}] = None\n"
        f"from fylking import draw; pos = fylking.Fravan(2).start(); {call}"
    )
    failed = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60
    )
    last = failed.stderr.splitlines()[-1]
    assert last.startswith("ModuleNotFoundError: ")
    assert 'pip install "fylking[png]"' in last


def test_the_package_imports_neither():
    program = (
        "import sys, fylking.draw; print([m for m in ('resvg_py', 'PIL') if m in sys.modules])"
    )
    out = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    assert out.stdout == "[]\n"

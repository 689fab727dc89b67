"""Pictures as PNG, by resvg."""

from __future__ import annotations

import tempfile
from functools import cache
from operator import index
from pathlib import Path
from typing import Any

from fylking.errors import OptionError, int_text

WIDTHS = range(16, 8193)
DEFAULT_WIDTH = 800
MOST_PIXELS = 1 << 27

_EXTRA = 'PNG and GIF need {}: pip install "fylking[png]"'


def png(picture: str, width: int = DEFAULT_WIDTH) -> bytes:
    """An SVG picture of this package as a PNG file.

    Needs the extra `fylking[png]`. Letters are those of a font that comes with it, so that a
    picture is the same everywhere; where they do not suffice the system's fonts are asked.

    Args:
        picture: SVG text, as `svg` and `strip` return it.
        width: in pixels, 16 to 8192.

    Returns:
        The bytes of the file.

    Raises:
        OptionError: a width that is not offered, a text that is no SVG, or too many pixels.
        ModuleNotFoundError: the extra is not installed.
    """
    width = checked_width(width)
    if not isinstance(picture, str):
        raise TypeError(f"a picture is a text (SVG), not {type(picture).__name__}")
    renderer = _resvg()
    _check_height(picture, width)
    options: dict[str, Any] = {"svg_string": picture, "width": width}
    font = _font()
    if font is not None:
        name, data = font
        options |= {"font_family": name, "sans_serif_family": name}
        options["skip_system_fonts"] = picture.isascii()
    with tempfile.TemporaryDirectory() as folder:
        if font is not None:
            path = Path(folder) / "font.ttf"
            path.write_bytes(data)
            options["font_files"] = [str(path)]
        try:
            return bytes(renderer.svg_to_bytes(**options))
        except ValueError as error:
            raise OptionError(f"this is no SVG picture: {error}") from None


def checked_width(width: int) -> int:
    """The width of a picture in pixels.

    Raises:
        OptionError: it is not offered.
    """
    if isinstance(width, bool):
        raise TypeError("the width of a picture is an int, not a bool")
    width = index(width)
    if width not in WIDTHS:
        raise OptionError(
            f"the width of a picture is {WIDTHS[0]} to {WIDTHS[-1]} pixels, not {int_text(width)}"
        )
    return width


def need_png() -> None:
    """Nothing, when all that PNG and GIF need is there.

    Raises:
        ModuleNotFoundError: the extra is not installed.
    """
    _resvg()
    pillow()


def pillow() -> Any:
    """Pillow's module of images."""
    try:
        from PIL import Image
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(_EXTRA.format("Pillow")) from error
    return Image


def _resvg() -> Any:
    try:
        import resvg_py
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(_EXTRA.format("resvg-py")) from error
    return resvg_py


@cache
def _font() -> tuple[str, bytes] | None:
    """Pillow's own font, or None when it was built without any."""
    pillow()
    from PIL import ImageFont

    font: Any = ImageFont.load_default(16)
    data = getattr(font, "font_bytes", None)
    return (font.getname()[0], data) if data else None


def _check_height(picture: str, width: int) -> None:
    """Raises OptionError when a picture is too high for its width."""
    _, found, rest = picture.partition('viewBox="')
    try:
        _, _, wide, high = map(float, rest.partition('"')[0].split())
        pixels = width * width * high / wide
    except (ValueError, ZeroDivisionError):
        raise OptionError("this is no SVG picture: it has no view box") from None
    if not found or pixels > MOST_PIXELS:
        raise OptionError(
            f"the picture would have {pixels:.3g} pixels, more than {MOST_PIXELS}: "
            "make it less wide"
        )

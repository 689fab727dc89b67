"""Options of pictures on the command line, and where pictures go."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from fylking import OptionError
from fylking.cli import common
from fylking.draw import THEMES, png
from fylking.draw.png import DEFAULT_WIDTH, need_png


def add_look(parser: argparse.ArgumentParser) -> None:
    """The options --theme and --width."""
    parser.add_argument(
        "--theme", metavar="NAME", default="light", help=f"{', '.join(THEMES)} (default: light)"
    )
    parser.add_argument(
        "--width",
        metavar="PIXELS",
        type=common.whole,
        default=DEFAULT_WIDTH,
        help=f"width of PNG and GIF (default {DEFAULT_WIDTH})",
    )


def kind_of(target: str, kinds: Sequence[str]) -> str:
    """The ending of a picture's file; for "-", stdout, the first kind.

    Raises:
        OptionError: it has none of these endings.
    """
    kind = kinds[0] if target == "-" else Path(target).suffix.lower()
    if kind not in kinds:
        one = "" if len(kinds) == 1 else "one of "
        raise OptionError(f"{target!r} does not end in {one}{', '.join(kinds)}")
    return kind


def write_svg(target: str, picture: str) -> None:
    """Writes a picture to a file, or to stdout for "-"."""
    if target == "-":
        print(picture)
    else:
        Path(target).write_text(picture + "\n", encoding="utf-8")


def write_png(target: str, picture: str, width: int) -> None:
    """Writes a picture as a PNG file.

    Raises:
        OptionError: a width that is not offered, or the extra is not installed.
    """
    need_extra()
    write_bytes(target, png(picture, width))


def need_extra() -> None:
    """Nothing, when all that PNG and GIF need is there.

    Raises:
        OptionError: the extra is not installed.
    """
    try:
        need_png()
    except ModuleNotFoundError as error:
        raise OptionError(str(error)) from None


def write_bytes(target: str, data: bytes) -> None:
    """Writes a picture to a file, or to stdout for "-"."""
    if target == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
    else:
        Path(target).write_bytes(data)

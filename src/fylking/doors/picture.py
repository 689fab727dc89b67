"""Pictures of positions, drawn with Pillow.

The same position of the same history gives the same pixels, and all pictures of a game have the
same shape.
"""

from __future__ import annotations

from functools import lru_cache
from operator import index
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

try:
    from PIL import Image, ImageDraw, ImageFont
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        'pictures need Pillow: pip install "fylking[gymnasium]" or "fylking[pettingzoo]"'
    ) from error

from fylking.color import BLACK, WHITE, Color
from fylking.errors import OptionError, int_text

if TYPE_CHECKING:
    from fylking._position import Position
    from fylking.game import Game

Colour: TypeAlias = tuple[int, int, int]

SIZES = range(96, 2049)
DEFAULT_SIZE = 512

_FINER = 4  # drawn so many times as large, then reduced: smooth edges
_PAPER = (243, 238, 228)
_INK = (64, 56, 46)
_FAINT = (142, 130, 112)
_CELLS = ((222, 199, 158), (215, 190, 147), (209, 183, 139))
_LINE = (180, 153, 109)
_CAME = (240, 158, 72)
_LEFT = (238, 205, 140)
_CROWNS = {BLACK: (226, 172, 62), WHITE: (168, 112, 14)}
_STONES = {BLACK: (46, 48, 56), WHITE: (243, 240, 232)}
_RIMS = {BLACK: (16, 17, 21), WHITE: (150, 142, 128)}
_TEXT_ON = {BLACK: (246, 242, 232), WHITE: (40, 38, 36)}
_STONE_RADIUS = 0.40  # of the distance between neighbours
_LIFT = 0.055  # of the upper pieces of a stack
_MOST_LIFTS = 3
_CAPTION = 0.085  # of the picture's side
_MARGIN = 0.025


def draw(position: Position, size: int = DEFAULT_SIZE) -> Image.Image:
    """The picture of a position: board, coordinates, a caption; the last action is marked.

    A number on a stack is its height, a crown makes a king. The point that the last action went to
    has a darker tint, the one that it left a lighter one.

    Args:
        position: of any of the games.
        size: width and height in pixels, 96 to 2048.

    Returns:
        A new RGB image.

    Raises:
        OptionError: a size that is not offered.

    >>> import fylking
    >>> draw(fylking.Fravan(size=3).start(), size=128).size
    (128, 128)
    """
    layout = _layout(position.game, checked_size(size))
    canvas = _empty_board(layout).copy()
    pen = ImageDraw.Draw(canvas)
    if position.ply:
        before = position.copy()
        for point, brackets in position.game._marks(before, before.pop()).items():
            layout.cell(pen, point, _CAME if brackets == "[]" else _LEFT)
    for point, cell in enumerate(position.board.tolist()):
        if cell:
            _stack(canvas, layout, layout.middles[point], cell)
    _caption(canvas, layout, position)
    return canvas.reduce(_FINER)


def pixels(position: Position, size: int = DEFAULT_SIZE) -> npt.NDArray[np.uint8]:
    """The picture of a position as an array.

    Args:
        position: of any of the games.
        size: width and height in pixels, 96 to 2048.

    Returns:
        A new uint8 array of shape (size, size, 3): rows from the top, red, green, blue.

    Raises:
        OptionError: a size that is not offered.

    >>> import fylking
    >>> pixels(fylking.Freeze().start(), size=200).shape
    (200, 200, 3)
    """
    return np.array(draw(position, size))


def checked_size(size: int) -> int:
    """A size of pictures, in pixels.

    Raises:
        OptionError: it is not offered.
    """
    if isinstance(size, bool):
        raise TypeError("the size of a picture is an int, not a bool")
    size = index(size)
    if size not in SIZES:
        raise OptionError(
            f"the size of a picture is {SIZES[0]} to {SIZES[-1]} pixels, not {int_text(size)}"
        )
    return size


class _Layout:
    """Where everything of a game's picture is, in pixels of the finer canvas.

    Attributes:
        side: width and height of the canvas.
        unit: distance between neighbours.
        middles: of the points' cells.
    """

    def __init__(self, game: Game, size: int) -> None:
        self.game = game
        self.side = size * _FINER
        board = game._board
        labels = []
        for text, off, beside in board.labels():
            (x, y), (x0, y0) = board.place(off), board.place(beside)
            labels.append((text, (x0 + 0.9 * (x - x0), y0 + 0.9 * (y - y0))))
        middles = [board.place(coordinates) for coordinates in board.coordinates]
        spots = [(x + dx, y + dy) for x, y in middles for dx, dy in board.cell]
        for _, (x, y) in labels:
            spots += [(x - 0.3, y - 0.3), (x + 0.3, y + 0.3)]
        left, right = min(x for x, _ in spots), max(x for x, _ in spots)
        low, high = min(y for _, y in spots), max(y for _, y in spots)
        room = self.side * (1 - 2 * _MARGIN)
        tall = self.side * (1 - 2 * _MARGIN - _CAPTION)
        self.unit = min(room / (right - left), tall / (high - low))
        x0 = self.side / 2 - self.unit * (left + right) / 2
        y0 = self.side * _MARGIN + tall / 2 + self.unit * (low + high) / 2

        def place(x: float, y: float) -> tuple[float, float]:
            return x0 + self.unit * x, y0 - self.unit * y

        self.middles = [place(x, y) for x, y in middles]
        self.labels = [(text, place(x, y)) for text, (x, y) in labels]
        self.corners = [(self.unit * dx, -self.unit * dy) for dx, dy in board.cell]

    def cell(self, pen: ImageDraw.ImageDraw, point: int, colour: Colour) -> None:
        """One cell of the board."""
        x, y = self.middles[point]
        corners = [(x + dx, y + dy) for dx, dy in self.corners]
        pen.polygon(corners, fill=colour)
        width = max(_FINER, round(min(0.035 * self.unit, 0.004 * self.side)))
        pen.line([*corners, *corners[:2]], fill=_LINE, width=width, joint="curve")


@lru_cache(maxsize=16)
def _layout(game: Game, size: int) -> _Layout:
    return _Layout(game, size)


@lru_cache(maxsize=4)
def _empty_board(layout: _Layout) -> Image.Image:
    canvas = Image.new("RGB", (layout.side, layout.side), _PAPER)
    pen = ImageDraw.Draw(canvas)
    tones = 3 if len(layout.corners) == 6 else 2  # neighbours differ
    for point, (file, rank) in enumerate(layout.game._board.coordinates):
        layout.cell(pen, point, _CELLS[(file + rank) % tones])
    size = min(max(0.36 * layout.unit, 0.021 * layout.side), 0.036 * layout.side)
    for text, middle in layout.labels:
        pen.text(middle, text, fill=_FAINT, font=_font(size), anchor="mm")
    return canvas


@lru_cache(maxsize=64)
def _font_of(size: int) -> Any:
    return ImageFont.load_default(size)


def _font(size: float) -> Any:
    return _font_of(max(1, round(size)))


@lru_cache(maxsize=32)
def _stone(colour: Color, diameter: int) -> Image.Image:
    """A stone, lit from above on the left, with what is around it left out."""
    axis = (np.arange(diameter) + 0.5) / diameter * 2 - 1
    x, y = np.meshgrid(axis, axis)
    far = np.sqrt(x * x + y * y)
    z = np.sqrt(np.clip(1 - far * far, 0, 1))
    light = np.clip(-0.45 * x - 0.55 * y + 0.70 * z, 0, 1)
    glow = 0.82 + 0.20 * light if colour == WHITE else 0.75 + 0.55 * light + 0.9 * light**12
    shade = np.array(_STONES[colour]) * glow[..., np.newaxis]
    shade = np.where((far > 0.94)[..., np.newaxis], np.array(_RIMS[colour]), shade)
    mask = np.where(far <= 1, 255, 0)
    rgba = np.dstack([np.clip(shade, 0, 255), mask]).astype(np.uint8)
    return Image.fromarray(rgba, "RGBA")


@lru_cache(maxsize=8)
def _shadow(diameter: int) -> Image.Image:
    """A soft round shadow, to be pasted as a mask."""
    axis = (np.arange(diameter) + 0.5) / diameter * 2 - 1
    x, y = np.meshgrid(axis, axis)
    soft = np.clip((1 - np.sqrt(x * x + y * y)) / 0.25, 0, 1)
    return Image.fromarray((90 * soft).astype(np.uint8), "L")


def _disc(canvas: Image.Image, colour: Color, middle: tuple[float, float], radius: float) -> None:
    stone = _stone(colour, 2 * round(radius))
    corner = round(middle[0] - radius), round(middle[1] - radius)
    canvas.paste(stone, corner, stone)


def _stack(canvas: Image.Image, layout: _Layout, middle: tuple[float, float], cell: int) -> None:
    """The stack on a cell, whose sign is its colour."""
    colour = BLACK if cell > 0 else WHITE
    unit = layout.unit
    radius = _STONE_RADIUS * unit
    x, y = middle
    lifts = min(abs(cell) - 1, _MOST_LIFTS)
    y += lifts * _LIFT * unit / 2
    wide = round(1.16 * radius)
    canvas.paste(
        (58, 40, 20),
        (round(x - wide + 0.06 * unit), round(y - wide + 0.09 * unit)),
        _shadow(2 * wide),
    )
    for lift in range(lifts + 1):
        _disc(canvas, colour, (x, y - lift * _LIFT * unit), radius)
    y -= lifts * _LIFT * unit
    pen = ImageDraw.Draw(canvas)
    text = layout.game._cell_text(cell)
    if text.isupper():  # as the position text writes a king
        _crown(pen, (x, y), radius, _CROWNS[colour])
    elif len(text) > 1:
        size = 1.05 * radius if len(text) == 2 else 0.9 * radius
        pen.text((x, y), text[1:], fill=_TEXT_ON[colour], font=_font(size), anchor="mm")


def _crown(
    pen: ImageDraw.ImageDraw, middle: tuple[float, float], radius: float, colour: Colour
) -> None:
    x, y = middle
    outline = (
        (-0.5, 0.38), (-0.58, -0.28), (-0.27, 0.04), (0, -0.46),
        (0.27, 0.04), (0.58, -0.28), (0.5, 0.38),
    )  # fmt: skip
    corners = [(x + radius * dx, y + radius * dy) for dx, dy in outline]
    pen.polygon(corners, fill=colour)
    ball = 0.09 * radius
    for px, py in (corners[1], corners[3], corners[5]):
        pen.ellipse((px - ball, py - ball, px + ball, py + ball), fill=colour)


def _caption(canvas: Image.Image, layout: _Layout, position: Position) -> None:
    """Below the board: whose turn it is or how it ended, and the game."""
    side = layout.side
    pen = ImageDraw.Draw(canvas)
    y = side * (1 - _MARGIN - _CAPTION / 2)
    x = side * 2 * _MARGIN
    right = side * (1 - 2 * _MARGIN)
    name = f"{layout.game.title} {layout.game.size}"
    pen.text((right, y), name, fill=_FAINT, font=_font(0.036 * side), anchor="rm")
    right -= pen.textlength(name, font=_font(0.036 * side)) + side * _MARGIN
    radius = 0.02 * side
    shown = position.winner if position.is_over else position.to_move
    if shown is not None:
        _disc(canvas, shown, (x + radius, y), radius)
        x += 2 * radius + 0.012 * side
    text = layout.game._caption(position)
    size = 0.036 * side
    size *= min(1, (right - x) / pen.textlength(text, font=_font(size)))
    pen.text((x, y), text, fill=_INK, font=_font(size), anchor="lm")

"""Position text to positions, and boards to positions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from operator import index
from typing import TYPE_CHECKING, Any

from fylking import codec, games
from fylking.codec import Head
from fylking.color import BLACK, WHITE, Color
from fylking.errors import NotationError, OptionError, PositionError, int_text
from fylking.game import Game

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from fylking._position import Position

_NAME = re.compile(r"([a-z]+)([1-9][0-9]{0,3})")
_COLOURS = {"b": BLACK, "w": WHITE}


def parse(text: str, pie: bool = True) -> Position:
    """The position that a position text describes, with no history.

    Args:
        text: "game+size board to-move stage seats"; see the rules pages, "Position text".
        pie: whether its game has the pie rule (Freeze never has). Equality ignores it.

    Raises:
        NotationError: the text cannot be read; the message says where.
        PositionError: it can be read, but the position is impossible; the message says why.

    >>> import fylking
    >>> print(fylking.parse("fravan2 ../.b./.. w choose 1b"))
      3  . .
     2  . b .
      1  . . c
          a b
    White to move (choose a side)
    """
    if not isinstance(text, str):
        raise TypeError(f"a position text is a str, not {type(text).__name__}")
    if not isinstance(pie, bool):
        raise TypeError(f"pie is True or False, not {pie!r}")
    fields = text.split(" ")
    made = _read_game(fields[0], pie)
    names = ["game+size", "board", "to-move", "stage"] + (["seats"] if made.has_pie else [])
    if len(fields) != len(names) or "" in fields:
        raise NotationError(
            f"{made.name}{made.size} has {len(names)} fields with single spaces between them "
            f"({' '.join(names)}); found {len(fields)} in {text!r}"
        )
    cells = _read_board(made, fields[1], len(fields[0]) + 1)
    to_move = _COLOURS.get(fields[2])
    if to_move is None:
        raise NotationError(f"to-move is 'b' or 'w', not {fields[2]!r}")
    stage = made._stage_parts(fields[3], to_move)
    first = BLACK
    if made.has_pie:
        if fields[4] not in ("1b", "1w"):
            raise NotationError(f"seats are '1b' or '1w', not {fields[4]!r}")
        first = _COLOURS[fields[4][1]]
    return codec.build(made, Head(to_move, first, *stage), cells)


def _read_game(field: str, pie: bool) -> Game:
    match = _NAME.fullmatch(field)
    if match is None or match[1] not in games.GAMES:
        offered = ", ".join(games.GAMES)
        raise NotationError(
            f"a position text begins with a game and its size ({offered}), not with {field!r}"
        )
    room = games.GAMES[match[1]]
    if int(match[2]) not in room.sizes:
        offered = ", ".join(map(str, room.sizes))
        raise NotationError(f"{room.title} is played on sizes {offered}, not {match[2]}")
    return games.game(room.name, int(match[2]), pie=pie and room.has_pie)


def _read_board(made: Game, field: str, offset: int) -> list[int]:
    """The cells of the board field, which begins at character `offset` of the text."""
    rows = made._board.rows
    texts = field.split("/")
    if len(texts) != len(rows):
        raise NotationError(
            f"the board of {made.name}{made.size} has {len(rows)} ranks; found {len(texts)}"
        )
    cells = [0] * made.points
    for number, (row, text) in enumerate(zip(rows, texts, strict=True)):
        read = made._read_cells(text)
        where = f"rank {len(rows) - number} (at character {offset})"
        if read is None:
            raise NotationError(f"{where} cannot be read: {text!r}")
        if len(read) != len(row):
            raise NotationError(f"{where} has {len(row)} points; found {len(read)} in {text!r}")
        for point, cell in zip(row, read, strict=True):
            cells[point] = cell
        offset += len(text) + 1
    return cells


def position(
    game: Game,
    board: Sequence[int] | npt.NDArray[np.integer[Any]],
    to_move: Color | str,
    stage: str = "play",
    first: Color | str = BLACK,
) -> Position:
    """A position built from a board.

    Args:
        game: the game, with size and pie rule.
        board: `game.points` ints (a sequence or an array, as `Position.board` gives it):
            0 empty, +height Black, -height White.
        to_move: the colour whose action is next: a `Color`, 0 or 1, "b" or "w".
        stage: the stage, as the position text writes it.
        first: the colour of the first player.

    Raises:
        NotationError: the stage cannot be read.
        OptionError: the board is not of the game's shape, or holds something else.
        PositionError: the position is impossible; the message says why.

    >>> import fylking
    >>> game = fylking.Fravan(size=2)
    >>> fylking.position(game, [0, 0, 1, -1, 0, 0, 0], fylking.BLACK).text
    'fravan2 ../bw./.. b play 1b'
    """
    if not isinstance(game, Game):
        raise TypeError(f"game is a fylking game, not {type(game).__name__}")
    try:
        cells = [index(cell) for cell in board]
    except TypeError:
        raise TypeError("a board is a sequence or an array of ints") from None
    if len(cells) != game.points:
        raise OptionError(f"the board has {len(cells)} points; {game!r} has {game.points}")
    for point, cell in enumerate(cells):
        if abs(cell) > 127:
            raise PositionError(
                f"a stack of height {int_text(abs(cell))} on {game.point_name(point)}"
            )
    colour, other = _colour(to_move, "to_move"), _colour(first, "first")
    if not isinstance(stage, str):
        raise TypeError(f"a stage is a text, not {type(stage).__name__}")
    parts = game._stage_parts(stage, colour)
    return codec.build(game, Head(colour, other, *parts), cells)


def _colour(value: Color | str, what: str) -> Color:
    if isinstance(value, str):
        if value not in _COLOURS:
            raise OptionError(f"{what} is 'b' or 'w', not {value!r}")
        return _COLOURS[value]
    number = index(value)
    if number not in (0, 1):
        raise OptionError(f"{what} is Color.BLACK (0) or Color.WHITE (1), not {int_text(number)}")
    return Color(number)

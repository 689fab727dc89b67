"""Positions from parts: the one door through which text, bytes and boards come in.

Canonical bytes are a head of eight bytes (format version, game, size, colours, stage, and three
that belong to the game) and then the board, an int8 a point.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fylking._position import FORMAT_VERSION, STAGE_NUMBERS
from fylking.color import Color
from fylking.errors import NotationError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fylking._position import Position
    from fylking.game import Game

HEAD_BYTES = 8
STAGE_NAMES = {number: name for name, number in STAGE_NUMBERS.items()}


class Head(NamedTuple):
    """All of a position but its board.

    Attributes:
        to_move: the colour whose action is next.
        first: the colour of the first player.
        stage: name of the stage, a key of STAGE_NUMBERS.
        extra: three small ints that belong to the game.
    """

    to_move: Color
    first: Color
    stage: str
    extra: tuple[int, int, int] = (0, 0, 0)


def pack_head(game: Game, head: Head) -> bytes:
    """The head as canonical bytes."""
    colours = head.to_move | head.first << 1
    stage = STAGE_NUMBERS[head.stage]
    return bytes((FORMAT_VERSION, game.id, game.size, colours, stage, *head.extra))


def head_of(position: Position) -> Head:
    """The head of a position."""
    data = position.to_bytes()
    return Head(
        Color(data[3] & 1), Color(data[3] >> 1), STAGE_NAMES[data[4]], (data[5], data[6], data[7])
    )


def cells_of(position: Position) -> list[int]:
    """The board as a list of ints: 0 empty, +height Black, -height White."""
    return [cell - 256 if cell > 127 else cell for cell in position.to_bytes()[HEAD_BYTES:]]


def build(game: Game, head: Head, cells: Sequence[int]) -> Position:
    """A position of these parts.

    Raises:
        PositionError: they contradict the rules or each other.
    """
    game._check_parts(head, cells)
    position = game.start()
    position._set_up(pack_head(game, head), bytes(cell & 0xFF for cell in cells))
    game._check_position(position, head)
    return position


def position_from_bytes(data: bytes, pie: bool = True) -> Position:
    """See `Position.from_bytes`."""
    from fylking.games import GAMES, game

    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise TypeError(f"a position is read from bytes, not from {type(data).__name__}")
    if not isinstance(pie, bool):
        raise TypeError(f"pie is True or False, not {pie!r}")
    data = bytes(data)
    if len(data) < HEAD_BYTES:
        raise NotationError(f"{len(data)} bytes are too few for a position")
    version, number, size, colours, stage = data[:5]
    if version != FORMAT_VERSION:
        raise NotationError(f"format version {version} is not {FORMAT_VERSION}, the one known here")
    room = next((room for room in GAMES.values() if room.id == number), None)
    if room is None:
        raise NotationError(f"byte 1 names no game: {number}")
    if size not in room.sizes:
        raise NotationError(f"byte 2 is no size of {room.title}: {size}")
    if colours > 3:
        raise NotationError(f"byte 3 names no colours: {colours}")
    if stage not in STAGE_NAMES:
        raise NotationError(f"byte 4 names no stage: {stage}")
    made = game(room.name, size, pie=pie and room.has_pie)
    if len(data) != HEAD_BYTES + made.points:
        raise NotationError(
            f"{len(data)} bytes are not a position of {room.name}{size}: "
            f"that takes {HEAD_BYTES + made.points}"
        )
    head = Head(
        Color(colours & 1), Color(colours >> 1), STAGE_NAMES[stage], (data[5], data[6], data[7])
    )
    cells = [cell - 256 if cell > 127 else cell for cell in data[HEAD_BYTES:]]
    return build(made, head, cells)


def restore(game: Game, data: bytes, history: tuple[int, ...]) -> Position:
    """A position from its first bytes and the actions played since (for pickle)."""
    position = position_from_bytes(data, game.pie)
    for action in history:
        position.push(action)
    return position

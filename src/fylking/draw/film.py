"""Whole games: strips of pictures, and pictures that move."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import BytesIO
from itertools import groupby
from math import isfinite
from operator import index
from typing import TYPE_CHECKING, Unpack

from fylking.draw.elements import element, group, number, numbers, words
from fylking.draw.png import DEFAULT_WIDTH, checked_width, pillow, png
from fylking.draw.request import Options, Request
from fylking.draw.scene import Scene, document
from fylking.errors import OptionError, int_text
from fylking.threads import checked_position

if TYPE_CHECKING:
    from fylking._position import Position

MOST_FRAMES = 1000
HOLD = 2.0  # seconds more for the last picture

_HEADING = 30.0
_TITLE_SIZE = 17.0
_MOVING = ("targets", "selected", "preview", "numbers", "heat", "arrows", "interactive")


def strip(position: Position, every: int = 10, columns: int = 4, **options: Unpack[Options]) -> str:
    """The game that led to a position as one picture of pictures.

    Args:
        position: whose history is drawn, from its first position to the last.
        every: a picture each so many actions; the last position has one in any case.
        columns: pictures side by side, 1 to 100.
        **options: as for `svg`, but those that fit one position alone (targets, selected, preview,
            arrows, numbers, heat, interactive).

    Returns:
        An SVG document.

    Raises:
        OptionError: an option that does not fit, or more than 1000 pictures.

    >>> import fylking
    >>> pos = fylking.Freeze().start()
    >>> pos.push_turn("b1:b7=d4")
    >>> fylking.draw.strip(pos, every=1, coordinates=False).count('class="frame"')
    3
    """
    columns = _count(columns, "columns", 100)
    scenes = list(_scenes(position, every, options))
    width, height = scenes[0][1].width, _HEADING + scenes[0][1].height
    columns = min(columns, len(scenes))
    parts = []
    for place, (ply, scene) in enumerate(scenes):
        row, column = divmod(place, columns)
        x, y = column * width, row * height
        theme = scene.request.theme
        heading = words(_heading(position, ply), x + width / 2, y + 20, _TITLE_SIZE, fill=theme.ink)
        content = [*scene.still, *scene.under, group(scene.points, class_="points"), *scene.over]
        parts.append(
            heading
            + element(
                "svg",
                content,
                class_="frame",
                data_ply=ply,
                x=x,
                y=y + _HEADING,
                width=scene.width,
                height=scene.height,
                viewBox=numbers(0, 0, scene.width, scene.height),
            )
        )
    rows = -(-len(scenes) // columns)
    last = scenes[-1][1].request
    return document(
        parts,
        (columns * width, rows * height),
        last.theme,
        classes=f"fylking strip {last.game.name}",
        prefix=options.get("prefix", "fylking"),
        title=last.title,
        description=position.text,
    )


def animation(
    position: Position, every: int = 1, seconds: float = 0.8, **options: Unpack[Options]
) -> str:
    """The game that led to a position as a picture that moves, again and again.

    Where pictures do not move, the last position is seen.

    Args:
        position: whose history is shown, from its first position to the last.
        every: a step each so many actions.
        seconds: that each step is seen, 0.05 to 60.
        **options: as for `strip`.

    Returns:
        An SVG document.

    Raises:
        OptionError: an option that does not fit, or more than 1000 steps.
    """
    seconds = _seconds(seconds)
    scenes = [scene for _, scene in _scenes(position, every, options)]
    length = len(scenes) * seconds + HOLD
    clock = [step * seconds / length for step in range(len(scenes))]
    last = scenes[-1]

    def moving(parts: Iterable[list[str]]) -> list[str]:
        return [_runs(layers, clock, length) for layers in zip(*parts, strict=True)]

    parts = [
        *last.still,
        *moving(scene.under for scene in scenes),
        group(moving(scene.points for scene in scenes), class_="points"),
        *moving(scene.over for scene in scenes),
    ]
    return document(
        parts,
        (last.width, last.height),
        last.request.theme,
        classes=f"fylking animation {last.request.game.name}",
        prefix=last.request.prefix,
        title=last.request.title,
        description=position.text,
    )


def gif(
    position: Position,
    every: int = 1,
    seconds: float = 0.8,
    width: int = DEFAULT_WIDTH,
    **options: Unpack[Options],
) -> bytes:
    """The game that led to a position as an animated GIF file.

    Needs the extra `fylking[png]`.

    Args:
        position: whose history is shown, from its first position to the last.
        every: a step each so many actions.
        seconds: that each step is seen, 0.05 to 60; the format has hundredths.
        width: in pixels, 16 to 8192.
        **options: as for `strip`.

    Returns:
        The bytes of the file.

    Raises:
        OptionError: an option that does not fit, or more than 1000 steps.
        ModuleNotFoundError: the extra is not installed.
    """
    seconds, width = _seconds(seconds), checked_width(width)
    images = pillow()
    frames = []
    for _, scene in _scenes(position, every, options):
        with images.open(BytesIO(png(scene.document(), width))) as frame:
            frames.append(frame.convert("RGB").quantize(128, dither=images.Dither.NONE))
    lengths = [round(1000 * seconds)] * len(frames)
    lengths[-1] += round(1000 * HOLD)
    file = BytesIO()
    frames[0].save(file, "GIF", save_all=True, append_images=frames[1:], duration=lengths, loop=0)
    return file.getvalue()


def _scenes(position: Position, every: int, options: Options) -> Iterator[tuple[int, Scene]]:
    """The pictures of a game, each with the number of actions before it."""
    checked_position(position)
    every = _count(every, "every", None)
    for name in _MOVING:
        if name in options:
            raise OptionError(f"{name} fits one position, not those of a whole game")
    plies = [*range(0, position.ply, every), position.ply]
    if len(plies) > MOST_FRAMES:
        raise OptionError(
            f"{len(plies)} pictures, more than {MOST_FRAMES}: every={every} is too often"
        )
    Request(position, options)  # raises what there is to raise
    actions = position.history
    now = position.copy()
    for _ in actions:
        now.pop()
    for ply in plies:
        for action in actions[now.ply : ply]:
            now.push(action)
        yield ply, Scene(Request(now.copy(), options), bare=True)


def _heading(position: Position, ply: int) -> str:
    """The number of a position and the action that led to it."""
    if not ply:
        return "start"
    before = position.copy()
    while before.ply >= ply:
        action = before.pop()
    return f"{ply}. {before.action_text(action)}"


def _runs(layers: tuple[str, ...], clock: list[float], length: float) -> str:
    """What is seen at one place in turn: each of the things as long as it stays the same."""
    parts = []
    step = 0
    for content, run in groupby(layers):
        first = step
        step += len(list(run))
        if not content:
            continue
        if first == 0 and step == len(layers):
            return content
        parts.append(_seen(content, first, step, clock, length))
    return "".join(parts)


def _seen(content: str, first: int, after: int, clock: list[float], length: float) -> str:
    """What is seen from one step until another."""
    ends = after == len(clock)
    times = ([] if first == 0 else [("hidden", 0.0)]) + [("visible", clock[first])]
    times += [] if ends else [("hidden", clock[after])]
    change = element(
        "animate",
        attributeName="visibility",
        values=";".join(look for look, _ in times),
        keyTimes=";".join(f"{time:.6g}" for _, time in times),
        calcMode="discrete",
        dur=f"{number(length)}s",
        repeatCount="indefinite",
    )
    return element("g", [change, content], visibility=None if ends else "hidden")


def _count(value: int, name: str, most: int | None) -> int:
    if isinstance(value, bool):
        raise TypeError(f"{name} is an int, not a bool")
    value = index(value)
    if value < 1 or (most is not None and value > most):
        limit = "1 or more" if most is None else f"1 to {most}"
        raise OptionError(f"{name} is {limit}, not {int_text(value)}")
    return value


def _seconds(value: float) -> float:
    if isinstance(value, (bool, str)) or not hasattr(value, "__float__"):
        raise TypeError(f"seconds is a number, not {type(value).__name__}")
    value = float(value)
    if not isfinite(value) or not 0.05 <= value <= 60:
        raise OptionError(f"seconds is 0.05 to 60, not {value:g}")
    return value

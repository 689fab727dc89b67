"""The few things of SVG that pictures are written with."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

Spot = tuple[float, float]

_FORBIDDEN = re.compile("[^\\t\\n\\r\\x20-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")


def number(value: float) -> str:
    """A length or a coordinate, to a hundredth.

    >>> number(2.5), number(3.0), number(-0.001)
    ('2.5', '3', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def numbers(*values: float) -> str:
    """Numbers in one attribute."""
    return " ".join(map(number, values))


def escaped(text: str) -> str:
    """A text as it may stand in an element or an attribute, with nothing that XML forbids.

    >>> escaped('a < "b"')
    'a &lt; &quot;b&quot;'
    """
    text = _FORBIDDEN.sub("", text)
    for letter, name in (("&", "amp"), ("<", "lt"), (">", "gt"), ('"', "quot")):
        text = text.replace(letter, f"&{name};")
    return text


def attributes(values: dict[str, object]) -> str:
    """Attributes as a tag holds them; those that are None are left out.

    Underscores in names become hyphens, but one at the end falls away (`class_`).
    """
    parts = []
    for name, value in values.items():
        if value is not None:
            shown = number(value) if isinstance(value, (int, float)) else escaped(str(value))
            parts.append(f' {name.rstrip("_").replace("_", "-")}="{shown}"')
    return "".join(parts)


def element(tag: str, content: Iterable[str] = (), /, **values: object) -> str:
    """An element; its content is SVG already."""
    inner = "".join(content)
    head = f"<{tag}{attributes(values)}"
    return f"{head}>{inner}</{tag}>" if inner else f"{head}/>"


def group(content: Iterable[str], /, **values: object) -> str:
    """A group, or nothing when there is nothing in it."""
    inner = "".join(content)
    return element("g", [inner], **values) if inner else ""


def words(text: str, x: float, y: float, size: float, /, **values: object) -> str:
    """A text whose letters have their middle at height y, whatever the renderer knows of that."""
    # Capitals and digits are about 0.7 of the size high.
    return element("text", [escaped(text)], x=x, y=y + 0.35 * size, font_size=size, **values)


def circle(x: float, y: float, radius: float, /, **values: object) -> str:
    """A circle."""
    return element("circle", cx=x, cy=y, r=radius, **values)


def path_of(*lines: Sequence[Spot], closed: bool = False) -> str:
    """The data of a path along corners."""
    end = "Z" if closed else ""
    return "".join(
        "M" + "L".join(f"{number(x)} {number(y)}" for x, y in line) + end for line in lines
    )

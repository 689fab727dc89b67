"""What a picture says, read from its SVG, and positions to draw."""

from __future__ import annotations

import re
from functools import cache
from xml.etree import ElementTree

import samples

import fylking

SVG = "{http://www.w3.org/2000/svg}"
# The pie rule changes nothing but the first two stages, which these go through.
GAMES = [game for game in samples.GAMES if game.pie or game.size == 3 or not game.has_pie]

_NUMBERS = re.compile(r"-?\d+(?:\.\d+)?")


@cache
def positions(game):
    """Positions of one game from the first to the last, those in the middle of turns among them."""
    found = [game.start()]
    lengths = (1, 3, game.points // 3, game.points, 2 * game.points)
    for seed, length in enumerate(lengths):
        position = game.start()
        position.play_random(seed, max_actions=length)
        found.append(position)
    if not game.has_pie:  # Freeze: every stage of a turn
        stages = {"jump": 1, "freeze": 2}
        position = game.start()
        rng = fylking.Rng(5)
        while not position.is_over and stages:
            position.play_random(rng, max_actions=1)
            if stages.pop(position.stage.partition("@")[0].partition("+")[0], None):
                found.append(position.copy())
    ended = game.start()
    if ended.stage == "open":
        ended.push(0)
        ended.push("white")
    while ended.is_legal("pass"):
        ended.push("pass")
    return (*found, ended)


def parsed(picture):
    """The root element of a picture."""
    root = ElementTree.fromstring(picture)
    assert root.tag == f"{SVG}svg"
    return root


def points(root):
    """The groups of the points, in order."""
    return [group for group in root.iter(f"{SVG}g") if "data-point" in group.attrib]


def cell(group):
    """What a point's group shows on it: height, above 0 for Black and below for White."""
    stacks = [g for g in group.iter(f"{SVG}g") if "stack" in g.get("class", "").split()]
    if not stacks:
        return 0
    (stack,) = stacks
    height = int(stack.get("data-height"))
    return height if "black" in stack.get("class").split() else -height


def marked(root, name):
    """The points of the marks of a class."""
    return {
        element.get("data-at")
        for element in root.iter()
        if name in element.get("class", "").split() and element.get("data-at")
    }


def boxes(root):
    """Left, top, right and bottom of everything that is drawn, text by its likely width."""
    for element in root.iter():
        tag = element.tag.removeprefix(SVG)
        value = {name: element.get(name) for name in element.attrib}
        if tag == "circle":
            x, y, r = (float(value[name]) for name in ("cx", "cy", "r"))
            yield x - r, y - r, x + r, y + r
        elif tag == "rect":
            x, y = float(value.get("x", 0)), float(value.get("y", 0))
            yield x, y, x + float(value["width"]), y + float(value["height"])
        elif tag == "path":
            found = [float(text) for text in _NUMBERS.findall(value["d"])]
            yield min(found[::2]), min(found[1::2]), max(found[::2]), max(found[1::2])
        elif tag == "text":
            x, y, size = (float(value[name]) for name in ("x", "y", "font-size"))
            wide = 0.56 * size * len(element.text)
            share = {"start": 0.0, "end": 1.0}.get(value.get("text-anchor"), 0.5)
            yield x - share * wide, y - 0.75 * size, x + (1 - share) * wide, y + 0.2 * size

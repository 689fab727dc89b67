"""Themes: every picture in each of them, and colours that can be told apart."""

from __future__ import annotations

import itertools

import pytest
import samples
from reading import SVG, parsed, positions

import fylking
from fylking import draw
from fylking.draw.themes import blend, contrast

THEMES = draw.THEMES
every_theme = pytest.mark.parametrize("name", THEMES)


def luminance(colour):
    """As the accessibility guidelines have it."""
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def ratio(one, other):
    """How much brighter the brighter of two colours is: 1 to 21."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@every_theme
@pytest.mark.parametrize("game", samples.SMALL, ids=samples.label)
def test_every_theme_draws_every_game(name, game):
    position = positions(game)[4]
    root = parsed(position.svg(theme=name))
    (paper,) = (e for e in root.iter(f"{SVG}rect") if e.get("class") == "paper")
    assert paper.get("fill") == THEMES[name].paper
    assert position.svg(theme=THEMES[name]) == position.svg(theme=name)
    others = {position.svg(theme=other) for other in THEMES}
    assert len(others) == len(THEMES)


@every_theme
def test_texts_can_be_read(name):
    theme = THEMES[name]
    assert ratio(theme.ink, theme.paper) >= 7
    assert ratio(theme.faint, theme.paper) >= 4.5
    for stone, sign, crown in zip(theme.stones, theme.signs, theme.crowns, strict=True):
        assert ratio(stone, sign) >= 7
        assert ratio(stone, crown) >= 3
    for grounds in (theme.heat, theme.balance):
        for share in range(101):
            colour = blend(grounds, share / 100)
            assert ratio(colour, contrast(colour)) >= 4.5


@every_theme
def test_the_colours_of_the_pieces_can_be_told_apart(name):
    theme = THEMES[name]
    assert ratio(*theme.stones) >= 7
    for ground in (theme.board, *theme.cells):
        for stone, rim in zip(theme.stones, theme.rims, strict=True):
            assert max(ratio(stone, ground), ratio(rim, ground)) >= 3


@every_theme
def test_marks_are_seen_on_the_board(name):
    theme = THEMES[name]
    for ground in (theme.board, *theme.cells):
        assert ratio(theme.target, ground) >= 3
        assert ratio(theme.preview, ground) >= 2
        assert ratio(theme.last, ground) >= 1.5


@every_theme
def test_heat_grows_steadily_darker_or_lighter(name):
    """So that it can be read without telling colours, on screens and on paper."""
    steps = [luminance(blend(THEMES[name].heat, share / 20)) for share in range(21)]
    assert steps in (sorted(steps), sorted(steps, reverse=True))
    if name == "print":
        steps = [luminance(blend(THEMES[name].balance, share / 20)) for share in range(21)]
        assert steps == sorted(steps)


# How eyes without one kind of cone see colours (Vienot, Brettel and Mollon, 1999), on linear RGB.
CONES = {
    "protan": ((0.11238, 0.88762, 0), (0.11238, 0.88762, 0), (0.00401, -0.00401, 1)),
    "deutan": ((0.29275, 0.70725, 0), (0.29275, 0.70725, 0), (-0.02234, 0.02234, 1)),
}


def seen(colour, cones):
    parts = [(int(colour[k : k + 2], 16) / 255) ** 2.2 for k in (1, 3, 5)]
    return [sum(w * p for w, p in zip(row, parts, strict=True)) for row in cones]


def far(one, other, cones):
    return (
        sum((a - b) ** 2 for a, b in zip(seen(one, cones), seen(other, cones), strict=True)) ** 0.5
    )


@pytest.mark.parametrize("cones", CONES.values(), ids=CONES)
def test_the_safe_theme_is_safe(cones):
    theme = THEMES["safe"]
    assert far(theme.last, theme.change, cones) > 0.3
    assert far(theme.last, theme.preview, cones) > 0.3
    low, high = theme.balance[0], theme.balance[-1]
    assert far(low, high, cones) > 0.3
    steps = [blend(theme.heat, share / 4) for share in range(5)]
    for one, other in itertools.pairwise(steps):
        assert far(one, other, cones) > 0.08


def test_a_theme_of_ones_own():
    theme = THEMES["dark"]._replace(paper="#123456")
    assert 'fill="#123456"' in fylking.Freeze(6).start().svg(theme=theme)

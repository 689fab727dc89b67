"""The colours of pictures."""

from __future__ import annotations

import re
from typing import NamedTuple

from fylking.color import Color
from fylking.errors import OptionError

_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


class Theme(NamedTuple):
    """The colours of a picture, each as SVG has them ("#rrggbb").

    Attributes:
        paper: behind everything.
        ink: captions.
        faint: coordinates.
        board: the board where pieces stand on lines.
        cells: three tones, of which neighbouring cells have different ones.
        line: between cells, and the lines of the board.
        stones: Black's and White's pieces.
        rims: their outlines.
        signs: what is written on them.
        crowns: on kings.
        last: the last action.
        change: what it changed.
        preview: an action that is only looked at.
        target: where one may play, what is selected, and arrows.
        heat: the colours of a heat map from low to high.
        balance: of a heat map around a middle, from low to high.
    """

    paper: str
    ink: str
    faint: str
    board: str
    cells: tuple[str, str, str]
    line: str
    stones: tuple[str, str]
    rims: tuple[str, str]
    signs: tuple[str, str]
    crowns: tuple[str, str]
    last: str
    change: str
    preview: str
    target: str
    heat: tuple[str, ...]
    balance: tuple[str, ...]

    def stone(self, colour: Color) -> dict[str, object]:
        """The attributes of a colour's pieces."""
        return {"fill": self.stones[colour], "stroke": self.rims[colour]}


LIGHT = Theme(
    paper="#faf7f0",
    ink="#3a332a",
    faint="#776a58",
    board="#ecd9b4",
    cells=("#efdfbf", "#e8d4ac", "#e1ca9c"),
    line="#b0935f",
    stones=("#2b2d35", "#fdfbf5"),
    rims=("#8a8d99", "#6b6355"),
    signs=("#ffffff", "#2a2620"),
    crowns=("#f0b93c", "#a8680a"),
    last="#f08a24",
    change="#d2363b",
    preview="#7a3fb8",
    target="#1f7a4d",
    heat=("#fff3c4", "#fdbb6b", "#f0703d", "#b92b3b", "#5e1446"),
    balance=("#2563ab", "#8fbce0", "#f5f2ea", "#f2ac7a", "#b8431a"),
)

DARK = Theme(
    paper="#16181d",
    ink="#e6e3dc",
    faint="#a39f95",
    board="#3d4450",
    cells=("#3a414d", "#434b58", "#4c5563"),
    line="#7b8797",
    stones=("#0c0d10", "#eceae4"),
    rims=("#a6b0bf", "#5b5f69"),
    signs=("#ffffff", "#16181d"),
    crowns=("#f5c451", "#8f5606"),
    last="#ffb14a",
    change="#ff7a70",
    preview="#c79bff",
    target="#5fd39a",
    heat=("#2b1c4d", "#5b2a86", "#b13c7e", "#ef7a56", "#fde08a"),
    balance=("#4a90d9", "#3b5f8a", "#3a3d45", "#9a5a35", "#f08a4b"),
)

PRINT = Theme(
    paper="#ffffff",
    ink="#000000",
    faint="#333333",
    board="#ffffff",
    cells=("#ffffff", "#f6f6f6", "#ececec"),
    line="#777777",
    stones=("#000000", "#ffffff"),
    rims=("#aaaaaa", "#000000"),
    signs=("#ffffff", "#000000"),
    crowns=("#ffffff", "#000000"),
    last="#8c8c8c",
    change="#555555",
    preview="#555555",
    target="#333333",
    heat=("#f7f7f7", "#d0d0d0", "#a3a3a3", "#6f6f6f", "#3d3d3d"),
    balance=("#4d4d4d", "#858585", "#b8b8b8", "#e0e0e0", "#ffffff"),
)

# Blue and orange of about the same use to every kind of colour vision, after Okabe and Ito.
SAFE = LIGHT._replace(
    paper="#ffffff",
    board="#eef0f2",
    cells=("#f4f5f7", "#e9ecef", "#dfe3e8"),
    line="#8b95a1",
    ink="#1d2228",
    faint="#56606b",
    last="#e69f00",
    change="#0072b2",
    preview="#cc79a7",
    target="#0072b2",
    crowns=("#f0e442", "#0072b2"),
    heat=("#fdea45", "#c4b56c", "#7d7c78", "#3b4d6f", "#00224e"),
    balance=("#0072b2", "#80b9da", "#f7f7f7", "#f2cf7f", "#c97f00"),
)

THEMES: dict[str, Theme] = {"light": LIGHT, "dark": DARK, "print": PRINT, "safe": SAFE}
"""The themes by name; "safe" is for every kind of colour vision."""


def theme_of(theme: str | Theme) -> Theme:
    """A theme by its name, or the theme itself.

    Raises:
        OptionError: there is no theme of the name, or one of the colours is not "#rrggbb".
    """
    if isinstance(theme, Theme):
        for name, colours in theme._asdict().items():
            for colour in (colours,) if isinstance(colours, str) else colours:
                if not isinstance(colour, str) or not _COLOUR.fullmatch(colour):
                    raise OptionError(f'{name} of a theme is {colour!r}; a colour is "#rrggbb"')
        return theme
    if not isinstance(theme, str):
        raise TypeError(f"a theme is a name or a Theme, not {type(theme).__name__}")
    if theme not in THEMES:
        raise OptionError(f"there is no theme {theme!r}; there are {', '.join(THEMES)}")
    return THEMES[theme]


def blend(colours: tuple[str, ...], share: float) -> str:
    """The colour at a share, from 0 to 1, of the way through evenly spaced colours.

    >>> blend(("#000000", "#ffffff", "#ff0000"), 0.25)
    '#808080'
    """
    place = min(max(share, 0.0), 1.0) * (len(colours) - 1)
    first = min(int(place), len(colours) - 2)
    part = place - first
    mixed = []
    for k in (1, 3, 5):
        low, high = (int(colours[first + i][k : k + 2], 16) for i in (0, 1))
        mixed.append(f"{round(low + part * (high - low)):02x}")
    return "#" + "".join(mixed)


def contrast(colour: str) -> str:
    """Black or white, whichever is easier to read on a colour.

    >>> contrast("#ffff00"), contrast("#0000ff")
    ('#000000', '#ffffff')
    """
    # Relative luminance, as the Web Content Accessibility Guidelines have it; where it is 0.179
    # black and white are as easy to read.
    shares = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in shares]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "#000000" if luminance > 0.179 else "#ffffff"

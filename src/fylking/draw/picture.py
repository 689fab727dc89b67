"""The picture of a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from fylking.draw.request import Options, Request
from fylking.draw.scene import Scene

if TYPE_CHECKING:
    from fylking._position import Position

NOTEBOOK_WIDTH = 420


def svg(position: Position, **options: Unpack[Options]) -> str:
    """The picture of a position as an SVG document, which has a view box but no size.

    Points are given by their names or their indices. The same position, of the same history, with
    the same options gives the same text. Each point is a group of class "point" with its name as
    `data-point`, its index as `data-index` and an id of the prefix, a hyphen and the name; the
    pieces are groups of class "stack" and "black" or "white" in it.

    Args:
        position: of any of the games.
        **options: any of these.

            * theme: "light" (the default), "dark", "print", "safe" (for every kind of colour
              vision), or a `Theme`.
            * coordinates: whether files and ranks are named; yes by default.
            * caption: whether a line below tells who is to move or how the game ended; yes by
              default.
            * last: whether the last action is marked, and what it flipped, absorbed or captured;
              yes by default.
            * targets: points that are marked as those where one may play; True for those that a
              legal action begins at or, once a point is selected, goes to from there.
            * selected: a point that is marked as selected; in the middle of a chain of jumps it
              is the jumping soldier (FZ4) if nothing else is said.
            * preview: a legal action that is shown before it is played: what it would flip,
              absorb or capture, by rounds. It takes the place of the marks of the last action.
            * arrows: pairs of points.
            * numbers: short texts by point, or one for each point; True writes the values of
              `heat`.
            * heat: a `Heat`, or its values alone.
            * territory: whether the territory of Fravan (FV9) and Frasvel (FS10) is marked; no by
              default.
            * legend: whether a heat map has a legend; yes by default.
            * interactive: whether each point has an area to click, a role, a label and a place in
              the order of the keyboard; no by default.
            * prefix: of all ids, "fylking" by default: another one for each picture of a page.
            * title: of the picture, for those who do not see it; what the caption says by default.

    Returns:
        One element, `<svg ...>...</svg>`, in one line.

    Raises:
        OptionError: an option that does not fit.
        IllegalActionError: the preview is of an action that is not legal here.
        NotationError: the preview's text is no action of the game.

    >>> import fylking
    >>> from fylking import draw
    >>> pos = fylking.Herfor(size=3).start()
    >>> pos.push("c3")
    >>> picture = draw.svg(pos, targets=["a1", "b2"], title="after the opening")
    >>> picture.count("data-point="), ">after the opening</title>" in picture
    (19, True)
    """
    return Scene(Request(position, options)).document()


def notebook_svg(position: Position) -> str:
    """The picture of a position as notebooks show it: not as wide as the page."""
    return svg(position).replace("<svg ", f'<svg width="{NOTEBOOK_WIDTH}" ', 1)

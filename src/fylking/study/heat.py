"""The heat map of a study of the pie rule."""

from __future__ import annotations

import fylking
from fylking.draw import Heat, svg
from fylking.study.pie_report import shares_by_point
from fylking.study.report import game_name, players
from fylking.study.units import Facts

LABEL = "how often Black wins"


def pie_picture(facts: Facts, theme: str = "light") -> str:
    """The board with Black's share of wins, in percent, where the opening stone would lie.

    Args:
        facts: the report of a `PieStudy`.
        theme: of the picture, see `fylking.draw.svg`.

    Returns:
        An SVG document.
    """
    game = fylking.game(facts["game"], facts["size"], facts["pie"])
    shares = shares_by_point(facts)
    heat = Heat(shares, LABEL, low=0, high=1, middle=0.5, format=".0%")
    numbers: dict[int | str, object] = {
        i: f"{100 * share:.0f}" for i, share in enumerate(shares) if share is not None
    }
    title = (
        f"{game_name(facts)}: how often the side that takes Black wins, in percent, "
        f"by opening stone; {players(facts)}"
    )
    return svg(game.start(), theme=theme, heat=heat, numbers=numbers, caption=False, title=title)

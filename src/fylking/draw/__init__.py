"""Pictures of positions and games, as SVG; as PNG and GIF with the extra `fylking[png]`.

>>> import fylking
>>> picture = fylking.draw.svg(fylking.Freeze().start(), theme="dark", coordinates=False)
>>> picture.startswith("<svg ")
True
"""

from __future__ import annotations

from fylking.draw.film import animation, gif, strip
from fylking.draw.heat import Heat, visits, win_rates
from fylking.draw.picture import svg
from fylking.draw.png import png
from fylking.draw.request import Options
from fylking.draw.themes import THEMES, Theme

__all__ = [
    "THEMES",
    "Heat",
    "Options",
    "Theme",
    "animation",
    "gif",
    "png",
    "strip",
    "svg",
    "visits",
    "win_rates",
]

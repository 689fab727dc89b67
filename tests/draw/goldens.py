"""The golden pictures of tests/data/svg, and the way to renew them.

Run `python tests/draw/goldens.py` after a change that is meant, and look at what has changed.
"""

from __future__ import annotations

from pathlib import Path

import fylking
from fylking import draw

FOLDER = Path(__file__).parent.parent / "data" / "svg"


def fravan():
    """A cascade that has been played, and territory."""
    pos = fylking.parse("fravan4 w..b/.w.../w.wbw./wb..wb./.bbw.b/bbww./..w. b play 1b")
    pos.push("d4")
    return pos.svg(territory=True, theme="safe")


def herfor():
    """An invasion that is only looked at."""
    pos = fylking.parse("herfor3 b../b.wb/b.wb./..b./b.. w play 1b")
    return pos.svg(preview="c4", theme="print")


def frasvel():
    """Stacks to be clicked, one of them selected."""
    pos = fylking.parse("frasvel3 w2b3./w2..b/....w/..wb2/.b. b play 1b")
    return pos.svg(interactive=True, targets=True, selected="b1", theme="dark")


def freeze():
    """A jump across the edge, and the piece that waits."""
    pos = fylking.Freeze(6).start()
    pos.push("b1:b5")
    return pos.svg(targets=True)


def heat():
    """A heat map with its legend, numbers and an arrow."""
    game = fylking.Fravan(3)
    values = {name: k / 8 for k, name in enumerate(("a1", "c1", "b2", "c3", "d4", "e4"), 1)}
    shown = draw.Heat(values, "how often Black wins", low=0, high=1, middle=0.5, format=".0%")
    return game.start().svg(heat=shown, numbers=True, arrows=[("a1", "e5")])


def strip():
    """A short game."""
    pos = fylking.Herfor(2, pie=False).start()
    pos.play_random(1, max_actions=5)
    return draw.strip(pos, every=2, columns=2)


def animation():
    """The same game, moving."""
    pos = fylking.Fravan(2, pie=False).start()
    for action in ("b2", "a1", "c3"):
        pos.push(action)
    return draw.animation(pos)


GOLDENS = {f.__name__: f for f in (fravan, herfor, frasvel, freeze, heat, strip, animation)}

if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, make in GOLDENS.items():
        (FOLDER / f"{name}.svg").write_text(make() + "\n", encoding="utf-8")

"""Draws the pictures of the documents: python docs/pictures/make.py writes them beside itself."""

from __future__ import annotations

from pathlib import Path

import fylking
from fylking import draw

# The games' pages show what these actions do.
WORKED = (
    ("invasion", "herfor4 ..b./..bb./ww..b./.ww..../...bbb/ww.../.w.. b play 1b", "b3"),
    (
        "absorption",
        "frasvel4 .w2w2./b..w2./..w.../.b...w./..b2w.b/wb2.b2./...b2 b play 1b",
        "c3-e5",
    ),
    (
        "chain",
        "freeze8 bwbwbwBW/w..bwbwb/bwbwbwbw/..w.w.wb/bWBwb.bw/wbwbwb.b/b.bwBwbw/w.wbwbWb b play",
        "d1:b1",
    ),
)


def pictures() -> dict[str, str]:
    """The pictures by name."""
    found = {}
    for name, size, actions, seed in (
        ("fravan", 5, 34, 4),
        ("herfor", 5, 31, 3),
        ("frasvel", 4, 40, 5),
        ("freeze", 8, 24, 3),
    ):
        pos = fylking.game(name, size).start()
        pos.play_random(seed, max_actions=actions)
        found[name] = pos.svg()

    cascade = fylking.parse("fravan4 w..b/.w.../w.wbw./wb..wb./.bbw.b/bbww./..w. b play 1b")
    found["preview"] = cascade.svg(preview="d4")

    for name, text, action in WORKED:
        found[name] = fylking.parse(text).svg(preview=action)

    stacks = fylking.parse("frasvel3 w2b3./w2..b/....w/..wb2/.b. b play 1b")
    found["targets"] = stacks.svg(targets=True, selected="b1", theme="dark")

    game = fylking.Fravan(4)
    pos = game.start()
    for action in ("d4", "white", "e4", "c3"):
        pos.push(action)
    result = fylking.search.MCTS(pos, seed=1).search(simulations=2000)
    found["heat"] = pos.svg(heat=draw.visits(pos, result.visits), numbers=True, theme="safe")

    pos = fylking.Herfor(3).start()
    pos.play_random(2)
    found["strip"] = draw.strip(pos, every=6, columns=4, coordinates=False)

    pos = fylking.Fravan(3).start()
    pos.play_random(2)
    found["animation"] = draw.animation(pos, seconds=0.7)
    # Wide enough to be read, where a page does not say how wide pictures are.
    width = {"strip": 760, "heat": 400, "preview": 400, "targets": 320, "animation": 260}
    width |= dict.fromkeys((name for name, _, _ in WORKED), 400)
    return {
        name: picture.replace("<svg ", f'<svg width="{width.get(name, 300)}" ', 1)
        for name, picture in found.items()
    }


if __name__ == "__main__":
    for name, picture in pictures().items():
        (Path(__file__).parent / f"{name}.svg").write_text(picture + "\n", encoding="utf-8")

"""Pictures of positions: what is true of all of them."""

from __future__ import annotations

import subprocess
import sys

import pytest
import reading
import samples
from hypothesis import given, settings
from hypothesis import strategies as st
from reading import SVG, boxes, cell, parsed, points, positions

import fylking
from fylking import draw

every_game = pytest.mark.parametrize("game", reading.GAMES, ids=samples.label)
a_few_games = pytest.mark.parametrize("game", samples.SMALL, ids=samples.label)


def everything(position):
    """Options that ask for all there is."""
    game = position.game
    legal = position.legal_actions()
    return {
        "theme": "dark",
        "targets": True,
        "selected": game.points // 2,
        "preview": legal[len(legal) // 2] if legal else None,
        "arrows": [("a1", game.points - 1), (game.points // 2, 0)],
        "numbers": True,
        "heat": draw.Heat({p: p / 7 for p in range(0, game.points, 2)}, "visits & <rates>"),
        "territory": True,
        "interactive": True,
        "prefix": "other",
        "title": 'a "title" & <more>',
    }


@every_game
def test_it_shows_the_board_and_is_well_formed_inside_its_view_box(game):
    for number, position in enumerate(positions(game)):
        for options in ({}, everything(position)) if number % 3 else ({},):
            root = parsed(position.svg(**options))
            _, _, width, height = map(float, root.get("viewBox").split())
            assert "width" not in root.attrib
            assert "height" not in root.attrib
            groups = points(root)
            assert [g.get("data-point") for g in groups] == [
                game.point_name(point) for point in range(game.points)
            ]
            assert [int(g.get("data-index")) for g in groups] == list(range(game.points))
            assert [cell(group) for group in groups] == position.board.tolist()
            for parent in root.iter():
                if parent.get("class") == "fringe":  # cut off by a view box of its own
                    for child in list(parent):
                        parent.remove(child)
            for left, top, right, bottom in boxes(root):
                assert left >= 0, position.text
                assert top >= 0, position.text
                assert right <= width, position.text
                assert bottom <= height, position.text


@every_game
def test_ids_are_unique_and_begin_with_the_prefix(game):
    position = positions(game)[-3]
    for options in ({}, everything(position)):
        root = parsed(position.svg(**options))
        ids = [element.get("id") for element in root.iter() if "id" in element.attrib]
        assert len(set(ids)) == len(ids) > game.points
        prefix = options.get("prefix", "fylking")
        assert all(name.startswith(f"{prefix}-") for name in ids)
        assert {root.get("aria-labelledby"), root.get("aria-describedby")} <= set(ids)
        for element in root.iter():
            for value in element.attrib.values():
                if value.startswith("url("):
                    assert value.removeprefix("url(#").removesuffix(")") in ids


@every_game
def test_it_leaves_the_position_alone_and_is_the_same_each_time(game):
    for position in positions(game)[1::5]:
        before = samples.facts(position)
        options = everything(position)
        pictures = {position.svg(**options) for _ in range(2)}
        pictures.add(position.copy().svg(**options))
        pictures.add(draw.svg(position, **options))
        assert len(pictures) == 1
        assert samples.facts(position) == before


def test_it_does_not_depend_on_the_process():
    program = (
        "import fylking, hashlib\n"
        "position = fylking.Frasvel(4).start()\n"
        "position.play_random(1, max_actions=40)\n"
        "picture = position.svg(targets=True, territory=True, heat={'a1': 0.1, 'd4': 1})\n"
        "print(hashlib.sha256(picture.encode()).hexdigest())\n"
    )
    command = [sys.executable, "-c", program]
    hashes = {
        subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout
        for _ in range(2)
    }
    assert len(hashes) == 1


@a_few_games
def test_notebooks_show_it(game):
    position = positions(game)[1]
    shown, plain = parsed(position._repr_svg_()), parsed(position.svg())
    assert int(shown.attrib.pop("width")) == 420
    assert shown.attrib == plain.attrib
    assert [cell(group) for group in points(shown)] == position.board.tolist()


@a_few_games
def test_points_that_can_be_clicked_say_what_is_on_them(game):
    position = positions(game)[4]
    root = parsed(position.svg(interactive=True, targets=True, selected=0))
    assert root.get("role") == "group"
    for point, group in enumerate(points(root)):
        assert group.get("role") == "button"
        label = group.get("aria-label")
        assert group.find(f"{SVG}title").text == label
        assert label.startswith(f"{game.point_name(point)}, ")
        there = int(position.board[point])
        what = "empty" if not there else game._piece_name(there)
        assert label.split(", ")[1] == what
        assert ("playable" in label) == ("target" in group.get("class").split())
        assert ("selected" in label) == (point == 0)
        (hit,) = (e for e in group if e.get("class") == "hit")
        assert hit.get("pointer-events") == "all"
    assert [g.get("tabindex") for g in points(root)].count("0") == 1
    plain = parsed(position.svg())
    assert plain.get("role") == "img"
    assert not any("role" in group.attrib for group in points(plain))


@pytest.mark.parametrize(
    ("name", "cell", "words"),
    [
        ("fravan", 1, "black stone"), ("herfor", -1, "white stone"),
        ("frasvel", -3, "white stack of 3"), ("frasvel", 1, "black stack of 1"),
        ("freeze", 1, "black soldier"), ("freeze", -2, "white king"),
    ],
)  # fmt: skip
def test_pieces_in_words(name, cell, words):
    assert fylking.game(name)._piece_name(cell) == words


@settings(deadline=None)
@given(st.text(alphabet=st.characters(exclude_categories=())))
def test_any_title_can_be_read_again(title):
    position = fylking.Fravan(2).start()
    root = parsed(position.svg(title=title))
    found = root.find(f"{SVG}title").text or ""
    kept = "".join(
        c for c in title
        if c in "\t\n\r" or " " <= c <= "\ud7ff" or "\ue000" <= c <= "\ufffd" or c > "\uffff"
    )  # fmt: skip
    assert found == kept.replace("\r\n", "\n").replace("\r", "\n")


def test_the_title_says_what_the_caption_says():
    position = fylking.Herfor(3).start()
    assert (
        parsed(position.svg()).find(f"{SVG}title").text == "Herfor 3: Black to move (first stone)"
    )
    assert parsed(position.svg()).find(f"{SVG}desc").text == position.text


@pytest.mark.parametrize(
    ("text", "turn", "captions"),
    [
        (
            "fravan2 ../.../.. b open 1b",
            ["b2", "white", "pass"],
            [
                "Black to move (first stone)",
                "White to move (choose a side)",
                "White to move",
                "Black to move (after a pass)",
            ],
        ),
        (
            "freeze6 ....../..w.../....../..w.../..b.w./...... b play",
            ["c2:c4", "stop", "=e2"],
            [
                "Black to move",
                "Black to move (jump on from c4, or stop)",
                "Black to move (1 captured piece to place)",
                "White to move",
            ],
        ),
        (
            "freeze6 w....w/..w.../....../..w.../..b.w./...... b play",
            ["c2:c4", "c4:c6", "=e2"],
            [
                "Black to move",
                "Black to move (jump on from c4, or stop)",
                "Black to move (2 captured pieces to place)",
                "Black to move (1 captured piece to place, after e2)",
            ],
        ),
    ],
)
def test_a_caption_tells_the_stage_in_words(text, turn, captions):
    position = fylking.parse(text)
    for action, caption in zip([None, *turn], captions, strict=True):
        if action is not None:
            position.push(action)
        assert str(position).splitlines()[-1] == caption
        assert caption in {text.text for text in parsed(position.svg()).iter(f"{SVG}text")}


def test_all_pictures_of_a_game_have_one_view_box():
    for game in samples.SMALL:
        boxes = {parsed(position.svg()).get("viewBox") for position in positions(game)}
        assert len(boxes) == 1


def test_coordinates_and_caption_can_be_left_out():
    position = fylking.Frasvel(3).start()
    texts = {text.text for text in parsed(position.svg()).iter(f"{SVG}text")}
    assert texts >= {"a", "e", "1", "5", "Black to move (first stone)", "Frasvel 3"}
    root = parsed(position.svg(coordinates=False, caption=False))
    assert not list(root.iter(f"{SVG}text"))

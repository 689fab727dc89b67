"""Whole games: strips of pictures, and pictures that move."""

from __future__ import annotations

from io import BytesIO

import pytest
import samples
from reading import SVG, boxes, cell, marked, parsed

import fylking
from fylking import draw

a_few_games = pytest.mark.parametrize("game", samples.SMALL, ids=samples.label)


def played(game, seed=1, actions=23):
    position = game.start()
    position.play_random(seed, max_actions=actions)
    return position


def boards(position):
    """The boards of a position's history, the first one's first."""
    now = position.copy()
    found = [now.board.tolist()]
    while now.ply:
        now.pop()
        found.append(now.board.tolist())
    return found[::-1]


def shown(root, game):
    """The board that a picture shows; empty points need not be in it."""
    found = [0] * game.points
    for group in root.iter(f"{SVG}g"):
        if "data-point" in group.attrib:
            found[int(group.get("data-index"))] = cell(group)
    return found


# ---- Strips ----


@a_few_games
@pytest.mark.parametrize("every", [1, 7, 10, 23, 100])
def test_a_strip_has_a_picture_each_so_many_actions_and_the_last(game, every):
    position = played(game)
    history = boards(position)
    root = parsed(draw.strip(position, every=every, columns=3))
    frames = [e for e in root.iter(f"{SVG}svg") if e.get("class") == "frame"]
    plies = [int(frame.get("data-ply")) for frame in frames]
    assert plies == [*range(0, position.ply, every), position.ply]
    for ply, frame in zip(plies, frames, strict=True):
        assert shown(frame, game) == history[ply]
    texts = [text.text for text in root.findall(f"{SVG}text")]
    assert texts[0] == "start"
    assert [text.split(".")[0] for text in texts[1:]] == [str(ply) for ply in plies[1:]]
    _, _, width, height = map(float, root.get("viewBox").split())
    for frame in frames:
        x, y, wide, high = (float(frame.get(name)) for name in ("x", "y", "width", "height"))
        assert x + wide <= width + 0.01
        assert y + high <= height + 0.01
        for left, top, _, _ in boxes(frame):
            assert min(left, top) >= -40  # the fringe of a torus is cut off
    ids = [element.get("id") for element in root.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))


def test_a_strip_names_the_actions():
    position = fylking.Freeze().start()
    position.push_turn("b1:b7=d4")
    texts = [t.text for t in parsed(draw.strip(position, every=1)).findall(f"{SVG}text")]
    assert texts == ["start", "1. b1:b7", "2. =d4"]


def test_the_strip_of_no_game_is_one_picture():
    root = parsed(draw.strip(fylking.Fravan(2).start(), columns=9))
    assert len([e for e in root.iter(f"{SVG}svg") if e.get("class") == "frame"]) == 1


def test_a_strip_marks_last_actions_of_its_own():
    position = fylking.Fravan(5, pie=False).start()
    position.play_random(23, max_actions=40)
    frames = [
        e for e in parsed(draw.strip(position, every=1)).iter(f"{SVG}svg")
        if e.get("class") == "frame"
    ]  # fmt: skip
    before = position.copy()
    for frame in reversed(frames[1:]):
        action = before.pop()
        changes = [change for round_ in before.preview(action).rounds for change in round_]
        points = {before.game.point_name(p) for change in changes for p in change.points}
        assert marked(frame, "change") == points


# ---- Pictures that move ----


def frame_at(root, time):
    """Takes away what is not seen at a time, from 0 to 1."""
    for parent in list(root.iter()):
        for child in list(parent):
            change = child.find(f"{SVG}animate")
            if change is None:
                continue
            times = list(map(float, change.get("keyTimes").split(";")))
            looks = change.get("values").split(";")
            assert times[0] == 0
            assert times == sorted(times)
            assert len(times) == len(looks)
            (look,) = [v for t, v in zip(times, looks, strict=True) if t <= time][-1:]
            if look == "hidden":
                parent.remove(child)
    return root


@a_few_games
@pytest.mark.parametrize("every", [1, 4])
def test_an_animation_shows_every_step_in_turn(game, every):
    position = played(game)
    history = boards(position)
    picture = draw.animation(position, every=every, seconds=0.5)
    plies = [*range(0, position.ply, every), position.ply]
    length = 0.5 * len(plies) + 2
    durations = {e.get("dur") for e in parsed(picture).iter(f"{SVG}animate")}
    assert durations == {f"{length:g}s"}
    now = position.copy()
    for step, ply in reversed(list(enumerate(plies))):
        while now.ply > ply:
            now.pop()
        frame = frame_at(parsed(picture), (0.5 * step + 0.25) / length)
        assert shown(frame, game) == history[ply]
        still = parsed(now.svg())
        for name in ("change", "last", "waiting", "caption"):
            assert marked(frame, name) == marked(still, name)
        texts = [sorted(t.text for t in root.iter(f"{SVG}text")) for root in (frame, still)]
        assert texts[0] == texts[1]
    end = frame_at(parsed(picture), 0.9999)
    assert shown(end, game) == history[-1]


def test_where_nothing_moves_the_last_position_is_seen():
    game = fylking.Frasvel(3)
    position = played(game)
    root = parsed(draw.animation(position))
    for parent in list(root.iter()):
        for child in list(parent):
            if child.get("visibility") == "hidden":
                parent.remove(child)
    assert shown(root, game) == position.board.tolist()


def test_an_animation_is_not_much_larger_than_its_changes():
    position = fylking.Fravan(7).start()
    position.play_random(1)
    assert len(draw.animation(position)) < 15 * len(position.svg())


@pytest.mark.parametrize("make", [draw.strip, draw.animation])
def test_games_are_drawn_the_same_each_time_and_left_alone(make):
    position = played(fylking.Freeze(6))
    before = samples.facts(position)
    assert make(position, theme="dark") == make(position.copy(), theme="dark")
    assert samples.facts(position) == before


def test_a_gif_has_a_frame_each_step():
    images = pytest.importorskip("PIL.Image")
    pytest.importorskip("resvg_py")
    position = played(fylking.Herfor(2, pie=False), actions=6)
    data = draw.gif(position, seconds=0.25, width=120, theme="print")
    with images.open(BytesIO(data)) as image:
        assert (image.format, image.n_frames, image.width) == ("GIF", position.ply + 1, 120)
        assert image.info["loop"] == 0
        lengths, frames = [], set()
        for step in range(image.n_frames):
            image.seek(step)
            lengths.append(image.info["duration"])
            frames.add(image.convert("RGB").tobytes())
    assert lengths == [250] * position.ply + [2250]
    assert len(frames) == position.ply + 1


# ---- What is refused ----


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"every": 0}, "every is 1 or more, not 0"),
        ({"every": -10}, "every is 1 or more"),
        ({"theme": "pink"}, "there is no theme 'pink'"),
        ({"heat": {"a1": 1}}, "heat fits one position"),
        ({"preview": None}, "preview fits one position"),
        ({"interactive": True}, "interactive fits one position"),
    ],
    ids=str,
)
@pytest.mark.parametrize("make", [draw.strip, draw.animation])
def test_options_that_do_not_fit(make, options, message):
    with pytest.raises(fylking.OptionError) as caught:
        make(played(fylking.Fravan(2)), **options)
    assert message in str(caught.value)


@pytest.mark.parametrize("columns", [0, 101, -1])
def test_columns_that_are_not_offered(columns):
    with pytest.raises(fylking.OptionError, match="columns is 1 to 100"):
        draw.strip(fylking.Fravan(2).start(), columns=columns)


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf"), 61])
def test_seconds_that_are_not_offered(seconds):
    with pytest.raises(fylking.OptionError, match=r"seconds is 0.05 to 60"):
        draw.animation(fylking.Fravan(2).start(), seconds=seconds)


@pytest.mark.parametrize("options", [{"every": 1.5}, {"every": True}, {"columns": "4"}])
def test_numbers_of_another_type(options):
    with pytest.raises(TypeError):
        draw.strip(fylking.Fravan(2).start(), **options)


def test_a_game_can_be_too_long():
    position = fylking.Frasvel(8).start()
    position.play_random(1, max_actions=1001)
    with pytest.raises(fylking.OptionError, match="1002 pictures, more than 1000"):
        draw.strip(position, every=1)

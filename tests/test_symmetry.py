"""Symmetries: transforming and acting commute, and everything that belongs to a position follows it."""

from __future__ import annotations

import copy
import pickle
import random
from itertools import islice

import numpy as np
import pytest
import samples

import fylking

every_game = pytest.mark.parametrize("game", samples.GAMES, ids=samples.label)
BOARDS = [game for game in samples.GAMES if not game.pie]
every_board = pytest.mark.parametrize("game", BOARDS, ids=samples.label)

FREEZES = [game for game in samples.GAMES if game.name == "freeze"]
every_freeze = pytest.mark.parametrize("game", FREEZES, ids=samples.label)


def some(game, count, seed=0):
    """The identity and others, all when there are few."""
    members = game.symmetries
    if len(members) <= count:
        return members
    return (members[0], *random.Random(f"{samples.label(game)} {seed}").sample(members[1:], count))


def has_images(position):
    return ">" not in position.stage


def pairs(game):
    """Positions that have images, each with a symmetry; all symmetries of the hexagon occur."""
    chance = random.Random(samples.label(game))
    found = [position for position in samples.positions(game) if has_images(position)]
    for number, position in enumerate(found):
        if len(game.symmetries) == 12:
            yield position, game.symmetries[number % 12]
        else:
            yield position, chance.choice(game.symmetries)


def shown(position, symmetry):
    return f"{position.text}, {symmetry}"


# ---- The group ----


@every_game
def test_there_are_all_of_the_board_and_the_identity_is_first(game):
    members = game.symmetries
    assert len(members) == (8 * game.points if game.name == "freeze" else 12)
    assert members[0].name == "identity"
    assert members[0].points.tolist() == list(range(game.points))
    assert members[0].actions.tolist() == list(range(game.action_count))
    assert len({member.points.tobytes() for member in members}) == len(members)
    assert len({member.actions.tobytes() for member in members}) == len(members)
    assert len({member.name for member in members}) == len(members)
    assert len(set(members)) == len(members)
    assert [member.number for member in members] == list(range(len(members)))
    assert game.symmetries is members


@every_board
def test_they_are_permutations(game):
    for member in game.symmetries:
        assert sorted(member.points.tolist()) == list(range(game.points)), member
        assert sorted(member.actions.tolist()) == list(range(game.action_count)), member


@every_board
def test_they_make_a_group(game):
    members = set(game.symmetries)
    for one in some(game, 12):
        assert one.inverse in members
        assert one @ one.inverse == one.inverse @ one == game.symmetries[0]
        assert one.inverse.inverse == one
        for other in some(game, 12, seed=1):
            both = one @ other
            assert both in members
            assert both.points.tolist() == [one.point(other.point(i)) for i in range(game.points)]
            assert both.actions.tolist() == one.actions[other.actions].tolist()


@every_board
def test_neighbours_stay_neighbours(game):
    neighbours = [set(game.neighbours(i)) for i in range(game.points)]
    for member in game.symmetries:
        goes = member.points.tolist()
        for i in range(game.points):
            assert {goes[n] for n in neighbours[i]} == neighbours[goes[i]], (member, i)


@every_board
def test_lines_stay_lines(game):
    """In every direction the steps go on in one direction."""
    steps = game._board.steps
    for member in some(game, 12):
        goes = [*member.points.tolist(), None]
        for direction in range(len(steps[0])):
            images = {
                there
                for there in range(len(steps[0]))
                if all(
                    (None if step[direction] is None else goes[step[direction]])
                    == steps[goes[i]][there]
                    for i, step in enumerate(steps)
                )
            }
            assert len(images) == 1, (member, direction)


# What the names say, by points: the centre c3 and its neighbours, and a corner.
HEXAGON = {
    "identity": "c3 d3 d4 c4 b3 b2 c2 a1",
    "rotation by 60": "c3 d4 c4 b3 b2 c2 d3 c1",
    "rotation by 120": "c3 c4 b3 b2 c2 d3 d4 e3",
    "rotation by 180": "c3 b3 b2 c2 d3 d4 c4 e5",
    "rotation by 240": "c3 b2 c2 d3 d4 c4 b3 c5",
    "rotation by 300": "c3 c2 d3 d4 c4 b3 b2 a3",
    "reflection taking E to E": "c3 d3 c2 b2 b3 c4 d4 c5",
    "reflection taking E to NE": "c3 d4 d3 c2 b2 b3 c4 a3",
    "reflection taking E to N": "c3 c4 d4 d3 c2 b2 b3 a1",
    "reflection taking E to W": "c3 b3 c4 d4 d3 c2 b2 c1",
    "reflection taking E to SW": "c3 b2 b3 c4 d4 d3 c2 e3",
    "reflection taking E to S": "c3 c2 b2 b3 c4 d4 d3 e5",
}
# a1, then its neighbours to the east and north.
SQUARE = {
    "identity": "a1 b1 a2",
    "rotation by 90": "a1 a2 f1",
    "rotation by 180": "a1 f1 a6",
    "rotation by 270": "a1 a6 b1",
    "reflection taking E to E": "a1 b1 a6",
    "reflection taking E to N": "a1 a2 b1",
    "reflection taking E to W": "a1 f1 a2",
    "reflection taking E to S": "a1 a6 f1",
    "shift by (1, 0)": "b1 c1 b2",
    "shift by (5, 5)": "f6 a6 f1",
    "rotation by 90, then shift by (2, 3)": "c4 c5 b4",
    "reflection taking E to N, then shift by (0, 1)": "a2 a3 b2",
}


@pytest.mark.parametrize("name", HEXAGON)
def test_names_on_the_hexagon(name):
    for room in ("fravan", "herfor", "frasvel"):
        game = fylking.game(room, 3)
        assert list(HEXAGON) == [str(member) for member in game.symmetries]
        (member,) = [member for member in game.symmetries if member.name == name]
        points = map(game.point_index, HEXAGON["identity"].split())
        assert " ".join(game.point_name(member.point(p)) for p in points) == HEXAGON[name]


@pytest.mark.parametrize("name", SQUARE)
def test_names_on_the_torus(name):
    game = fylking.Freeze(6)
    (member,) = [member for member in game.symmetries if member.name == name]
    points = map(game.point_index, SQUARE["identity"].split())
    assert " ".join(game.point_name(member.point(p)) for p in points) == SQUARE[name]


@every_freeze
def test_numbers_on_the_torus(game):
    """8 p + k: the k-th of those that keep a1, then the shift that takes a1 to p."""
    members = game.symmetries
    for p in range(game.points):
        assert members[8 * p].points[0] == p
        for k in range(8):
            assert members[8 * p + k] == members[8 * p] @ members[k]


# ---- Actions ----


@every_game
def test_acting_and_transforming_commute(game):
    moved = 0
    for position, symmetry in pairs(game):
        if not symmetry.holds(position):
            continue
        image = symmetry.position(position)
        for action in position.legal_actions():
            position.push(action)
            image.push(symmetry.action(action))
            if has_images(position):
                assert image == symmetry.position(position), shown(position, symmetry)
                moved += 1
            position.pop()
            image.pop()
    assert moved > 100


@every_game
def test_the_mask_of_an_image_is_the_image_of_the_mask(game):
    seen = 0
    for position, symmetry in pairs(game):
        if symmetry.holds(position):
            image = symmetry.position(position)
            mask = symmetry.mask(position.legal_mask())
            assert (mask.dtype, mask.shape) == (np.bool_, (game.action_count,))
            assert (mask == image.legal_mask()).all(), shown(position, symmetry)
            assert np.array_equal(symmetry.policy(position.legal_mask()), mask)
            seen += 1
    assert seen > 30


@every_game
def test_games_are_played_alike(game):
    """A whole game and its image, with the Freeze turns taken as turns."""
    for symmetry in some(game, 2, seed=2):
        position = game.start()
        image = symmetry.position(position)
        position.play_random(11, max_actions=150)
        while position.within_turn:
            position.play_random(11, max_actions=1)
        actions, position = position.history, game.start()
        while len(actions) > position.ply:
            turn, after = [], position.copy()
            while not turn or after.within_turn:
                turn.append(actions[after.ply])
                after.push(turn[-1])
            for action in symmetry.turn(position, turn):
                image.push(action)
            position = after
            assert image == symmetry.position(position), shown(position, symmetry)
        assert image.ply == position.ply


@pytest.mark.parametrize("game", [g for g in BOARDS if g.size < 7], ids=samples.label)
def test_texts_of_actions_follow_the_points(game):
    """Each action's text names the images of the points that it named."""
    for position in samples.positions(game)[:20:3]:
        if not has_images(position):
            continue
        for symmetry in some(game, 4):
            image = symmetry.position(position)
            goes = {
                game.point_name(p): game.point_name(symmetry.point(p)) for p in range(game.points)
            }
            every = range(game.action_count) if game.name != "frasvel" else position.legal_actions()
            for action in every:
                text, other = (
                    position.action_text(action),
                    image.action_text(symmetry.action(action)),
                )
                for joint in "-:":
                    if joint in text:
                        ends = text.split(joint)
                        assert other == joint.join(goes[name] for name in ends)
                        break
                else:
                    mark = "=" if text.startswith("=") else ""
                    name = text.removeprefix("=")
                    assert other == mark + goes.get(name, name)


# ---- Freeze: the ascending order (FZ7) ----


@every_freeze
def test_it_holds_but_for_the_order_of_freezes(game):
    """FZ7"""
    seen = set()
    for position in samples.positions(game):
        stage = position.stage
        broken = stage.startswith("freeze") and stage != "freeze+1"
        seen.add(stage.partition("@")[0])
        assert game.symmetries[0].holds(position)
        for symmetry in some(game, 5)[1:]:
            assert symmetry.holds(position) is not broken, stage
    assert {"play", "jump", "freeze+1", "freeze+2"} <= seen


@pytest.mark.parametrize("game", [g for g in samples.GAMES if g.has_pie], ids=samples.label)
def test_it_holds_always_on_the_hexagon(game):
    for position, symmetry in pairs(game):
        assert symmetry.holds(position)


@every_freeze
def test_a_square_frozen_in_the_turn_leaves_the_identity(game):
    """FZ7"""
    seen = 0
    for position in samples.positions(game):
        if not has_images(position):
            assert game.symmetries[0].position(position) == position
            assert position.canonical_key() == position.key
            for symmetry in some(game, 5)[1:]:
                name = position.stage.partition(">")[2]
                for call in (symmetry.position, lambda p, s=symmetry: s.turn(p, [])):
                    with pytest.raises(
                        fylking.PositionError, match=f"{name} has been frozen .*FZ7"
                    ):
                        call(position)
            seen += 1
    assert seen > 1


@every_freeze
def test_whole_turns_with_several_freezes(game):
    """FZ7: the freezes of the image ascend."""
    several = reordered = 0
    for position, symmetry in pairs(game):
        image = symmetry.position(position)
        for text in random.Random(7).sample(
            list(islice(position.legal_turns(), 400)), 0 if position.is_over else 1
        ):
            before = position.ply
            position.push_turn(text)
            actions = position.history[before:]
            after = position.copy()
            while position.ply > before:
                position.pop()
            moved = symmetry.turn(position, actions)
            frozen = [a for a in moved if game.stop_action < a < game.pass_action]
            assert frozen == sorted(frozen)
            assert sorted(moved) == sorted(symmetry.action(action) for action in actions)
            several += len(frozen) > 1
            reordered += moved != tuple(symmetry.action(action) for action in actions)
            for action in moved:
                image.push(action)
            assert image == symmetry.position(after), shown(position, symmetry)
    assert several > 3
    assert reordered > 1


def test_the_turns_of_an_image_are_the_images_of_the_turns():
    """All of them, with up to three freezes, from a whole turn and from the rest of one."""
    start = fylking.parse("freeze6 ....../.w...w/.w..../..w.../..w.w./..bw.. b play")
    jump = start.copy()
    jump.push("c1:e1")
    placing = jump.copy()
    placing.push("e1:e3")
    assert (start.stage, jump.stage, placing.stage) == ("play", "jump@e1+1", "freeze+2")

    def turns(position):
        found = set()
        for text in position.legal_turns():
            after = position.copy()
            after.push_turn(text)
            found.add(after.history[position.ply :])
        return found

    for position in (start, jump, placing):
        plain = turns(position)
        assert len(plain) > 5
        for symmetry in position.game.symmetries[::7]:
            root = symmetry.position(position)
            assert {symmetry.turn(position, actions) for actions in plain} == turns(root)


def test_a_turn_is_taken_whole():
    position = fylking.parse("freeze6 ....../.w...w/.w..../....../....w./..bw.. b play")
    symmetry = position.game.symmetries[6]
    before = samples.facts(position)
    whole = ("c1:e1", "e1:e3", "=b5", "=f5")
    assert symmetry.turn(position, whole) == symmetry.turn(position, iter(whole))
    assert len(symmetry.turn(position, whole)) == 4
    for actions in ((), whole[:1], whole[:3]):
        with pytest.raises(fylking.IllegalActionError, match="do not end the turn"):
            symmetry.turn(position, actions)
    with pytest.raises(fylking.IllegalActionError, match="the turn has ended before 'pass'"):
        symmetry.turn(position, (*whole, "pass"))
    with pytest.raises(fylking.IllegalActionError, match="FZ7"):
        symmetry.turn(position, ("c1:e1", "e1:e3", "=f5", "=b5"))
    with pytest.raises(fylking.NotationError):
        symmetry.turn(position, ("c1-e1",))
    with pytest.raises(TypeError, match="one by one"):
        symmetry.turn(position, "c1:e1:e3=b5,f5")
    with pytest.raises(TypeError):
        symmetry.turn(position, 3)
    assert samples.facts(position) == before


# ---- Positions and arrays ----


@every_game
def test_images_keep_all_but_the_places(game):
    for position, symmetry in pairs(game):
        before = samples.facts(position)
        image = symmetry.position(position)
        assert samples.facts(position) == before
        assert image.game == game
        assert (image.ply, image.history) == (0, ())
        for name in ("to_move", "seat", "is_over", "winner", "score", "returns", "end_reason"):
            assert getattr(image, name) == before[name], (name, shown(position, symmetry))
        assert image.legal_count() == before["legal_count"] or not symmetry.holds(position)
        assert image.within_turn == before["within_turn"]
        assert image.stage.partition("@")[0] == position.stage.partition("@")[0]
        assert fylking.parse(image.text, pie=game.pie) == image
        assert symmetry.inverse.position(image) == position
        image.play_random(3, max_actions=2)
        assert samples.facts(position) == before


@every_game
def test_boards_and_planes_follow_positions(game):
    for position, symmetry in pairs(game):
        image = symmetry.position(position)
        board = symmetry.board(position.board)
        assert (board.dtype, board.shape) == (np.int8, (game.points,))
        assert (board == image.board).all()
        for dtype in ("float32", "uint8"):
            planes = symmetry.planes(position.observation(dtype=dtype))
            assert planes.dtype == dtype
            assert np.array_equal(planes, image.observation(dtype=dtype)), shown(position, symmetry)


@pytest.mark.parametrize("game", samples.SMALL, ids=samples.label)
def test_arrays_of_any_leading_axes_and_dtype(game):
    rng = np.random.default_rng(4)
    symmetry = game.symmetries[7]
    for call, shape, axes in (
        (symmetry.board, (game.points,), 1),
        (symmetry.mask, (game.action_count,), 1),
        (symmetry.policy, (game.action_count,), 1),
        (symmetry.planes, game.observation_shape, 3),
    ):
        for dtype in (np.bool_, np.int8, np.uint16, np.float16, np.float64, np.complex128, object):
            for leading in ((), (1,), (5,), (2, 3), (0,)):
                given = rng.integers(0, 2, (*leading, *shape)).astype(dtype)
                if axes == 3:  # off the board there is nothing
                    given = given * game.start().observation(dtype="uint8")[0].astype(dtype)
                kept = given.copy()
                image = call(given)
                assert (image.dtype, image.shape) == (given.dtype, given.shape)
                assert np.array_equal(given, kept)
                assert not np.shares_memory(image, given)
                flat = given.reshape(-1, *shape)
                for one, other in zip(flat, image.reshape(-1, *shape), strict=True):
                    assert np.array_equal(call(one), other)
                back = getattr(symmetry.inverse, call.__name__)(image)
                assert np.array_equal(back, given)
                strided = np.asfortranarray(given)
                assert np.array_equal(call(strided), image)


def test_planes_are_0_off_the_board():
    game = fylking.Fravan(3)
    image = game.symmetries[2].planes(np.full((4, 5, 5), 9.0))
    assert np.array_equal(image[0] == 9, game.start().observation()[0] == 1)
    assert np.count_nonzero(image) == 4 * game.points


# ---- Keys ----


def least_text(position):
    if not has_images(position):
        return position.text
    return min(symmetry.position(position).text for symmetry in position.game.symmetries)


@every_game
def test_canonical_keys_are_equal_exactly_for_symmetric_positions(game):
    texts, keys = {}, {}
    step = 1 if len(game.symmetries) == 12 else 6
    for position in samples.positions(game)[::step]:
        text, key = least_text(position), position.canonical_key()
        assert type(key) is int
        assert 0 <= key < 1 << 64
        assert texts.setdefault(key, text) == text, "two positions with one key"
        assert keys.setdefault(text, key) == key, "two keys of symmetric positions"
    assert len(keys) > 5


@every_game
def test_canonical_keys_of_images_are_equal(game):
    step = 1 if game.size < 8 else 3
    for position in samples.positions(game)[::step]:
        key = position.canonical_key()
        if not has_images(position):
            continue
        images = [symmetry.position(position) for symmetry in some(game, 24)]
        assert {image.canonical_key() for image in images} == {key}, position.text
        if len(images) == len(game.symmetries):  # it is the key of one of them
            assert key in {image.key for image in images}


@every_freeze
def test_canonical_keys_of_a_crowd_of_equal_images(game):
    """Boards on which many images agree in the squares that are compared first."""
    empty = fylking.position(game, [0] * game.points, "b", "over")
    assert empty.canonical_key() == empty.key
    row = [0] * game.points
    row[-2:] = [1, -1]
    lone = fylking.position(game, row, "b")
    jump = lone.copy()
    row[-4:] = [0, 1, -1, 0]
    row[0] = row[game.size] = -1
    twin = fylking.position(game, row, "b")
    assert twin.canonical_key() != lone.canonical_key() != empty.canonical_key()
    for position in (empty, lone, jump, twin):
        images = {symmetry.position(position).canonical_key() for symmetry in game.symmetries[::5]}
        assert images == {position.canonical_key()}


def test_canonical_keys_of_a_chain_tell_the_soldier():
    """FZ4: with one board, which of two soldiers is in the middle of its jumps."""
    board = "freeze6 ....../....../..b.../..w.../....../.bw..."
    first, second = (fylking.parse(f"{board} b jump@{at}+1") for at in ("b1", "c4"))
    assert first.canonical_key() != second.canonical_key()
    for symmetry in first.game.symmetries[::11]:
        assert symmetry.position(first).canonical_key() == first.canonical_key()
        assert symmetry.position(second).canonical_key() == second.canonical_key()


@every_game
def test_canonical_keys_see_what_is_not_on_the_board(game):
    keys = {game.start().canonical_key()}
    position = game.start()
    if game.pie:
        position.push(0)
        keys.add(position.canonical_key())
        position.push("white")
    for _ in range(2):
        if game.name != "herfor":
            position.push("pass")
            keys.add(position.canonical_key())
    assert len(keys) == 1 + game.pie + 2 * (game.name != "herfor")


CANONICAL = {
    "fravan3 .../..../..bw./..../... b play 1b": 1732629006801673409,
    "herfor3 .../w.../..bw./..../... b passed 1w": 15140233362355716214,
    "frasvel3 .../..../.b.ww2/..../b3.. b play 1b": 4767404788392236338,
    "freeze8 bWbwbWbw/Wb...Bwb/BWbw..bw/wBW..BWB/Bwb.b..w/W..B.Bw./bW..bw../w.wb...b b jump@h1+2": 9332057203333028847,
    "freeze6 ....../....../..b.../..w.../....../.bw... b jump@b1+1": 3813812428572879120,
}


@pytest.mark.parametrize("text", CANONICAL)
def test_canonical_keys_are_the_same_on_every_platform(text):
    assert fylking.parse(text).canonical_key() == CANONICAL[text]


# ---- Colours ----


def swappable(position):
    return position.stage not in ("open", "choose")


@every_game
def test_swapping_colours_twice_is_nothing(game):
    for position in samples.positions(game):
        if swappable(position):
            before = samples.facts(position)
            swapped = fylking.swap_colours(position)
            assert samples.facts(position) == before
            assert swapped != position
            assert swapped.game == game
            assert (swapped.ply, swapped.history) == (0, ())
            assert fylking.swap_colours(swapped) == position
            assert fylking.parse(swapped.text, pie=game.pie) == swapped


@every_game
def test_swapped_positions_are_the_same_for_the_other_colour(game):
    """HF8, FS11: the colour that passed first is another one too."""
    ends = set()
    found = [position for position in samples.positions(game) if swappable(position)]
    if game.name == "freeze":
        found.append(game.start())
        found[-1].push("pass")
        found[-1].push("pass")
    for position in found:
        swapped = fylking.swap_colours(position)
        assert swapped.to_move == position.to_move.other
        assert (swapped.board == -position.board).all()
        assert swapped.score == position.score[::-1], position.text
        assert swapped.winner == (None if position.winner is None else position.winner.other)
        assert swapped.legal_actions() == position.legal_actions(), position.text
        assert swapped.end_reason == position.end_reason
        if game.name == "freeze":  # P4: the first player stays Black
            assert swapped.seat == 1 - position.seat
            assert swapped.returns == position.returns[::-1]
            assert swapped.stage.replace(":b", ":w") == position.stage.replace(":b", ":w")
        else:
            assert swapped.seat == position.seat
            assert swapped.returns == position.returns
        ends.add(position.end_reason)
    assert "two passes" in ends


@every_game
def test_acting_and_swapping_commute(game):
    for position in filter(swappable, samples.positions(game)):
        swapped = fylking.swap_colours(position)
        for action in position.legal_actions()[::3]:
            position.push(action)
            swapped.push(action)
            assert swapped == fylking.swap_colours(position), position.text
            position.pop()
            swapped.pop()


@every_game
def test_swapping_and_transforming_commute(game):
    for position, symmetry in pairs(game):
        if swappable(position):
            one = symmetry.position(fylking.swap_colours(position))
            assert one == fylking.swap_colours(symmetry.position(position))


@every_game
def test_swapping_changes_one_plane(game):
    mover = game.planes.index("mover is White")
    for position in filter(swappable, samples.positions(game)):
        planes = position.observation()
        swapped = fylking.swap_colours(position).observation()
        planes[mover] = planes[0] - planes[mover]
        assert np.array_equal(planes, swapped), position.text


@pytest.mark.parametrize("game", [g for g in samples.GAMES if g.pie], ids=samples.label)
def test_the_pie_rules_stages_have_no_counterpart(game):
    """P1, P2"""
    position = game.start()
    for stage in ("open", "choose"):
        assert position.stage == stage
        with pytest.raises(fylking.PositionError, match=rf"'{stage}' has no counterpart .*P1, P2"):
            fylking.swap_colours(position)
        position.push(0 if stage == "open" else "black")
    fylking.swap_colours(position)


# ---- Values, and what is no good ----


@every_board
def test_symmetries_are_values(game):
    for symmetry in some(game, 12):
        assert eval(repr(symmetry), {"fylking": fylking}) == symmetry
        assert copy.copy(symmetry) == copy.deepcopy(symmetry) == symmetry
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            again = pickle.loads(pickle.dumps(symmetry, protocol))
            assert again == symmetry
            assert hash(again) == hash(symmetry)
            assert again @ symmetry.inverse == game.symmetries[0]
        assert symmetry != symmetry.number
        for name in ("name", "points", "colour"):
            with pytest.raises(AttributeError):
                setattr(symmetry, name, 3)
            with pytest.raises(AttributeError):
                delattr(symmetry, name)
        for array in (symmetry.points, symmetry.actions):
            assert array.dtype == np.intp
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 1


def test_the_pie_rule_makes_no_difference():
    with_pie, without = fylking.Herfor(3), fylking.Herfor(3, pie=False)
    assert with_pie.symmetries == without.symmetries
    assert with_pie.symmetries[1].position(without.start()).game == without
    assert without.symmetries[1].position(with_pie.start()).game == with_pie
    others = (fylking.Herfor(4), fylking.Fravan(3), fylking.Freeze(6))
    assert not set(with_pie.symmetries) & {s for game in others for s in game.symmetries}


@pytest.mark.parametrize("game", samples.SMALL, ids=samples.label)
def test_numbers_that_are_no_points_or_actions(game):
    symmetry = game.symmetries[1]
    for value in (-1, game.points, 2**32, 2**64, -(10**5000), 10**5000):
        with pytest.raises(fylking.OptionError, match="there is no point"):
            symmetry.point(value)
    for value in (-1, game.action_count, 2**32, 2**64, -(10**5000), 10**5000):
        with pytest.raises(fylking.IllegalActionError, match="there is no action"):
            symmetry.action(value)
    for value in (None, 1.0, "a1", b"a1", [0], float("nan"), np.array([1, 2])):
        for call in (symmetry.point, symmetry.action):
            with pytest.raises(TypeError):
                call(value)
    with pytest.raises(TypeError):
        symmetry.action(True)
    assert symmetry.action(np.int8(1)) == symmetry.action(1)


NO_POSITIONS = (None, 5, "fravan3", b"", fylking.Fravan(3), fylking.Fravan, [], object())


@pytest.mark.parametrize("value", NO_POSITIONS, ids=lambda value: type(value).__name__)
def test_what_is_no_position(value):
    symmetry = fylking.Fravan(3).symmetries[1]
    calls = (
        symmetry.position,
        symmetry.holds,
        lambda p: symmetry.turn(p, [0]),
        fylking.swap_colours,
    )
    for call in calls:
        with pytest.raises(TypeError, match="a position is asked for, not"):
            call(value)


def test_positions_of_another_board():
    symmetry = fylking.Fravan(3).symmetries[1]
    for game in (fylking.Fravan(4), fylking.Herfor(3), fylking.Freeze(6)):
        position = game.start()
        fits = f"a symmetry of fravan3 does not fit a position of {game.name}{game.size}"
        for call in (symmetry.position, symmetry.holds, lambda p: symmetry.turn(p, [0])):
            with pytest.raises(fylking.OptionError, match=fits):
                call(position)
        with pytest.raises(fylking.OptionError, match="are not of one board"):
            symmetry @ game.symmetries[1]
    for value in (None, 1, "identity", np.zeros(19), np.zeros((19, 19))):
        with pytest.raises(TypeError):
            symmetry @ value
        with pytest.raises(TypeError):
            value @ symmetry


@pytest.mark.parametrize("game", samples.SMALL, ids=samples.label)
def test_arrays_that_do_not_fit(game):
    symmetry = game.symmetries[1]
    planes, ranks, files = game.observation_shape
    for call, shapes in (
        (symmetry.board, [(), (0,), (game.points + 1,), (game.points, 1), (game.action_count,)]),
        (symmetry.mask, [(), (0,), (game.action_count - 1,), (game.action_count, 2)]),
        (symmetry.policy, [(), (0,), (game.action_count - 1,), (game.action_count, 2)]),
        (
            symmetry.planes,
            [(), (ranks,), (ranks, files), (planes, ranks, files + 1), (ranks, files, planes)],
        ),
    ):
        for shape in shapes:
            with pytest.raises(fylking.OptionError, match="shape"):
                call(np.zeros(shape))
        for value in (None, 5, "a1", [0] * game.points, [0] * game.action_count, b""):
            with pytest.raises(TypeError, match="must be a NumPy array, not"):
                call(value)


def test_symmetries_are_not_made_by_hand():
    with pytest.raises(TypeError):
        fylking.Symmetry()

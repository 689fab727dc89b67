"""Arguments that are no good are refused by an exception of the documented kind, and the position
that refused them is as it was."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
import samples

import fylking

NEGATIVE = (-1, -(2**31), -(2**63), -(2**64), -(10**5000))
HUGE = (2**63, 2**64, 10**30, 10**5000)
FAR = (*NEGATIVE, 2**31, 2**32, 2**32 + 1, *HUGE)  # what a C int would wrap round to 0 or 1, too
NO_INTS = (
    None,
    float("nan"),
    float("inf"),
    1.0,
    0.0,
    1j,
    b"a1",
    bytearray(b"0"),
    object(),
    [],
    [0],
)
NO_INTS += ((), {}, {1}, int, np.float64(1), np.bool_(True), np.array([1, 2]), np.array("a1"))
BOOLS = (True, False)
NO_TEXTS = (None, 5, 2.5, float("nan"), b"a1", bytearray(b"pass"), object(), ["a1"], ("a", "1"))
NO_ACTIONS = ("", " ", "a", "1", "a0", "a01", "z1", "a99", "1a", "a1b1", "a1-", "-a1", "a1-a1")
NO_ACTIONS += ("a1:", "=", "=z9", "a1:z1", "resign", "0", "-1", "nan", "None", "a\x001")
NO_ACTIONS += ("à1", "\u0430\u0031", "a\uff11", "a²", "pass!", "passpass", "\ud800", "a1" * 1000)
NO_ACTIONS += ("9" * 5000, "a" + "1" * 5000)


def shown(value):
    """A short name for a test's id."""
    if isinstance(value, int):
        return hex(value)[:14] if value.bit_length() < 1000 else f"{value.bit_length()} bits"
    return f"{type(value).__name__} {value!r:.12}".encode("ascii", "backslashreplace").decode()


def each(values):
    return pytest.mark.parametrize("value", values, ids=shown)


def make(name):
    """A position in the middle of a game, with a history."""
    position = fylking.game(name, 6 if name == "freeze" else 3).start()
    position.play_random(5, max_actions=7)
    if name == "freeze":
        while not position.within_turn:
            position.play_random(5, max_actions=1)
    assert not position.is_over
    return position


@pytest.fixture(params=[*fylking.GAMES, "over"])
def position(request):
    """A position, of which the test must leave every property as it was."""
    made = make("fravan" if request.param == "over" else request.param)
    if request.param == "over":
        made.play_random(1)
    before = samples.facts(made)
    yield made
    assert samples.facts(made) == before


# ---- Actions ----


@each(FAR)
def test_numbers_that_no_action_has(position, value):
    for call in (position.push, position.preview, position.action_text):
        with pytest.raises(fylking.IllegalActionError, match="there is no action") as caught:
            call(value)
        assert caught.value.rule == "A"
    assert position.is_legal(value) is False


def test_numbers_just_out_of_range(position):
    last = position.game.action_count - 1
    position.action_text(last)
    for call in (position.push, position.preview, position.action_text):
        with pytest.raises(fylking.IllegalActionError, match=f"there is no action {last + 1}"):
            call(last + 1)


@each((*NO_INTS, *BOOLS))
def test_actions_that_are_no_ints(position, value):
    for call in (position.push, position.is_legal, position.preview, position.action_text):
        with pytest.raises(TypeError):
            call(value)


@each(NO_ACTIONS)
def test_texts_that_are_no_actions(position, value):
    for call in (position.push, position.is_legal, position.preview, position.parse_action):
        with pytest.raises(fylking.NotationError, match="is no action of"):
            call(value)
    with pytest.raises(fylking.NotationError):
        position.push_turn(value)


@each(NO_TEXTS)
def test_texts_that_are_no_texts(position, value):
    for call in (position.parse_action, position.push_turn, position.game.point_index):
        with pytest.raises(TypeError):
            call(value)


def test_numpy_ints_are_ints(position):
    for kind in (np.int8, np.uint8, np.int16, np.int32, np.int64, np.uint64, np.intp):
        for action in range(min(position.game.action_count, 120)):
            number = kind(action)
            assert position.is_legal(number) == position.is_legal(action)
            assert position.action_text(number) == position.action_text(action)
    for action in position.legal_actions():
        twin = position.copy()
        twin.push(np.int64(action))
        assert twin.peek() == action
        assert type(twin.peek()) is int


def test_an_action_that_changes_the_position_while_it_is_read():
    position = make("fravan")

    class Sly:
        def __index__(self):
            while position.ply:
                position.pop()
            return position.game.pass_action

    with pytest.raises(fylking.IllegalActionError, match="P4"):
        position.push(Sly())
    assert position == position.game.start()


def test_an_action_whose_number_fails():
    class Broken:
        def __index__(self):
            raise ZeroDivisionError

    position = make("herfor")
    before = samples.facts(position)
    for call in (position.push, position.is_legal, position.preview, position.action_text):
        with pytest.raises(ZeroDivisionError):
            call(Broken())
    assert samples.facts(position) == before


def test_nothing_to_take_back():
    for game in samples.SMALL:
        position = fylking.parse(game.start().text)
        for call in (position.pop, position.peek, position.pop_turn, position.turn_text):
            with pytest.raises(IndexError):
                call()
        assert position == game.start()


def test_properties_cannot_be_set(position):
    for name in samples.facts(position):
        if hasattr(type(position), name):
            with pytest.raises(AttributeError):
                setattr(position, name, 1)
    with pytest.raises(TypeError, match="no hash|unhashable"):
        hash(position)


@pytest.mark.parametrize(
    "turn",
    ["a1:b1", "a1:a3:a5:a1", "c3:c5=", "c3:c5=a1,a1", "=a1,b1,c1,d1", "c3", "c3=a1", ":", ",",
     "c3:c5=a1=b1", "c3:c5:", "c3::c5", "pass=a1", "stop", "a1:c1=a1,b1,c1,d1,e1,f1"],
)  # fmt: skip
def test_turns_of_freeze_that_are_none(turn):
    for name in ("freeze", "fravan"):
        position = make(name)
        for _ in range(10):
            before = samples.facts(position)
            with pytest.raises((fylking.NotationError, fylking.IllegalActionError)):
                position.push_turn(turn)
            assert samples.facts(position) == before
            position.play_random(8, max_actions=1)


# ---- Masks ----


def test_arrays_that_cannot_take_a_mask(position):
    size = position.game.action_count
    locked = np.zeros(size, dtype=bool)
    locked.flags.writeable = False
    for out in (
        np.zeros(size + 1, bool),
        np.zeros(size - 1, bool),
        np.zeros(0, bool),
        np.zeros((1, size), bool),
        np.zeros((size, 1), bool),
        np.zeros((), bool),
        np.zeros(2 * size, bool)[::2],
        np.zeros(size, bool)[::-1],
        np.zeros(size, np.uint8),
        np.zeros(size, np.int64),
        np.zeros(size, float),
        np.zeros(size, object),
        locked,
    ):
        before = out.tobytes()
        with pytest.raises(fylking.OptionError, match="out must be a writeable"):
            position.legal_mask(out)
        assert out.tobytes() == before
    for out in (0, "mask", [False] * size, bytearray(size), memoryview(bytearray(size)), bool):
        with pytest.raises(TypeError, match="out must be a NumPy array"):
            position.legal_mask(out)


# ---- Chance ----


@each((*NEGATIVE, 2**64, 10**30, 10**5000))
def test_numbers_that_are_no_seeds(position, value):
    for call in (
        fylking.Rng,
        fylking.Rng(1).split,
        position.random_action,
        position.play_random,
        lambda seed: fylking.playouts(position, 1, seed),
    ):
        with pytest.raises(fylking.OptionError, match="must be from 0 to"):
            call(value)


@each((*NO_INTS, "1", "seed", np.random.RandomState(1)))
def test_seeds_that_are_no_ints(position, value):
    for call in (
        fylking.Rng,
        fylking.Rng(1).split,
        fylking.Rng(1).below,
        position.random_action,
        position.play_random,
        lambda seed: fylking.playouts(position, 1, seed),
    ):
        with pytest.raises(TypeError):
            call(value)


@each((0, *NEGATIVE, 2**32, *HUGE))
def test_bounds_that_a_draw_cannot_have(value):
    rng = fylking.Rng(1)
    with pytest.raises(fylking.OptionError, match="must be from 1 to"):
        rng.below(value)
    assert rng == fylking.Rng(1)


@pytest.mark.parametrize(
    "words",
    [(), (1, 2, 3), (1, 2, 3, 4, 5), (0, 0, 0, 0), (1, 2, 3, -1), (1, 2, 3, 2**64), (1, 2, 3, 10**5000)],
)  # fmt: skip
def test_states_that_a_generator_cannot_have(words):
    rng = fylking.Rng(1)
    with pytest.raises(fylking.OptionError):
        rng.state = words
    assert rng == fylking.Rng(1)


@each((None, 5, 1.0, "abcd", b"", (1, 2, 3, None), (1, 2, 3, 4.0), (None, 0, 0, 0)))
def test_states_that_are_no_ints(value):
    rng = fylking.Rng(1)
    with pytest.raises((TypeError, fylking.OptionError)):
        rng.state = value
    assert rng == fylking.Rng(1)


@each((None, 5, "", "Forced", "all", b"forced", ("forced",), True))
def test_words_that_are_no_way_to_pass(position, value):
    for call in (
        lambda passes: position.random_action(1, passes=passes),
        lambda passes: position.play_random(1, passes=passes),
        lambda passes: fylking.playouts(position, 1, 1, passes=passes),
    ):
        with pytest.raises((fylking.OptionError, TypeError)):
            call(value)


@each((*NEGATIVE, *(value for value in NO_INTS if value is not None), "5"))
def test_limits_that_are_none(position, value):
    for call in (
        lambda most: position.play_random(1, max_actions=most),
        lambda most: fylking.playouts(position, 1, 1, max_actions=most),
    ):
        with pytest.raises((fylking.OptionError, TypeError)):
            call(value)


@each(HUGE)
def test_limits_beyond_every_game(position, value):
    free = fylking.playouts(position, 3, 1)
    assert fylking.playouts(position, 3, 1, max_actions=value) == free


# ---- Counting ----

COUNTERS = (fylking.perft, fylking.perft_divide, fylking.perft_sums, fylking.perft_turns)


@each((*NEGATIVE, 1001, 2**31, 2**32, 2**32 + 1, *HUGE))
def test_depths_out_of_range(position, value):
    for count in COUNTERS:
        with pytest.raises(fylking.OptionError, match="depth is"):
            count(position, value)


@each((*NO_INTS, *BOOLS, "1"))
def test_depths_that_are_no_ints(position, value):
    for count in COUNTERS:
        with pytest.raises(TypeError):
            count(position, value)


@each((0, *NEGATIVE, 10**6, 2**31, 2**32 + 1, *HUGE))
def test_numbers_of_threads_out_of_range(position, value):
    for count in (*COUNTERS, lambda p, n, threads: fylking.playouts(p, n, 1, threads)):
        with pytest.raises(fylking.OptionError, match="threads is"):
            count(position, 3, threads=value)


@each((*NO_INTS, *BOOLS, "1"))
def test_numbers_of_threads_that_are_no_ints(position, value):
    for count in (*COUNTERS, lambda p, n, threads: fylking.playouts(p, n, 1, threads)):
        with pytest.raises(TypeError):
            count(position, 3, threads=value)


@each((*NEGATIVE, *HUGE))
def test_numbers_of_playouts_out_of_range(position, value):
    for threads in (1, 2):
        with pytest.raises(fylking.OptionError, match="n is"):
            fylking.playouts(position, value, 1, threads)


@each((*NO_INTS, *BOOLS, "1"))
def test_numbers_of_playouts_that_are_no_ints(position, value):
    with pytest.raises(TypeError):
        fylking.playouts(position, value, 1)


@each((None, 5, "fravan2 ../.../.. b play 1b", b"", object(), fylking.Fravan(2), fylking.Position))
def test_positions_that_are_none(value):
    for call in (
        lambda: fylking.perft(value, 0),
        lambda: fylking.perft(value, 2),
        lambda: fylking.perft_divide(value, 2),
        lambda: fylking.perft_sums(value, 0),
        lambda: fylking.perft_sums(value, 2),
        lambda: fylking.perft_turns(value, 2),
        lambda: fylking.perft_turns(value, 3),
        lambda: fylking.playouts(value, 0, 1),
        lambda: fylking.playouts(value, 5, 1, 2),
    ):
        with pytest.raises(TypeError, match="position"):
            call()


# ---- Games ----


@each((None, 5, b"fravan", object(), fylking.Fravan, ["fravan"]))
def test_names_that_are_no_texts(value):
    with pytest.raises(TypeError):
        fylking.game(value)


@each(("", " ", "chess", "fravan7", "fra van", "fravan\x00", "frávan", "\ud800", "f" * 5000))
def test_names_of_no_game(value):
    with pytest.raises(fylking.OptionError, match="there is no game"):
        fylking.game(value)


@each((0, 1, 11, 12, *FAR))
def test_sizes_not_offered(value):
    for name, room in fylking.GAMES.items():
        for call in (room, lambda size, name=name: fylking.game(name, size)):
            with pytest.raises(fylking.OptionError, match="is played on sizes"):
                call(value)


@each((*(value for value in NO_INTS if value is not None), *BOOLS, "7"))
def test_sizes_that_are_no_ints(value):
    for room in fylking.GAMES.values():
        with pytest.raises(TypeError):
            room(value)


@each((0, 1, "yes", 1.0, object(), np.bool_(True)))
def test_pie_rules_that_are_neither_on_nor_off(value):
    data = fylking.Freeze(6).start().to_bytes()
    for call in (
        lambda: fylking.Fravan(3, value),
        lambda: fylking.game("frasvel", 3, value),
        lambda: fylking.parse("fravan2 ../.../.. b play 1b", value),
        lambda: fylking.Position.from_bytes(fylking.Fravan(2).start().to_bytes(), value),
        lambda: fylking.Position.from_bytes(data, value),
    ):
        with pytest.raises(TypeError):
            call()
    with pytest.raises((TypeError, fylking.OptionError)):
        fylking.Freeze(6, value)


def test_freeze_has_no_pie_rule():
    for call in (lambda: fylking.Freeze(8, True), lambda: fylking.game("freeze", 8, True)):
        with pytest.raises(fylking.OptionError, match="P4"):
            call()


@each((*FAR, 10**6))
def test_points_off_the_board(value):
    for game in samples.SMALL:
        for call in (game.point_name, game.coordinates, game.neighbours):
            with pytest.raises(fylking.OptionError, match="there is no point"):
                call(value)


@each(NO_INTS)
def test_points_that_are_no_ints(value):
    for game in samples.SMALL:
        for call in (game.point_name, game.coordinates, game.neighbours):
            with pytest.raises(TypeError):
                call(value)


@each(("", " ", "a", "1", "a0", "a01", "z1", "a1 b1", "a-1", "\ud800", "a" + "1" * 5000))
def test_names_of_no_point(value):
    for game in samples.SMALL:
        with pytest.raises(fylking.NotationError, match="is no point of"):
            game.point_index(value)


# ---- Positions from boards ----


@each((None, 5, "fravan", b"", object(), fylking.Fravan, fylking.Fravan(2).start()))
def test_boards_of_no_game(value):
    with pytest.raises(TypeError, match="game is a fylking game"):
        fylking.position(value, [0] * 7, "b")


@each((None, 5, 1.0, object(), [None] * 7, [0.0] * 7, [float("nan")] * 7, ["b"] * 7, ".......", [[0]] * 7,
       np.zeros(7), np.zeros((7, 7), int), np.full(7, np.nan), np.array(["b"] * 7)))  # fmt: skip
def test_boards_that_are_no_ints(value):
    with pytest.raises(TypeError, match="a board is a sequence or an array of ints"):
        fylking.position(fylking.Fravan(2), value, "b")


@each(([], [0], [0] * 6, [0] * 8, (0,) * 100, np.zeros(6, int), {}, b"", bytes(8)))
def test_boards_of_another_size(value):
    with pytest.raises(fylking.OptionError, match="the board has"):
        fylking.position(fylking.Fravan(2), value, "b")


@each((*(value for value in FAR if value != -1), 2, -2, 127, 128, -128, 255, 256, 257, -255))
def test_cells_that_no_stack_has(value):
    for game in (fylking.Fravan(2), fylking.Herfor(2)):
        with pytest.raises(fylking.PositionError, match=r"height|stack"):
            fylking.position(game, [value] + [0] * 6, "b")


@each((-1, 2, 10**30, 10**5000, "", "B", "black", "bw"))
def test_colours_that_are_none(value):
    for call in (
        lambda: fylking.position(fylking.Fravan(2), [0] * 7, value),
        lambda: fylking.position(fylking.Fravan(2), [0] * 7, "b", first=value),
    ):
        with pytest.raises(fylking.OptionError):
            call()


@each((None, 1.0, b"b", object(), [0]))
def test_colours_of_no_kind(value):
    for call in (
        lambda: fylking.position(fylking.Fravan(2), [0] * 7, value),
        lambda: fylking.position(fylking.Fravan(2), [0] * 7, "b", first=value),
    ):
        with pytest.raises(TypeError):
            call()


@each(("", " ", "PLAY", "play ", "jump", "over:", "over:x", "jump@a1+1", "freeze+1", "\ud800"))
def test_stages_that_are_none(value):
    with pytest.raises(fylking.NotationError, match="is no stage of"):
        fylking.position(fylking.Fravan(2), [0] * 7, "b", value)


@each((None, 2, b"play", object()))
def test_stages_that_are_no_texts(value):
    with pytest.raises(TypeError, match="a stage is a text"):
        fylking.position(fylking.Fravan(2), [0] * 7, "b", value)


# ---- What is raised ----


def test_errors_are_value_errors_and_pickle():
    assert issubclass(fylking.Error, ValueError)
    for kind in (fylking.NotationError, fylking.PositionError, fylking.OptionError):
        assert issubclass(kind, fylking.Error)
        again = pickle.loads(pickle.dumps(kind("why")))
        assert (type(again), str(again)) == (kind, "why")
    again = pickle.loads(pickle.dumps(fylking.IllegalActionError("why", "FV1")))
    assert (type(again), str(again), again.rule) == (fylking.IllegalActionError, "why", "FV1")
    assert issubclass(fylking.IllegalActionError, fylking.Error)


def test_positions_are_made_by_games_only():
    with pytest.raises(TypeError, match="positions are made by"):
        fylking.Position()


def test_every_illegal_action_names_its_rule():
    for game in samples.GAMES:
        for position in samples.positions(game)[::6]:
            text, legal = position.text, set(position.legal_actions())
            for action in range(0, game.action_count, 1 + game.action_count // 200):
                if action in legal:
                    continue
                with pytest.raises(fylking.IllegalActionError) as caught:
                    position.push(action)
                prefix = "" if caught.value.rule == "A" else caught.value.rule
                assert prefix in str(caught.value)
            assert position.text == text

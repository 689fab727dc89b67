"""Spoilt texts and bytes of positions give an error or a position, which then plays to its end."""

from __future__ import annotations

import pytest
import samples
from hypothesis import example, given, settings
from hypothesis import strategies as st

import fylking

TEXTS = sorted(
    {p.text for game in samples.GAMES if game.size <= 6 for p in samples.positions(game)[::9]}
)
BYTES = [fylking.parse(text).to_bytes() for text in TEXTS]
LETTERS = "bwBW./ 0123456789amopvjfr@+>:=,-\n\t\x00é９"
many = settings(max_examples=600, deadline=None)


def plays_to_its_end(position):
    """A position that was let in keeps the contract and plays on, however it may look."""
    text, data = position.text, position.to_bytes()
    for again in (fylking.parse(text), fylking.Position.from_bytes(data)):
        assert again == position
        assert again.text == text
    for seed in range(2):
        twin = position.copy()
        ply = 0
        while not twin.is_over and ply < 300:
            actions = twin.legal_actions()
            assert twin.legal_count() == len(actions) > 0
            twin.push(twin.random_action(seed + ply, "uniform" if seed else "forced"))
            ply += 1
        str(twin), twin.score, twin.winner, twin.key
        while twin.ply:
            twin.pop()
        assert twin.text == text


def read(reader, raw):
    try:
        position = reader(raw)
    except fylking.Error as error:
        assert type(error) in (fylking.NotationError, fylking.PositionError)
        assert str(error)
    else:
        plays_to_its_end(position)


@st.composite
def spoilt_texts(draw):
    """A good text with a few characters changed, put in, taken out or moved."""
    text = draw(st.sampled_from(TEXTS))
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 2)))
        text = text[:start] + draw(st.text(LETTERS, max_size=2)) + text[end:]
    return text


@st.composite
def spoilt_fields(draw):
    """A good text with one field from another text."""
    fields = draw(st.sampled_from(TEXTS)).split(" ")
    others = draw(st.sampled_from(TEXTS)).split(" ")
    place = draw(st.integers(0, len(fields) - 1))
    fields[place] = others[min(place, len(others) - 1)]
    return " ".join(fields)


@st.composite
def spoilt_bytes(draw):
    """Good bytes with some changed, or with a piece too little or too much."""
    data = bytearray(draw(st.sampled_from(BYTES)))
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(data) - 1) | st.integers(0, 7))
        data[place] = draw(st.integers(0, 255) | st.sampled_from((0, 1, 2, 3, 127, 128, 254, 255)))
    cut = draw(st.integers(-3, 3) | st.integers(-len(data), 0))
    return bytes(data) + bytes(cut) if cut >= 0 else bytes(data[:cut])


@given(spoilt_texts())
@example("fravan" + "9" * 5000 + " . b play 1b")
@example("freeze6 " + "/".join(["." * 6] * 6) + " b jump@a1+" + "9" * 5000)
@example("frasvel2 b" + "9" * 5000 + "./.../.. b play 1b")
@many
def test_spoilt_texts(text):
    read(fylking.parse, text)


@given(spoilt_fields())
@many
def test_fields_of_other_texts(text):
    read(fylking.parse, text)


@given(st.text(max_size=60) | st.text(LETTERS, max_size=60))
@many
def test_any_text(text):
    read(fylking.parse, text)


@given(spoilt_bytes())
@many
def test_spoilt_bytes(data):
    read(fylking.Position.from_bytes, data)


@given(st.binary(max_size=120) | st.binary(max_size=120).map(lambda data: b"\x01" + data))
@many
def test_any_bytes(data):
    read(fylking.Position.from_bytes, data)


@given(
    game=st.sampled_from(samples.SMALL),
    cells=st.lists(st.integers(-3, 3), min_size=36, max_size=36),
    to_move=st.sampled_from("bw"),
    stage=st.sampled_from(
        ("open", "choose", "play", "passed", "over", "over:b", "over:w", "jump@a1+1", "freeze+1")
    ),
    first=st.sampled_from("bw"),
)
@many
def test_any_board(game, cells, to_move, stage, first):
    limit = {"freeze": 2, "frasvel": 3}.get(game.name, 1)
    board = [max(-limit, min(limit, cell)) for cell in cells[: game.points]]
    read(lambda board: fylking.position(game, board, to_move, stage, first), board)


@given(
    game=st.sampled_from(samples.SMALL),
    seed=st.integers(0, 50),
    text=st.text(LETTERS + "pas ", max_size=12)
    | st.from_regex(r"\A[a-f][1-6]([:-][a-f][1-6]){0,3}(=[a-f][1-6](,[a-f][1-6]){0,2})?\Z"),
)
@many
def test_any_text_of_an_action_or_a_turn(game, seed, text):
    position = game.start()
    position.play_random(seed, max_actions=seed)
    before = samples.facts(position)
    try:
        action = position.parse_action(text)
    except fylking.NotationError:
        with pytest.raises(fylking.NotationError):
            position.push(text)
    else:
        assert position.is_legal(text) == position.is_legal(action)
    try:
        position.push_turn(text)
    except (fylking.NotationError, fylking.IllegalActionError):
        pass
    else:
        while position.ply > before["ply"]:
            position.pop()
    assert samples.facts(position) == before


@pytest.mark.parametrize(
    "value", [None, 5, 1.5, b"fravan2 ../.../.. b play 1b", ["fravan2"], object]
)
def test_position_texts_that_are_no_texts(value):
    with pytest.raises(TypeError, match="a position text is a str"):
        fylking.parse(value)


@pytest.mark.parametrize("value", [None, 5, 1.5, "fravan2", [1, 1, 2, 0], object])
def test_position_bytes_that_are_no_bytes(value):
    with pytest.raises(TypeError, match="a position is read from bytes"):
        fylking.Position.from_bytes(value)


def test_bytes_come_in_any_of_pythons_kinds():
    data = fylking.Herfor(3).start().to_bytes()
    for kind in (bytes, bytearray, memoryview):
        assert fylking.Position.from_bytes(kind(data)) == fylking.Herfor(3).start()


def test_every_byte_flipped():
    """One bit of one byte: an error that says why, or another position."""
    for data in BYTES[:: len(BYTES) // 12]:
        good = fylking.Position.from_bytes(data)
        for place in range(len(data)):
            for bit in range(8):
                bad = bytearray(data)
                bad[place] ^= 1 << bit
                try:
                    other = fylking.Position.from_bytes(bad)
                except fylking.Error:
                    continue
                assert other != good
                assert other.to_bytes() == bad

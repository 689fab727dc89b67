"""Positions that can be read but not be: the message names the condition that fails."""

from __future__ import annotations

import pytest

import fylking

FULL = "bw/bwb/wb"  # a full board of size 2
F6 = "wbwbwb/b..bwb/wbwbwb/bwbwbw/wbwb../bwbwbw"  # close to the start of Freeze 6
START = fylking.Freeze(6).start().text.split(" ")[1]

IMPOSSIBLE = {
    # The pie rule.
    "fravan2 .b/.../.. b open 1b": "the opening stone is still to come, but c3 is taken (P1)",
    "herfor2 ../.../.. w open 1b": "the opening stone is Black's, but White is to move (P2)",
    "frasvel2 ../.../.. b open 1w": "the seats are undecided before the pie choice",
    "fravan2 ../.b./.. b choose 1b": "at the pie choice White is to move, not Black (P2)",
    "fravan2 ../.b./.. w choose 1w": "the seats are undecided before the pie choice",
    "fravan2 ../.../.. w choose 1b": "at the pie choice the board holds one black stone",
    "herfor2 ../.w./.. w choose 1b": "at the pie choice the board holds one black stone",
    "herfor2 ../bb./.. w choose 1b": "at the pie choice the board holds one black stone",
    "frasvel2 ../.b2./.. w choose 1b": "at the pie choice the board holds one black stone",
    # Ends.
    "fravan2 ../.../.. b over 1b": "stage 'over' needs a full board: the game is not over (FV8)",
    "herfor2 b./.../.. w over 1w": "stage 'over' needs a full board: the game is not over (HF6)",
    f"fravan2 {FULL} b play 1b": "the board is full, so the stage is 'over', not 'play' (FV8)",
    f"fravan2 {FULL} b passed 1b": "the board is full, so the stage is 'over', not 'passed'",
    f"fravan2 {FULL} b over:b 1b": "the board is full, so the stage is 'over', not 'over:b'",
    f"herfor2 {FULL} w play 1b": "the board is full, so the stage is 'over', not 'play' (HF6)",
    f"herfor2 {FULL} w over:w 1b": "the board is full, so the stage is 'over', not 'over:w'",
    "fravan2 ../.b./.. w over:b 1b": "over:b means that Black passed first, so Black would be",
    "frasvel2 ../.b./.. b over:w 1b": "over:w means that White passed first, so White would be",
    "freeze6 " + F6 + " b over:w": "over:w means that White passed first, so White would be",
    "herfor2 ../.w./.. b over:b 1b": "White could not pass, with a placement",
    "frasvel2 ../.../.. b over 1b": "Frasvel is over by two passes only: over:b or over:w (FS8)",
    f"frasvel2 {FULL} b over 1b": "Frasvel is over by two passes only",
    # Heights.
    "frasvel2 b10./.../.. b play 1b": "the stack on b3 has height 10; no stack of frasvel2 exceeds 9",
    "frasvel2 ../.../.w99 b play 1b": "the stack on b1 has height 99; no stack of frasvel2 exceeds 9",
    # Freeze: pieces and pie.
    "freeze6 " + F6 + " b open": "Freeze has no pie rule (P4)",
    "freeze6 " + F6 + " w choose": "Freeze has no pie rule (P4)",
    "freeze6 bbbbbb/bbbbbb/bbbbb./....../....../.w.... b play": "Black has 17 pieces, more than 16",
    "freeze6 WWWWWW/WWW.../....../....../....../.b.... b play": "White has 18 pieces, more than 16",
    # Freeze: the end.
    f"freeze6 {START} b over": "Black has a jump: the game is not over (FZ6)",
    "freeze6 b...../....../....../....../....../...w.. b play": "Black has no jump, so the stage is",
    "freeze6 b...../....../....../....../....../...w.. w passed": "White has no jump, so the stage is",
    "freeze6 b...../....../....../....../....../...w.. b over:b": "White had no jump and lost before",
    "freeze6 B...../w...../....../....../....../...... b play": "Black has no jump, so the stage is",
    # Freeze: within a turn.
    f"freeze6 {START} b jump@b1+1": "1 pieces captured, but 0 of White's are missing (FZ3)",
    "freeze6 b...../w...../....../....../....../...... b jump@a6+16": "16 pieces captured, but 15 of",
    "freeze6 b...../w...../....../....../....../...... b jump@a6+999": "255 pieces captured, but 15 of",
    "freeze6 b...../w...../....../....../....../...... b jump@b6+1": "Black has no soldier on b6 (FZ4)",
    "freeze6 b...../w...../....../....../....../...... b jump@a5+1": "Black has no soldier on a5 (FZ4)",
    "freeze6 B...../w...../....../....../....../...... b jump@a6+1": "Black has no soldier on a6 (FZ4)",
    "freeze6 b...../....../w...../....../....../...... b jump@a6+1": "the chain cannot go on from a6",
    f"freeze6 {START} b freeze+1": "1 pieces to place, but 0 of White's are missing (FZ5)",
    "freeze6 b...../w...../....../....../....../...... b freeze+16": "16 pieces to place, but 15 of",
    "freeze6 b...../w...../....../....../....../...... b freeze+2": "2 pieces to place on 1 enemy soldiers",
    "freeze6 b...../w...../....../....../....../...... b freeze+1>b6": "White has no king on b6 (FZ7)",
    "freeze6 b...../w...../....../....../....../...... b freeze+1>a5": "White has no king on a5 (FZ7)",
    "freeze6 b...../w...../....../....../....../...... b freeze+1>a6": "White has no king on a6 (FZ7)",
    "freeze6 W...../w...../....../....../....../...... b freeze+1>a6": "on 0 enemy soldiers above a6",
}

UNREADABLE = {
    "": "a position text begins with a game and its size",
    "fravan": "a position text begins with a game and its size",
    "chess8 ../.../.. b play 1b": "a position text begins with a game and its size",
    "Fravan2 ../.../.. b play 1b": "a position text begins with a game and its size",
    "fravan02 ../.../.. b play 1b": "a position text begins with a game and its size",
    "fravan1 . b play 1b": "Fravan is played on sizes 2, 3,",
    "fravan11 . b play 1b": "Fravan is played on sizes 2, 3,",
    "freeze4 ..../..../..../.... b play": "Freeze is played on sizes 6, 8, 10, not 4",
    "fravan2 ../.../.. b play": "fravan2 has 5 fields with single spaces between them",
    "fravan2 ../.../.. b play 1b 1b": "fravan2 has 5 fields",
    "fravan2  ../.../.. b play 1b": "fravan2 has 5 fields",
    " fravan2 ../.../.. b play 1b": "a position text begins with a game and its size",
    "fravan2 ../.../.. b play 1b ": "fravan2 has 5 fields",
    "freeze6 " + F6 + " b play 1b": "freeze6 has 4 fields",
    "fravan2 ../... b play 1b": "the board of fravan2 has 3 ranks; found 2",
    "fravan2 ../.../../ b play 1b": "the board of fravan2 has 3 ranks; found 4",
    "fravan2 ../..../.. b play 1b": "rank 2 (at character 11) has 3 points; found 4",
    "fravan2 .x/.../.. b play 1b": "rank 3 (at character 8) cannot be read: '.x'",
    "fravan2 .B/.../.. b play 1b": "rank 3 (at character 8) cannot be read: '.B'",
    "fravan2 .b2/.../.. b play 1b": "rank 3 (at character 8) cannot be read",
    "frasvel2 .b1/.../.. b play 1b": "rank 3 (at character 9) cannot be read",
    "frasvel2 .b0/.../.. b play 1b": "rank 3 (at character 9) cannot be read",
    "frasvel2 .b02/.../.. b play 1b": "rank 3 (at character 9) cannot be read",
    "frasvel2 .b100/.../.. b play 1b": "rank 3 (at character 9) cannot be read",
    "frasvel2 .2/.../.. b play 1b": "rank 3 (at character 9) cannot be read",
    "fravan2 ../.../.. B play 1b": "to-move is 'b' or 'w', not 'B'",
    "fravan2 ../.../.. black play 1b": "to-move is 'b' or 'w', not 'black'",
    "fravan2 ../.../.. b Play 1b": "'Play' is no stage of fravan2",
    "fravan2 ../.../.. b over: 1b": "'over:' is no stage of fravan2",
    "fravan2 ../.../.. b jump@a1+1 1b": "'jump@a1+1' is no stage of fravan2",
    "freeze6 " + F6 + " b jump@z9+1": "'jump@z9+1' is no stage of freeze6",
    "freeze6 " + F6 + " b jump@a1+0": "'jump@a1+0' is no stage of freeze6",
    "freeze6 " + F6 + " b jump@a1": "'jump@a1' is no stage of freeze6",
    "freeze6 " + F6 + " b jump@a1+1>b2": "'jump@a1+1>b2' is no stage of freeze6",
    "freeze6 " + F6 + " b freeze+1>z9": "'freeze+1>z9' is no stage of freeze6",
    "freeze6 " + F6 + " b freeze": "'freeze' is no stage of freeze6",
    "fravan2 ../.../.. b play 2b": "seats are '1b' or '1w', not '2b'",
    "fravan2 ../.../.. b play 1B": "seats are '1b' or '1w', not '1B'",
    "fravan2 ../.../.. b play 1b\n": "seats are '1b' or '1w', not '1b\\n'",
}


@pytest.mark.parametrize("text", IMPOSSIBLE)
def test_impossible(text):
    with pytest.raises(fylking.PositionError) as caught:
        fylking.parse(text)
    assert IMPOSSIBLE[text] in str(caught.value)


@pytest.mark.parametrize("text", UNREADABLE)
def test_unreadable(text):
    with pytest.raises(fylking.NotationError) as caught:
        fylking.parse(text)
    assert UNREADABLE[text] in str(caught.value)


@pytest.mark.parametrize("stage", ["open", "choose"])
def test_the_pie_stages_need_the_pie_rule(stage):
    board, to_move = ("../.../..", "b") if stage == "open" else ("../.b./..", "w")
    for name in ("fravan", "herfor", "frasvel"):
        text = f"{name}2 {board} {to_move} {stage} 1b"
        assert fylking.parse(text).stage == stage
        with pytest.raises(fylking.PositionError, match="needs the pie rule, which is off"):
            fylking.parse(text, pie=False)


@pytest.mark.parametrize("size", [2, 5, 10])
def test_the_greatest_height(size):
    """FS7: 6s - 3, in text and on boards."""
    game = fylking.Frasvel(size)
    cells = [0] * game.points
    for highest in (6 * size - 3, -(6 * size - 3)):
        cells[1] = highest
        assert fylking.parse(fylking.position(game, cells, "b").text).board[1] == highest
        cells[1] += 1 if highest > 0 else -1
        with pytest.raises(fylking.PositionError, match=f"no stack of frasvel{size} exceeds"):
            fylking.position(game, cells, "b")


def test_a_board_built_by_hand_is_judged_alike():
    game = fylking.Freeze(6)
    with pytest.raises(fylking.PositionError, match=r"FZ1"):
        fylking.position(game, [1] * 36, "b")
    with pytest.raises(fylking.PositionError, match=r"FZ6"):
        fylking.position(game, [0] * 36, "b")
    with pytest.raises(fylking.PositionError, match=r"height 2"):
        fylking.position(fylking.Fravan(2), [2] + [0] * 6, "b")
    with pytest.raises(fylking.PositionError, match=r"FV8"):
        fylking.position(fylking.Fravan(2), [1] * 7, "b")


BYTES = fylking.parse("fravan2 ../.b./.. w play 1w").to_bytes()
SPOILT_BYTES = {
    (0, 0): (fylking.NotationError, "format version 0 is not"),
    (0, 255): (fylking.NotationError, "format version 255 is not"),
    (1, 0): (fylking.NotationError, "byte 1 names no game: 0"),
    (1, 99): (fylking.NotationError, "byte 1 names no game: 99"),
    (2, 1): (fylking.NotationError, "byte 2 is no size of Fravan: 1"),
    (2, 11): (fylking.NotationError, "byte 2 is no size of Fravan: 11"),
    (2, 3): (fylking.NotationError, "15 bytes are not a position of fravan3: that takes 27"),
    (3, 4): (fylking.NotationError, "byte 3 names no colours: 4"),
    (4, 8): (fylking.NotationError, "byte 4 names no stage: 8"),
    (4, 4): (fylking.PositionError, "Fravan has no stage 'jump'"),
    (4, 5): (fylking.PositionError, "Fravan has no stage 'freeze'"),
    (5, 1): (fylking.PositionError, "bytes 5 to 7 must be 0"),
    (6, 1): (fylking.PositionError, "bytes 5 to 7 must be 0"),
    (7, 255): (fylking.PositionError, "bytes 5 to 7 must be 0"),
    (8, 2): (fylking.PositionError, "the stack on a1 has height 2"),
    (8, 128): (fylking.PositionError, "the stack on a1 has height 128"),
    (14, 254): (fylking.PositionError, "the stack on c3 has height 2"),
}


@pytest.mark.parametrize("change", SPOILT_BYTES)
def test_spoilt_bytes(change):
    place, value = change
    kind, message = SPOILT_BYTES[change]
    data = bytearray(BYTES)
    data[place] = value
    with pytest.raises(kind) as caught:
        fylking.Position.from_bytes(data)
    assert message in str(caught.value)


@pytest.mark.parametrize("length", [0, 1, 7, 8, 14, 16, 1000])
def test_bytes_of_another_length(length):
    data = (BYTES + bytes(1000))[:length]
    with pytest.raises(fylking.NotationError, match="bytes are"):
        fylking.Position.from_bytes(data)

"""`fylking play`, with sessions that are typed from a script."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from functools import partial

import pytest
import sessions
from sessions import texts

import fylking

PROMPT = re.compile(r"^[^\n>]*> ", re.MULTILINE)


@pytest.fixture
def play(capsys, monkeypatch):
    return partial(sessions.play, capsys, monkeypatch)


def random_turns(game, seed):
    """The turns of a random game, whole, and the position at its end."""
    pos = game.start()
    rng = fylking.Rng(seed)
    turns = []
    while not pos.is_over:
        pos.push(pos.random_action(rng))
        if not pos.within_turn:
            turns.append(pos.turn_text())
    return turns, pos


# ---- Whole games ----


@pytest.mark.parametrize(
    "game",
    [
        fylking.Fravan(3),
        fylking.Fravan(3, pie=False),
        fylking.Herfor(3),
        fylking.Frasvel(3),
        fylking.Frasvel(2, pie=False),
        fylking.Freeze(6),
        fylking.Freeze(8),
    ],
    ids=str,
)
@pytest.mark.parametrize("seed", [1, 2])
def test_two_people_play_to_the_end(play, game, seed):
    turns, end = random_turns(game, seed)
    pie = "" if game.pie or not game.has_pie else " --no-pie"
    status, out = play(f"{game.name} --size {game.size}{pie}", *turns)
    assert status == 0
    assert "Not " not in out
    last = out.strip().splitlines()[-1]
    assert end.end_reason in last
    black, white = end.score
    assert f"Score: Black {black:g}, White {white:g}." in last
    if end.winner is None:
        assert "drawn" in last
    else:
        seat = "first" if end.returns[0] > 0 else "second"
        assert last.startswith(f"{end.winner} (the {seat} player) has won")


@pytest.mark.parametrize("name", fylking.GAMES)
def test_a_game_in_single_steps(play, name):
    pos = fylking.game(name, size=fylking.GAMES[name].sizes[0]).start()
    steps = []
    rng = fylking.Rng(5)
    while not pos.is_over:
        action = pos.random_action(rng)
        steps.append(pos.action_text(action).upper())
        pos.push(action)
    _, out = play(f"{name} --size {pos.game.size}", *steps)
    assert "Not " not in out
    assert pos.end_reason in out.strip().splitlines()[-1]


@pytest.mark.parametrize("name", fylking.GAMES)
@pytest.mark.parametrize("side", ["first", "second", "black", "white"])
def test_against_random_moves_to_the_end(capsys, monkeypatch, name, side):
    size = fylking.GAMES[name].sizes[0]
    options = f"{name} --size {size} --opponent random --seed 7 --side {side}"
    status, out = sessions.whole_game(capsys, monkeypatch, options)
    assert status == 0
    assert "(random) plays" in out
    seat = "second" if side in ("second", "white") else "first"
    assert f"You are the {seat} player" in out
    assert "The seed is 7." in out
    assert re.search(r"has won|drawn", out.strip().splitlines()[-1])


def test_the_seed_settles_the_random_moves(play):
    sessions = [play(f"herfor --opponent random --side second --seed {s}")[1] for s in (4, 4, 5)]
    assert sessions[0] == sessions[1] != sessions[2]


@pytest.mark.parametrize(
    ("text", "result"),
    [
        (
            "herfor2 .w/b.w/b. b over:b 1w",
            (
                "Black (the second player) has won: two passes. Score: Black 2, White 2. "
                "Black passed first, which breaks the tie."
            ),
        ),
        (
            f"{fylking.Freeze().start().text.removesuffix('play')}over:b",
            "The game is drawn: two passes. Score: Black 0, White 0.",
        ),
        (
            "freeze6 ....../..w.../....../....../....../...... b over",
            "White (the second player) has won: no jump. Score: Black 0, White 1.",
        ),
    ],
)
def test_who_has_won_and_why(play, text, result):
    status, out = play(["--position", text])
    assert status == 0
    assert out.endswith(f"\n{result}\n")


# ---- The pie choice ----


@pytest.mark.parametrize(
    ("choice", "told", "prompt"),
    [
        ("black", "The second player is Black, the first player White.", "White (first player)> "),
        ("White", "The second player is White, the first player Black.", "White (second player)> "),
    ],
)
@pytest.mark.parametrize("name", ["fravan", "herfor", "frasvel"])
def test_the_pie_choice(play, name, choice, told, prompt):
    _, out = play(f"{name} --size 3", "c3", choice, "a1")
    assert "then the second player chooses a side" in out
    assert "`black` takes over the stone on the board" in out
    assert f"second player, black or white> {choice}" in out
    assert told in out
    assert f"{prompt}a1" in out
    assert "Not " not in out


def test_the_pie_choice_of_random_moves(play):
    told = set()
    for seed in range(8):
        _, out = play(f"fravan --size 3 --opponent random --seed {seed}", "c3")
        told |= set(re.findall(r"The second player is (\w+)", out))
    assert told == {"Black", "White"}


def test_no_choice_without_the_pie_rule(play):
    _, out = play("fravan --size 3 --no-pie", "c3", "d3", "black")
    assert "chooses" not in out
    assert "Not possible: black is the pie choice, which is not due (P3)." in out


# ---- Commands ----


def test_undo(play):
    _, out = play("fravan --size 3 --no-pie", "undo", "c3", "d4", "undo", "text", "undo", "text")
    assert "There is nothing to take back." in out
    assert texts(out) == [
        "fravan3 .../..../..b../..../... w play 1b",
        "fravan3 .../..../...../..../... b play 1b",
    ]


def test_undo_goes_back_step_by_step_within_a_turn(play):
    lines = ["c2:c4", "text", "c4:c6", "undo", "text", "undo", "text"]
    _, out = play(["--position", CHAIN], *lines)
    begun, again, start = texts(out)
    assert "jump@c4+1" in begun
    assert begun == again
    assert start == CHAIN


def test_undo_takes_back_a_turn_that_has_begun_or_a_whole_one(play):
    start = fylking.Freeze().start().text
    for turn in (["b1:b7"], ["b1:b7", "=d4"], ["b1:b7=d4"]):
        _, out = play("freeze", *turn, "undo", "text")
        assert texts(out) == [start]


@pytest.mark.parametrize("name", fylking.GAMES)
@pytest.mark.parametrize("side", ["first", "second"])
def test_undo_against_random_moves_comes_back_to_the_same_choice(play, name, side):
    options = f"{name} --opponent random --side {side} --seed 2"
    _, out = play(options, "text")
    turn = next(fylking.parse(*texts(out)).legal_turns())
    _, out = play(options, "text", turn, "undo", "text")
    before, after = texts(out)
    assert before == after
    assert "Not " not in out


def test_undo_passes_over_the_first_random_turn_of_the_game(play):
    _, out = play("fravan --opponent random --side second --seed 2", "undo")
    assert "There is nothing to take back." in out


def test_moves_hint_board_text_rules_help(play):
    lines = ["moves", "HINT", " board ", "text", "rules", "help", "?", ""]
    status, out = play("herfor --size 2", *lines)
    assert status == 0
    assert "7 legal actions:\n  a1  b1  a2  b2  c2  b3  c3\n" in out
    assert re.search(r"level-5 would play [abc][123]: ", out)
    assert out.count("Black to move (first stone)") == 2
    assert "> text\nherfor2 ../.../.. b open 1b\n" in out
    assert fylking.Herfor().rules.strip() in out
    assert out.count("take back your last turn") == 2
    assert "Not " not in out


def test_help_shows_whole_turns_where_there_are_any(play):
    _, out = play("freeze", "help")
    assert "Type an action, such as b1:b7, a whole turn, such as b1:b7=" in out


def test_what_an_action_has_done_is_told(play):
    _, out = play("fravan --size 3 --no-pie", "a3", "b3", "c3")
    assert "c3: attack b3\n" in out
    _, out = play("freeze", "b1:b7=d4")
    assert "b1:b7: capture b8\n" in out


@pytest.mark.parametrize(
    ("options", "lines", "reason"),
    [
        ("fravan --no-pie", ["g7", "g7"], "Not possible: g7 is taken by Black (FV1)."),
        ("fravan", ["pass"], "Not possible: the opening turn places a stone"),
        ("fravan", ["g7", "g8"], "Not possible: the pie choice comes first"),
        ("herfor --no-pie", ["pass"], "Not possible: a player who can place must"),
        ("herfor", ["z99"], "Not understood: 'z99' is no action of herfor7."),
        ("frasvel --no-pie", ["e5-f5"], "Not understood: 'e5-f5' is no action of frasvel5."),
        ("freeze", ["a1:a3"], "Not possible: Black has no soldier on a1 (FZ3)."),
        ("freeze", ["b1:b7=d4,e5"], "Not possible: "),
        ("freeze", ["b1:b7", "pass"], "Not possible: the captured pieces must be placed"),
        ("freeze", ["b1:zz"], "Not understood: 'b1:zz': 'zz' is no square of freeze8."),
    ],
)
def test_what_is_illegal_is_explained_and_asked_again(play, options, lines, reason):
    status, out = play(options, *lines, "text")
    assert status == 0
    assert reason in out
    assert len(PROMPT.findall(out)) == len(lines) + 2  # the text and the end of the input


def test_a_refused_whole_turn_leaves_the_position(play):
    _, out = play("freeze", "b1:b7=d4,e5", "text")
    assert texts(out) == [fylking.Freeze().start().text]


# ---- Freeze ----

CHAIN = "freeze6 ....../..w.../....../..w.../..b.w./...... b play"


def test_freeze_chain_by_steps_and_by_turns(play):
    ends = []
    for lines in (["c2:c4", "c4:c6", "=e2"], ["c2:c4:c6=e2"], ["c2:c4", "c4:c6", "= E2 "]):
        _, out = play(["--position", CHAIN], *lines, "text")
        assert "Not " not in out
        ends.append(out.strip().splitlines()[-1])
    assert len(set(ends)) == 1
    assert "no jump" in ends[0]


def test_freeze_stop_ends_a_chain(play):
    _, out = play(["--position", CHAIN], "c2:c4", "stop", "=c5")
    assert "The chain can go on from c4: jump again, or `stop`." in out
    assert "Captured pieces to place on enemy soldiers: 1." in out
    assert "Not " not in out


def test_freeze_rest_of_a_turn(play):
    _, out = play(["--position", CHAIN], "c2:c4", "c4:c6=e2")
    assert "Not " not in out
    assert "no jump" in out


# ---- Leaving ----


def test_end_of_input_and_quit_say_how_to_go_on(play):
    text = "fravan3 .../..../..b../..../... w play 1b"
    for lines in ([], ["quit"], ["exit"]):
        status, out = play("fravan --size 3 --no-pie", "c3", *lines)
        assert status == 0
        assert out.endswith(f'To go on: fylking play --position "{text}" --no-pie\n')
    status, out = play(["--position", text, "--no-pie"], "text")
    assert status == 0
    assert texts(out) == [text]


def test_no_stdin_and_bytes_that_are_no_text():
    command = [sys.executable, "-m", "fylking", "play", "fravan"]
    result = subprocess.run(
        command, input=b"\xff\xfe\n\0\ng7\n", capture_output=True, timeout=20, check=True
    )
    assert result.stderr == b""
    assert result.stdout.count(b"Not understood") == 2
    assert b"(choose a side)" in result.stdout
    if os.name == "posix":
        line = f'"{sys.executable}" -m fylking play fravan <&-'
        result = subprocess.run(line, shell=True, capture_output=True, timeout=20)
        assert (result.returncode, result.stderr) == (0, b"")


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_ctrl_c_at_the_prompt():
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "fylking", "play", "freeze"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    seen = b""
    while not seen.endswith(b"> "):
        seen += process.stdout.read(1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (130, b"")
    assert b"To go on: fylking play" in out

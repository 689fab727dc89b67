"""`fylking play` against bots: levels, the choice of a side, hints, thoughts, undo."""

from __future__ import annotations

import random
import re
from functools import partial
from pathlib import Path

import pytest
import sessions
from sessions import game_in, texts

import fylking
from fylking.bots import level_bot
from fylking.bots.levels import simulations_of
from fylking.cli import main
from fylking.cli.play_table import COMMANDS

SMALL = {"fravan": 3, "herfor": 3, "frasvel": 2, "freeze": 6}


@pytest.fixture
def play(capsys, monkeypatch):
    """Plays a session; returns its status and output. Options: a line, or a list."""
    return partial(sessions.play, capsys, monkeypatch)


# ---- Whole games ----


@pytest.mark.parametrize("name", fylking.GAMES)
@pytest.mark.parametrize("side", ["first", "second"])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_against_level_1_to_the_end(capsys, monkeypatch, tmp_path, name, side, seed):
    path = tmp_path / "game.jsonl"
    options = f"{name} --size {SMALL[name]} --level 1 --side {side} --seed {seed} --save {path}"
    chance = random.Random(seed)
    status, out = sessions.whole_game(capsys, monkeypatch, options, chance.choice)
    assert status == 0
    assert "Not " not in out
    head, game = game_in(path)
    end = game.replay()
    assert end.is_over
    assert end.end_reason in out.strip().splitlines()[-1]
    one, other = ("human", "level:1") if side == "first" else ("level:1", "human")
    assert (head["players"], game.players) == ([one, other], (0, 1))
    assert game.points == tuple((1 + value) / 2 for value in end.returns)
    assert game.end == end.end_reason
    assert len(game.seconds) == len(game.actions)
    told = re.findall(r"\w+ \(level-1\) plays (\S+)\.", out)
    assert told == bots_turns(game, side)


def bots_turns(game, side):
    """The whole turns of the bot, from the actions on record."""
    pos, turns = fylking.parse(game.opening, game.pie), []
    for action in game.actions:
        mine = pos.seat == (0 if side == "first" else 1)
        pos.push(action)
        if not mine and not pos.within_turn:
            turns.append(pos.turn_text())
    return turns


@pytest.mark.parametrize("name", fylking.GAMES)
def test_the_bot_plays_as_the_level_does(capsys, monkeypatch, tmp_path, name):
    path = tmp_path / "game.jsonl"
    options = f"{name} --size {SMALL[name]} --level 2 --seed 9 --save {path}"
    sessions.whole_game(capsys, monkeypatch, options)
    _, game = game_in(path)
    bot = level_bot(2)
    bot.reset(game.seeds[1])
    pos = fylking.parse(game.opening, game.pie)
    for action in game.actions:
        if pos.seat == 1:
            assert pos.action_text(bot.choose(pos)) == action
        pos.push(action)


def test_the_seed_settles_everything(play):
    lines = ["d4", "hint", "thought", "a1"]
    outs = [play(f"herfor --size 4 --level 3 --seed {seed}", *lines)[1] for seed in (4, 4, 5)]
    assert outs[0] == outs[1] != outs[2].replace("seed is 5", "seed is 4")


def test_a_random_side_comes_from_the_seed(play):
    seats = set()
    for seed in range(8):
        outs = [play(f"freeze --level 1 --side random --seed {seed}")[1] for _ in range(2)]
        assert outs[0] == outs[1]
        seats |= set(re.findall(r"You are the (\w+) player", outs[0]))
    assert seats == {"first", "second"}


# ---- Whose colour is whose ----


@pytest.mark.parametrize(
    ("choice", "mine"), [("black", "Black"), ("white", "White")], ids=["black", "white"]
)
@pytest.mark.parametrize("name", ["fravan", "herfor", "frasvel"])
def test_the_person_chooses_the_side(play, name, choice, mine):
    _, out = play(f"{name} --size 3 --level 1 --side second --seed 3", choice, "text")
    assert "You are the second player, level-1 is the first player." in out
    assert "after the first stone you choose black or white" in out
    assert f"You are {mine}." in out
    pos = fylking.parse(texts(out)[0])
    assert (str(pos.to_move), pos.seat) == (mine, 1)
    after = out.partition("You are ")[2].partition("You are ")[2]
    replies = re.findall(r"(\w+) \(level-1\) plays", after)
    assert replies == (["White"] if choice == "black" else [])  # White moves, whoever that is


@pytest.mark.parametrize("name", ["fravan", "herfor", "frasvel"])
def test_the_bot_chooses_the_side(play, name):
    mine = {}
    for seed in range(10):
        _, out = play(f"{name} --size 3 --level 1 --seed {seed}", "c3", "text")
        assert "after the first stone level-1 chooses black or white" in out
        choice = re.search(r"White \(level-1\) plays (black|white)\.", out)[1]
        mine[choice] = re.search(r"^You are (\w+)\.$", out, re.MULTILINE)[1]
        pos = fylking.parse(texts(out)[0])
        assert (str(pos.to_move), pos.seat) == (mine[choice], 0)
        turns = out.count("(level-1) plays")
        assert turns == (2 if choice == "white" else 1)  # White moves, whoever that is
    assert mine == {"black": "White", "white": "Black"}


def test_who_is_who_without_a_choice(play):
    _, out = play("fravan --size 3 --no-pie --level 1 --side black")
    assert "You are the first player and Black, level-1 is the second player and White." in out
    text = "fravan3 .../..../..b../..../... w play 1w"  # the choice has been made
    for side, seat, colour in (("white", "first", "White"), ("second", "second", "Black")):
        _, out = play(["--position", text, "--level", "1", "--side", side])
        assert f"You are the {seat} player and {colour}, level-1 is" in out


# ---- Hints and thoughts ----


def test_a_hint_is_what_the_level_would_play_and_changes_nothing(play):
    options = "fravan --size 4 --level 3 --seed 5"
    _, out = play(options, "hint", "hint", "hint 1", "d4", "text")
    three, one = (simulations_of(level, fylking.Fravan()) for level in (3, 1))
    hints = re.findall(r"level-3 would play .*\n(?:.*\n)+?(?=Black)", out)
    assert len(hints) == 2
    assert hints[0] == hints[1]
    assert re.search(rf"level-3 would play \w+: win chance \d+ %, {three} simulations", hints[0])
    assert "Visits, and the win chance after each:" in hints[0]
    assert re.search(rf"level-1 would play \w+: win chance \d+ %, {one} simulations", out)
    assert texts(out) == texts(play(options, "d4", "text")[1])


@pytest.mark.parametrize("game", [fylking.Freeze(6), fylking.Fravan(3), fylking.Frasvel(3)])
def test_a_hint_can_be_played(play, game):
    options = f"{game.name} --size {game.size} --level 4 --seed 5"
    _, out = play(options, "hint")
    turn = re.search(r"would play (\S+): ", out)[1]
    _, out = play(options, turn)
    assert "Not " not in out
    assert "(level-4) plays" in out


CHAIN = "freeze6 ....../..w.../....../..w.../..b.w./...... b play"


def test_a_hint_within_a_turn_is_the_rest_of_it(play):
    _, out = play(["--position", CHAIN, "--level", "6"], "c2:c4", "hint")
    rest = re.search(r"would play (\S+): ", out)[1]
    assert rest.startswith("c4")
    _, out = play(["--position", CHAIN, "--level", "6"], "c2:c4", rest)
    assert "Not " not in out


def test_a_certain_win_is_told_as_such(play):
    _, out = play("herfor --size 2 --no-pie --level 10 --seed 1", "hint")
    assert "level-10 would play" in out
    assert "a certain win" in out


@pytest.mark.parametrize("level", ["0", "11", "-1", "x", "3 4", "1.0"])
def test_a_level_of_hints_that_there_is_not(play, level):
    _, out = play("herfor --size 2", f"hint {level}", "text")
    assert f"Not possible: there is no level {level}; there are 1 to 10." in out
    assert len(texts(out)) == 1


def test_what_the_bot_thought(play):
    options = "fravan --size 4 --no-pie --level 3 --seed 5"
    _, out = play(options, "thought", "d4", "thought", "undo", "thought")
    assert out.count("There is no thought to tell.") == 2
    turn = re.search(r"White \(level-3\) plays (\w+)\.\n", out)[1]
    told = re.search(r"level-3: (win chance \d+ %, \d+ simulations, expects \w.*)\.\n", out)[1]
    assert f"level-3 on its {turn}: {told}.\nVisits, and the win chance after each:\n" in out
    assert f"\n  {turn} " in out.partition("Visits")[2]  # the chosen one first


def test_a_bot_that_tells_nothing(play):
    _, out = play("fravan --size 3 --opponent random --seed 1", "c3", "thought")
    assert "random on its" in out
    assert "win chance" not in out


def test_the_turn_of_a_freeze_bot_is_one(play):
    _, out = play("freeze --level 2 --seed 1", "b1:b7=d4", "text")
    assert len(re.findall(r"White \(level-2\) plays (\w\d:\S+=\S+)\.", out)) == 1
    assert fylking.parse(*texts(out)).to_move == fylking.BLACK


# ---- Commands ----


@pytest.mark.parametrize("name", fylking.GAMES)
@pytest.mark.parametrize("side", ["first", "second"])
def test_undo_comes_back_to_the_last_decision(play, name, side):
    options = f"{name} --size {SMALL[name] + (name == 'frasvel')} --level 1 --side {side} --seed 2"
    _, out = play(options, "text")
    start = fylking.parse(*texts(out))
    turn = next(start.legal_turns())
    _, out = play(options, "text", turn, "text", "undo", "text", turn, "undo", "text")
    before, after, back, again = texts(out)
    assert before == back == again != after
    assert "Not " not in out


def test_the_score_and_what_has_none(play):
    _, out = play("fravan --size 3 --no-pie", "c3", "score")
    assert "Score: Black 1, White 0." in out
    _, out = play("freeze", "score")
    assert "Freeze has no points before its end." in out


@pytest.mark.parametrize("side", ["first", "second"])
def test_resigning(play, tmp_path, side):
    path = tmp_path / "game.jsonl"
    options = f"freeze --level 1 --side {side} --save {path}"
    status, out = play(options, "resign", "text")
    assert status == 0
    assert texts(out) == []
    winner = {"first": "White (the second player)", "second": "Black (the first player)"}[side]
    assert out.endswith(f"The {side} player resigns: {winner} has won.\n")
    _, game = game_in(path)
    assert game.points == ((0.0, 1.0) if side == "first" else (1.0, 0.0))
    assert (game.end, game.forfeit.seat) == ("forfeit", ("first", "second").index(side))
    _, out = play(f"--load {path}")
    assert out.endswith("has won.\n")


PAGE = Path(__file__).resolve().parents[1] / "docs" / "play.md"


@pytest.mark.skipif(not PAGE.exists(), reason="the documents are not here")
def test_the_page_tells_every_command_and_option(capsys):
    page = PAGE.read_text("utf-8")
    for command in COMMANDS:
        for form in {command, command.partition(" ")[0]}:
            assert f"`{form.replace('[', '').replace(']', '')}`" in page
    assert main(["play", "--help"]) == 0
    for option in set(re.findall(r"^  (--\w+)", capsys.readouterr().out, re.MULTILINE)):
        assert f"`{option}" in page or option in ("--size", "--pie"), option

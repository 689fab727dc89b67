"""Searches: what `go` gives, what is answered meanwhile, and what becomes of faulty bots."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from itertools import pairwise

import pytest
import samples
from talking import Ponderer, Talk

import fylking
from fylking.bots import Limits, RandomBot, Thought
from fylking.ugi import engine
from fylking.ugi.thinking import SLICE, BotThinker

SMALLEST = {name: room.sizes[0] for name, room in fylking.GAMES.items()}

GO = [
    "go nodes 50",
    "go nodes 0",
    "go depth 3",
    "go depth 0",
    "go movetime 50",
    "go movetime 0",
    "go p1time 1000 p2time 1000 p1inc 10 p2inc 10",
    "go p1time 0 p2time 0 p1inc 0 p2inc 0",
    "go p1time -50 p2time -50 p1inc 0 p2inc 0",
    "go",
]

BAD_GO = [
    "go banana",
    "go movetime",
    "go movetime soon",
    "go movetime -5",
    "go nodes 1.5",
    "go depth " + "9" * 5000,
    "go p1time p2time",
]


def pondering(seconds=30.0, thought=None):
    """A talk with an engine that thinks long, and its thinker."""
    thinker = Ponderer(seconds, thought)
    talk = Talk(make_thinker=lambda options, game: thinker, game="fravan", size=3, pie=False)
    return talk, thinker


def bot_talk(bot):
    return Talk(
        make_thinker=lambda options, game: BotThinker(bot), game="fravan", size=3, pie=False
    )


def numbers(line):
    """The numbers of an `info` line, by word."""
    words = line.split(" pv ")[0].split(" ")
    return {word: int(value) for word, value in pairwise(words) if value.isdigit()}


# ---- go ----


@pytest.mark.parametrize("line", GO)
def test_go_ends_in_info_and_bestmove(line):
    for game in samples.SMALL[::3]:
        pos = game.start()
        pos.play_random(1, max_actions=3)
        talk = Talk(f"position fen {pos.text}")
        *said, last, best = talk.go(line)
        assert said == []
        assert {"time", "nodes", "nps"} <= set(numbers(last))
        word, move = best.split(" ")
        assert word == "bestmove"
        assert pos.is_legal(move)


@pytest.mark.parametrize("line", BAD_GO)
def test_a_go_that_cannot_be_read_is_told_and_answered(line):
    said = Talk().go(line)
    assert said[0].startswith("info string ")
    assert said[-1].split(" ")[0] == "bestmove"
    assert said[-1] != "bestmove none"


def test_a_finished_game_has_no_move():
    talk = Talk("position startpos moves pass pass", game="freeze")
    assert talk.go() == ["info string the game is over", "bestmove none"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("go nodes 50", Limits(nodes=50)),
        ("go nodes 0", Limits(nodes=1)),
        ("go depth 7", Limits(depth=7)),
        ("go depth 7 nodes 9", Limits(depth=7, nodes=9)),
        ("go infinite", Limits()),
        ("go", None),
    ],
)
def test_the_thinker_is_given_the_limits(line, expected):
    talk, thinker = pondering(0.0)
    talk.tell(line, "stop")
    talk.until("bestmove")
    assert thinker.limits == [expected]


def test_the_clock_is_that_of_the_seat_to_act():
    talk, thinker = pondering(0.0)
    for moves, chosen in (("", 0), ("moves a1", 1)):
        talk.tell(f"position startpos {moves}")
        for times in ("p1time 100000 p2time 1000", "p1time 1000 p2time 100000"):
            talk.go(f"go {times} p1inc 0 p2inc 0")
        rich, poor = [limits.seconds for limits in thinker.limits[-2:]][:: 1 if chosen == 0 else -1]
        assert rich > 20 * poor > 0


def test_a_movetime_is_not_overrun():
    talk, thinker = pondering(0.0)
    talk.go("go movetime 1000")
    assert 0.9 < thinker.limits[0].seconds < 0.99


def test_a_move_that_is_the_only_one_takes_no_time():
    thinker = Ponderer()
    talk = Talk(make_thinker=lambda options, game: thinker)
    talk.tell("position fen freeze6 ....../....../....../....../....../bw.... b play")
    assert talk.tell("moves") == ["moves a1:c1 pass"]
    text = "freeze6 ....../....../....../....../w...../..b..w b freeze+1"
    talk.tell(f"position fen {text}")
    assert fylking.parse(text).legal_count() == 2
    text = "freeze6 ....../....../....../....../w...../..b... b freeze+1"
    talk.tell(f"position fen {text}")
    assert talk.go("go p1time 60000 p2time 60000 p1inc 0 p2inc 0")[-1] == "bestmove =a2"
    assert thinker.limits == []


# ---- Meanwhile ----


def test_infinite_waits_for_stop_though_the_bot_has_chosen():
    talk = Talk(game="fravan")
    talk.tell("go infinite", "isready")
    time.sleep(0.1)
    assert talk.said[-1] == "readyok"
    talk.tell("stop")
    assert talk.until("bestmove")


def test_isready_and_questions_are_answered_while_thinking():
    talk, thinker = pondering()
    talk.tell("go infinite")
    assert thinker.thinking.wait(10)
    assert talk.tell("isready") == ["readyok"]
    assert talk.tell("query p1turn") == ["response true"]
    assert talk.tell("xyzzy", "")[0].startswith("info string unknown command")
    assert talk.tell("moves")[-1].startswith("moves a1 ")
    begin = time.monotonic()
    talk.tell("stop")
    assert talk.until("bestmove")[-1] == "bestmove a1"
    assert time.monotonic() - begin < 5
    assert talk.tell("stop", "isready") == ["readyok"]  # nothing is left to stop


@pytest.mark.parametrize(
    "line",
    ["position startpos moves b2", "uginewgame", "setoption name Level value 2", "go depth 1"],
)
def test_what_may_not_come_while_searching_ends_the_search_first(line):
    talk, thinker = pondering()
    talk.tell("go infinite")
    assert thinker.thinking.wait(10)
    if line.startswith("go"):
        thinker.seconds = 0.0
    talk.tell(line)
    assert talk.until("bestmove")[-1] == "bestmove a1"
    assert talk.tell("isready")[-1] == "readyok"


def test_quit_and_the_end_of_the_input_end_a_search():
    for last in (b"quit\n", b""):
        talk, _ = pondering()
        chunks = [b"go infinite\n", last]
        talk.engine.serve(Chunks(chunks))
        assert talk.said[-1] == "bestmove a1"


class Chunks:
    """An input that comes in chunks."""

    def __init__(self, chunks):
        self.chunks = [chunk for chunk in chunks if chunk]

    def read(self, size):
        return self.chunks.pop(0) if self.chunks else b""


# ---- Info ----


def test_info_comes_again_and_again_but_not_too_often(monkeypatch):
    monkeypatch.setattr(engine, "INFO_EVERY", 0.1)
    talk, _ = pondering(0.55, Thought(0, value=0.5, nodes=1000, depth=3, pv=(0, 1)))
    *said, best = talk.go("go nodes 1000000")
    assert best == "bestmove a1"
    assert 2 <= len(said) <= 6
    for line in said:
        assert line.startswith("info depth 3 time ")
        assert line.endswith("score cp 500 pv a1 b1")
        found = numbers(line)
        assert found["nodes"] == 1000
        assert found["nps"] == pytest.approx(1e6 / max(1, found["time"]), rel=0.05)


def test_the_time_between_infos_is_a_second():
    assert engine.INFO_EVERY == 1.0


# ---- Bots ----


class Resuming:
    """A bot that goes on when asked again; it looks at a node every millisecond.

    It thinks until a limit, or until it has looked at all nodes that there are for it.
    """

    name = "resuming"
    resumes = True

    def __init__(self, there_are=10**9):
        self.there_are = there_are
        self.thought = None
        self.asked = []
        self.entered = threading.Event()

    def choose(self, pos, limits=None):
        self.asked.append(limits)
        self.entered.set()
        nodes = int(1000 * limits.seconds)
        for most in (limits.nodes, limits.simulations, self.there_are):
            nodes = nodes if most is None else min(nodes, most)
        time.sleep(nodes / 1000)
        self.there_are -= nodes
        self.thought = Thought(pos.legal_actions()[0], 0.0, False, (), nodes, nodes)
        return self.thought.action

    def reset(self, seed=None):
        self.thought = None


def test_a_bot_that_can_go_on_is_asked_in_slices_for_what_is_left():
    bot = Resuming()
    *_, last, best = bot_talk(bot).go("go nodes 250")
    assert best == "bestmove a1"
    assert [limits.nodes for limits in bot.asked] == [250, 150, 50]
    assert all(limits.seconds == SLICE for limits in bot.asked)
    assert numbers(last)["nodes"] == 250


def test_a_bot_that_can_go_on_is_left_alone_when_it_has_come_to_an_end():
    bot = Resuming(there_are=110)
    talk = bot_talk(bot)
    talk.tell("go infinite", "isready")
    deadline = time.monotonic() + 10
    while bot.there_are and time.monotonic() < deadline:
        time.sleep(0.01)
    time.sleep(2 * SLICE)
    assert talk.said == ["readyok"]  # it waits for `stop`
    talk.tell("stop")
    assert numbers(talk.until("bestmove")[-2])["nodes"] == 110
    assert len(bot.asked) == 2


def test_a_proven_value_ends_it():
    class Proving(Resuming):
        def choose(self, pos, limits=None):
            action = super().choose(pos, limits)
            self.thought = self.thought._replace(proven=True, value=1.0)
            return action

    bot = Proving()
    bot_talk(bot).go("go nodes 1000")
    assert len(bot.asked) == 1


def test_a_bot_that_can_go_on_is_stopped_within_a_slice():
    bot = Resuming()
    talk = bot_talk(bot)
    talk.tell("go infinite")
    assert bot.entered.wait(10)
    begin = time.monotonic()
    talk.tell("stop")
    talk.until("bestmove")
    assert time.monotonic() - begin < SLICE + 2


def test_a_bot_that_can_go_on_ends_with_its_time():
    bot = Resuming()
    begin = time.monotonic()
    bot_talk(bot).go("go movetime 250")
    assert 0.1 < sum(limits.seconds for limits in bot.asked) < 0.25
    assert time.monotonic() - begin < 5


class Once(RandomBot):
    """A bot that has to be asked once, and can be told to stop."""

    def __init__(self):
        super().__init__()
        self.asked = []
        self.stopped = threading.Event()

    def choose(self, pos, limits=None):
        self.asked.append(limits)
        if limits is None or limits == Limits():
            self.stopped.clear()  # as one does that begins anew: a `stop` before is lost
            assert self.stopped.wait(20)
        return super().choose(pos, limits)

    def stop(self):
        self.stopped.set()


def test_a_bot_that_cannot_go_on_is_asked_once():
    bot = Once()
    bot_talk(bot).go("go nodes 70")
    assert bot.asked == [Limits(nodes=70)]


@pytest.mark.parametrize("line", ["go infinite", "go"])
@pytest.mark.parametrize("patience", [0.0, 0.3])
def test_a_bot_that_can_be_stopped_is_stopped(line, patience):
    talk = bot_talk(Once())
    talk.tell(line)
    time.sleep(patience)
    begin = time.monotonic()
    talk.tell("stop")
    talk.until("bestmove")
    assert time.monotonic() - begin < 5


def test_the_limits_of_a_level_hold_beside_others():
    own = Limits(simulations=50)
    for line, expected in (
        ("go nodes 70", Limits(simulations=50, nodes=70)),
        ("go", own),
        ("go movetime 100000", Limits(simulations=50, seconds=99.985)),
    ):
        bot = Once()
        Talk(make_thinker=lambda options, game, bot=bot: BotThinker(bot, own), game="fravan").go(
            line
        )
        (given,) = bot.asked
        assert replace(given, seconds=None) == replace(expected, seconds=None)
        assert given.seconds == pytest.approx(expected.seconds, abs=0.5)
    bot = Resuming()
    talk = Talk(make_thinker=lambda options, game: BotThinker(bot, Limits(simulations=150)))
    talk.go("go movetime 60000")
    assert [limits.simulations for limits in bot.asked] == [150, 50]


class Faulty(RandomBot):
    """A bot that raises an error, or chooses what is not legal."""

    def __init__(self, choice):
        super().__init__()
        self.choice = choice

    def choose(self, pos, limits=None):
        if isinstance(self.choice, Exception):
            raise self.choice
        return self.choice


@pytest.mark.parametrize(
    "choice",
    [RuntimeError("line\nbreak"), ZeroDivisionError(), 21, 22, -1, 10**30, "a1", None, 0.5],
)
def test_a_faulty_bot_still_gives_a_legal_move(choice):
    talk = bot_talk(Faulty(choice))
    for line in ("go nodes 1", "go movetime 10"):
        told, info, best = talk.go(line)
        assert told.startswith("info string error: ")
        assert info.startswith("info time ")
        assert best == "bestmove a1"


@pytest.mark.parametrize(
    "thought",
    [
        Thought(0, value=float("nan")),
        Thought(0, value="high"),
        Thought(0, pv=(0, 0)),
        Thought(0, pv=("zz",)),
        Thought(0, nodes=None),
        Thought(None, depth="deep"),
    ],
)
def test_an_odd_thought_does_not_cost_the_move(thought):
    class Odd(RandomBot):
        def choose(self, pos, limits=None):
            self.thought = thought
            return 4

    *said, info, best = bot_talk(Odd()).go()
    assert all(line.startswith("info string error: ") for line in said)
    assert {"time", "nodes", "nps"} <= set(numbers(info))
    assert best == "bestmove b2"


def test_the_options_say_what_thinks(monkeypatch):
    made = []

    def player_of(level, game, threads, hash_mb):
        made.append((level, game, threads, hash_mb))
        return RandomBot(), None

    monkeypatch.setattr(engine.levels, "player_of", player_of)
    talk = Talk("isready", game="fravan", size=3, level=10)
    talk.go()
    talk.tell("uginewgame", "position startpos moves a1", "isready")
    talk.go()
    expected = [(10, fylking.Fravan(3), 1, 256)]
    assert made == expected, "one for the same options, made before a clock runs"
    talk.tell("setoption name Level value 2", "isready")
    expected.append((2, fylking.Fravan(3), 1, 256))
    talk.tell("setoption name Threads value 3", "setoption name Hash value 5", "isready")
    expected.append((2, fylking.Fravan(3), 3, 5))
    talk.tell("position fen fravan2 ../.b./.. w choose 1b")
    talk.go()
    expected.append((2, fylking.Fravan(2), 3, 5))
    assert made == expected


def test_without_a_level_it_uses_the_time_it_is_given():
    talk = Talk(game="herfor", size=5)
    *_, info, _ = talk.go("go movetime 600")
    assert 400 <= numbers(info)["time"] < 5000
    *_, info, _ = talk.go("go nodes 3000")
    assert numbers(info)["nodes"] >= 3000


@pytest.mark.parametrize("name", fylking.GAMES)
def test_without_a_level_a_depth_is_reached(name):
    talk = Talk(game=name)
    *_, info, _ = talk.go("go depth 2")
    assert numbers(info)["depth"] == 2
    *_, info, _ = Talk(game=name, size=SMALLEST[name]).go("go depth 4")
    assert numbers(info)["depth"] == 4 or " mate " in info


@pytest.mark.parametrize("level", [0, 1])
def test_more_threads_than_megabytes(level):
    talk = Talk(game="freeze", size=6, level=level, threads=4, hash=1)
    *said, _, best = talk.go("go nodes 500")
    assert said == []
    assert best != "bestmove none"


@pytest.mark.parametrize("line", ["depth 1000", "p1time " + "9" * 21 + " p2time 1", "infinite"])
def test_a_long_search_is_stopped(line):
    talk = Talk(game="freeze")
    talk.tell(f"go {line}")
    talk.tell("isready")
    talk.until("readyok")
    begin = time.monotonic()
    talk.tell("stop")
    talk.until("bestmove")
    assert time.monotonic() - begin < 5


def moves_of(talk):
    """What the engine plays against itself from the start."""
    moves = []
    for _ in range(6):
        talk.tell(f"position startpos moves {' '.join(moves)}" if moves else "position startpos")
        moves.append(talk.go()[-1].split()[1])
    return moves


def test_a_fixed_seed_plays_the_same_game_again():
    talk = Talk(
        "setoption name Level value 1", "setoption name Seed value 5", game="fravan", size=5
    )
    games = []
    for _ in range(2):
        talk.tell("uginewgame")
        games.append(moves_of(talk))
    assert games[0] == games[1]
    talk.tell("setoption name Seed value 6", "uginewgame")
    assert moves_of(talk) != games[0]


def test_without_a_seed_games_differ():
    talk = Talk(game="fravan", size=10)
    games = set()
    for _ in range(3):
        talk.tell("uginewgame")
        games.add(tuple(talk.go()[-1] for _ in range(6)))
    assert len(games) == 3

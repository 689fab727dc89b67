"""The client: a good engine driven through it, and bad ones that hang nobody."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
import samples
from talking import ENGINE

import fylking
import fylking.ugi
from fylking.bots import Limits
from fylking.ugi import Clock, Engine, EngineError

BAD = str(Path(__file__).parent / "bad_engine.py")
SHORT = 0.4  # seconds that a bad engine is waited for
LONG = 30.0  # seconds that a good one has, on a machine that does other things too

posix = pytest.mark.skipif(os.name != "posix", reason="processes of POSIX")


def bad(fault, timeout=LONG, grace=LONG, **more):
    # Without the site packages: it starts fast.
    return Engine([sys.executable, "-I", "-S", BAD, fault], timeout, grace=grace, **more)


def fails(kind, call, most=10.0):
    """The message of the error that a call raises in time."""
    begin = time.monotonic()
    with pytest.raises(EngineError) as caught:
        call()
    assert caught.value.kind == kind
    assert time.monotonic() - begin < most
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.fixture(scope="module")
def engine():
    with Engine(ENGINE, LONG, options={"Seed": 3}) as engine:
        yield engine


# ---- A good one ----


def test_what_it_says_of_itself(engine):
    assert engine.name == f"fylking {fylking.__version__}"
    assert engine.author == "The fylking authors"
    assert engine.options["Size"].type == "spin"
    assert (engine.options["Size"].least, engine.options["Size"].most) == (0, 10)
    assert engine.options["Game"].choices == tuple(fylking.GAMES)
    assert engine.options["Pie"].default == "true"
    assert repr(engine) == f"<fylking.ugi.Engine 'fylking {fylking.__version__}'>"


@pytest.mark.parametrize("game", samples.SMALL, ids=samples.label)
def test_a_game_played_by_it(engine, game):
    engine.new_game()
    pos = game.start()
    while not pos.is_over and pos.ply < 40:
        before = samples.facts(pos)
        action = engine.choose(pos, Limits(nodes=10))
        assert samples.facts(pos) == before
        assert action in pos.legal_actions()
        assert engine.thought.action == action
        assert engine.thought.pv[0] == action
        assert engine.thought.seconds > 0
        pos.push(action)


@pytest.mark.parametrize("game", samples.SMALL, ids=samples.label)
def test_queries(engine, game):
    for pos in samples.positions(game)[::4]:
        engine.set_position(pos)
        assert engine.query("p1turn") is (pos.seat == 0)
        assert engine.query("gameover") is pos.is_over
        if pos.is_over:
            first = pos.returns[0]
            assert engine.query("result") == {1: "p1win", -1: "p2win", 0: "draw"}[first]
        else:
            assert engine.query("result") == "none"


@pytest.mark.parametrize(
    "limits",
    [
        Limits(seconds=0.05),
        Limits(nodes=5),
        Limits(simulations=5),
        Limits(depth=2),
        Limits(nodes=5, seconds=0.05),
        Limits(depth=0),
    ],
)
def test_limits(engine, limits):
    pos = fylking.Freeze(6).start()
    assert engine.choose(pos, limits) in pos.legal_actions()


def test_clocks(engine):
    pos = fylking.Fravan(3).start()
    for clock in (Clock(10, 10), Clock(0.5, 60, 0.1, 0), Clock(0, 0)):
        assert engine.choose(pos, clock=clock) in pos.legal_actions()
        assert engine.choose(pos, Limits(seconds=0.01), clock) in pos.legal_actions()


def test_a_seed_plays_the_same_again(engine):
    pos = fylking.Fravan(7).start()
    found = []
    for seed in (8, 8, 9, 2**63):
        engine.reset(seed)
        assert engine.thought is None
        found.append([engine.choose(pos, Limits(nodes=1)) for _ in range(4)])
    assert found[0] == found[1] != found[2]


def test_mistakes_of_the_caller_are_told_and_end_nothing(engine):
    over = fylking.parse("freeze6 ....../....../....../....../....../bw.... b over:b")
    with pytest.raises(fylking.IllegalActionError, match="the game is over"):
        engine.choose(over)
    with pytest.raises(fylking.OptionError, match="has no option 'Ponder'; it has Game"):
        engine.set_option("Ponder", True)
    with pytest.raises(fylking.OptionError, match="one line"):
        engine.set_option("Game", "freeze\nquit")
    with pytest.raises(fylking.OptionError, match="there is no query 'winner'"):
        engine.query("winner")
    with pytest.raises(fylking.OptionError, match="without a limit"):
        engine.choose(fylking.Freeze().start(), Limits())
    engine.ready()


def test_a_command_as_one_text():
    command = subprocess.list2cmdline([*ENGINE, "freeze", "--size", "6"])
    with Engine(command, LONG) as engine:
        assert engine.options["Size"].default == "6"


def test_an_engine_that_is_closed_says_so():
    with bad("none") as engine:
        pass
    engine.close()
    for call in (engine.ready, engine.new_game, lambda: engine.query("result")):
        assert fails("crashed", call) == "'bad engine' has been ended"


# ---- Bad ones ----

POS = fylking.Fravan(3, pie=False).start()


@pytest.mark.parametrize("command", [[], "", ["/no/such/program"], "/no/such/program -x"])
def test_a_program_that_is_not_there(command):
    assert "cannot be started" in fails("crashed", lambda: Engine(command))


def test_a_crash_at_once_is_told_with_its_last_words():
    assert fails("crashed", lambda: bad("crashes at once")) == (
        "the engine ended (exit status 1: no licence found)"
    )


def test_a_crash_while_thinking_is_told_with_its_last_words():
    with bad("crashes at go") as engine:
        assert fails("crashed", lambda: engine.choose(POS)) == (
            "'bad engine' ended (exit status 7: out of luck)"
        )
        fails("crashed", engine.ready)


def test_a_crash_at_a_query():
    with bad("crashes at query") as engine:
        assert "exit status 3" in fails("crashed", lambda: engine.query("gameover"))


def test_one_that_closes_its_output_is_ended():
    fails("crashed", lambda: bad("closes stdout"))


@pytest.mark.parametrize("fault", ["hangs at once", "babbles at once", "babbles without a newline"])
def test_no_greeting(fault):
    assert "gave no ugiok in time" in fails("timeout", lambda: bad(fault, SHORT))


@pytest.mark.parametrize("fault", ["hangs at go", "babbles at go", "waits for stop"])
def test_no_move_in_time(fault):
    with bad(fault, grace=SHORT) as engine:
        message = fails("timeout", lambda: engine.choose(POS, Limits(seconds=0.1)))
        assert message == "'bad engine' gave no move in time"
        fails("crashed", engine.ready)


def test_no_move_within_the_clock():
    with bad("hangs at go", grace=SHORT) as engine:
        fails("timeout", lambda: engine.choose(POS, clock=Clock(0.1, 1000)), 5.0)


def test_it_is_stopped_when_its_time_is_over_and_it_has_another_limit():
    with bad("waits for stop") as engine:
        assert engine.choose(POS, Limits(nodes=10**9, seconds=0.1)) == 0
        assert engine.thought.value == 0.1
        assert engine.choose(POS, Limits(seconds=0.1), Clock(1000, 1000)) == 0


def test_it_is_stopped_from_another_thread():
    with bad("waits for stop") as engine:
        timer = threading.Timer(0.2, engine.stop)
        timer.start()
        assert engine.choose(POS, Limits(depth=99)) == 0
        timer.join()


def test_one_that_hangs_between_moves():
    with bad("hangs at isready", timeout=2.0) as engine:
        assert "gave no readyok" in fails("timeout", lambda: engine.choose(POS))


def test_one_that_does_not_read():
    """More than a pipe holds is sent; nobody waits for it to be read."""
    with bad("reads nothing more", timeout=2.0) as engine:
        for _ in range(200):
            engine._send("position startpos" + " " * 5000)
        fails("timeout", engine.ready)


@pytest.mark.parametrize("fault", ["plays what is no move", "plays what is illegal", "plays none"])
def test_illegal_moves_are_told_and_do_not_end_it(fault):
    with bad(fault) as engine:
        for _ in range(2):
            assert "played" in fails("illegal move", lambda: engine.choose(POS))
        engine.ready()


@pytest.mark.parametrize(
    ("fault", "call"),
    [
        ("plays no word", lambda engine: engine.choose(POS)),
        ("answers oddly", lambda engine: engine.query("gameover")),
        ("answers oddly", lambda engine: engine.query("result")),
    ],
)
def test_answers_that_ugi_does_not_have(fault, call):
    with bad(fault) as engine:
        fails("protocol", lambda: call(engine))
        fails("crashed", engine.ready)


@pytest.mark.parametrize(
    "fault",
    ["cr", "ponders", "complains", "greets with rubbish", "has a blank line", "thinks oddly"],
)
def test_oddities_that_do_no_harm(fault):
    with bad(fault) as engine:
        for _ in range(2):
            assert engine.choose(POS) == 0
        assert engine.thought.pv == (0,)
        if fault == "thinks oddly":
            assert engine.thought[1:7] == (-0.4, False, (0,), 0, 77, 4)
        assert engine.query("gameover") is True
        options = engine.options
        assert options["two words"].type == "spin"
        assert (options["two words"].least, options["two words"].most) == (1, None)
        assert options["type"].default == "a type of text"
        assert options["Style"].choices == ("calm", "very wild")
        assert options["Go"].default == ""


@posix
@pytest.mark.parametrize("fault", ["does not quit", "hangs at go", "babbles at go", "none"])
def test_closing_leaves_no_process_behind(fault):
    engine = bad(fault)
    process = engine._process._child
    if fault.endswith("at go"):
        engine._send("go infinite")
    begin = time.monotonic()
    engine.close()
    assert time.monotonic() - begin < 6
    assert process.returncode is not None
    with pytest.raises(ProcessLookupError):
        os.kill(process.pid, 0)
    assert not any(thread.is_alive() for thread in engine._process._threads)


@posix
def test_its_children_are_ended_with_it():
    engine = bad("leaves a child behind", grace=SHORT)
    fails("timeout", lambda: engine.choose(POS, Limits(seconds=0.1)))
    # The child had the pipes open: their ends have come, so it is gone.
    assert not any(thread.is_alive() for thread in engine._process._threads)


@posix
def test_one_that_is_forgotten_is_ended():
    engine = bad("does not quit")
    process = engine._process._child
    del engine
    assert process.returncode is not None


def test_errors_can_be_sent_between_processes():
    error = pickle.loads(pickle.dumps(EngineError("gone", "crashed")))
    assert (str(error), error.kind) == ("gone", "crashed")
    assert isinstance(error, fylking.Error)

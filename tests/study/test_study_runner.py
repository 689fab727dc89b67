"""How studies are worked on: by any number of workers of any kind, broken off and gone on with."""

from __future__ import annotations

import json
import pickle
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import fylking
from fylking.study import GameStudy, PieStudy, run
from fylking.study.executors import Processes, opened
from fylking.study.units import GivenUp

HERE = Path(__file__).resolve().parent


def pie(games=3):
    return PieStudy(fylking.Herfor(size=3), "level:1", games, seed=3)


def playouts():
    return PieStudy(fylking.Frasvel(size=2), playouts=3500, seed=3)


def game(number=3):
    return GameStudy([fylking.Fravan(size=3), fylking.Fravan(size=2)], ["level:1"], number, seed=3)


STUDIES = [pie, playouts, game]


def lines(path):
    """The head and the units of a file, in any order."""
    head, *units = path.read_text().splitlines()
    return head, sorted(units)


# ---- The same numbers everywhere ----


@pytest.fixture(scope="module")
def alone():
    """The reports of all studies from one worker in this process."""
    return {make: run(make()).report() for make in STUDIES}


@pytest.mark.parametrize("make", STUDIES)
def test_threads(alone, make):
    for workers in (2, 5):
        assert run(make(), workers, "threads").report() == alone[make]


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="needs the signals of POSIX")
def test_processes_are_blind_to_ctrl_c_from_their_start():
    with Processes(2) as pool:
        blocked = pool.submit(signal.pthread_sigmask, signal.SIG_BLOCK, ()).result()
    assert signal.SIGINT in blocked
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def test_processes(alone):
    with Processes(2) as pool:
        for make in STUDIES:
            assert run(make(), 2, pool).report() == alone[make]


def test_any_executor_of_the_standard_library(alone):
    with ThreadPoolExecutor(3) as pool:
        for make in STUDIES:
            assert run(make(), 3, pool).report() == alone[make]
        assert pool.submit(int, "3").result() == 3, "it stays open"


def test_ray(alone, tmp_path):
    """A cluster of two workers on this machine, files and all."""
    pytest.importorskip("ray")
    from fylking.study.ray import RayExecutor

    with RayExecutor(2) as pool:
        for i, make in enumerate(STUDIES):
            here, there = tmp_path / f"{i}here.jsonl", tmp_path / f"{i}there.jsonl"
            report = run(make(), 2, pool, out=there).report()
            assert json.dumps(report) == json.dumps(alone[make])
            run(make(), out=here)
            assert lines(there) == lines(here)
        broken = PieStudy(fylking.Fravan(size=2), "level:1", games=1)
        broken.openings[1] = broken.openings[1]._replace(text="nonsense")
        with pytest.raises(fylking.NotationError, match="a position text begins with a game"):
            run(broken, 2, pool)


@pytest.mark.parametrize("make", STUDIES)
def test_units_are_pickled_whole(make):
    study = make()
    for number in range(study.units):
        unit = pickle.loads(pickle.dumps(study.unit(number)))
        assert unit == study.unit(number)
        assert study.work(unit) == study.work(study.unit(number))


# ---- Broken off and gone on with ----


@pytest.mark.parametrize("make", STUDIES)
@pytest.mark.parametrize("after", [0, 1, 4])
def test_a_study_that_is_broken_off_goes_on(alone, tmp_path, make, after):
    out, whole = tmp_path / "study.jsonl", tmp_path / "whole.jsonl"

    def stop(results):
        if results.done == after:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(make(), out=out, progress=stop)
    assert len(lines(out)[1]) == after
    with out.open("a") as file:
        file.write('{"unit": 5, "open')  # torn
    seen = []
    results = run(make(), 2, "threads", out, lambda found: seen.append(found.done))
    assert seen == list(range(after, results.study.units + 1))
    assert results.report() == alone[make]
    run(make(), out=whole)
    assert lines(out) == lines(whole)
    before = out.read_bytes()
    run(make(), out=out)
    assert out.read_bytes() == before, "nothing was left to do"


def test_threads_give_up_soon():
    """Those games take half a minute."""
    study = GameStudy([fylking.Frasvel(size=6)], ["mcts:simulations=2000"], number=1)
    futures = []

    def begin():
        with opened("threads", 2) as pool:
            futures.append(pool.submit(study.work, study.unit(0)))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        begin()
    assert isinstance(futures[0].exception(timeout=0), GivenUp)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seed": 4}, "its seed is 3, not 4"),
        ({"player": "level:2"}, 'its player is "level:1", not "level:2"'),
        ({"game": fylking.Herfor(size=4)}, "its size is 3, not 4"),
        ({"max_actions": 9}, "its max_actions is 5000, not 9"),
    ],
)
def test_a_file_of_another_study_is_refused(tmp_path, change, message):
    out = tmp_path / "study.jsonl"
    run(pie(), out=out)
    before = out.read_bytes()
    options = {"game": fylking.Herfor(size=3), "player": "level:1", "games": 3, "seed": 3} | change
    with pytest.raises(fylking.OptionError, match=f"another study: {message}"):
        run(PieStudy(**options), out=out)
    assert out.read_bytes() == before


def test_a_file_of_something_else_is_refused(tmp_path):
    out = tmp_path / "study.jsonl"
    for text in ("hello\n", "hello", '{"fylking_match": 1}\n', "[1]\n"):
        out.write_text(text)
        with pytest.raises(fylking.RecordError, match="no record of a study"):
            run(pie(), out=out)
        assert out.read_text() == text


@pytest.mark.parametrize(
    "line", ["nonsense", "[]", "{}", '{"unit": 1}', '{"unit": true}', '{"unit": -1}']
)
def test_a_line_that_is_no_unit_is_refused_by_its_number(tmp_path, line):
    out = tmp_path / "study.jsonl"
    run(pie(), out=out)
    with out.open("a") as file:
        file.write(line + "\n")
    with pytest.raises(fylking.OptionError, match="line 14 of .* is no unit of this study"):
        run(pie(), out=out)


def test_two_studies_do_not_write_to_one_file(tmp_path):
    pytest.importorskip("fcntl")
    out = tmp_path / "study.jsonl"

    def again(_):
        run(pie(), out=out)

    with pytest.raises(fylking.OptionError, match="another study is writing to"):
        run(pie(), out=out, progress=again)


# ---- What goes wrong ----


@pytest.mark.parametrize(
    ("player", "message"),
    [
        ("exactbots:Broken", "'exactbots:Broken' has failed: ZeroDivisionError: no way"),
        ("exactbots:Unready", "'exactbots:Unready' does not get ready: not today"),
        ("exactbots:unmakable", "'exactbots:unmakable' cannot be made: no licence"),
    ],
)
def test_a_bot_that_fails_ends_the_study(monkeypatch, player, message):
    monkeypatch.syspath_prepend(str(HERE))
    with pytest.raises(fylking.Error, match=message):
        run(GameStudy([fylking.Fravan(size=2)], [player], 2), 2, "threads")
    sys.modules.pop("exactbots", None)


def test_bad_executors():
    with pytest.raises(
        fylking.OptionError, match="no executor 'cloud'; there are processes, threads"
    ):
        run(pie(), 2, "cloud")
    with pytest.raises(fylking.OptionError, match="workers is 0"):
        run(pie(), 0)


@pytest.mark.parametrize(
    ("missing", "module", "extra"),
    [("ray", "fylking.study.ray", "ray"), ("matplotlib", "fylking.study.plots", "study")],
)
def test_an_extra_that_is_missing_is_named(missing, module, extra):
    program = f"import sys; sys.modules[{missing!r}] = None; import {module}"
    failed = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60
    )
    last = failed.stderr.splitlines()[-1]
    assert last.startswith("ModuleNotFoundError: ")
    assert f'pip install "fylking[{extra}]"' in last

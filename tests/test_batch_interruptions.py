"""Ctrl-C, other threads and other processes meet a batch."""

from __future__ import annotations

import gc
import os
import signal
import threading

import numpy as np
import pytest
import samples
from batches import everything
from interruptions import alarms, until_rung

import fylking

small_games = pytest.mark.parametrize("game", samples.SMALL, ids=samples.label)


@small_games
def test_half_a_step_is_none(game):
    """What `advance` has written means nothing until `commit`."""
    batch = fylking.Batch(game, 6, 1, max_actions=5)
    for _ in range(10):
        batch.step_random()
        told = everything(batch)
        results = (np.empty((6, 2), np.float32), np.empty(6, np.bool_), np.empty(6, np.bool_))
        batch._slots.advance(batch._crew, None, "forced", results, None, False, None)
        assert everything(batch) == told
        twin = batch.copy()
        batch.step_random()
        twin.step_random()
        assert everything(batch) == everything(twin)


@pytest.mark.skipif(os.name == "nt", reason="needs the signals of POSIX")
@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupted_step_happens_or_not(threads):
    """Wherever the signal comes, all games have moved or none has."""
    game = fylking.Fravan(4)
    batch = fylking.Batch(game, 1 << 16, 1, threads)
    planes = batch.observation(dtype="uint8")
    for _ in range(20):
        batch.step_random()
    kept = None

    def step():
        nonlocal kept
        kept = batch.copy()
        batch.step_random(observation=planes)

    with alarms():
        for delay in (0.001, 0.01, 0.02, 0.05):
            kept = batch.copy()
            until_rung(step, delay)
            now = batch.observation(dtype="uint8")
            unmoved = np.array_equal(now, kept.observation(dtype="uint8"))
            kept.step_random()
            assert unmoved or np.array_equal(now, kept.observation(dtype="uint8"))


@pytest.mark.skipif(os.name == "nt", reason="needs the signals of POSIX")
@pytest.mark.parametrize(
    "call",
    ["reset()", "set_position(0, start)", "step_random()", "legal_mask()", "__reduce__()"],
)
def test_a_signal_handler_cannot_meddle_with_a_step(call):
    """Python code that runs within a step must not change what the step works on."""
    game = fylking.Fravan(5)
    batch = fylking.Batch(game, 1 << 15, 1)
    refused = []

    def ring(signum, frame):
        try:
            eval(f"batch.{call}", {"batch": batch, "start": start})
        except fylking.Error as error:
            refused.append(str(error))

    start = game.start()
    planes = batch.observation()
    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
    try:
        for _ in range(1000):
            batch.step_random(observation=planes)
            if refused:
                break
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert refused
    assert refused[0].startswith("another call is at work on this batch")
    eval(f"batch.{call}", {"batch": batch, "start": start})  # it is free again


def test_a_batch_serves_one_thread_at_a_time():
    """Calls that meet are refused; whatever happens, every game stays a game."""
    game = fylking.Frasvel(3)
    batch = fylking.Batch(game, 600)
    others = []

    def play():
        for _ in range(60):
            try:
                batch.step_random()
            except fylking.Error as error:
                others.append(str(error))

    threads = [threading.Thread(target=play) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(message.startswith("another call is at work") for message in others)
    for i in range(batch.n):
        position = batch.position(i)
        assert fylking.parse(position.text) == position


def test_the_gil_is_released():
    """A thread goes on ticking within a single call."""
    batch = fylking.Batch(fylking.Fravan(5), 1 << 17)
    done, ticks, within = threading.Event(), 0, 0

    def heartbeat():
        nonlocal ticks
        while not done.wait(0.0005):
            ticks += 1

    thread = threading.Thread(target=heartbeat)
    thread.start()
    try:
        for _ in range(100):
            before = ticks
            batch.step_random()
            within = max(within, ticks - before)
            if within >= 3:  # at a call's ends there is time for one
                break
    finally:
        done.set()
        thread.join()
    assert within >= 3


def test_threads_end_with_their_batch():
    before = set(threading.enumerate())
    batch = fylking.Batch(fylking.Fravan(2), 80, 1, threads=3)
    batch.step_random()
    own = set(threading.enumerate()) - before
    assert own
    del batch
    gc.collect()
    for thread in own:
        thread.join(5)
        assert not thread.is_alive()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_process_has_threads_of_its_own():
    batch = fylking.Batch(fylking.Fravan(3), 80, 1, threads=2)
    batch.step_random()
    twin = batch.copy()
    twin.step_random()
    wanted = everything(twin)["texts"]
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        batch.step_random()
        same = [batch.position(i).text for i in range(80)] == wanted
        os.write(writer, b"same" if same else b"different")
        os._exit(0)
    os.close(writer)
    told = os.read(reader, 20)
    os.waitpid(child, 0)
    assert told == b"same"

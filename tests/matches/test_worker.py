"""What becomes of bots that misbehave, within the process that plays their games."""

from __future__ import annotations

import pytest

import fylking
from fylking.matches import worker

OPENING = "fravan3 .../..../.b.../..../... w play 1b"


def order(*specs, opening=OPENING, **options):
    return {
        "players": list(enumerate(specs)),
        "opening": opening,
        "pie": True,
        "seeds": [1, 2],
        "limits": [None, None],
        "deadlines": [60, 60],
        "max_actions": 1000,
    } | options


def played(*orders):
    """The messages that games give, in lists a game."""
    messages = []
    stage = worker.Stage(lambda *message: messages.append(list(message)))
    found = []
    for each in orders:
        stage.obey(each)
        found.append(messages[:])
        messages.clear()
    return found


@pytest.mark.parametrize(
    ("how", "kind", "detail"),
    [
        ("raises", "crash", "ZeroDivisionError: no way"),
        ("leaves", "crash", "SystemExit: had enough"),
        ("illegal", "illegal", "is taken by"),
        ("outside", "illegal", f"there is no action {10**30}"),
        ("negative", "illegal", "there is no action -1"),
        ("text", "illegal", "'a1' is no action"),
        ("nothing", "illegal", "None is no action"),
        ("truth", "illegal", "True is no action"),
    ],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_forfeits(seat, how, kind, detail):
    specs = ["badbots:Steady", "badbots:Steady"]
    specs[seat] = f"badbots:Bad:{how}"
    swapped = order(players=list(enumerate(specs))[::-1])
    first, second = played(order(*specs), swapped)
    assert first[-1][:3] == ["forfeit", seat, kind]
    assert detail in first[-1][3]
    assert [message[0] for message in first].count("action") in (4, 5)
    assert second[-1][:3] == ["forfeit", 1 - seat, kind]


@pytest.mark.parametrize(
    ("factory", "detail"),
    [("unmakable", "no licence"), ("Unready", "not today"), ("nosuch", "nosuch")],
)
def test_who_cannot_be_made_or_told_forfeits(factory, detail):
    (messages,) = played(order("random", f"badbots:{factory}"))
    assert messages[-1][:3] == ["forfeit", 1, "crash"]
    assert detail in messages[-1][3]
    assert messages[-2] == ["starting", 1]


def test_a_late_answer_is_a_forfeit():
    (messages,) = played(order("badbots:Steady", "badbots:Steady:0.05", deadlines=[9, 0.04]))
    assert messages[-1] == ["forfeit", 1, "time", "no answer within 0.04 s"]
    assert messages[-2] == ["thinking", 1]


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("timeout", "time"),
        ("illegal move", "illegal"),
        ("protocol", "illegal"),
        ("crashed", "crash"),
    ],
)
def test_errors_with_a_kind(monkeypatch, kind, expected):
    class EngineError(fylking.Error):
        pass

    def choose(self, pos, limits=None):
        error = EngineError("no bestmove")
        error.kind = kind
        raise error

    monkeypatch.setattr(fylking.bots.RandomBot, "choose", choose)
    (messages,) = played(order("random", "random"))
    assert messages[-1] == ["forfeit", 1, expected, "EngineError: no bestmove"]


def test_a_game_goes_on_after_the_choice_with_the_same_seat():
    """P3: who takes White acts again; P2."""
    (messages,) = played(
        order("badbots:Steady", "badbots:Steady", opening=OPENING.replace("play", "choose"))
    )
    assert messages[-1] == ["done"]
    thinking = [message[1] for message in messages if message[0] == "thinking"]
    assert messages[3][:2] == ["action", "white"]
    assert thinking[:4] == [1, 1, 0, 1]


def test_a_game_is_left_after_as_many_actions():
    (messages,) = played(order("random", "random", max_actions=3))
    assert [message[0] for message in messages].count("action") == 3
    assert messages[-1] == ["done"]


def test_limits_reach_the_bots():
    one, other = "badbots:Limited:want_nodes=5", "badbots:Limited:want_seconds=1.5,want_depth=2"
    limits = [{"nodes": 5}, {"seconds": 1.5, "depth": 2}]
    (messages,) = played(order(one, other, limits=limits))
    assert messages[-1] == ["done"]
    (messages,) = played(order(one, other, limits=limits[::-1]))
    assert "forfeit" in messages[-1]


def test_bots_stay_for_the_next_game_unless_they_fail(monkeypatch):
    made = []

    class Counted(fylking.bots.RandomBot):
        def __init__(self):
            super().__init__()
            self.closed = False
            self.seeds = []
            made.append(self)

        def choose(self, pos, limits=None):
            if self.seeds[-1] == 13:
                raise RuntimeError
            return super().choose(pos, limits)

        def reset(self, seed=None):
            super().reset(seed)
            self.seeds.append(seed)

        def close(self):
            self.closed = True

    monkeypatch.setitem(fylking.matches.MAKERS, "counted", Counted)
    played(
        order("counted", "random", seeds=[3, 4]),
        order("counted", "random", seeds=[5, 6]),
        order("counted", "random", seeds=[13, 7]),
        order("counted", "random", seeds=[8, 9]),
    )
    assert [bot.seeds for bot in made] == [[3, 5, 13], [8]]
    assert [bot.closed for bot in made] == [True, False]

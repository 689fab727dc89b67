"""Sessions of `fylking play` that are typed from a script."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fylking.cli import main
from fylking.matches import GameRecord, read_record

Capture = pytest.CaptureFixture[str]


def play(
    capsys: Capture, patch: pytest.MonkeyPatch, options: str | list[str], *lines: str
) -> tuple[int, str]:
    """The status and the output of a session in which these lines are typed."""
    patch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    status = main(["play", *(options.split() if isinstance(options, str) else options)])
    out, err = capsys.readouterr()
    assert err == ""
    return status, out


def first_of(actions: list[str]) -> str:
    """The first action."""
    return actions[0]


def whole_game(
    capsys: Capture,
    patch: pytest.MonkeyPatch,
    options: str,
    choose: Callable[[list[str]], str] = first_of,
) -> tuple[int, str]:
    """The same of a person who chooses among the legal actions, asked for by `moves`."""

    class Person(io.StringIO):
        said = ""
        asked = False

        def readline(self, *_: object) -> str:
            out = capsys.readouterr().out
            self.said += out
            self.asked = not self.asked
            if self.asked:
                return "moves\n"
            listed = re.search(r"legal actions?:\n((?: .*\n)+)", out)
            assert listed is not None, out
            return choose(listed[1].split()) + "\n"

    person = Person()
    patch.setattr("sys.stdin", person)
    status = main(["play", *options.split()])
    out, err = capsys.readouterr()
    assert err == ""
    return status, person.said + out


def texts(out: str) -> list[str]:
    """The position texts that `text` has printed."""
    return re.findall(r"> text\n(.*)\n", out)


def refusal(capsys: Capture, options: str) -> str:
    """What is said of options that are refused."""
    assert main(["play", *options.split()]) == 2
    return capsys.readouterr().err


def game_in(path: str | Path) -> tuple[dict[str, Any], GameRecord]:
    """The head and the one game of a file."""
    head, (game,) = read_record(path)
    return head, game

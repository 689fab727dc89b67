"""The doors are imported when asked for, and say what is missing."""

from __future__ import annotations

import subprocess
import sys

import pytest

OPTIONAL = ("gymnasium", "pettingzoo", "PIL", "pygame")


def run(program):
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60
    )


def test_the_package_imports_none_of_them():
    program = f"import sys, fylking; print([m for m in {OPTIONAL} if m in sys.modules])"
    assert run(program).stdout == "[]\n"


@pytest.mark.parametrize(
    ("door", "missing", "extra"),
    [
        ("gymnasium", "gymnasium", "fylking[gymnasium]"),
        ("pettingzoo", "pettingzoo", "fylking[pettingzoo]"),
        ("picture", "PIL", "fylking[gymnasium]"),
    ],
)
def test_a_door_says_which_extra_it_needs(door, missing, extra):
    failed = run(f"import sys; sys.modules[{missing!r}] = None; import fylking.doors.{door}")
    last = failed.stderr.splitlines()[-1]
    assert last.startswith("ModuleNotFoundError: ")
    assert f'pip install "{extra}"' in last


@pytest.mark.parametrize(
    ("mode", "missing"), [("human", "pygame"), ("human", "PIL"), ("rgb_array", "PIL")]
)
def test_a_render_mode_says_which_extra_it_needs(mode, missing):
    pytest.importorskip("gymnasium")
    pytest.importorskip("PIL")
    make = f"from fylking.doors.gymnasium import FylkingEnv; FylkingEnv('fravan', render_mode={mode!r})"
    failed = run(f"import sys; sys.modules[{missing!r}] = None; {make}")
    assert 'pip install "fylking[gymnasium]"' in failed.stderr.splitlines()[-1]


def test_text_and_masks_need_no_picture():
    pytest.importorskip("gymnasium")
    program = (
        "import sys; sys.modules['PIL'] = sys.modules['pygame'] = None\n"
        "from fylking.doors.gymnasium import FylkingEnv\n"
        "env = FylkingEnv('fravan', size=2, render_mode='ansi'); env.reset(); print(env.render())"
    )
    assert "Black to move" in run(program).stdout

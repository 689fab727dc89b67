"""Without OpenSpiel the door says what to install, and nothing else needs it."""

import subprocess
import sys

PROGRAM = """
import sys
sys.modules["pyspiel"] = None  # as if it were not installed
import fylking, fylking.doors
try:
    import fylking.doors.openspiel
except ImportError as error:
    print(error)
print(fylking.Fravan(2).start().text)
"""


def test_the_door_says_what_to_install():
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=60, check=True
    )
    message, text = run.stdout.splitlines()
    assert 'pip install "fylking[openspiel]"' in message
    assert text == "fravan2 ../.../.. b open 1b"


def test_fylking_does_not_import_it():
    program = "import sys, fylking; print([m for m in sys.modules if 'spiel' in m or 'doors' in m])"
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
    )
    assert run.stdout == "[]\n"

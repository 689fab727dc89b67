"""Programs that tests start and talk to."""

from __future__ import annotations

import contextlib
import subprocess
import threading

LONGEST = 120
"""Seconds after which a program is ended, whatever its test waits for."""


@contextlib.contextmanager
def started(words, **options):
    """A program with its outputs in pipes; it does not outlive the block.

    Args:
        words: what is started.
        options: more for `subprocess.Popen`.
    """
    pipe = subprocess.PIPE
    program = subprocess.Popen(words, stdout=pipe, stderr=pipe, **options)
    deadline = threading.Timer(LONGEST, program.kill)
    deadline.start()
    try:
        yield program
    finally:
        deadline.cancel()
        program.kill()
        program.communicate()

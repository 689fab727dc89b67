"""Signals whose handler raises an exception, wherever they come."""

from __future__ import annotations

import contextlib
import signal


class Enough(BaseException):
    """What the handler raises."""


@contextlib.contextmanager
def alarms():
    """A block in which `until_rung` may be called."""

    def ring(signum, frame):
        raise Enough

    before = signal.signal(signal.SIGALRM, ring)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def until_rung(call, delay):
    """Calls it again and again until the exception comes, after so many seconds.

    Python drops an exception that comes while it frees an object, so there is another each second.
    """
    try:
        signal.setitimer(signal.ITIMER_REAL, delay, 1)
        while True:
            call()
    except Enough:
        signal.setitimer(signal.ITIMER_REAL, 0)

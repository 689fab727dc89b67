"""The options of the suite: --slow for the long counts, --walks and --seed for random play."""

from __future__ import annotations

import signal
from collections.abc import Callable

import pytest

# What was started in the background ignores Ctrl-C, and so would all that the tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

pytest.register_assert_rewrite("compare", "rules.drawing")


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("fylking")
    group.addoption("--slow", action="store_true", help="run the tests marked slow too")
    group.addoption("--walks", type=int, default=1, metavar="N", help="N times as much random play")
    group.addoption("--seed", type=int, default=0, metavar="N", help="first seed of random play")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--slow"):
        return
    for item in items:
        if "slow" in item.keywords:
            item.add_marker(pytest.mark.skip(reason="slow; --slow runs it"))


@pytest.fixture
def seeds(request: pytest.FixtureRequest) -> Callable[[int], range]:
    """The seeds of random play, of which there are `count`, or what --walks makes of that."""
    first = request.config.getoption("--seed")
    times = request.config.getoption("--walks")
    return lambda count: range(first, first + times * count)

"""The options of the suite: --slow for the long counts, --walks for more random walks."""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite("compare")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="run the tests marked slow too")
    parser.addoption(
        "--walks", type=int, default=1, metavar="N", help="play N times as many random walks"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--slow"):
        return
    for item in items:
        if "slow" in item.keywords:
            item.add_marker(pytest.mark.skip(reason="slow; --slow runs it"))


@pytest.fixture
def walks(request: pytest.FixtureRequest) -> int:
    """By how much to multiply the number of random walks."""
    return request.config.getoption("--walks")

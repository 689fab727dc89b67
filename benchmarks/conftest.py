"""The `measure` fixture, and the machine at the head of every report."""

from __future__ import annotations

from typing import Any

import pytest
from measuring import Measure, machine


@pytest.fixture
def measure(benchmark: Any) -> Measure:
    """Times a row of `rows.py`; see `measuring.Measure`."""
    return Measure(benchmark)


def pytest_report_header(config: pytest.Config) -> list[str]:
    return [f"{name}: {value}" for name, value in machine().items() if name != "python"]


@pytest.hookimpl(optionalhook=True)
def pytest_benchmark_update_machine_info(
    config: pytest.Config, machine_info: dict[str, Any]
) -> None:
    machine_info["fylking"] = machine()

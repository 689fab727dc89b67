"""Several games at once on one server, by the load script: none is lost."""

from __future__ import annotations

import asyncio
import importlib.util
import sys
from pathlib import Path

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "web_load.py"


@pytest.fixture(scope="module")
def web_load():
    spec = importlib.util.spec_from_file_location("web_load", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    sys.modules["web_load"] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules["web_load"]


def test_many_open_games_and_none_lost(web_load, server):
    load = asyncio.run(web_load.run(server, games=20, most=8))
    assert load.errors == []
    assert (load.finished, load.lost) == (20, 0)
    assert load.figures()["answers"] >= 20 * 16


def test_what_the_server_refuses_is_a_lost_game(web_load, server, monkeypatch):
    monkeypatch.setattr(web_load, "SIZES", {"fravan": 99})
    load = asyncio.run(web_load.run(server, games=1, most=2))
    assert (load.finished, load.lost) == (0, 1)
    assert "size is 99" in load.errors[0]


def test_a_server_with_a_short_queue_is_asked_again_until_all_is_played(web_load):
    with web_load.server("--workers", "1", "--queue", "1") as address:
        load = asyncio.run(web_load.run(address, games=8, most=4))
    assert load.errors == []
    assert (load.finished, load.lost) == (8, 0)

"""A server in a process of its own, and Chromium to look at its page."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator

import pytest

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
WAIT = 15_000
"""Milliseconds after which what does not happen has failed: long, for a busy machine."""


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The address of `fylking serve`."""
    pytest.importorskip("starlette")
    pytest.importorskip("uvicorn")
    command = [sys.executable, "-m", "fylking", "serve", "--port", "0", "--workers", "2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        address = re.search(r"http://\S+/", line)
        assert address, line
        yield address[0]
        process.terminate()


@pytest.fixture(scope="module")  # as long as it lives, nothing else can use asyncio
def chromium():
    """The browser."""
    playwright = pytest.importorskip("playwright.sync_api")
    if CHROMIUM is None:
        pytest.skip("there is no Chromium here")
    playwright.expect.set_options(timeout=WAIT)
    with playwright.sync_playwright() as driver:
        # Root has no sandbox.
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium, server):
    """Opens the page as a browser of some kind; what it complains of fails the test.

    With `refusals` the server may refuse requests.
    """
    complaints, contexts = [], []

    def call(address="", width=1200, height=900, motion="reduce", refusals=False, **options):
        context = chromium.new_context(
            viewport={"width": width, "height": height}, reduced_motion=motion, **options
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(WAIT)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        if not refusals:
            page.on(
                "response",
                lambda answer: complaints.append(answer.url) if answer.status >= 400 else None,
            )
            page.on(
                "console",
                lambda said: complaints.append(said.text) if said.type == "error" else None,
            )
        page.goto(server + address)
        return page

    yield call
    for context in contexts:
        context.close()
    assert complaints == []

"""How the page is played in a browser."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

OVER = re.compile("^A draw|won with")
READY = re.compile("^Your turn|^First player|^Second player|^A draw|won with")


def start(page: Page, game: str, size: int | None = None, first="person", second="1", pie=True):
    """Begins a game by the dialog."""
    dialog = page.locator("dialog")
    expect(page.locator("dialog[open]").or_(page.locator("#board > svg")).first).to_be_visible()
    if not dialog.is_visible():
        page.click("#new-game")
    expect(dialog).to_be_visible()
    page.check(f"input[value={game}]")
    if size is not None:
        page.select_option("#size", str(size))
    if page.locator("#pie").is_visible():
        page.set_checked("#pie", pie)
    page.select_option("#first", first)
    page.select_option("#second", second)
    page.click("dialog button.main")
    ready(page)


def ready(page: Page) -> bool:
    """Waits until a person is to act, or the game is over; returns whether it goes on."""
    expect(page.locator("#status")).to_have_text(READY)
    expect(page.locator("body")).to_have_class("")
    expect(page.locator("#board[aria-busy=false] > svg")).to_be_attached()
    return not OVER.search(page.inner_text("#status"))


def plies(page: Page) -> int:
    """How many actions have been played."""
    return page.locator("#moves [data-ply]").count() - 1


def point(page: Page, name: str):
    """A point of the board."""
    return page.locator(f'[data-point="{name}"]')


def play_something(page: Page, which: int = 0) -> None:
    """Plays an action by clicks: the one of a point, if there is one, else a button's."""
    before = plies(page)
    targets = page.locator(".point.target")
    buttons = page.locator("#choices button")
    expect(targets.or_(buttons).first).to_be_visible()
    count = targets.count()
    if not count:
        buttons.nth(which % buttons.count()).click()
    else:
        targets.nth(which % count).click()
    moved = page.locator(f'#moves [data-ply="{before + 1}"]')
    chosen = page.locator(".point.selected")
    expect(moved.or_(chosen).first).to_be_visible()
    if not moved.count():
        page.locator(".point.target").first.click()
    expect(moved).to_be_visible()

"""What stands around the board: analysis, moves, records, links, themes, two people."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("playwright")

from playing import plies, point, ready, start
from playwright.sync_api import expect

import fylking
from fylking import record


def play(page, *names):
    for name in names:
        before = plies(page)
        point(page, name).click()
        expect(page.locator(f'#moves [data-ply="{before + 1}"]')).to_be_visible()
        ready(page)


def test_two_people_look_back_and_play_on_from_there(open_page):
    page = open_page()
    start(page, "fravan", 3, second="person", pie=False)
    play(page, "a1", "b1", "c1", "c3")
    text = page.input_value("#text")
    page.click('#moves [data-ply="2"]')
    expect(page.locator("#status")).to_have_text("Position 2 of 4.")
    expect(page.locator(".point.target")).to_have_count(0)
    page.click("#live-again")
    ready(page)
    assert page.input_value("#text") == text
    page.click('#moves [data-ply="2"]')
    page.click("#play-on")
    ready(page)
    assert plies(page) == 2


def test_the_pass_is_a_button_and_ends_the_game(open_page):
    page = open_page()
    start(page, "fravan", 3, second="person", pie=False)
    play(page, "c3")
    page.click('#choices [data-action="pass"]')
    expect(page.locator("#status")).to_contain_text("a pass now ends the game")
    page.click('#choices [data-action="pass"]')
    expect(page.locator("#status")).to_contain_text("First player has won with Black: two passes")


def test_analysis_and_hint(open_page):
    page = open_page()
    start(page, "fravan", 3, pie=False)
    page.click("#analyse")
    expect(page.locator("#bar")).to_be_visible()
    expect(page.locator("#bar-text")).to_contain_text("2000 simulations")
    candidate = page.locator("#candidates button").first
    action = candidate.get_attribute("data-action")
    page.click("#hint")
    expect(page.locator("#preview")).to_contain_text(f"Hint: {action}")
    page.locator("#candidates button").first.click()
    ready(page)
    assert page.locator('#moves [data-ply="1"]').inner_text() == action


def test_sides_are_swapped(open_page):
    page = open_page()
    start(page, "herfor", 3, pie=False)
    page.click("#swap")
    expect(page.locator('#moves [data-ply="1"]')).to_be_visible()  # the bot is first now
    ready(page)
    expect(page.locator("#seats li").first).to_contain_text("Level 1")


def test_a_record_is_downloaded_and_opened_again(open_page, tmp_path):
    page = open_page()
    start(page, "frasvel", 3)
    point(page, "c3").click()
    ready(page)
    moves = page.locator("#moves").inner_text()
    with page.expect_download() as waiting:
        page.click("#download")
    path = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(path)
    assert record.validate(path) == 1
    start(page, "fravan", 2)
    page.set_input_files("#file", path)
    expect(page.locator("#title")).to_have_text("Frasvel 3")
    ready(page)
    assert page.locator("#moves").inner_text() == moves


@pytest.fixture
def two_games(tmp_path):
    """A file of two games, whose first moves are a1 and b2."""
    path = tmp_path / "games.jsonl"
    with record.Writer(path, record.head_of(fylking.Fravan(2), ["Ann", "Bob"])) as out:
        for number, action in ((3, "a1"), (8, "b2")):
            pos = fylking.Fravan(2).start()
            pos.push(action)
            out.write(record.GameRecord.of(pos, number))
    return path


def test_a_game_of_a_record_is_chosen(open_page, two_games):
    page = open_page()
    start(page, "freeze", 6)
    page.set_input_files("#file", two_games)
    expect(page.locator('#moves [data-ply="1"]')).to_have_text("a1")
    page.select_option("#number", "8")
    page.click("#numbers button")
    expect(page.locator('#moves [data-ply="1"]')).to_have_text("b2")


def test_why_a_record_is_refused_is_told(open_page, two_games):
    page = open_page(refusals=True)
    start(page, "freeze", 6)
    two_games.write_bytes(two_games.read_bytes().replace(b'"a1"', b'"a9"'))
    page.set_input_files("#file", two_games)
    expect(page.locator("#error")).to_contain_text("line 2 of the record: action 1 of 1: 'a9'")


def test_a_link_leads_to_the_position(open_page, server):
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    start(page, "herfor", 3, second="person", pie=False)
    play(page, "c3", "a1")
    text = page.input_value("#text")
    page.click("#copy-link")
    expect(page.locator("#preview")).to_have_text("Link copied.")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.startswith(server)
    other = open_page(link.removeprefix(server))
    ready(other)
    assert other.input_value("#text") == text
    page.click("#copy-text")
    expect(page.locator("#preview")).to_have_text("Position text copied.")
    assert page.evaluate("navigator.clipboard.readText()") == text


def test_a_pasted_position_or_why_it_is_none(open_page):
    page = open_page(refusals=True)
    page.select_option("#second", "person")
    page.click("dialog summary")
    page.fill("#paste", "fravan2 ../.b./.. w choose 1w")
    page.click("dialog button.main")
    expect(page.locator("#start-error")).to_contain_text("1b, not 1w")
    page.fill("#paste", "fravan2 ../.b./.. w choose 1b")
    page.click("dialog button.main")
    ready(page)
    expect(page.locator("#status")).to_contain_text("choose a colour")


def test_rules_and_territory_are_shown(open_page):
    page = open_page()
    start(page, "fravan", 3, second="person", pie=False)
    page.click("#rules-box summary")
    expect(page.locator("#rules")).to_contain_text("FV10")
    expect(page.locator("#rules strong").first).to_be_visible()
    play(page, "a3", "a1", "d3")
    page.check("#show-territory")
    expect(page.locator("#board g.territory")).to_be_attached()
    expect(page.locator("#seats .score").first).to_have_text("4")


def test_themes_follow_the_system_and_the_switch(open_page):
    page = open_page(color_scheme="dark")
    start(page, "fravan", 2)
    root, paper = page.locator("html"), page.locator("#board .board path").first
    expect(root).to_have_attribute("data-theme", "dark")
    expect(paper).to_have_attribute("fill", fylking.draw.THEMES["dark"].board)
    page.select_option("#theme", "light")
    expect(root).to_have_attribute("data-theme", "light")
    expect(paper).to_have_attribute("fill", fylking.draw.THEMES["light"].board)
    page.reload()
    expect(root).to_have_attribute("data-theme", "light")


def test_everything_that_can_be_used_has_a_name(open_page):
    page = open_page()
    start(page, "freeze", 6)
    page.click("#analyse")
    expect(page.locator("#bar")).to_be_visible()
    unnamed = page.locator(
        "button, select, textarea, input:not([type=file]), [role=button]"
    ).evaluate_all(
        """nodes => nodes.filter(node => !(node.getAttribute("aria-label")
            || node.textContent.trim() || (node.labels && node.labels.length)))
            .map(node => node.outerHTML)"""
    )
    assert unnamed == []
    expect(page.locator("#live")).to_have_attribute("aria-live", "polite")
    expect(page.locator('#board [tabindex="0"]')).to_have_count(1)


def test_a_game_that_is_gone_is_told(open_page):
    page = open_page("#game=gone", refusals=True)
    expect(page.locator("#dialog-note")).to_have_text("That game is no longer kept on the server.")


def test_a_full_queue_is_asked_again(open_page):
    page = open_page(refusals=True)
    start(page, "fravan", 3, pie=False)
    asked = []

    def refuse_once(route):
        asked.append(route.request.url)
        if len(asked) > 1:
            route.continue_()
            return
        route.fulfill(status=503, headers={"Retry-After": "1"}, json={"error": "ask again"})

    page.route("**/bot", refuse_once)
    point(page, "c3").click()
    expect(page.locator("#status")).to_have_text("Many bots are thinking. Waiting for a turn…")
    ready(page)
    assert plies(page) == 2
    assert len(asked) == 2
    expect(page.locator("#error")).to_be_hidden()


def test_undo_while_the_bot_is_thinking(open_page):
    page = open_page(refusals=True)
    start(page, "fravan", 3, pie=False)
    held = []
    page.route("**/bot", lambda route: held.append(route))
    point(page, "c3").click()
    expect(page.locator("#status")).to_contain_text("is thinking")
    page.click("#undo")
    expect(page.locator("#error")).to_be_hidden()
    page.wait_for_timeout(100)  # the server has taken it back; the bot's answer is still out
    held[0].continue_()
    ready(page)
    expect(page.locator("#moves [data-ply]")).to_have_count(1)
    expect(page.locator("#error")).to_be_hidden()


def test_who_looks_back_stays_there_when_the_bot_answers(open_page):
    page = open_page()
    start(page, "fravan", 3, pie=False)
    held = []
    page.route("**/bot", lambda route: held.append(route))
    point(page, "c3").click()
    expect(page.locator("#status")).to_contain_text("is thinking")
    page.click('#moves [data-ply="0"]')
    expect(page.locator("#status")).to_have_text("Position 0 of 1.")
    held[0].continue_()
    expect(page.locator("#status")).to_have_text(
        re.compile(r"^Position 0 of 2\. A new move has been played: ..\.$")
    )
    expect(page.locator("body")).to_have_class("")
    expect(page.locator('#moves [aria-current="step"]')).to_have_attribute("data-ply", "0")
    expect(page.locator("#board .stack")).to_have_count(0)
    page.click("#live-again")
    ready(page)
    assert plies(page) == 2


def test_a_link_to_no_position_is_told_in_the_dialog(open_page):
    page = open_page("#position=foo", refusals=True)
    expect(page.locator("dialog")).to_be_visible()
    expect(page.locator("#dialog-note")).to_contain_text("The link leads to no position: ")


def test_a_file_that_is_too_long_is_not_read(open_page, tmp_path):
    page = open_page()
    start(page, "fravan", 3, second="person", pie=False)
    path = tmp_path / "long.jsonl"
    path.write_bytes(b" " * (2**21 + 1))
    page.set_input_files("#file", path)
    expect(page.locator("#error")).to_have_text(
        "The file has 2.1 MB; a record may have about 1.7 MB."
    )

"""Whole games in a browser, by clicks, by touch and by the keyboard."""

from __future__ import annotations

import random

import pytest

pytest.importorskip("playwright")

from playing import OVER, play_something, plies, point, ready, start
from playwright.sync_api import expect

import fylking

SIZES = {"fravan": 2, "herfor": 2, "frasvel": 2, "freeze": 6}


@pytest.mark.parametrize("name", fylking.GAMES)
def test_a_complete_game_by_clicks_against_level_1(open_page, name, seeds):
    page, chance = open_page(), random.Random(seeds(1)[0])
    start(page, name, SIZES[name])
    while ready(page):
        play_something(page, chance.randrange(100))
        assert plies(page) < 200
    expect(page.locator("#status")).to_have_text(OVER)
    expect(page.locator("#choices button")).to_have_count(0)
    game = fylking.game(name, SIZES[name])
    pos = fylking.parse(page.input_value("#text"))
    assert pos.is_over
    replayed = game.start()
    for text in page.locator("#moves [data-ply]").all_inner_texts()[1:]:
        replayed.push(text)
    assert replayed == pos


@pytest.mark.parametrize(("choice", "colours"), [("black", "WB"), ("white", "BW")])
def test_the_pie_choice_both_ways(open_page, choice, colours):
    page = open_page()
    start(page, "fravan", 3, first="1", second="person")
    expect(page.locator("#status")).to_contain_text("choose a colour")
    expect(page.locator("#seats")).to_contain_text("colour open")
    page.click(f'#choices [data-action="{choice}"]')
    ready(page)
    names = {"B": "Black", "W": "White"}
    seats = page.locator("#seats li")
    expect(seats.nth(0)).to_contain_text(f"first, {names[colours[0]]}")
    expect(seats.nth(1)).to_contain_text(f"second, {names[colours[1]]}")
    # After black the bot has moved too, as White; after white it is the chooser's move.
    assert plies(page) == (3 if choice == "black" else 2)


def test_undo_and_reload_in_mid_game(open_page):
    page = open_page()
    start(page, "herfor", 3, pie=False)
    point(page, "c3").click()
    ready(page)
    assert plies(page) == 2
    text = page.input_value("#text")
    page.reload()
    ready(page)
    assert page.input_value("#text") == text
    assert plies(page) == 2
    page.click("#undo")
    expect(page.locator("#moves [data-ply]")).to_have_count(1)
    ready(page)
    assert page.input_value("#text") == fylking.Herfor(3, pie=False).start().text
    point(page, "a1").click()
    ready(page)
    assert page.locator("#moves [data-ply]").nth(1).inner_text() == "a1"


def test_freeze_is_played_step_by_step_with_undo_inside_the_turn(open_page):
    chain = "freeze6 ....../..w.../....../..w.../..b.w./...... b play"
    page = open_page(f"#position={chain.replace(' ', '%20')}")
    ready(page)
    point(page, "c2").click()
    expect(point(page, "c2")).to_have_class("point selected")
    point(page, "c4").click()
    expect(page.locator("#status")).to_contain_text("jump again, or stop")
    page.click("#undo")
    expect(page.locator("#moves [data-ply]")).to_have_count(1)
    ready(page)
    point(page, "c2").click()
    point(page, "c4").click()
    page.click('#choices [data-action="stop"]')
    expect(page.locator("#status")).to_contain_text("Place 1 captured piece on enemy soldiers")
    point(page, "c5").click()
    expect(page.locator("#moves [data-ply]")).to_have_count(4)
    ready(page)
    pos = fylking.parse(chain)
    pos.push_turn("c2:c4=c5")
    assert page.input_value("#text") == pos.text


def test_frasvel_shows_what_a_move_would_absorb(open_page):
    text = "frasvel3 .../..../.b.ww/..../... b play 1b"
    page = open_page(f"#position={text.replace(' ', '%20')}")
    ready(page)
    point(page, "b3").click()
    expect(point(page, "b3")).to_have_class("point selected")
    point(page, "c3").hover()
    expect(page.locator("#preview")).to_have_text("b3-c3: absorbs from d3, e3; grows c3.")
    expect(page.locator("#board g.preview").first).to_be_attached()
    assert plies(page) == 0


def test_a_cascade_is_shown_round_by_round(open_page):
    text = "fravan4 ..../...../....../...bw../....../...../.... b play 1b"
    page = open_page(f"#position={text.replace(' ', '%20')}", motion="no-preference")
    ready(page)
    point(page, "f4").click()
    # First the stone as it was, then as it is.
    expect(page.locator("svg.moving")).to_be_attached()
    expect(point(page, "e4").locator(".stack.white")).to_be_attached()
    expect(point(page, "e4").locator(".stack.black")).to_be_attached()
    expect(page.locator("svg.moving")).not_to_be_attached()
    expect(page.locator("#preview")).to_contain_text("f4 (Black): attack flips e4")


def test_the_keyboard_alone_plays_a_game(open_page):
    page = open_page()
    expect(page.locator("dialog")).to_be_visible()
    page.keyboard.press("ArrowRight")  # from Fravan to Herfor
    page.keyboard.press("Tab")
    page.keyboard.type("2")
    begin = page.locator("dialog button.main")
    for _ in range(6):
        page.keyboard.press("Tab")
    expect(begin).to_be_focused()
    page.keyboard.press("Enter")
    ready(page)
    page.locator("#new-game").focus()
    for _ in range(12):
        page.keyboard.press("Tab")
        focused = page.locator(":focus")
        if focused.get_attribute("data-point"):
            break
    assert focused.get_attribute("data-point") == "a1"
    assert focused.get_attribute("aria-label") == "a1, empty, playable"
    for key, name in (
        ("ArrowRight", "b1"),
        ("ArrowUp", "c2"),
        ("ArrowLeft", "b2"),
        ("ArrowUp", "c3"),
        ("ArrowDown", "b2"),
    ):
        page.keyboard.press(key)
        expect(point(page, name)).to_be_focused()
    page.keyboard.press("Enter")
    ready(page)
    assert plies(page) >= 2
    expect(point(page, "b2")).to_be_focused()
    expect(page.locator("#live")).to_contain_text("Your turn")


def test_a_phone(open_page):
    page = open_page(width=360, height=640, has_touch=True, is_mobile=True)
    start(page, "fravan", 3, pie=False)
    wide = page.locator("html").evaluate("node => node.scrollWidth <= node.clientWidth")
    assert wide, "the page is wider than the screen"
    box = page.locator("#board > svg").bounding_box()
    assert box["width"] >= 330
    assert box["y"] + box["height"] < 640, "the board is below the screen's edge"
    point(page, "c3").tap()
    expect(page.locator("#preview")).to_contain_text("Tap again to play it")
    point(page, "c3").tap()
    ready(page)
    assert plies(page) == 2

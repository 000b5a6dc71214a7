"""Multi-colour Go in three browsers: one on a phone in Persian, one without JavaScript (V50 to V58)."""

from __future__ import annotations

import os

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
PHONE = {"width": 360, "height": 740}


def test_three_people_are_placed_play_look_back_and_two_leave_V50_V55_V58(visit):
    pages = {
        "aino": visit("aino"),
        "babak": visit("babak", lang="fa", **PHONE),
        "cyrus": visit("cyrus", javascript=False),
    }
    aino, babak, cyrus = pages.values()
    aino.goto("/new/?variant=multi_color&colors=3&opponent_kind=link&size=9&rule_set=chinese")
    expect(aino.locator("#id_komi_each")).to_be_visible()
    expect(aino.locator("#id_komi")).to_be_hidden()
    aino.click("#offer button.primary")
    for seat, name in enumerate(pages):
        aino.fill(f"#seat{seat}", name)
    aino.click("[value=arrange]")
    link = aino.url
    for page in (babak, cyrus):
        page.goto(link)
        _look(page, f"agree-{page is cyrus}")
        page.click("[value=sit]")
    game = cyrus.url
    for name, point in zip(pages, ("C5", "D5", "E5"), strict=True):
        page = pages[name]
        page.goto(game)
        expect(page.locator(".strip.on.bottom")).to_have_count(1)
        page.wait_for_timeout(450)  # the guard against taps that were meant for the page before
        page.click(f"#board [value={point}]")
        page.click("#submit")
        expect(page.locator(".strip.on.bottom")).to_have_count(0)
        _look(page, f"game-{name}")
    expect(babak.locator("#board [value=E5]")).to_have_attribute("data-s", "R")  # it came by itself
    assert babak.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert babak.evaluate("document.querySelectorAll('*').length") <= 900
    expect(babak.locator("#board svg.goban > .kr")).to_have_attribute("d", "M4 4m-.38-.38h.76v.76h-.76z")
    babak.click("#previous")
    expect(babak.locator("#board svg.goban > .kr")).to_have_attribute("d", "")
    babak.click("#next")
    expect(babak.locator("#board svg.goban > .kr")).to_have_attribute("d", "M4 4m-.38-.38h.76v.76h-.76z")

    for page in (cyrus, babak):
        page.goto(f"{game}resign/")
        page.click("main form[method=post] button >> nth=0")
        aino.goto(game)
        _look(aino, f"left-{page is cyrus}")
        if page is cyrus:
            expect(aino.locator(".strips")).to_contain_text("out of the game")
    expect(aino.locator("h1")).to_contain_text("Black won when the last opponent resigned")
    expect(aino.locator(".strip.bottom")).to_contain_text("Place 1")
    for name, page in pages.items():
        assert not page.problems, (name, page.problems)


def _look(page, name):
    if "COLORS_LOOK" in os.environ:
        page.screenshot(path=f"{os.environ['COLORS_LOOK']}-{name}.png", full_page=True)

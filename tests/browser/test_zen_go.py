"""Zen Go in three browsers: one on a phone in Persian, one without JavaScript (V73 to V79)."""

from __future__ import annotations

import os

import pytest
from playwright.sync_api import expect

from tests.browser.test_whole_game import confirm

pytestmark = pytest.mark.browser
PHONE = {"width": 360, "height": 740}


def test_three_people_are_placed_play_mark_and_agree_V73_V74_V75_V78_V79(visit):
    pages = {
        "aino": visit("aino"),
        "babak": visit("babak", lang="fa", **PHONE),
        "cyrus": visit("cyrus", javascript=False),
    }
    aino, babak, cyrus = pages.values()
    aino.goto("/new/?variant=zen&players=5&opponent_kind=link&size=9&rule_set=chinese")
    expect(aino.locator("#id_players")).to_have_value("5")
    expect(aino.locator("#id_colors")).to_be_hidden()
    expect(aino.locator("[name=color]").first).to_be_hidden()
    _look(aino, "new")
    aino.select_option("#id_players", "3")
    aino.click("#offer button.primary")
    for seat, name in enumerate(("babak", "cyrus"), 1):
        aino.fill(f"#seat{seat}", name)
    aino.click("[value=arrange]")
    link = aino.url
    for page in (babak, cyrus):
        page.goto(link)
        _look(page, f"agree-{page is cyrus}")
        page.click("[value=sit]")
    game = cyrus.url
    turns = list(zip(["aino", "babak", "cyrus", "aino"], ["A1", "A2", "E5", "B1"], strict=True))
    for number, (name, point) in enumerate(turns):
        page = pages[name]
        page.goto(game)
        expect(page.locator(".strip.on.bottom")).to_have_count(1)
        page.wait_for_timeout(450)  # the guard against taps that were meant for the page before
        page.click(f"#board [value={point}]")
        page.click("#submit")
        expect(page.locator(".strip.on.bottom")).to_have_count(0)
        _look(page, f"game-{number}-{name}")
    expect(babak.locator("#board [value=A1]")).not_to_have_attribute("data-s", "B")  # it came by itself
    expect(aino.locator(".shared [data-captures=W]")).to_have_text("1 capture")
    aino.click("#previous")
    expect(aino.locator(".shared [data-captures=W]")).to_have_text("0 captures")
    assert babak.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for name in ("babak", "cyrus", "aino"):
        pages[name].goto(game)
        confirm(pages[name], "pass")
    babak.goto(game)
    _look(babak, "marks")
    babak.wait_for_timeout(450)
    babak.click("#bar .primary")
    expect(babak.locator("#main")).to_have_attribute("data-stage", "deciding")
    for page in (cyrus, aino):
        page.goto(game)
        _look(page, f"answers-{page is cyrus}")
        accept = page.locator("#bar .primary")
        is_asked_again = accept.evaluate("button => button.localName === 'a'")
        accept.click()
        if is_asked_again:
            page.click("main form button")
        expect(page.locator("form[action$='/accept/']")).to_have_count(0)
    for name, page in pages.items():
        page.goto(game)
        _look(page, f"ended-{name}")
        assert not page.problems, (name, page.problems)
    expect(aino.locator("main")).to_contain_text("there is no winner")


def _look(page, name):
    if "ZEN_LOOK" in os.environ:
        page.screenshot(path=f"{os.environ['ZEN_LOOK']}-{name}.png", full_page=True)

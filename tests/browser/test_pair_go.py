"""Pair Go in four browsers at the same time: one on a phone in Persian, one without JavaScript (V30 to V36)."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.test_whole_game import confirm, place

pytestmark = pytest.mark.browser
PHONE = {"width": 360, "height": 740}


def test_four_people_agree_play_in_turn_and_one_team_resigns_together_V30_V32_V36(visit):
    pages = {
        "aino": visit("aino"),
        "babak": visit("babak", lang="fa", **PHONE),
        "hana": visit("hana", javascript=False),
        "goran": visit("goran", **PHONE),
    }
    aino, hana = pages["aino"], pages["hana"]
    aino.goto("/new/?variant=pair&opponent_kind=link&size=9")
    aino.click("main form .primary")
    for seat, name in enumerate(("babak", "hana", "goran"), 1):
        aino.fill(f"#seat{seat}", name)
    aino.click("[value=arrange]")
    link = aino.url
    for name in ("babak", "hana", "goran"):
        pages[name].goto(link)
        pages[name].click("[value=sit]")
    pages["goran"].wait_for_url(re.compile(r"/g/\d+/$"))
    game = pages["goran"].url
    for name in ("aino", "babak"):
        pages[name].wait_for_url(game)  # going there at the same time would be held up
    for number, page in enumerate(pages.values()):
        page.goto(game)
        expect(page.locator(".strip.on.bottom")).to_have_count(1)
        place(page, "CDEF"[number] + "5")
        page.locator("#submit").click()
        expect(page.locator(".strip.on.bottom")).to_have_count(0)
    aino.goto(game)
    confirm(aino, "ask-to-resign")
    hana.goto(game)
    hana.click("[action$='partner-answer/'] [value=yes]")
    hana.goto(game)
    expect(hana.locator("main")).to_contain_text("resignation")
    for name, page in pages.items():
        assert not page.problems, (name, page.problems)

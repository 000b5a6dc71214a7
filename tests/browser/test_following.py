"""Lists, offers and the tab are updated without a reload (issue 16)."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def turns(page) -> int:
    """How many games wait, as the tab says."""
    found = re.match(r"\((\d+)\) ", page.title())
    icon = page.locator("link[rel=icon]").get_attribute("href")
    count = int(found[1]) if found else 0
    assert re.search(rf"turns/{count}\.|turns/{count}\.\w+\.svg" if count else r"img/icon\.", icon), icon
    return count


def test_the_waiting_room_an_offer_and_the_tab_follow_what_happens(visit):
    maker, taker, stranger = visit("emre"), visit("hana"), visit()
    stranger.goto("/waiting/")
    before = stranger.locator(".offers > li").count()
    maker.goto("/new/")
    maker.check("[name=size][value='9']")
    maker.click(".sum > summary")
    maker.check("[name=color][value=white]")
    maker.click("main form .primary")
    maker.wait_for_url(re.compile(r"/challenge/\d+/"))
    offer = maker.url
    expect(stranger.locator(".offers > li")).to_have_count(before + 1)
    stranger.goto(offer)
    taker.goto("/games/")
    mine = turns(taker)

    taker.goto(offer)
    taker.click("main button[value=accept]")
    taker.wait_for_url(re.compile(r"/g/\d+/$"))
    maker.wait_for_url(taker.url)
    stranger.wait_for_url("**/waiting/")
    assert turns(taker) == mine + 1

    maker.goto("/games/")
    theirs = turns(maker)
    other = taker.context.new_page()
    other.goto("/g/4/")
    expect(other).to_have_title(re.compile(rf"^\({mine + 1}\) "))
    taker.evaluate("document.getElementById('chat').open = true")
    while taker.locator("#submit").is_disabled():
        taker.locator("[role=gridcell][value=E5]").click()
        taker.wait_for_timeout(100)
    taker.locator("#submit").evaluate("button => button.click()")  # a tap does nothing for 400 ms after a change
    expect(maker).to_have_title(re.compile(rf"^\({theirs + 1}\) "))
    assert turns(maker) == theirs + 1
    expect(maker.locator("main h1")).to_contain_text(str(theirs + 1))
    expect(other).not_to_have_title(re.compile(rf"^\({mine + 1}\) "))
    assert turns(other) == mine
    assert [*maker.problems, *taker.problems] == []

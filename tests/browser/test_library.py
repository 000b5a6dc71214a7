"""The library: keys step through a record without a reload, and a file is uploaded."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.library.helpers import many

pytestmark = pytest.mark.browser


def test_L7_keys_and_links_step_through_a_record(visit):
    page = visit("aino", width=360)
    page.goto("/library/1/")
    expect(page.locator("#comment")).to_contain_text("The game of the ear-reddening move.")

    page.keyboard.press("End")
    expect(page.locator("#here")).to_have_text("11")
    page.keyboard.press("Home")
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    expect(page.locator("#here")).to_have_text("5")
    expect(page.locator("#comment")).to_contain_text("three corners")
    page.click("#next-links a:nth-child(2)")

    expect(page.locator("#comment")).to_contain_text("approach here first")
    expect(page.locator("#position")).to_have_attribute("href", "/library/1/positions/?at=12")
    assert page.problems == []


def test_L2_an_upload_of_two_games_asks_which_to_keep(visit):
    page = visit("goran")
    page.goto("/library/")
    page.set_input_files("#file", [{"name": "two.sgf", "mimeType": "text/plain", "buffer": many(2).encode()}])
    page.click("main .primary")
    page.wait_for_url("**/library/choose/")

    page.locator("[name=record]").first.uncheck()
    page.click("main .primary")

    page.wait_for_url("**/library/")
    expect(page.locator(".card")).to_have_count(1)
    expect(page.locator(".card")).to_contain_text("Player 1")
    assert page.problems == []

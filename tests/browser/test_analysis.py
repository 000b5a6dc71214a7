"""The analysis board in a browser: a tap plays a variation, and variations are saved, also offline (C33, C42)."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
SAVED, NOT_SAVED = re.compile(r"^\s*Saved \d\d:\d\d"), "Not saved"
ADDRESS_AFTER = 500
"""Milliseconds until the address says what is shown; it waits for 300."""


def open_analysis(page):
    page.goto("/g/26/analysis/")
    page.wait_for_selector("main[data-ready]")


def tap(page, point):
    page.click(f"#board [value={point}]")


def test_a_variation_is_thought_saved_kept_offline_and_seen_on_the_other_device(visit):
    page, other = visit("aino"), visit("aino", width=360, height=740)
    open_analysis(page)
    open_analysis(other)
    page.keyboard.press("Home")
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("#here")).to_have_text("10")
    tap(page, "K10")
    tap(page, "K11")
    page.click("#tools [value=triangle]")
    tap(page, "C3")
    page.fill("#text", "what if White jumps?")
    expect(page.locator("#saved")).to_have_text(NOT_SAVED)
    expect(page.locator("#saved")).to_have_text(SAVED)
    expect(other.locator("#outline")).to_contain_text("what if White jumps?")

    page.locator("h1").click()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#here")).to_have_text("10")
    page.keyboard.press("j")
    expect(page.locator("#here")).to_have_text("12")
    assert page.locator("svg .over .mk").count() == 1

    page.context.set_offline(True)
    page.fill("#text", "from the train")
    expect(page.locator("#saved")).to_have_text(NOT_SAVED)
    page.locator("h1").click()
    page.context.set_offline(False)
    expect(page.locator("#saved")).to_have_text(SAVED)
    expect(other.locator("#outline")).to_contain_text("from the train")
    assert other.evaluate("document.documentElement.scrollWidth") <= 360

    page.goto("/g/26/")
    expect(page.locator(".steps .here")).to_contain_text("229")
    assert [text for text in page.problems if "ERR_INTERNET_DISCONNECTED" not in text] == []


KEPT = "indexedDB.databases().then((all) => all.some((one) => one.name === 'igo-analysis'))"


def test_the_openings_follow_the_moves_that_are_shown_C94(visit):
    page = visit("aino")
    open_analysis(page)
    page.keyboard.press("Home")
    book = page.locator("#book")
    expect(book).to_have_attribute("href", re.compile(r"&moves=$"))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#here")).to_have_text("2")
    expect(book).to_have_attribute("href", re.compile(r"&moves=[A-T]\d+,[A-T]\d+$"))
    tap(page, "K10")
    expect(book).to_have_attribute("href", re.compile(r"&moves=[A-T]\d+,[A-T]\d+,K10$"))
    shown = book.get_attribute("href")

    page.wait_for_timeout(ADDRESS_AFTER)
    expect(page.locator("#saved")).to_have_text(SAVED)
    page.reload()
    page.wait_for_selector("main[data-ready]")
    expect(book).to_have_attribute("href", shown)
    book.click()
    page.wait_for_url(f"**{shown}")
    expect(page.locator("h1")).to_have_text("Openings")
    assert page.problems == []


def test_what_is_kept_in_the_browser_goes_when_one_signs_out(visit):
    page = visit("aino")
    open_analysis(page)
    assert page.evaluate(KEPT)

    page.click("header details.menu summary")
    page.click("form[action*=logout] button")
    page.wait_for_url(lambda url: "analysis" not in url)

    assert not page.evaluate(KEPT)

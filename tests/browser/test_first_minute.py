"""A newcomer's first minute: from the home page to an answered move, in a real browser."""

import re
import time

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def test_a_newcomer_plays_the_bot_after_three_clicks_and_less_than_a_minute(visit):
    page = visit(width=360, height=740)
    page.goto("/")
    began = time.monotonic()
    page.get_by_role("button", name="Play the computer now").first.click()
    page.wait_for_url(re.compile(r"/g/\d+/$"))
    page.wait_for_timeout(450)  # the guard against taps that were meant for the page before
    page.locator("[role=gridcell][value=E5]").click()
    page.locator("#submit").click()

    expect(page.locator("main")).to_have_attribute("data-number", "2")  # the bot has answered
    assert time.monotonic() - began < 60
    assert page.problems == []


def test_a_new_game_asks_three_questions_on_one_screen_of_a_phone(visit):
    page = visit("hana", width=360, height=740)
    page.goto("/new/")
    button = page.locator(".send button")
    top = button.bounding_box()["y"]
    cards = page.locator("#offer > fieldset label:visible")
    assert cards.count() == 9
    assert all(box["y"] + box["height"] <= top for box in (card.bounding_box() for card in cards.all()))
    assert button.inner_text() == "Create open game"

    page.get_by_role("radio", name="The computer").check()
    assert button.inner_text() == "Play the computer"
    page.get_by_label("A friend").check()
    assert button.inner_text() == "Get a link"
    page.get_by_label("Name", exact=True).fill("goran")
    assert button.inner_text() == "Challenge goran"
    page.get_by_text("Edit", exact=True).click()
    page.get_by_label("Handicap", exact=True).select_option("3")
    expect(page.locator("#sentence")).to_contain_text("3 handicap stones")
    assert page.problems == []


def test_the_page_of_an_offer_leads_to_the_game_when_somebody_accepts(visit):
    one, other = visit("hana"), visit("goran")
    one.goto("/new/?size=9")
    one.get_by_label("A friend").check()
    one.locator(".send button").click()
    other.goto(one.input_value("#link"))
    other.click("button[value=accept]")
    other.wait_for_url(re.compile(r"/g/\d+/$"))
    one.wait_for_url(other.url)

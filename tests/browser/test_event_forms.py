"""The tournament form: cards fill it, its summary follows, and it shows only the fields that the chosen system
needs."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def test_a_card_fills_the_form_and_the_sentence_follows_the_choices(visit):
    page = visit("aino", width=360)
    page.goto("/tournaments/new/")
    page.fill("[name=name]", "Winter Cup")
    sentence = page.locator("#sentence")
    expect(sentence).to_contain_text("5 rounds")

    page.fill("[name=rounds]", "3")
    page.locator("[name=most]").focus()
    expect(sentence).to_contain_text("3 rounds")

    page.click(".starts a[href*=knockout]")
    expect(sentence).to_contain_text("loses one match is out")
    expect(page.locator(".starts [aria-current]")).to_have_attribute("href", "?like=knockout")
    expect(page.locator("[name=games_each]")).to_have_value("3")
    expect(page.locator("[name=name]")).to_have_value("Winter Cup")
    expect(page.locator("[name=rounds]")).to_be_hidden()
    assert page.locator("#event > .fields > div:visible").count() <= 8

    page.select_option("[name=time]", "custom")
    expect(page.locator("[name=per_move_0], [name=periods]").last).to_be_visible()
    page.click("main form .primary")
    page.wait_for_url("**/tournaments/*/direct/")
    assert page.problems == []

"""Sounds of an open page in a browser, by kind, and silence for a muted game (C62, C72)."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .test_stepping import here, play

pytestmark = pytest.mark.browser
LISTEN = """() => {
  window.heard = [];
  HTMLMediaElement.prototype.play = function () {
    window.heard.push(/(stone|capture|turn)/.exec(this.src)[1]);
    return Promise.resolve();
  };
}"""
FAR = "() => new Promise((done) => setTimeout(done, 3100))"
"""A stone and its turn are one sound; what comes later is another."""


def listen(page, path: str) -> None:
    page.goto(path)
    page.evaluate(LISTEN)


def test_a_stone_sounds_on_its_board_and_a_turn_elsewhere_and_neither_of_a_muted_game_C62(visit):
    page = visit("aino")
    page.goto("/settings/play/")
    page.check("[name=sounds]")
    page.click("main form .primary")
    listen(page, "/g/1/")
    other = visit(page.locator(".strip.top b a").inner_text())
    other.goto("/g/1/")
    if other.locator("#submit").count() == 0:  # another test has played here
        play(page)
        other.reload()
    at = here(page)

    play(other)
    expect(page.locator("#here")).to_have_text(str(at + 1))
    assert page.evaluate("window.heard") == ["stone"]
    page.evaluate(FAR)

    play(page)
    listen(page, "/games/")
    turns = page.locator("[data-turns]").get_attribute("data-turns")
    play(other)
    expect(page.locator("[data-turns]")).not_to_have_attribute("data-turns", turns)
    page.wait_for_function("() => window.heard.length > 0")
    assert page.evaluate("window.heard") == ["turn"]

    page.goto("/g/1/notifications/")
    page.click("main form .primary")
    page.goto("/g/1/")
    play(page)
    listen(page, "/g/1/")
    at = here(page)
    play(other)
    expect(page.locator("#here")).to_have_text(str(at + 1))
    page.evaluate(FAR)
    assert page.evaluate("window.heard") == []
    page.goto("/g/1/notifications/")
    page.click("main form .primary")  # as it was for the other tests
    assert page.problems == []

"""The review of a finished game, open in two browsers: what one says appears in the other, without a reload (C35)."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
OVER = "/g/14/review/?at=000000000000"
HEARS = """() => new Promise((done) => {
  const path = document.getElementById("main").dataset.socket;
  const socket = new WebSocket(`${location.origin.replace("http", "ws")}${path}`);
  socket.onmessage = done;
})"""


def test_comments_and_variations_appear_and_go_without_a_reload_C35(visit):
    writer, reader = visit("aino"), visit("hana", lang="fa", width=360, theme="dark")
    for page in (writer, reader):
        page.goto(OVER)
        page.evaluate("window.sameDocument = true")
    reader.fill("#comment", "half a sentence")
    reader.focus("#comment")
    reader.evaluate(HEARS)  # its own socket was opened earlier

    writer.fill("#comment", "A fine end")
    writer.fill("#moves", "A1")
    writer.click("main form[action$='/say/'] .primary")
    writer.wait_for_load_state()

    expect(reader.locator("[data-key^=reader-]")).to_have_count(1)
    expect(reader.locator("#all-said")).to_contain_text("A fine end")
    expect(reader.locator("#live")).not_to_be_empty()
    assert reader.input_value("#comment") == "half a sentence"
    assert reader.evaluate("document.activeElement.id") == "comment"

    writer.click("#said-here button[name=comment]")
    expect(reader.locator("#all-said")).not_to_contain_text("A fine end")
    writer.goto(OVER)
    writer.click("form[action$='/remove/'] button")
    expect(reader.locator("[data-key^=reader-]")).to_have_count(0)
    assert reader.evaluate("window.sameDocument")
    assert [*writer.problems, *reader.problems] == []

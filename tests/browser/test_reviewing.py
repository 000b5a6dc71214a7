"""The review of a finished game, open in two browsers: a comment in one appears in the other without a reload (C35)."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
OVER = "/g/26/review/?at=000000000000"
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
        expect(page.locator("#comment")).to_be_hidden()
        page.click("#write > summary")
    reader.fill("#comment", "half a sentence")
    reader.focus("#comment")
    reader.evaluate(HEARS)  # its own socket was opened earlier

    writer.fill("#comment", "A fine end")
    writer.click("#line > summary")
    writer.fill("#moves", "A1")
    writer.click("main form[action$='/say/'] .primary")
    expect(writer.locator("#comments-here")).to_contain_text("A fine end")
    assert writer.evaluate("window.sameDocument"), "publishing loads no page"
    expect(writer.locator("#write > summary")).to_be_focused()
    expect(writer.locator("#comment")).to_be_hidden()

    expect(reader.locator("[data-key^=reader-]")).to_have_count(1)
    expect(reader.locator("#all-comments")).to_contain_text("A fine end")
    expect(reader.locator("#live")).not_to_be_empty()
    assert reader.input_value("#comment") == "half a sentence"
    assert reader.evaluate("document.activeElement.id") == "comment"

    writer.click("#comments-here button[name=comment]")
    expect(reader.locator("#all-comments")).not_to_contain_text("A fine end")
    writer.goto(OVER)
    writer.click("form[action$='/remove/'] button")
    expect(reader.locator("[data-key^=reader-]")).to_have_count(0)
    assert reader.evaluate("window.sameDocument")
    assert [*writer.problems, *reader.problems] == []


def test_steps_stay_on_the_page_and_a_button_that_is_held_goes_on_C42(visit):
    page = visit("aino", lang="fa", width=360, height=740)
    page.goto(OVER.partition("?")[0])
    page.evaluate("window.sameDocument = true")
    page.click("#write > summary")
    page.fill("#comment", "half a sentence")
    page.click("#line > summary")
    page.fill("#moves", "A1")
    number = "() => document.querySelector('#here').textContent"
    last = page.evaluate(number)
    assert page.locator("#previous").bounding_box()["height"] >= 44

    page.locator("#previous").click()
    page.wait_for_function(f"last => ({number})() !== last", arg=last)
    page.wait_for_url("**?at=*")
    assert page.input_value("#comment") == "half a sentence"
    assert page.input_value("#moves") == "", "a variation from elsewhere"
    at = page.url.rpartition("=")[2]
    assert page.locator("form[action$='/say/'] input[name=at]").input_value() == at
    for end, key in (("0", "Home"), ("229", "End")):
        page.locator("main h1").click()
        page.keyboard.press(key)
        page.wait_for_function(f"end => ({number})() === end", arg=page.evaluate(DIGITS, end))

    page.locator("#previous").hover()  # which may scroll
    box = page.locator("#previous").bounding_box()
    page.mouse.down()
    page.wait_for_function(f"end => ({number})() === end", arg=page.evaluate(DIGITS, "225"))
    assert page.locator("#previous").bounding_box() == box, "a button does not move under the thumb"
    page.mouse.up()
    page.wait_for_function(STILL)
    page.reload()
    assert page.evaluate(number) == page.evaluate("window.name"), "the address is that of what was shown"

    page.goto(OVER)
    page.evaluate("window.sameDocument = true")
    for _ in range(10):
        page.keyboard.press("ArrowRight")
    page.wait_for_function(f"end => ({number})() === end", arg=page.evaluate(DIGITS, "10"))
    page.locator("#next-links a").first.click()
    page.wait_for_function(f"end => ({number})() === end", arg=page.evaluate(DIGITS, "11"))
    expect(page.locator("#live")).not_to_be_empty()
    assert page.evaluate("window.sameDocument")
    assert page.problems == []


def test_a_tap_on_the_board_draws_a_line_in_the_form_and_stones_on_the_board(visit):
    page = visit("aino")
    page.goto(OVER)

    def tap(column: int, row: int) -> None:
        box = page.locator("#board svg").bounding_box()
        left, top, width, _ = map(float, page.locator("#board svg").get_attribute("viewBox").split())
        cell = box["width"] / width
        page.mouse.click(box["x"] + (column - left) * cell, box["y"] + (row - top) * cell)

    tap(2, 2)
    expect(page.locator("#comment")).to_be_visible()
    tap(4, 3)
    tap(2, 2)
    expect(page.locator("#line-refusal")).to_contain_text("There is already a stone on that point.")
    first, second = page.input_value("#moves").split()
    assert (first[0], second[0]) == ("C", "E")
    assert page.locator("#board path.b").get_attribute("d") == "M2 2h0"
    assert page.locator("#board path.w").get_attribute("d") == "M4 3h0"
    assert page.locator("#board .over text").all_text_contents() == ["1", "2"]

    page.click("#line-undo")
    assert page.input_value("#moves") == first
    assert page.locator("#board path.w").get_attribute("d") == ""
    page.locator("main h1").click()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#here")).to_have_text("1")
    assert page.input_value("#moves") == ""
    expect(page.locator("#line-undo")).to_be_hidden()
    assert page.problems == []


DIGITS = "number => Number(number).toLocaleString('fa', { useGrouping: false })"
STILL = """() => {
  const now = document.querySelector("#here").textContent + location.href;
  const is = window.name === document.querySelector("#here").textContent && window.before === now
    && performance.now() - window.since > 1500;
  if (window.before !== now) window.since = performance.now();
  window.before = now;
  window.name = document.querySelector("#here").textContent;
  return is;
}"""

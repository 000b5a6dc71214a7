"""Stepping through a game: no requests, no movement of the page, no interruptions (C40, C44)."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .test_game_layout import PLACES

pytestmark = pytest.mark.browser

LONG = "/g/4/"
BOARD = (
    """() => [...document.querySelectorAll("#board [role=gridcell]")].map((cell) => cell.dataset.s || ".").join("")"""
)
PATHS = """() => ["b", "w"].map((name) => document.querySelector(`#board svg > .${name}`).getAttribute("d"))"""
TIMES = """() => {
  const board = document.querySelector("#board");
  const medians = [[], []];
  const measure = (times, work) => {
    const began = performance.now();
    work();
    document.body.getBoundingClientRect(); // style and layout are part of it
    times.push(performance.now() - began);
  };
  const left = { code: "ArrowLeft", key: "ArrowLeft", bubbles: true };
  for (let n = 0; n < 60; n++) {
    measure(medians[0], () => document.body.dispatchEvent(new KeyboardEvent("keydown", left)));
    const copy = board.cloneNode(true);
    measure(medians[1], () => { board.hidden = true; board.after(copy); });
    copy.remove();
    board.hidden = false;
  }
  return medians.map((times) => times.sort((a, b) => a - b)[30]);
}"""
PRESSES = """() => new Promise((done) => {
  let n = 0;
  const press = setInterval(() => {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { code: "ArrowLeft", key: "ArrowLeft", bubbles: true }));
    if (++n === 10) { clearInterval(press); done(); }
  }, 50);
})"""


def here(page) -> int:
    return int(page.locator("#here").inner_text())


def test_ten_presses_in_half_a_second_are_ten_steps_without_a_request_and_nothing_moves_C40(visit):
    page = visit("aino")
    page.goto(LONG)
    last, places, present = here(page), page.evaluate(PLACES), page.evaluate(BOARD)
    drawn, labels = page.locator("#board svg").inner_html(), page.locator("#board .grid").inner_html()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/static/img/" not in request.url else None)

    page.evaluate(PRESSES)
    assert here(page) == last - 10
    page.wait_for_url(f"**?move={last - 10}")
    assert page.evaluate(PLACES) == places
    expect(page.locator("#live")).to_contain_text(f"Move {last - 10} of")
    stepped, seen = page.evaluate(BOARD), page.evaluate(PATHS)

    page.keyboard.press("Shift+ArrowLeft")
    assert here(page) == last - 20
    page.keyboard.press("Home")
    assert here(page) == 0
    page.locator("#scrub").fill("7")
    assert here(page) == 7
    expect(page.locator("h1.status")).to_have_text(f"Move 7 of {last}")
    page.locator("h1").click()
    page.keyboard.press("End")
    assert here(page) == last
    assert page.evaluate(PLACES) == places
    assert page.evaluate(BOARD) == present
    assert page.locator("#board svg").inner_html() == drawn
    assert page.locator("#board .grid").inner_html() == labels
    step, board = page.evaluate(TIMES)
    assert step < 3 * board, "a step costs about what laying out the board costs"
    assert here(page) == last - 60
    assert asked == []

    page.goto(f"{LONG}?move={last - 10}")
    assert (page.evaluate(BOARD), page.evaluate(PATHS)) == (stepped, seen), "the server draws the same"
    page.keyboard.press("End")
    expect(page.locator("#board svg .last")).to_have_count(1)
    page.wait_for_url(f"**{LONG}")
    assert page.evaluate(BOARD) == present
    assert page.problems == []


EMPTY = "#board [role=gridcell]:not([data-s]):not([data-refused])"


NAMED = re.compile(r"Move \d+: (Black|White) played [A-T]\d+\. Go to the game")


PLAY = """empty => {
  const submit = document.querySelector("#submit");
  if (submit?.disabled) document.querySelectorAll(empty)[4].click();
  else submit?.click();
}"""


def play(page) -> None:
    """Choose a point and send it, by scripts: a tap on Play does nothing for 400 ms after the opponent's move."""
    before = page.locator("main").get_attribute("data-number")
    while page.locator(f'main[data-number="{before}"]').count():
        page.evaluate(PLAY, EMPTY)
        page.wait_for_timeout(100)


def waiting(visit):
    """Aino's page of a game in which the other has to move, and the other's page."""
    page = visit("aino")
    page.goto("/g/1/")
    other = visit(page.locator(".strip.top b a").inner_text())
    other.goto("/g/1/")
    if other.locator("#submit").count() == 0:  # another test has played here
        play(page)
        other.reload()
    return page, other


def test_a_move_reaches_an_open_board_and_disturbs_nobody_who_looks_or_writes_C44(visit):
    page, other = waiting(visit)
    last = here(page)

    page.locator("#previous").click()
    play(other)
    expect(page.locator("#news")).to_have_text(NAMED)
    assert here(page) == last - 1
    page.keyboard.press("ArrowLeft")
    assert here(page) == last - 2
    page.keyboard.press("End")
    expect(page.locator("#here")).to_have_text(str(last + 1))
    expect(page.locator("#news")).to_be_hidden()

    play(page)
    page.evaluate("document.getElementById('chat').open = true")
    page.fill("#text", "What a")
    page.locator("h1").click()
    play(other)
    expect(page.locator("#news")).to_be_visible()
    assert (here(page), page.input_value("#text")) == (last + 2, "What a")
    page.click("#news a")
    expect(page.locator("#here")).to_have_text(str(last + 3))
    assert page.input_value("#text") == "What a"
    page.fill("#text", "What a move")
    page.locator("#chat form button:not([formaction], [name])").click()
    expect(page.locator("#chat .us").last).to_contain_text(f"move {last + 3}")
    assert page.input_value("#text") == ""

    play(page)
    play(other)
    expect(page.locator("#here")).to_have_text(str(last + 5))
    page.locator("h1").click()  # on the board, letters are points
    page.keyboard.press("k")
    assert here(page) == last + 3
    expect(page.locator("#remark")).to_contain_text("What a move")
    assert page.problems == []


def test_a_button_that_is_held_goes_on_and_stops_when_it_is_let_go(visit):
    page = visit("aino", lang="fa", width=360, height=740)
    page.goto(LONG)
    last = int(page.locator("#scrub").get_attribute("max"))
    page.locator("#previous").hover()
    page.mouse.down()
    page.wait_for_function("last => document.getElementById('scrub').value < last - 4", arg=last)
    page.mouse.up()
    stopped = page.locator("#scrub").input_value()
    page.wait_for_timeout(300)
    assert page.locator("#scrub").input_value() == stopped
    assert page.locator("#here").inner_text().isdigit()
    assert not page.locator("#here").inner_text().isascii()
    assert page.problems == []


def test_in_persian_moves_and_their_count_read_from_the_right(visit):
    page = visit("aino", lang="fa", width=360, height=740)
    page.goto(f"{LONG}?move=10")
    assert page.locator(".moves [aria-current]").inner_text().startswith("۱۰")
    for which in (".moves", ".steps .here"):
        assert page.locator(which).evaluate("one => getComputedStyle(one).direction") == "rtl", which
    assert page.locator(".steps").evaluate("one => getComputedStyle(one).direction") == "ltr", (
        "as on a player of videos"
    )


def test_who_plans_or_analyses_sees_the_move_and_stays_where_they_are_C21_C44(visit):
    analysing, other = waiting(visit)
    planning = visit("aino")
    analysing.goto("/g/1/analysis/")
    planning.goto("/g/1/plan/")
    at = analysing.locator("#here").inner_text()

    play(other)

    for page in (analysing, planning):
        expect(page.locator("#news")).to_have_text(NAMED)
        expect(page.locator("#live")).to_have_text(NAMED)
    assert analysing.locator("#here").inner_text() == at
    assert planning.url.endswith("/plan/")
    planning.click("#news a")
    expect(planning.locator("main")).to_have_attribute("data-game", "1")

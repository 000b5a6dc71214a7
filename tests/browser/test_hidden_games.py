"""Blind and one-colour Go with the keyboard alone: screen readers announce what is drawn (V65), and nothing hidden
(V20, V25), until play stops."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_directing import press, reach

pytestmark = pytest.mark.browser

RECORDER = """
addEventListener("DOMContentLoaded", () => {
  const live = "[role=status], [role=alert], [aria-live]", heard = [];
  globalThis.heard = heard;
  const hear = (node) => { const said = node.textContent.trim(); if (said && !node.hidden) heard.push(said); };
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      const around = (target.closest ? target : target.parentElement)?.closest(live);
      if (around) hear(around);
      for (const node of addedNodes) {
        if (node.matches?.(live)) hear(node);
        for (const inner of node.querySelectorAll?.(live) ?? []) hear(inner);
      }
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
});
"""
"""Keeps whatever a live region says, in `heard`."""
LABELS = "[...document.querySelectorAll('#board [role=gridcell]')].map((cell) => cell.ariaLabel)"
POINT = re.compile(r"\b[A-HJ] ?[1-9]\b")


@dataclass(frozen=True)
class Kind:
    """A hidden game: what chooses it on the form, and what is said of a point with a stone and of one without."""

    wanted: str
    stone: str
    empty: str


MOVES = ("D4", "F6", "D5")
KINDS = {
    "blind": Kind("variant=blind", "unknown", "unknown"),
    "one colour": Kind("variant=one_color", "stone", "empty"),
}


def begin(black: Page, white: Page, kind: Kind) -> None:
    """A game of these two; how it comes about is tried elsewhere."""
    black.goto(f"/new/?{kind.wanted}&opponent_kind=link&size=9&color=black")
    black.click("main form .primary")
    white.goto("/join/" + black.input_value("#link").partition("/join/")[2])
    white.click("button[value=accept]")
    white.wait_for_url(re.compile(r"/g/\d+/$"))
    black.goto(white.url)


def announced(page: Page, allowed: set[str]) -> str:
    """Return the announcements since the last call, and check that they name only these points."""
    result: list[str] = page.evaluate("(globalThis.heard ?? []).splice(0)")
    assert {point.replace(" ", "") for point in POINT.findall(" ".join(result))} <= allowed, result
    return " | ".join(result)


def choose(page: Page, point: str) -> None:
    """Go to the point by typing it, and choose it."""
    page.locator("[role=gridcell][tabindex='0']").focus()
    page.keyboard.type(point.lower())
    expect(page.locator("[role=gridcell]:focus")).to_have_attribute("value", point)
    page.wait_for_timeout(450)  # the guard against what was meant for the page before
    page.keyboard.press("Enter")


def play(page: Page, point: str) -> None:
    choose(page, point)
    expect(page.locator("#submit")).to_have_text(f"Play {point}")
    page.keyboard.press("Control+Enter")


def number(page: Page, wanted: int) -> None:
    expect(page.locator("main")).to_have_attribute("data-number", str(wanted))


def follow(page: Page, name: str) -> None:
    """Press what leads to another page, and wait for that."""
    with page.expect_navigation():
        press(page, name)


def menu(page: Page, name: str, button: str) -> None:
    """Open a link of the game menu, and press the button on its confirmation page."""
    page.goto(page.url)
    press(page, "More")
    follow(page, name)
    follow(page, button)


def passes(page: Page) -> None:
    """Press the button beside the board, and the one of the page that asks first."""
    page.goto(page.url)
    follow(page, "Pass…")
    follow(page, "Pass")


def check_labels(page: Page, kind: Kind, played: tuple[str, ...] = MOVES) -> None:
    """Check that the labels of the points match the drawing and do not name hidden colours."""
    for label in page.evaluate(LABELS):
        point, word, *_ = label.split(", ")
        assert word == (kind.stone if point.replace(" ", "") in played else kind.empty), label
        assert not re.search("black|white", label, re.IGNORECASE), label


def check_shown(page: Page) -> None:
    """Play has stopped, and every stone is named with its colour (V23)."""
    labels = [label.split(", ")[:2] for label in page.evaluate(LABELS)]
    colors = {point.replace(" ", ""): word.lower() for point, word in labels if word.lower() in ("black", "white")}
    assert colors == {"D4": "black", "F6": "white", "D5": "black"}, labels


def agree(marking: Page, answering: Page) -> None:
    """One side sends the marking as it is, the other accepts it."""
    while marking.locator("#suggestion-pending").count():
        marking.wait_for_timeout(200)
        marking.reload()
    press(marking, marking.locator("#bar .primary").inner_text())
    expect(marking.locator("#bar a[href*='reject=1'], #bar .primary")).to_have_count(0)
    answering.goto(answering.url)
    press(answering, answering.locator("#bar .primary").inner_text())
    expect(answering.locator("h1")).to_contain_text("won")
    marking.goto(marking.url)  # without JavaScript, its page does not change by itself
    expect(marking.locator("h1")).to_contain_text("won")


@pytest.mark.parametrize("name", ["blind", pytest.param("one colour", marks=pytest.mark.nightly)])
def test_a_hidden_game_is_played_by_keyboard_and_no_word_names_what_is_hidden_V20_V25_V65(visit, name):
    kind, black, white = KINDS[name], visit("hana"), visit("goran")
    for page in (black, white):
        page.add_init_script(RECORDER)
    begin(black, white, kind)
    for at, point in enumerate(MOVES):
        mine, other = ((black, white), (white, black))[at % 2]
        play(mine, point)
        number(mine, at + 1)
        number(other, at + 1)
        expect(other.locator("#live")).to_contain_text(f"{('Black', 'White')[at % 2]} played {point}")
        announced(mine, {point, *MOVES[max(at - 1, 0) : at]})
        assert f"played {point}" in announced(other, {point})
        check_labels(other, kind, MOVES[: at + 1])

    choose(white, "D4")  # where Black's stone is
    if name == "blind":
        white.keyboard.press("Control+Enter")
        number(white, 4)
        expect(white.locator("[role=alert]")).to_have_text("Illegal move. You have 2 more tries this turn.")
        expect(black.locator("main")).to_contain_text("1 illegal move tried this turn.")
        announced(black, {"D5"})
    else:
        expect(white.locator("#live")).to_have_text("D 4, stone")
        white.keyboard.press("=")
        white.wait_for_timeout(50)
    assert not re.search("black stone|white stone|liber|occupied|taken", announced(white, {"D4", "D5"}), re.IGNORECASE)
    check_labels(white, kind)

    after = 4 if name == "blind" else 3
    passes(white)
    number(black, after + 1)
    announced(black, {"D5"})
    check_labels(black, kind)
    passes(black)
    number(white, after + 2)
    for page in (black, white):
        page.goto(page.url)
        check_shown(page)
    agree(white, black)
    assert [problem for page in (black, white) for problem in page.problems if "422" not in problem] == []


@pytest.mark.nightly
def test_without_javascript_a_blind_game_is_typed_V29(visit):
    black, white = visit("hana", javascript=False), visit("goran", javascript=False)
    kind = KINDS["blind"]
    begin(black, white, kind)
    for at, point in enumerate((*MOVES, "D4")):
        mine = (black, white)[at % 2]
        mine.goto(mine.url.partition("?")[0])
        press(mine, "Type a point")
        reach(mine, "Point, such as K11")
        mine.keyboard.type(point)
        with mine.expect_navigation():
            mine.keyboard.press("Enter")
        follow(mine, f"Play {point}")
        number(mine, at + 1)
        check_labels(mine, kind)
    expect(white.locator("[role=alert]")).to_have_text("Illegal move. You have 2 more tries this turn.")
    for after, page in enumerate((white, black), 5):
        page.goto(re.sub(r"(/g/\d+/).*", r"\1", page.url))
        passes(page)
        number(page, after)
    for page in (black, white):
        page.goto(page.url)
        check_shown(page)
    agree(white, black)

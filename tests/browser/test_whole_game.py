"""Two people play a whole game in real browsers: with JavaScript, and without."""

from __future__ import annotations

import re
import time
from contextlib import suppress

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

CAPTURE_AND_KO = "D5 E5 C4 F4 D3 E3 E4 D4"


def offer(page: Page) -> str:
    """Offer a 9x9 game by a private link, playing Black; the link's path."""
    page.goto("/new/")
    page.check("[name=opponent_kind][value=player]")
    page.check("[name=size][value='9']")
    page.click(".sum > summary")
    page.check("[name=color][value=black]")
    page.click("main form .primary")
    return page.input_value("#link").partition("/join/")[2]


def start(black: Page, white: Page) -> None:
    """A game between these two, open in both browsers."""
    token = offer(black)
    white.goto(f"/join/{token}")
    white.click("button[value=accept]")
    white.wait_for_url(re.compile(r"/g/\d+/$"))
    black.goto(white.url)


def bar(page: Page):
    return page.locator("#bar")


def place(page: Page, point: str) -> None:
    page.wait_for_timeout(450)  # the guard against taps that were meant for the page before
    page.locator(f"[role=gridcell][value={point}]").click()


def submit(page: Page, point: str) -> None:
    place(page, point)
    expect(bar(page).locator("#submit")).to_have_text(re.compile(point))
    bar(page).locator("#submit").click()
    expect(page.locator(".side .muted").first).to_contain_text(point)


def notice(page: Page, text: str):
    """The notice with these words: on a weekend the pause of the clock is another one, and comes first."""
    return page.locator(".notice:not([hidden])", has_text=text)


def confirm(page: Page, verb: str) -> None:
    if verb != "pass":  # which has a button of its own
        page.locator("#bar .menu summary").click()
    page.locator(f"main a[href$='/{verb}/']").click()
    page.locator("main form button").click()


@pytest.mark.parametrize("javascript", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_a_whole_game_with_capture_ko_passes_marking_reject_resume_settle_and_accept(visit, javascript):
    """A phone in Persian against a desk in Finnish: the issue's own trial."""
    black = visit("hana", lang="fa", width=360, height=740, javascript=javascript)
    white = visit("goran", lang="fi", javascript=javascript)
    start(black, white)
    expect(black.locator("html")).to_have_attribute("dir", "rtl")
    sides = [black, white]

    def look(page: Page) -> None:
        """With JavaScript the page comes up to date by itself; without, one loads it again."""
        if not javascript:
            page.goto(page.url.partition("?")[0])

    moves = [*CAPTURE_AND_KO.split()]
    for number, point in enumerate(moves):
        page = sides[number % 2]
        look(page)
        expect(page.locator("main")).to_have_attribute("data-number", str(number))
        submit(page, point)
    expect(white.locator(".strip.bottom")).to_contain_text("1")

    look(black)
    expect(black.locator("main")).to_have_attribute("data-number", "8")
    place(black, "E4")
    expect(black.locator("[role=alert]")).to_contain_text("کو")
    expect(black.locator("main")).to_have_attribute("data-number", "8")
    expect(bar(black).locator("#submit")).to_be_disabled()
    expect(black.locator("path.mk")).to_have_count(1)
    expect(black.locator(".ghost")).to_have_count(0)

    black.goto(black.url.partition("?")[0])
    confirm(black, "pass")
    look(white)
    expect(white.locator("main")).to_have_attribute("data-number", "9")
    confirm(white, "pass")
    look(black)
    expect(black.locator(".say")).to_contain_text("۱ از ۲")

    propose(black, 11)
    look(white)
    expect(white.locator(".say")).to_contain_text("2/2")
    reject(white, "resume")
    look(white)
    expect(white.locator("main")).to_have_attribute("data-number", "12")
    confirm(white, "pass")
    look(black)
    expect(black.locator("main")).to_have_attribute("data-number", "13")
    confirm(black, "pass")
    look(white)
    expect(white.locator("main")).to_have_attribute("data-number", "14")
    propose(white, 15)
    look(black)
    expect(black.locator("main")).to_have_attribute("data-number", "15")
    reject(black, "settle")
    look(black)
    expect(notice(black, "سیاه ۰")).to_be_visible()
    confirm(black, "pass")
    look(white)
    expect(white.locator("main")).to_have_attribute("data-number", "17")
    expect(notice(white, "Musta 1")).to_be_visible()
    confirm(white, "pass")
    look(black)
    expect(black.locator("main")).to_have_attribute("data-number", "18")
    propose(black, 19)
    look(white)
    expect(white.locator("main")).to_have_attribute("data-number", "19")
    accept = bar(white).locator(".primary")
    expect(accept).to_contain_text("Hyväksy: ")
    named = accept.inner_text().partition(": ")[2]
    accept.click()
    expect(white.locator("h1")).to_contain_text("voitti")
    assert named.partition("+")[2] in white.locator("h1").inner_text()
    look(black)
    expect(black.locator("h1")).to_contain_text("برنده")
    errors = [p for p in black.problems + white.problems if "422" not in p]
    assert errors == []


def propose(page: Page, after: int) -> None:
    """Mark one chain, take it off again, send the marking. A page that has just changed takes no tap, so the suggestion
    has to be there."""
    while page.locator("#suggestion-pending").count():
        page.wait_for_timeout(200)
        page.reload()
    value = page.locator("[role=gridcell][data-s]").first.get_attribute("value")
    mark(page, value)
    mark(page, value)
    page.wait_for_timeout(450)
    bar(page).locator(".primary").click()
    expect(page.locator("main")).to_have_attribute("data-number", str(after))


def mark(page: Page, point: str) -> None:
    """Tap a stone until the marking is another one: a page that has just changed takes no tap."""
    dead = page.locator("form.board input[name=dead]")
    before = dead.input_value()
    for _ in range(12):
        page.wait_for_timeout(450)
        page.locator(f"[role=gridcell][value={point}]").click()
        with suppress(AssertionError):
            return expect(dead).not_to_have_value(before, timeout=5000)
    pytest.fail(f"{point} cannot be marked")


def reject(page: Page, then: str) -> None:
    page.locator("#bar a[href*='reject=1']").click()
    page.locator(f"[name=then][value={then}]").check()
    page.fill("#reason", "canary")
    page.locator("#bar .primary").click()


def test_a_game_is_played_with_the_keyboard_alone(visit):
    black, white = visit("hana"), visit("goran")
    start(black, white)
    board = black.locator("[role=gridcell][tabindex='0']")
    board.focus()

    black.keyboard.press("ArrowRight")
    expect(black.locator("[role=gridcell]:focus")).to_have_attribute("value", "F5")
    black.keyboard.type("c3")
    expect(black.locator("[role=gridcell]:focus")).to_have_attribute("value", "C3")
    black.wait_for_timeout(450)
    black.keyboard.press("Enter")
    expect(black.locator("#submit")).to_have_text("Play C3")
    black.keyboard.press("Escape")
    expect(black.locator("#submit")).to_be_disabled()
    black.keyboard.press("Enter")
    black.keyboard.press("Control+Enter")

    expect(black.locator("main")).to_have_attribute("data-number", "1")
    expect(white.locator("main")).to_have_attribute("data-number", "1")
    expect(white.locator("#live")).to_contain_text("Black played C3")


def test_a_chosen_stone_survives_what_the_other_side_does_off_the_board_and_can_be_sent_R45(visit):
    black, white = visit("hana"), visit("goran")
    start(black, white)
    submit(black, "E5")
    expect(white.locator("main")).to_have_attribute("data-number", "1")
    place(white, "C3")

    black.locator("#bar .menu summary").click()
    black.locator("#bar form[action$='/undo/'] button").click()

    expect(white.locator("main")).to_have_attribute("data-number", "2")
    expect(white.locator("#submit")).to_have_text("Play C3")
    expect(white.locator("#news")).to_be_hidden()
    white.reload()
    expect(white.locator("#submit")).to_have_text("Play C3")
    white.locator("#submit").click()
    expect(black.locator("#live")).to_contain_text("White played C3")


def test_who_has_chosen_a_stone_is_shown_when_the_position_changed_R45(visit):
    black, white = visit("hana"), visit("goran")
    start(black, white)
    submit(black, "E5")
    expect(white.locator("main")).to_have_attribute("data-number", "1")
    submit(white, "D4")
    expect(black.locator("main")).to_have_attribute("data-number", "2")
    other = visit("hana")
    other.goto(black.url)
    place(black, "C3")

    submit(other, "G7")

    expect(black.locator("#news")).to_have_text("Move 3: Black played G7. Go to the game")
    expect(black.locator("#submit")).to_have_text("Play C3")
    expect(black.locator("main")).to_have_attribute("data-number", "2")


def test_a_move_without_connection_is_kept_and_sent_once(visit):
    black, white = visit("hana"), visit("goran")
    start(black, white)
    place(black, "E5")
    black.wait_for_timeout(450)

    black.context.set_offline(True)
    black.locator("#submit").click()
    expect(black.locator("#connection")).to_be_visible()
    expect(black.locator("#submit")).to_have_text("Play E5")
    black.context.set_offline(False)
    black.locator("#submit").click()

    expect(black.locator("main")).to_have_attribute("data-number", "1")
    expect(white.locator("main")).to_have_attribute("data-number", "1")


def test_a_tap_right_after_the_other_has_moved_chooses_the_point_and_plays_nothing(visit):
    black, white = visit("hana"), visit("goran")
    white.clock.install()
    start(black, white)
    submit(black, "E5")
    cell = "[role=gridcell][value=C3]"
    expect(white.locator("main")).to_have_attribute("data-number", "1")
    box = white.locator(cell).bounding_box()
    submit(white, "G7")
    white.clock.pause_at(time.time() + 1)  # however long this machine takes for what follows
    white.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    white.mouse.down()  # waiting: the point is only read
    white.clock.run_for(100)
    submit(black, "F6")
    expect(white.locator("#submit")).to_be_visible()
    white.mouse.up()
    white.locator("#submit").click(force=True)

    expect(white.locator("#submit")).to_have_text("Play C3")
    white.wait_for_timeout(450)  # time to be answered, had it been sent
    assert white.locator("main").get_attribute("data-number") == "3"
    white.clock.run_for(450)
    white.locator("#submit").click()
    expect(black.locator("#live")).to_contain_text("White played C3")

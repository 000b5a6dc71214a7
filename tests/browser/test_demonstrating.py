"""A teacher demonstrates, and a pupil follows in another browser without a reload (T9, T10)."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
STONES = "() => document.querySelector('#board svg > path.b').getAttribute('d').split('M').length - 1"

SLOW_STEPS = """() => {
  const whole = window.fetch;
  window.fetch = async (...asked) => {
    const answer = await whole(...asked);
    await new Promise((goOn) => setTimeout(goOn, 4000));
    return answer;
  };
}"""
"""Makes the answers of the page late."""


def test_T10_a_pupil_follows_steps_aside_returns_and_asks(visit):
    teacher, pupil = visit("aino"), visit("emre")
    teacher.goto("/boards/new/")
    teacher.fill("[name=name]", "Ladders")
    teacher.check('[name=size][value="9"]')
    teacher.click("main form .primary")
    teacher.wait_for_url(re.compile(r"/boards/[-\w]+/$"))
    address = teacher.url
    teacher.goto(f"{address}edit/")
    teacher.check("[name=link]")
    teacher.click(".form-card .primary")
    teacher.goto(address)
    pupil.goto(address)
    expect(pupil.locator("#main[data-ready]")).to_be_attached()

    teacher.click("[role=gridcell][value=E5]")
    expect(pupil.locator("#board .last")).to_be_attached()
    assert pupil.evaluate(STONES) == 1
    teacher.click("#tools [value=triangle]")
    teacher.click("[role=gridcell][value=C3]")
    expect(pupil.locator("#board .mk")).to_be_attached()
    assert pupil.evaluate(STONES) == 1
    teacher.fill("#text", "The centre.")
    teacher.click("#text-form .button")
    expect(pupil.locator(".note-here")).to_have_text("The centre.")

    pupil.fill("#question", "Why not C3?")
    pupil.click("#previous")
    expect(pupil.locator("#board .last")).not_to_be_attached()
    teacher.click("#tools [value=play]")
    teacher.click("[role=gridcell][value=C5]")
    expect(teacher.locator("#here")).to_have_text("2")
    expect(pupil.locator("#tree svg .t-w[d*=M]")).to_be_attached()
    expect(pupil.locator("#here")).to_have_text("0")
    expect(pupil.locator("#question")).to_have_value("Why not C3?")
    pupil.click("#ask .button")
    expect(teacher.locator("#questions")).to_contain_text("Why not C3?")
    expect(pupil.locator("#question")).to_have_value("")

    pupil.click("#now a.button")
    expect(pupil.locator("#here")).to_have_text("2")
    teacher.keyboard.press("Home")
    expect(pupil.locator("#here")).to_have_text("0")
    teacher.click("#questions button[value=answered]")
    expect(pupil.locator("#questions .tag")).to_be_visible()


def test_T9_a_teacher_prepares_aside_and_then_shows(visit):
    teacher, pupil = visit("aino"), visit()
    teacher.goto("/boards/joseki/")
    if not teacher.locator("#lead").count():
        pytest.fail("aino is the teacher of the demo")
    pupil.goto("/boards/joseki/")
    before = pupil.locator("#here").text_content()

    teacher.uncheck("#lead input")
    teacher.click("[role=gridcell][aria-label$=empty] >> nth=0")
    expect(teacher.locator("#now button[value=show]")).to_be_visible()
    expect(pupil.locator("#here")).to_have_text(before)
    teacher.click("#first")
    expect(teacher.locator("#here")).to_have_text("0")
    expect(pupil.locator("#here")).to_have_text(before)
    teacher.click("#now button[value=show]")
    expect(pupil.locator("#here")).to_have_text("0")


def test_T10_a_page_without_a_connection_stays_as_it_is_and_shows_so(visit):
    teacher = visit("aino")
    teacher.goto("/boards/joseki/")
    expect(teacher.locator("#main[data-ready]")).to_be_attached()
    address = teacher.url
    teacher.fill("#text", "Half a comment")
    teacher.context.set_offline(True)

    teacher.click("#next")
    expect(teacher.locator("#connection")).to_be_visible()
    teacher.click("#text-form .button")
    expect(teacher.locator("#text")).to_have_value("Half a comment")
    assert teacher.url == address

    teacher.context.set_offline(False)
    teacher.click("#text-form .button")
    expect(teacher.locator("#connection")).to_be_hidden()


def test_T10_the_focus_stays_at_the_move_in_the_list_and_the_move_is_announced(visit):
    pupil = visit()
    pupil.goto("/boards/joseki/")
    expect(pupil.locator("#main[data-ready]")).to_be_attached()
    pupil.click("#outline-fold > summary")
    moves = pupil.locator("#outline a")
    for number in (2, 1):
        href = moves.nth(number).get_attribute("href")
        moves.nth(number).focus()
        pupil.keyboard.press("Enter")
        expect(pupil.locator("#outline [aria-current]")).to_have_attribute("href", href)
        assert pupil.evaluate("() => document.activeElement.getAttribute('href')") == href
    said = pupil.locator("#live").text_content()
    assert pupil.locator("#move").inner_text() in said
    assert "Back to" not in said


def test_T10_a_change_during_a_step_does_not_take_the_page_back(visit):
    teacher, pupil = visit("aino"), visit()
    for page in (teacher, pupil):
        page.goto("/boards/joseki/")
        expect(page.locator("#main[data-ready]")).to_be_attached()
    pupil.evaluate(SLOW_STEPS)

    before = pupil.locator("#main").get_attribute("data-number")
    pupil.click("#first")
    teacher.fill("#text", "Look at the corner.")
    teacher.click("#text-form .button")

    expect(pupil.locator("#main")).not_to_have_attribute("data-number", before)
    expect(pupil.locator("#here")).to_have_text("0")
    assert "?at=" in pupil.url


def test_T9_two_quick_taps_play_one_move_after_the_other(visit):
    teacher = visit("aino")
    teacher.goto("/boards/new/")
    teacher.fill("[name=name]", "Quick")
    teacher.check('[name=size][value="9"]')
    teacher.click("main form .primary")
    expect(teacher.locator("#main[data-ready]")).to_be_attached()

    teacher.evaluate("() => ['E5', 'C5'].forEach((point) => document.querySelector(`[value=${point}]`).click())")

    expect(teacher.locator("#here")).to_have_text("2")


def test_V81_arrow_keys_cross_the_edges_of_a_torus(visit):
    teacher = visit("aino")
    teacher.goto("/boards/new/")
    teacher.fill("[name=name]", "Torus")
    teacher.check('[name=size][value="9"]')
    teacher.get_by_text("Rules, joined edges and SGF file").click()
    teacher.check("[name=wraps]")
    teacher.click("main form .primary")
    expect(teacher.locator("#main[data-ready]")).to_be_attached()
    teacher.focus("[role=gridcell][value=A9]")
    for key, point in (("ArrowLeft", "J9"), ("ArrowUp", "J1"), ("ArrowRight", "A1"), ("ArrowDown", "A9")):
        teacher.keyboard.press(key)
        expect(teacher.locator("[role=gridcell]:focus")).to_have_attribute("value", point)

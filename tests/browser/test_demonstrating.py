"""A teacher demonstrates, and a pupil follows in another browser without a reload (T9, T10)."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
STONES = "() => document.querySelector('#board svg > path.b').getAttribute('d').split('M').length - 1"


def test_T10_a_pupil_follows_steps_aside_returns_and_asks(visit):
    teacher, pupil = visit("aino"), visit("emre")
    teacher.goto("/boards/new/")
    teacher.fill("[name=name]", "Ladders")
    teacher.select_option("[name=size]", "9")
    teacher.click("main form .primary")
    teacher.wait_for_url(re.compile(r"/boards/[-\w]+/$"))
    address = teacher.url
    teacher.goto(f"{address}edit/")
    teacher.check("[name=link]")
    teacher.click("form[action$='/share/'] .button")
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
    teacher.click("#first")
    expect(teacher.locator("#here")).to_have_text("0")
    expect(pupil.locator("#here")).to_have_text(before)
    teacher.click("#now button[value=show]")
    expect(pupil.locator("#here")).to_have_text("0")

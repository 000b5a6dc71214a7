"""What is answered where the reader is: the exercise of the front page, and a form with errors."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def test_the_exercise_of_the_front_page_is_answered_in_place(visit):
    page = visit()
    page.goto("/")
    page.evaluate("window.same = true")
    page.locator("#try .grid").scroll_into_view_if_needed()
    before, top = page.locator("#try [role=status]").inner_text(), page.evaluate("scrollY")
    page.locator("#try .grid button").first.click()
    expect(page.locator("#try [role=status]")).not_to_have_text(before)
    expect(page.locator("#try .grid button").first).to_be_focused()
    assert page.evaluate("window.same")
    assert page.evaluate("scrollY") == top
    assert page.problems == []


def test_the_error_summary_of_the_sign_up_form_has_the_focus(visit):
    page = visit(javascript=False)
    page.goto("/accounts/signup/")
    page.locator("main form").first.evaluate("form => { form.noValidate = true; }")
    page.locator("main form button").last.click()
    expect(page.locator(".alert")).to_be_focused()


def test_the_board_of_a_lesson_does_not_move_on_a_phone_when_the_answer_appears(visit):
    page = visit("", width=360, height=640)
    page.goto("/learn/capture/1/")
    before = page.locator(".lesson .board").bounding_box()
    page.locator(".lesson .grid button").first.click()
    expect(page.locator(".lesson .outcome .notice")).to_be_visible()

    assert page.locator(".lesson .board").bounding_box() == before
    assert page.evaluate("scrollY") == 0

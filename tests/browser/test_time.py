"""Choosing a time control, and starting a vacation, in a real browser."""

import pytest

pytestmark = pytest.mark.browser


def test_a_clock_of_ones_own_shows_only_what_its_kind_needs(visit):
    page = visit("hana")
    page.goto("/new/")
    parts = page.locator(".clock-part:visible")
    page.get_by_text("Edit", exact=True).click()
    assert parts.count() == 0

    page.get_by_label("Custom time").check()
    page.get_by_label("Time control").select_option("fischer")

    assert page.locator(".clock-part:visible legend, .clock-part:visible > .field > label").all_inner_texts() == [
        "Time control", "Main time", "Increment per move", "Maximum time",
    ]  # fmt: skip
    for name, days in (("main_time", "4"), ("increment", "2"), ("cap", "9")):
        page.fill(f"#id_{name}_0", days)
    page.get_by_role("button", name="Create open game").click()

    assert "4 days, +2 days per move, at most 9 days" in page.locator("main").inner_text()
    assert page.problems == []


def test_a_vacation_by_the_keyboard_alone(visit):
    page = visit("goran")
    page.goto("/settings/time/")
    page.get_by_label("Vacation days", exact=True).focus()
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    page.get_by_text("You are on vacation until").wait_for()

    page.get_by_role("button", name="I'm back").focus()
    page.keyboard.press("Enter")

    page.get_by_text("Welcome back").wait_for()
    assert page.problems == []

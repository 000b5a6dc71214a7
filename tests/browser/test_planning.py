"""Conditional moves on the game page's board, in a browser (C21)."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .test_stepping import waiting

pytestmark = pytest.mark.browser


def plan(page: Page) -> None:
    """Open the game where the opponent has to move, and start planning."""
    page.goto("/g/1/")
    page.click(".planned")
    link = page.locator("a[data-run]")
    if page.locator("details.planned").count():
        link.click()
    expect(page.locator("#plan-title")).to_be_focused()


def tap(page: Page, point: str) -> None:
    page.locator(f"#board [role=gridcell][value={point}]").click()


def test_answers_are_planned_on_the_games_board_without_loading_a_page_C21(visit):
    page, _babak = waiting(visit)
    loaded: list[str] = []
    plan(page)
    page.on("request", lambda request: loaded.append(request.url))
    board = page.locator("#board").bounding_box()

    tap(page, "Q10")
    expect(page.locator("#plan-next")).to_have_text("Choose your reply to Q10 on the board")
    tap(page, "R10")
    tap(page, "Q10")
    expect(page.locator("#plan-refusal")).to_contain_text("There is already a stone on that point.")
    page.click("#first")
    tap(page, "C6")
    tap(page, "C7")
    page.click("#previous")
    tap(page, "D7")
    assert page.locator("#board [value=D7]").get_attribute("data-s") == "B"
    assert page.locator("#board [value=C7]").get_attribute("data-s") is None

    assert loaded == []
    assert page.locator("#board").bounding_box() == board
    expect(page.locator("#plan-outline a")).to_have_count(5)
    page.click("#plan-save")

    expect(page.locator("#plan-panel")).to_have_count(0)
    page.click("details.planned summary")
    texts = page.locator("details.planned li").all_inner_texts()
    assert texts == ["If babak plays Q10, you play R10", "If babak plays C6, you play D7"]

    page.click("a[data-run]")
    page.locator("#plan-outline a").last.click()
    page.click("#plan-remove")
    page.click("#plan-remove")
    page.click("#plan-save")
    expect(page.locator("#plan-panel")).to_have_count(0)
    expect(page.locator("details.planned li")).to_have_count(1)
    assert page.problems == []


def test_planning_that_is_cancelled_saves_nothing_and_brings_the_game_back(visit):
    page, _babak = waiting(visit)
    plan(page)
    before = page.locator("#plan-outline a").count()
    page.keyboard.press("End")
    tap(page, "Q16" if page.locator("#board [value=Q10][data-s]").count() else "Q9")

    page.click("[data-plan-do=cancel]")

    expect(page.locator("#plan-panel")).to_have_count(0)
    expect(page.locator("h1")).to_have_text("Waiting for babak")
    plan(page)
    expect(page.locator("#plan-outline a")).to_have_count(before)
    assert page.problems == []


def test_without_scripts_the_row_leads_to_the_page_of_forms(visit):
    waiting(visit)
    page = visit("aino", javascript=False)
    page.goto("/g/1/plan/")

    expect(page.locator("h1")).to_have_text("Conditional moves")
    expect(page.get_by_role("link", name="They pass")).to_be_visible()
    assert page.locator("#plan-panel").count() == 0

"""A director's tools and a ladder, in a real browser, with the keyboard alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("directing")]  # what they share is made in three seconds

MADE = """
from django.utils import timezone
from tournaments.models import RoundStart, StartCondition
from tournaments.services import entering
from tests.browser.conftest import PASSWORD
from tests.tournaments.helpers import asked, make_ladder, make_open
from tests.factories import make_player
now = timezone.now()
director, *people = [make_player(name) for name in ("saara", "tarja", "urho", "veikko", "ville")]
for player in (director, people[2]):
    player.set_password(PASSWORD)
    player.save()
made = make_open(director, now, name="By the keyboard", starting=StartCondition.HAND,
                 played={"following": RoundStart.HAND})
for player in people:
    entering.enter_tournament(asked(player, now), made.pk)
print(made.pk, make_ladder(*people[:3], now=now).pk)
"""
FOCUSED = """() => {
  const focused = document.activeElement, style = getComputedStyle(focused);
  const name = focused.getAttribute("aria-label") || [...(focused.labels || [])].map((one) => one.textContent).join(" ")
    || focused.textContent;
  return [name.trim(), style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0];
}"""
"""JavaScript that describes the focused element and whether its focus is visible."""
MOST_STEPS = 150


def reach(page: Page, name: str) -> None:
    """Press Tab until what bears this name has the focus, which is to be seen all the way."""
    for _ in range(MOST_STEPS):
        page.keyboard.press("Tab")
        found, is_seen = page.evaluate(FOCUSED)
        assert is_seen, f"no focus is to be seen at {found!r}"
        if found == name:
            return
    raise AssertionError(f"{name!r} is not reached in {MOST_STEPS} steps")


def press(page: Page, name: str) -> None:
    """Go to a button, link or summary, and press Enter there."""
    reach(page, name)
    page.keyboard.press("Enter")


def write(page: Page, **fields: str) -> None:
    """Type into the fields that come next, by their labels."""
    for label, text in fields.items():
        reach(page, label.replace("_", " "))
        page.keyboard.type(text)


@pytest.fixture(scope="module")
def made(site):
    """A tournament that waits for its director, and a ladder."""
    return [int(number) for number in site.manage("shell", "-v0", "-c", MADE).split()]


def test_a_director_starts_pairs_keeps_apart_publishes_and_gives_a_result(visit, made):
    page = visit("saara")
    page.goto(f"/tournaments/{made[0]}/direct/")

    press(page, "Start now")
    expect(page.locator("main")).to_contain_text("Pair round 1")
    press(page, "Pair round 1")
    proposal = page.get_by_role("heading", name="Proposed pairings for round 1")
    for _ in range(100):
        if proposal.is_visible():
            break
        page.wait_for_timeout(300)
        page.goto(page.url)
    press(page, "Check this pair")
    assert page.evaluate("document.activeElement.matches(':invalid')"), "what is missing has the focus"
    page.goto(page.url)
    write(page, Black="tarja", White="urho")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Effect of this change")).to_be_visible()
    press(page, "Pair these two")
    expect(page.locator("section[aria-labelledby=proposal]")).to_contain_text("tarja")
    press(page, "Publish and start")
    expect(page.get_by_role("heading", name="Games without a result")).to_be_visible()

    press(page, "Set a result")
    write(page, Round="1", Board="1")
    reach(page, "Result")
    page.keyboard.type("B")
    write(page, Reason_in_your_own_words="Both say so.")
    page.keyboard.press("Enter")
    expect(page.locator("main [role=alert]")).to_have_count(0)

    page.goto(f"/tournaments/{made[0]}/log/")
    expect(page.locator("main")).to_contain_text("Both say so.")
    assert page.problems == []


def test_who_is_on_a_ladder_challenges_and_is_led_to_the_game(visit, made):
    page = visit("veikko")
    page.goto(f"/ladders/{made[1]}/")

    press(page, "Challenge tarja")

    page.wait_for_url("**/g/*/")
    expect(page.locator("main")).to_contain_text("tarja")
    page.goto(f"/ladders/{made[1]}/")
    expect(page.get_by_role("region", name=re.compile("Your (game|move)"))).to_contain_text("tarja")
    assert page.problems == []

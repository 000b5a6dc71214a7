"""A visitor who has never played: from the front page, signed out, through every lesson to a finished and counted game
on 9x9 against the server's bot, in each language, with and without JavaScript."""

from __future__ import annotations

import os
import random
import re
import time
from decimal import Decimal

import pytest
from playwright.sync_api import Page, expect

from bot.player import choose_move
from learn.lessons import COURSE
from learn.outcomes import right_choices
from rules import RULE_SETS, Color, Setup, new_game
from rules.notation import vertex

from .conftest import PATIENCE

pytestmark = pytest.mark.browser

STONES = {"en": ("empty", "black", "white"), "fi": ("tyhjä", "musta", "valkoinen"), "fa": ("خالی", "سیاه", "سفید")}
WON = {"en": "won", "fi": "voitti", "fa": "برنده"}
NIGHTLY = os.environ.get("IGO_NIGHTLY")
READ = list(COURSE.values())
"""How all pages lead on, and what every choice is answered, is asked of each page without a browser (tests/learn)."""
HOUR = 3600
MOST_MOVES = 120
TAP = 450
"""Milliseconds for which a page that has just changed takes no tap."""


class Newcomer:
    """Someone at a page, who goes by what it shows. Where there is no script, the page is loaded again by its own
    link."""

    def __init__(self, page: Page, lang: str, *, javascript: bool) -> None:
        self.page, self.lang, self.javascript = page, lang, javascript
        self.chance = random.Random(1)

    def learns(self) -> None:
        """Every page of the lessons, from the link on the first page on: first a wrong point, then a right one."""
        page = self.page
        page.locator("main a[href='/learn/']").first.click()
        page.locator("main a.primary").click()
        for lesson in READ:
            if f"/learn/{lesson.key}/" not in page.url:  # by day one skips what is between
                page.goto(f"/learn/{lesson.key}/1/")
            for number, step in lesson.numbered_pages():
                page.wait_for_url(f"**/learn/{lesson.key}/{number}/*")
                right = right_choices(step)
                wrong = next((one for one in map(step.point_name, step.start.board.points()) if one not in right), "")
                if wrong and number == 1:
                    self.chooses(wrong)
                    expect(page.locator(".outcome .notice.info")).to_be_visible()
                self.chooses(right[0])
                expect(page.locator(".outcome .notice.success")).to_be_visible()
                page.locator(".onward a.primary").click()
        page.wait_for_url("**/learn/play/")

    def chooses(self, point: str) -> None:
        """A point of the lesson's board, or one of its buttons."""
        self.page.locator(f"#lesson button[value='{point}']").click()

    def plays(self) -> None:
        """A whole game, until both have passed."""
        page = self.page
        page.locator("main form[action='/play/'] button.primary").click()
        page.wait_for_url(re.compile(r"/g/\d+/$"))
        for _ in range(MOST_MOVES):
            if not page.locator("#play").count():
                return
            number = self.number
            point = self.thinks()
            if point is None or not self.places(point):
                page.locator(".scrub .pass").click()
                page.locator("main form button").click()
            self.waits_for("#bar .primary", number + 2)  # the player's own action and the bot's reply
        raise AssertionError(page.locator("main").inner_text())

    def captures(self) -> None:
        """A game of capture Go, on any free points, until someone has enough."""
        page = self.page
        page.wait_for_url(re.compile(r"/g/\d+/$"))
        for _ in range(MOST_MOVES):
            if page.locator("main.over").count():
                return
            free = page.locator(f"[role=gridcell][aria-label*='{STONES[self.lang][0]}']")
            points = free.evaluate_all("all => all.map(one => one.value)")
            number = self.number
            if self.places(self.chance.choice(points)):
                self.waits_for("#play", number + 2)
        raise AssertionError(page.locator("main").inner_text())

    @property
    def number(self) -> int:
        """How many actions there have been."""
        return int(self.page.locator("main").get_attribute("data-number") or 0)

    def thinks(self) -> str | None:
        """A move for the position that the page shows, None for a pass. Of ko only the page knows."""
        labels = self.page.locator("#board [role=gridcell]").evaluate_all("all => all.map(one => one.ariaLabel)")
        kinds = [self.kind(label) for label in labels]
        rows = tuple("".join(".XO"[kind] for kind in kinds[at : at + 9]) for at in range(0, 81, 9))
        state = new_game(Setup(9, 9, RULE_SETS["japanese"], Decimal(0), 0, rows, Color.BLACK))
        point = choose_move(state, Color.BLACK, self.chance)
        return None if point is None else vertex(point, 9)

    def kind(self, label: str) -> int:
        """Whether a label says that its point is empty, black or white: 0, 1, 2."""
        return next(at for at, word in enumerate(STONES[self.lang]) if word in label)

    def places(self, point: str) -> bool:
        """Choose it and send it; whether the page took it."""
        self.page.wait_for_timeout(TAP)
        self.page.locator(f"[role=gridcell][value={point}]").click()
        button = self.page.locator("#submit")
        if button.is_disabled():
            return False
        button.click()
        return True

    def waits_for(self, what: str, least: int) -> None:
        """Wait until the opponent's answer is on the page, or the game is over."""
        ended = time.monotonic() + PATIENCE / 1000
        while not self.page.locator("main.over").count():
            if self.page.locator(what).count() and self.number >= least:
                return
            assert time.monotonic() < ended, self.page.locator("main").inner_text()
            self.page.wait_for_timeout(300)
            again = self.page.locator("main noscript a")
            if not self.javascript and again.count():
                again.click()

    def counts(self) -> None:
        """Submit the server's suggestion, or accept the opponent's proposal, until there is a result."""
        page = self.page
        for _ in range(6):
            if page.locator("main.over").count():
                return
            while page.locator("#suggestion-pending").count():
                page.wait_for_timeout(300)
                page.reload()
            page.wait_for_timeout(TAP)
            number = self.number
            page.locator("#bar .primary").click()
            if page.locator("main form button.danger").count():
                page.locator("main form button.danger").click()
            self.waits_for("#bar .primary", number + 1)
        raise AssertionError(page.locator("main").inner_text())


@pytest.mark.parametrize(
    ("lang", "javascript"),
    [
        pytest.param(lang, script, id=f"{lang}-{'with' if script else 'without'} JavaScript")
        for lang in STONES
        for script in (True, False)
    ],
)  # fmt: skip
@pytest.mark.nightly  # each is some 250 pages and a whole game
def test_a_newcomer_learns_and_plays_a_whole_game_within_the_hour(visit, lang, javascript):
    page = visit(lang=lang, width=360, height=740, javascript=javascript)
    began = time.monotonic()
    newcomer = Newcomer(page, lang, javascript=javascript)
    page.goto("/")
    newcomer.learns()
    newcomer.plays()
    newcomer.counts()

    expect(page.locator("h1")).to_contain_text(WON[lang])
    page.goto(f"{page.url.partition('?')[0]}count/")
    expect(page.locator("main table.score").first).to_be_visible()
    page.goto("/learn/")
    expect(page.locator(".lessons .is-done")).to_have_count(sum(len(lesson.steps) for lesson in READ))
    assert time.monotonic() - began < HOUR
    assert page.problems == []


@pytest.mark.parametrize("javascript", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_capture_go_is_played_to_its_end_on_each_board_C103(visit, javascript):
    page = visit(width=360, height=740, javascript=javascript)
    for at in range(3 if NIGHTLY else 1):
        page.goto("/learn/play/")
        page.locator(".capture button").nth(at).click()
        newcomer = Newcomer(page, "en", javascript=javascript)
        newcomer.captures()

        expect(page.locator("h1")).to_contain_text(WON["en"])
    assert page.problems == []

"""Playing on from a file, confirming a doubtful marking, and the explained count, in real browsers."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .test_whole_game import bar, confirm

pytestmark = pytest.mark.browser

WALLS = "".join(
    f"{name}{''.join(f'[{column}{row}]' for row in 'abcdefghi')}" for name, column in (("AB", "d"), ("AW", "e"))
)
FILE = f"(;GM[1]FF[4]SZ[9]KM[6.5]RU[Japanese]{WALLS}PL[B])"


def proposed(black, white) -> str:
    """Begin a game from the file, stop play and send a marking as Black; return the game's address."""
    black.goto("/new/sgf/")
    upload = {"name": "walls.sgf", "mimeType": "application/x-go-sgf", "buffer": FILE.encode()}
    black.set_input_files("[name=file]", upload)
    black.click("main form .primary")
    expect(black.locator("main")).to_contain_text("Black to play")
    black.check("[name=opponent_kind][value=player]")
    black.click(".sum > summary")
    black.check("[name=color][value=black]")
    black.click("main form .primary")
    token = black.input_value("#link").partition("/join/")[2]
    white.goto(f"/join/{token}")
    expect(white.locator("main")).to_contain_text("unrated")
    white.click("button[value=accept]")
    white.wait_for_url(re.compile(r"/g/\d+/$"))
    game = white.url

    black.goto(game)
    confirm(black, "pass")
    white.goto(game)
    confirm(white, "pass")
    black.goto(game)
    expect(black.locator("h1")).to_have_text("Mark the dead stones")
    black.wait_for_timeout(450)
    black.locator("[role=gridcell][value=E5]").click()
    expect(bar(black).locator(".primary")).to_contain_text("Black +")
    bar(black).locator(".primary").click()
    return str(game)


@pytest.mark.parametrize("javascript", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_play_on_from_a_file_doubt_a_marking_and_read_the_count(visit, javascript):
    black = visit("fiona", javascript=javascript)
    white = visit("emre", width=360, height=740, javascript=javascript)
    game = proposed(black, white)
    expect(black.locator("h1")).to_contain_text("Waiting for emre")

    white.goto(game)
    expect(white.locator(".side")).to_contain_text("Check again")
    bar(white).locator("a.primary").click()
    expect(white.locator("h1")).not_to_contain_text("won")
    white.locator("main form button").last.click()
    white.wait_for_url(game)
    expect(white.locator("h1")).to_contain_text("Black won by")

    white.goto(f"{game}count/")
    expect(white.locator("main")).to_contain_text("Japanese rules")
    expect(white.locator("main")).to_contain_text("Points under dead stones")
    assert [problem for problem in white.problems + black.problems if "404" not in problem] == []


def test_after_a_rejection_the_open_page_says_so_at_the_top_of_its_panel(visit):
    black, white = visit("fiona"), visit("emre", width=360, height=740)
    game = proposed(black, white)
    expect(black.locator("h1")).to_contain_text("Waiting for emre")
    for fold in ("Game settings", "Board as text"):
        black.locator(".folds summary", has_text=fold).click()
    black.evaluate("document.querySelector('.side').scrollTop = 1e6")
    assert black.evaluate("document.querySelector('.side').scrollTop") > 0

    white.goto(game)
    white.locator("#reject > summary").click()
    white.check("[name=then][value=resume]")
    white.fill("#reason", "E5 lives")
    white.locator("#reject .button").click()

    expect(black.locator("#continuation")).to_have_text("emre rejected the marking. Play continues. E5 lives")
    expect(black.locator("#step")).not_to_contain_text("passed")
    expect(black.locator("#continuation")).to_be_in_viewport(ratio=1)
    assert black.evaluate("document.querySelector('.side').scrollTop") == 0

"""The layout of the game page: fixed parts, parts that are always visible, and enlarged text (LOOK, Layout)."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .test_whole_game import place, start, submit

pytestmark = pytest.mark.browser

STATES = {"play": "/g/5/?point=E6", "wait": "/g/1/", "review": "/g/5/?move=10", "mark": "/g/10/", "done": "/g/14/"}
SIZES = [(360, 740), (740, 360), (768, 1024), (1280, 800), (1920, 1080)]
PLACES = """() => Object.fromEntries([".board", ".bar", ".steps", ".strip.top", ".strip.bottom"].map((name) => {
  const box = document.querySelector(name).getBoundingClientRect();
  return [name, [box.x, box.y, box.width, box.height].map(Math.round)];
}))"""
SLIDER = 52
"""Pixels: the row of the slider under the stepper, and the gap between them."""
GROWN = "() => document.documentElement.scrollWidth - innerWidth"
LONGER = """() => {
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    if (text.parentElement.closest("script, svg, .steps")) continue;
    text.data = text.data.replace(/\\p{L}{4,}/gu, (word) => word + word.slice(0, Math.ceil(word.length * 0.4)));
  }
}"""
STYLED = """css => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
}"""
UNCOVERED = """button => {
  const { left, top, right, bottom } = button.getBoundingClientRect();
  return [[left, top], [right, top], [left, bottom], [right, bottom]].every(([x, y]) => {
    const [across, down] = [(x - (left + right) / 2) * 0.9, (y - (top + bottom) / 2) * 0.9];
    return button.contains(document.elementFromPoint((left + right) / 2 + across, (top + bottom) / 2 + down));
  });
}"""
SPACED = """* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; }
p { margin-block-end: 2em !important; }"""


@pytest.mark.parametrize("lang", ["en", "fa"])
def test_board_bar_and_stepper_stand_where_they_stood_in_every_state(visit, lang):
    page = visit("aino", lang=lang)
    seen: dict[tuple[int, int], dict] = {size: {} for size in SIZES}
    for state, path in STATES.items():
        page.goto(path)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            seen[width, height][state] = page.evaluate(PLACES)
    for (width, height), found in seen.items():
        for state, places in found.items():
            assert places == found["play"], f"{state} at {width}x{height}"
        right = max(x + w for x, _, w, _ in found["play"].values())
        assert right <= width
        if width >= 900:
            board, top, steps = (found["play"][name] for name in (".board", ".strip.top", ".steps"))
            assert abs(board[3] - (height - 80)) <= 1
            assert abs(top[1] - board[1]) <= 1
            assert abs(steps[1] + steps[3] + SLIDER - board[1] - board[3]) <= 1


def test_a_landscape_phone_shows_the_whole_board_and_a_wide_screen_the_other_games(visit):
    page = visit("aino", width=740, height=360)
    for path in STATES.values():
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollHeight") <= 360, path
    board = page.locator(".board").bounding_box()
    assert board["y"] >= 0
    assert board["y"] + board["height"] <= 360
    assert page.locator("header").bounding_box()["x"] >= board["x"] + board["width"]
    expect(page.locator(".rail")).to_be_hidden()

    page.set_viewport_size({"width": 1920, "height": 1080})
    expect(page.locator(".rail a").first).to_be_in_viewport()


@pytest.mark.parametrize("lang", ["en", "fi", "fa"])
def test_marking_is_on_one_screen_of_a_phone(visit, lang):
    page = visit("aino", lang=lang, width=360, height=740)
    page.goto("/g/10/")
    lowest = page.locator(".bar").bounding_box()["y"]
    for part in (".board", ".segments", "#undo-mark button", "#tally", ".steps"):
        box = page.locator(part).bounding_box()
        assert box["y"] + box["height"] <= lowest + 1, part
    expect(page.locator("#bar .primary")).to_be_in_viewport(ratio=1)


def test_longer_and_wider_text_scrolls_down_and_never_sideways(visit):
    page = visit("aino", lang="fi", width=360, height=740)
    for path in STATES.values():
        page.goto(path)
        page.evaluate(LONGER)
        assert page.evaluate(GROWN) <= 0, path
        page.goto(path)
        page.evaluate(STYLED, SPACED)
        assert page.evaluate(GROWN) <= 0, path


def test_stepping_sliding_and_the_next_game_by_key_leave_everything_in_its_place(visit):
    page = visit("aino")
    page.goto("/g/1/")
    before, last = page.evaluate(PLACES), page.locator("#here").inner_text()
    page.locator("#previous").click()
    expect(page.locator("#here")).to_have_text(str(int(last) - 1))
    expect(page.locator("#previous")).to_be_focused()
    page.wait_for_url(f"**?move={int(last) - 1}")
    page.keyboard.press("Home")
    expect(page.locator("#here")).to_have_text("0")
    page.locator("#scrub").fill("7")
    expect(page.locator(".say")).to_contain_text("Move 7 of")
    expect(page.locator("#search")).to_have_attribute("href", re.compile(r"game=1&move=7$"))
    assert page.evaluate(PLACES) == before
    page.locator("#last").click()
    expect(page.locator("#here")).to_have_text(last)

    following = page.locator("#next-game").get_attribute("href")
    page.locator("h1").click()
    page.keyboard.press("n")
    page.wait_for_url(f"**{following}")

    page.goto("/g/11/?reject=1#reject")
    expect(page.locator("#reject")).to_be_in_viewport()
    page.wait_for_function(f"document.querySelector('.board').getBoundingClientRect().y === {before['.board'][1]}")
    assert page.problems == []


@pytest.mark.parametrize("lang", ["en", "fa"])
def test_a_message_can_be_sent_with_a_move_at_every_width(visit, lang):
    page = visit("aino", lang=lang, width=360, height=740)
    page.goto("/g/5/?point=E6&chat=1")
    button = page.locator("#play-with-message")
    for width, height in [(320, 640), *SIZES]:
        page.set_viewport_size({"width": width, "height": height})
        button.scroll_into_view_if_needed()
        expect(button).to_be_in_viewport(ratio=0.99)  # an edge may be cut by 1/64 px, the unit of layout
        assert button.bounding_box()["width"] > 100
        assert page.evaluate(GROWN) <= 0

    page.goto("/g/5/?move=10&chat=1")
    expect(page.locator("#chat")).to_be_visible()
    expect(button).to_be_hidden()


def test_a_double_tap_on_play_does_not_lead_to_the_next_game(visit):
    page, other = visit("hana", width=360, height=740, has_touch=True), visit("goran")
    start(page, other)
    start(page, other)
    game = page.url
    place(page, "E5")
    box = page.locator("#submit").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.locator("#submit").evaluate("button => button.click()")
    expect(page.locator("#bar #next-game")).to_be_visible()
    page.mouse.up()  # a press that began on Play
    page.locator("#next-game").click(no_wait_after=True)  # and a tap at once
    page.wait_for_timeout(450)
    assert page.url == game
    page.touchscreen.tap(x, y)
    page.wait_for_url(lambda url: url != game)


AFTER_A_MOVE = "from accounts.models import Player; Player.objects.filter(username='aino').update(after_sending='{}')"


@pytest.fixture
def aino_goes_on(site):
    """Sets that aino goes to the next game after a move."""
    site.manage("shell", "-v0", "-c", AFTER_A_MOVE.format("next"))
    yield
    site.manage("shell", "-v0", "-c", AFTER_A_MOVE.format("stay"))


@pytest.mark.usefixtures("aino_goes_on")
@pytest.mark.parametrize("lang", ["en", "fi", "fa"])
def test_play_and_next_has_at_most_two_lines_and_the_bar_does_not_cover_the_stepper(visit, lang):
    page = visit("aino", lang=lang, width=320, height=640)
    page.goto("/g/5/?point=E6")
    page.evaluate("scrollTo(0, 1e6)")
    bar, steps = page.locator("#bar").bounding_box(), page.locator(".steps").bounding_box()
    assert bar["height"] <= 64
    assert steps["y"] + steps["height"] <= bar["y"] + 1
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.parametrize("width", [320, 360, 400])
def test_the_bar_says_how_many_more_games_wait(visit, width):
    page = visit("aino", lang="en", width=width, height=740)
    page.goto("/g/1/")
    line = page.locator("#next-game small")
    expect(line).to_contain_text(re.compile(r"\d+ more"))
    assert line.evaluate("one => one.scrollWidth <= one.clientWidth + 1"), "only the time is cut"


def test_an_undo_offline_says_so_and_one_that_succeeds_is_announced(visit):
    page, other = visit("hana"), visit("goran")
    start(page, other)
    other.goto("/games/")
    submit(page, "E5")
    page.context.set_offline(True)
    page.locator(".take-back button").click()
    expect(page.locator("#connection")).to_have_text(
        "The server didn't answer. Reload the page to see whether the move was undone."
    )
    page.context.set_offline(False)
    page.locator(".take-back button").click()
    expect(page.locator("#live")).to_have_text("Move undone.")
    expect(page.locator("#play")).to_be_visible()


@pytest.mark.parametrize("width", [320, 360])
def test_what_asks_for_an_answer_is_in_sight_above_the_bar(visit, width):
    page, other = visit("hana", width=width, height=568), visit("goran")
    start(page, other)
    submit(page, "E5")
    expect(other.locator("main")).to_have_attribute("data-number", "1")
    submit(other, "C3")
    other.locator("#bar .menu summary").click()
    other.locator("#bar form[action$='/undo/'] button").click()
    expect(page.locator(".asks button")).to_have_count(2)
    for size in ((width, 568), (740, 360)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for button in page.locator(".asks button").all():
            expect(button).to_be_in_viewport(ratio=0.99)
            assert button.evaluate(UNCOVERED), size
    page = visit("aino", width=width, height=568)
    page.goto("/g/11/")
    for part in (".asks .tally", "#bar .primary"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)


def test_pass_is_next_to_the_board_away_from_play_and_asks_with_the_board_in_sight(visit):
    page = visit("aino", lang="fa", width=360, height=740)
    page.goto("/g/5/?point=E6")
    button, play = page.locator("main .pass").bounding_box(), page.locator("#submit").bounding_box()
    assert page.locator("#bar [href$='/pass/']").count() == 0
    assert play["y"] - button["y"] - button["height"] >= 44
    page.locator("main .pass").click()
    page.wait_for_url("**/pass/")
    for part in (".board svg", "main form button"):
        expect(page.locator(part).first).to_be_in_viewport(ratio=1)


SWIPE = """([selector, across, down]) => {
  const target = document.querySelector(selector);
  const { x, y } = target.getBoundingClientRect();
  const touch = (clientX, clientY) => [new Touch({ identifier: 1, target, clientX, clientY })];
  const send = (name, more) => target.dispatchEvent(new TouchEvent(name, { bubbles: true, ...more }));
  send("touchstart", { touches: touch(x + 200, y + 5) });
  send("touchend", { changedTouches: touch(x + 200 + across, y + 5 + down) });
}"""


def test_a_swipe_next_to_the_board_leads_to_the_next_game_and_one_over_it_or_with_a_stone_does_not(visit):
    page = visit("aino", width=360, height=740, has_touch=True)
    page.goto("/g/5/?point=E6")
    page.evaluate(SWIPE, [".say", -120, 0])  # a stone is chosen
    page.goto("/g/1/")
    game = page.url
    for selector, across, down in ((".board", -120, 0), (".say", 120, 0), (".say", -120, 90), (".scrub", -120, 0)):
        page.evaluate(SWIPE, [selector, across, down])
    page.wait_for_timeout(200)
    assert page.url == game
    following = page.locator("#next-game").get_attribute("href")
    page.evaluate(SWIPE, [".say", -120, 0])
    page.wait_for_url(f"**{following}")
    page.locator("#cancel").click()  # the stone that was chosen before
    page.wait_for_timeout(900)  # swipes right after a change of the page are ignored
    page.evaluate(SWIPE, [".say", 120, 0])
    page.wait_for_url(game)


@pytest.mark.parametrize("reduced", ["no-preference", "reduce"])
def test_captured_stones_and_the_count_fade_but_not_with_reduced_motion(visit, reduced):
    black, white = visit("hana", reduced_motion=reduced), visit("goran")
    start(black, white)
    for player, point in zip([black, white] * 2, ("A2", "A1", "E5", "D4"), strict=True):
        if player is not black or point != "A2":
            expect(player.locator("#submit")).to_be_visible()
        submit(player, point)
    expect(black.locator("#submit")).to_be_visible()
    black.evaluate("""() => {
      window.faded = [];
      addEventListener("animationstart", (event) => window.faded.push(event.target.getAttribute("class")));
    }""")
    submit(black, "B1")
    expect(black.locator("[data-captures=B]")).to_have_text("1 capture")
    black.wait_for_timeout(300)
    seen = black.evaluate("window.faded.filter((one) => /gone|fresh/.test(one))")
    assert sorted(seen) == ([] if reduced == "reduce" else ["fresh", "gone ow"])
    assert black.locator(".gone").count() == 0

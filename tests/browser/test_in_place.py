"""Answers that appear on the same page: the front page's exercise, a form with errors, a resumed game."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
GAME = """
from accounts.models import Player
from tests.factories import make_game
from foundation import timesource
black, white = (Player.objects.get(username=name) for name in ("goran", "hana"))
print(make_game(black=black, white=white, now=timesource.now()).pk)
"""
READING = """
  const real = window.fetch;
  window.read = 0;
  window.fetch = async (...asked) => {
    const answer = await real(...asked), text = answer.text.bind(answer);
    answer.text = async () => {
      const all = await text();
      setTimeout(() => { window.read += 1; }); // when the page has done with it
      return all;
    };
    return answer;
  };
"""


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


def test_a_link_to_an_operation_of_the_api_opens_it(visit):
    page = visit()
    page.goto("/api/docs/#board_make")
    expect(page.locator("#board_make")).to_be_visible()
    expect(page.locator("#board_delete")).to_be_hidden()


def test_how_often_to_send_e_mails_is_asked_once_there_is_an_address(visit):
    page = visit()
    page.goto("/accounts/signup/")
    choices = page.locator("main fieldset")
    expect(choices).to_be_hidden()
    page.fill("[name=email]", "aino@example.org")
    expect(choices).to_be_visible()
    assert page.problems == []


def test_the_board_of_a_lesson_does_not_move_on_a_phone_when_the_answer_appears(visit):
    page = visit("", width=360, height=640)
    page.goto("/learn/capture/1/")
    before = page.locator(".lesson .board").bounding_box()
    page.locator(".lesson .grid button").first.click()
    expect(page.locator(".lesson .outcome .notice")).to_be_visible()

    assert page.locator(".lesson .board").bounding_box() == before
    assert page.evaluate("scrollY") == 0


def test_an_answer_that_was_overtaken_does_not_replace_a_newer_page(visit, site):
    game = f"/g/{site.manage('shell', '-v0', '-c', GAME).split()[-1]}/"
    page, opponent = visit("hana"), visit("goran")
    page.add_init_script(READING)
    page.goto(game)
    expect(page.locator("#play")).to_have_count(0)
    held = []
    page.route(f"**{game}", lambda route: held.append((route, route.fetch())), times=1)
    opponent.goto(game)
    opponent.evaluate("document.getElementById('chat').open = true")
    opponent.fill("#chat textarea", "Have a good game")
    opponent.click("#chat form button:not([formaction], [name])")
    expect(opponent.locator("#chat .chat")).to_contain_text("Have a good game")
    while not held:
        page.wait_for_timeout(50)

    while opponent.locator("#submit").is_disabled():
        opponent.locator("[role=gridcell][value=E5]").click()
        opponent.wait_for_timeout(100)
    opponent.locator("#submit").evaluate("button => button.click()")  # a tap does nothing for 400 ms after a change
    expect(page.locator("#play")).to_have_count(1)
    read = page.evaluate("window.read")
    route, answer = held[0]
    route.fulfill(response=answer)
    page.wait_for_function("read => window.read > read", arg=read)

    expect(page.locator("#play")).to_have_count(1)
    assert page.locator("main").get_attribute("data-number") == "1"
    assert page.problems == []


UNREAD = """
from accounts.models import Player
from foundation import timesource
from notifications.models import KINDS, Notice
player = Player.objects.get(username="fiona")
Notice.objects.filter(player=player).delete()
for kind in list(KINDS)[:24]:
    Notice.objects.create(player=player, kind=kind, created_at=timesource.now())
"""
COUNT = """
from notifications.models import Notice
print(Notice.objects.unread().filter(player__username="fiona").count())
"""


@pytest.mark.parametrize("javascript", [True, False])
def test_notifications_that_were_visible_are_read_and_the_others_are_not(visit, site, javascript):
    def unread() -> int:
        return int(site.manage("shell", "-v0", "-c", COUNT).split()[-1])

    site.manage("shell", "-v0", "-c", UNREAD)
    page = visit("fiona", width=360, height=740, javascript=javascript)
    page.goto("/notifications/")
    if javascript:
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            page.locator("h1").hover()
        first = unread()
        assert 18 <= first < 24, "the others are below"
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            page.locator(".notices > li").nth(12).scroll_into_view_if_needed()
        assert 0 < unread() < first
    else:
        page.wait_for_url("**?seen=all")
        assert unread() == 0
    assert page.problems == []


def test_a_server_that_fails_is_asked_again_only_after_a_scroll(visit, site):
    site.manage("shell", "-v0", "-c", UNREAD)
    page = visit("fiona", width=360, height=740)
    asked = []

    def fail(route):
        if route.request.method != "POST":
            return route.continue_()
        asked.append(route.request.url)
        return route.fulfill(status=503)

    page.route("**/notifications/**", fail)
    page.goto("/notifications/")
    page.wait_for_timeout(3500)
    assert len(asked) == 1
    page.mouse.wheel(0, 300)
    page.wait_for_timeout(1500)
    assert len(asked) == 2

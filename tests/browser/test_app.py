"""The site as an app in a real browser: push messages, offline pages, and data left after signing out (C70, C71)."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest
from playwright.sync_api import expect

from tests.access.visitors import SUBSCRIPTION

pytestmark = pytest.mark.browser


@pytest.fixture
def chromium(whole_chromium):
    """Push and notifications are not in the one without windows."""
    return whole_chromium


KEPT = "async () => Boolean(await caches.match('/offline/'))"
ACTIVE = "async () => (await navigator.serviceWorker.ready).active.state === 'activated'"
SHOWN = "async () => (await (await navigator.serviceWorker.ready).getNotifications()).map(n => [n.body, n.tag, n.data])"


def until(page, question):
    """Ask until the answer is yes; the function that is asked takes its time."""
    for _ in range(1200):
        if page.evaluate(question):
            return
        page.wait_for_timeout(50)
    raise AssertionError(question)


def test_a_push_is_shown_a_lost_connection_keeps_my_games_and_signing_out_keeps_nothing(visit, site):
    page = visit("aino", service_workers="allow")
    page.context.grant_permissions(["notifications"], origin=site.url)
    page.goto("/games/")
    until(page, KEPT)
    until(page, ACTIVE)  # a worker that is not gets no push

    # whatever is pushed, something is shown, in words of the page's language
    browser = page.context.new_cdp_session(page)
    found = []
    browser.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
    browser.send("ServiceWorker.enable")
    until_there(page, found)
    for data in (json.dumps({"kind": "turn", "game": 7, "number": 3}), '{"kind": "what-is-to-come"}', "no JSON"):
        values = {"origin": site.url, "registrationId": found[0]["registrationId"], "data": data}
        browser.send("ServiceWorker.deliverPushMessage", values)
    until(page, f"async () => (await ({SHOWN})()).length === 2")
    assert sorted(page.evaluate(SHOWN)) == [
        ["It is your turn.", "game-7", "/g/7/"],
        ["There's an update in your games.", "igo", "/games/"],
    ]

    # a move that was chosen waits on the device, is shown without a connection, and is asked again, not sent
    page.goto("/games/")
    page.click("[data-next]")
    page.wait_for_selector("#play")
    page.wait_for_load_state()
    until(page, "() => performance.now() > 500")  # taps count that long after a page has changed
    game = page.locator("#main").get_attribute("data-game")
    page.locator("[role=gridcell]:not([data-s]):not([aria-disabled=true])").nth(4).click()
    expect(page.locator("#submit")).to_be_enabled()
    vertex = page.locator("#play [name=point]").input_value()
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("h1")).to_have_text("No connection")
    first = page.locator("section").first
    expect(first).to_have_attribute("data-game", game)
    expect(first.locator(".notice bdi")).to_have_text(vertex)
    expect(page.locator("section:visible")).to_have_count(1)
    expect(page.locator("#others a")).to_be_visible()
    assert page.locator("form").count() == 0
    page.context.set_offline(False)
    page.goto(f"/g/{game}/")
    expect(page.locator("#submit")).to_be_enabled()
    assert page.locator("#play [name=point]").input_value() == vertex

    # another device-owner's pages, and those after signing out, have nothing of it
    page.click("header details summary")
    page.click("header form button")
    page.wait_for_url(site.url + "/")
    until(page, "async () => (await caches.keys()).length === 0 && Object.keys(localStorage).length === 0")
    page.context.set_offline(True)
    with pytest.raises(Exception, match="ERR_INTERNET_DISCONNECTED|ERR_FAILED"):
        page.goto("/games/")


def until_there(page, found):
    """Until the browser has said which workers there are."""
    for _ in range(1200):
        if found:
            return
        page.wait_for_timeout(50)


ADDED = """async (told) => {
  const data = new FormData(document.querySelector("#this-device form"));
  for (const [name, value] of Object.entries(told)) data.set(name, value);
  await fetch("/settings/devices/", { method: "POST", body: data });
}"""
MOVED = """(told) => self.dispatchEvent(Object.assign(new ExtendableEvent("pushsubscriptionchange"), {
  oldSubscription: { endpoint: told.endpoint },
  newSubscription: { toJSON: () => ({
    endpoint: told.endpoint + "/moved", keys: { p256dh: told.p256dh, auth: told.auth },
  }) },
}))"""


def test_a_device_that_gets_another_address_says_so_itself(visit):
    page = visit("aino", service_workers="allow")
    page.goto("/settings/devices/")
    page.evaluate(ADDED, SUBSCRIPTION)
    page.reload()
    rows = page.locator("[data-device]")
    expect(rows).to_have_count(1)
    before = rows.get_attribute("data-device")

    page.context.service_workers[0].evaluate(MOVED, SUBSCRIPTION)

    for _ in range(1200):
        page.reload()
        if rows.get_attribute("data-device") != before:
            break
    moved = SUBSCRIPTION["endpoint"] + "/moved"
    assert rows.get_attribute("data-device") == sha256(moved.encode()).hexdigest()
    page.click("[data-device] button")
    expect(rows).to_have_count(0)


def test_the_button_alone_asks_and_a_browser_that_cannot_says_so(visit):
    page = visit("aino", service_workers="allow")
    page.goto("/settings/devices/")
    expect(page.locator("#this-device button")).to_be_visible()

    page.add_init_script("delete window.PushManager")
    page.reload()

    expect(page.locator("[data-state=none]")).to_be_visible()
    expect(page.locator("#this-device button")).to_be_hidden()
    plain = visit("aino", javascript=False)
    plain.goto("/settings/devices/")
    expect(plain.locator("text=Adding a device needs JavaScript.")).to_be_visible()

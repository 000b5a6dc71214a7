"""Ways in which a session ends, seen in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PASSWORD, sign_in

pytestmark = pytest.mark.browser
NEW = "another long phrase"


def change_password(page, old: str, new: str) -> None:
    page.goto("/accounts/password/change/")
    if "reauthenticate" in page.url:
        page.fill("[name=password]", old)
        page.click("main .primary")
    page.wait_for_timeout(1500)  # until the page's socket is open
    page.fill("[name=oldpassword]", old)
    page.fill("[name=password1]", new)
    page.fill("[name=password2]", new)
    page.click("main .primary")


def test_whoever_changes_the_password_stays_signed_in_and_is_notified(visit):
    here, there = visit("emre"), visit("emre")

    change_password(here, PASSWORD, NEW)

    here.wait_for_selector("text=Your password has been changed")
    here.wait_for_timeout(5000)
    here.goto("/settings/security/")
    assert here.url.endswith("/settings/security/")
    there.goto("/settings/security/")
    assert "/accounts/login/" in there.url
    change_password(here, NEW, PASSWORD)
    here.wait_for_selector("text=Your password has been changed")
    sign_in(there, "emre")


def test_whoever_deletes_the_account_reads_that_it_is_done(visit):
    page = visit()
    page.goto("/accounts/signup/")
    zone = page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone")
    expect(page.locator("[name=time_zone]")).to_have_value(zone)
    page.fill("[name=username]", "leaving")
    page.fill("[name=email]", "leaving@example.org")
    page.fill("[name=password1]", NEW)
    page.click("main .primary")
    page.goto("/settings/delete/")
    if "reauthenticate" in page.url:
        page.fill("[name=password]", NEW)
        page.click("main .primary")
    page.wait_for_timeout(1500)
    page.fill("[name=name]", "leaving")
    page.click("main .danger")

    page.wait_for_selector("text=Your account has been deleted")
    page.wait_for_timeout(5000)
    assert "/accounts/login/" not in page.url

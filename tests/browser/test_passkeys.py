"""Passkeys in a real browser with a virtual authenticator (S15)."""

from __future__ import annotations

from urllib.parse import parse_qs

import pytest

from tests.browser.conftest import PASSWORD

pytestmark = pytest.mark.browser

SIGN_IN = "/accounts/2fa/webauthn/login/"


@pytest.fixture
def page(visit, site):
    """A page under the name localhost: passkeys belong to names, not to numbers."""
    page = visit()
    page.at = f"http://localhost:{site.port}"
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
               "isUserVerified": True, "automaticPresenceSimulation": True}  # fmt: skip
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return page


def password(page, name: str, then: str) -> None:
    page.goto(f"{page.at}/accounts/login/?next={then}")
    page.fill("[name=login]", name)
    page.fill("[name=password]", PASSWORD)
    page.click("main .primary")


def show_again(page, credential: str) -> None:
    """Send what a passkey answered another time, after the server has asked again."""
    ask = "path => fetch(path, {headers: {Accept: 'application/json'}}).then(answer => answer.status)"
    assert page.evaluate(ask, SIGN_IN) == 200
    field = page.locator("#passkey-credential")
    with page.expect_navigation():
        field.evaluate("(field, credential) => { field.value = credential; field.form.submit(); }", credential)


def test_a_passkey_is_added_signs_in_alone_and_stands_next_to_the_password(page):
    password(page, "babak", "/settings/security/")
    page.click("text=Add a passkey")
    page.fill("[name=password]", PASSWORD)
    page.click("main .primary")
    page.fill("[name=name]", "my notebook")
    page.click("#add-passkey")
    page.wait_for_selector(".codes")
    page.goto(f"{page.at}/settings/security/")
    assert page.locator("text=my notebook").count() == 1

    page.context.clear_cookies()
    page.goto(f"{page.at}/accounts/login/?next=/help/")
    with page.expect_request(lambda asked: SIGN_IN in asked.url and asked.method == "POST") as sent:
        page.click("#use-passkey")
    page.wait_for_url(f"{page.at}/help/")
    assert page.locator("text=Sign out").count() == 1

    page.context.clear_cookies()
    page.goto(f"{page.at}/accounts/login/?next=/help/")
    show_again(page, parse_qs(sent.value.post_data)["credential"][0])
    assert page.locator("text=has already been used").count() == 1
    assert page.locator("text=Sign out").count() == 0

    page.context.clear_cookies()
    password(page, "babak", "/help/")
    assert page.url.startswith(f"{page.at}/accounts/2fa/authenticate/")
    page.click("#use-passkey")
    page.wait_for_url(f"{page.at}/help/")

    page.goto(f"{page.at}/settings/security/")
    page.click("main >> text=Remove")
    page.fill("[name=password]", PASSWORD)
    page.click("main .primary")
    page.click("main .danger")
    page.goto(f"{page.at}/settings/security/")
    assert page.locator("text=my notebook").count() == 0
    assert page.problems == []


def test_a_passkey_that_does_not_answer_is_shown_on_the_page(page):
    page.goto(f"{page.at}/accounts/login/")
    page.evaluate("() => { navigator.credentials.get = () => Promise.reject(new Error('no')); }")

    page.click("#use-passkey")

    page.wait_for_selector("#passkey-failed:visible")

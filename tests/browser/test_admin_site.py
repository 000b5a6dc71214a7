"""The start page of the admin site on a phone."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.browser

SIGN_IN = """
from django.test import Client
from tests.factories import make_moderator
client = Client()
client.force_login(make_moderator(grade="administrators", is_superuser=True))
print(client.cookies["sessionid"].value)
"""
NARROWEST_NAME = "Math.min(...[...document.querySelectorAll('.server-facts th')].map(cell => cell.clientWidth))"


@pytest.fixture(scope="module")
def session(site):
    """The session of an administrator who has proved who they are twice."""
    return site.manage("shell", "-v0", "-c", SIGN_IN).split()[-1]


@pytest.mark.parametrize(
    ("lang", "theme"),
    [
        ("en", "light"),
        ("fi", "light"),
        ("fa", "dark"),
        pytest.param("en", "dark", marks=pytest.mark.nightly),
        pytest.param("fi", "dark", marks=pytest.mark.nightly),
        pytest.param("fa", "light", marks=pytest.mark.nightly),
    ],
)
def test_the_start_page_fits_a_phone_and_breaks_no_word(visit, site, session, lang, theme):
    page = visit(lang=lang, width=360, height=740, theme=theme)
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])

    page.goto("/admin/")

    assert page.locator(".server-facts th").count() > 20
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.evaluate(NARROWEST_NAME) > 120
    grounds = {"light": "rgb(247, 243, 234)", "dark": "rgb(23, 21, 19)"}
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == grounds[theme]  # those of every page

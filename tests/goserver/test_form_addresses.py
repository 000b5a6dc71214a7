"""A browser that opens an address for forms only is redirected to a page, instead of an empty 405."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from goserver.middleware.form_addresses import nearest_page_above
from tests.factories import make_player

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("path", "page"),
    [("/play/", "/"), ("/games/order/", "/games/"), ("/language/", "/"), ("/following/change/", "/following/"),
     ("/clubs/1/membership/", "/clubs/1/"), ("/settings/programs/token/", "/settings/programs/")],
)  # fmt: skip
def test_get_of_an_address_for_forms_leads_to_the_page_above(path, page):
    browser = Client()
    browser.force_login(make_player())
    for method in (browser.get, browser.head):
        answer = method(path)
        assert (answer.status_code, answer.headers["Location"]) == (302, page)


def test_other_methods_and_programs_still_get_405():
    assert Client().put("/play/").status_code == 405
    assert Client().get("/api/v1/token/").status_code == 405
    assert Client().get("/mail/inbound/").status_code == 405


def test_an_address_with_two_slashes_leads_to_no_other_server():
    assert nearest_page_above("//example.org/play/") == "/"


def addresses(resolver: URLResolver, before: str = "") -> list[str]:
    found = []
    for one in resolver.url_patterns:
        path = before + str(one.pattern)
        if isinstance(one, URLPattern):
            found.append(path)
        else:
            found += addresses(one, path)
    return found


def test_no_page_without_parts_answers_405_to_a_browser():
    browser = Client()
    browser.force_login(make_player())
    plain = [one for one in addresses(get_resolver()) if "<" not in one and "(" not in one and "^" not in one]
    pages = [one for one in plain if not one.startswith(("api/", "admin/", "oauth/", "mail/inbound"))]

    assert len(pages) > 60
    assert [one for one in pages if browser.get(f"/{one}").status_code == 405] == []

"""The footer is rendered once for each language and theme, and still fits each answer."""

import re

import pytest
from django.conf import settings
from django.test import Client

from tests.factories import make_player

pytestmark = pytest.mark.django_db


def foot(browser: Client, path: str) -> str:
    page = browser.get(path).content.decode()
    return page[page.index('<footer class="footer">') :]


def tokens(text: str) -> set[str]:
    return set(re.findall(r'name="csrfmiddlewaretoken" value="(\w{64})"', text))


def test_its_forms_carry_the_token_of_their_own_answer():
    one, other = Client(enforce_csrf_checks=True), Client(enforce_csrf_checks=True)
    mine, theirs = tokens(foot(one, "/help/")), tokens(foot(other, "/help/"))
    assert len(mine) == len(theirs) == 1
    assert mine != theirs
    values = {"language": "fi", "next": "/help/", "csrfmiddlewaretoken": mine.pop()}
    assert one.post("/language/", values).status_code == 302
    assert Client(enforce_csrf_checks=True).post("/language/", values).status_code == 403


def test_it_leads_back_to_the_page_that_it_stands_on():
    browser = Client()
    assert foot(browser, "/help/").count('name="next" value="/help/"') == 2
    assert foot(browser, '/help/?a="><b>').count('name="next" value="/help/?a=%22%3E%3Cb%3E"') == 2


def test_it_has_the_language_and_the_theme_of_whoever_reads():
    finn, dark = Client(), Client()
    finn.cookies[settings.LANGUAGE_COOKIE_NAME] = "fi"
    dark.force_login(make_player(theme="dark", language="en"))
    for _ in range(2):
        assert re.search(r'value="fi" lang="fi"\s+aria-pressed="true"', foot(finn, "/help/"))
        assert re.search(r'value="dark"\s+aria-pressed="true"', foot(dark, "/help/"))
        assert re.search(r'value="en" lang="en"\s+aria-pressed="true"', foot(dark, "/help/"))
        assert re.search(r'value="auto"\s+aria-pressed="true"', foot(Client(), "/help/"))


def test_nothing_that_stands_for_a_token_or_an_address_is_left_in_a_page():
    page = Client().get("/help/").content.decode()
    assert "foot-token" not in page
    assert "foot-path" not in page

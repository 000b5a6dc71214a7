"""Programs skip steps that only browsers need, and get the same headers otherwise."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from accounts.security.scopes import USUAL
from accounts.security.tokens import NewToken, make_token
from tests.factories import make_game, make_player

pytestmark = pytest.mark.django_db
PASSED: list[str] = []


class Counting:
    """Stands where only browsers pass."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        PASSED.append(request.path)
        return self.get_response(request)


@pytest.fixture
def passed(settings):
    """The addresses of the requests that went the way of browsers."""
    at = settings.MIDDLEWARE.index("goserver.middleware.token_requests.TokenRequestShortcutStart") + 1
    settings.MIDDLEWARE = [*settings.MIDDLEWARE[:at], f"{__name__}.Counting", *settings.MIDDLEWARE[at:]]
    PASSED.clear()
    return PASSED


def bearer(player, word="Bearer"):
    _, text = make_token(player=player, wanted=NewToken("t", USUAL, 1), now=timezone.now())
    return {"Authorization": f"{word} {text}"}


def test_a_program_passes_by_what_browsers_need_and_a_browser_does_not(passed):
    game, client, headers = make_game(), Client(), bearer(make_player())
    address = f"/api/v1/games/{game.pk}"
    assert client.get(address, headers=headers).status_code == 200
    assert client.get(address, headers={"Authorization": "Bearer wrong"}).status_code == 401
    assert passed == []
    client.get(address)
    client.get("/rules/", headers=headers)
    client.get(address, headers={"Authorization": "Basic YTpi"})
    assert passed == [address, "/rules/", address]


def test_a_program_gets_the_same_as_a_page_that_asks():
    game, player, by_session = make_game(), make_player(), Client()
    by_session.force_login(player)
    for path in (f"/api/v1/games/{game.pk}", "/api/v1/games/99999", "/api/v1/me"):
        result = Client().get(path, headers={**bearer(player), "Accept-Language": "fi"})
        shown = by_session.get(path, headers={"Accept-Language": "fi"})
        assert result.status_code == shown.status_code, path
        assert set(result.headers) == set(shown.headers), path
        assert (result["Content-Language"], result["X-Frame-Options"]) == ("fi", "DENY"), path
        assert result["Content-Security-Policy"] == "default-src 'none'; base-uri 'none'; frame-ancestors 'none'", path


def test_a_cookie_sent_with_a_token_counts_for_nothing():
    one, other, client = make_player("one"), make_player("other"), Client()
    client.force_login(one)
    assert client.get("/api/v1/me", headers=bearer(other)).json()["username"] == "other"
    assert client.get("/api/v1/me", headers=bearer(other, "token")).json()["username"] == "other"


def test_a_body_that_is_too_large_is_refused_to_programs_too():
    headers = {**bearer(make_player()), "Accept-Language": "fi"}
    refusal = Client().post("/api/v1/challenges", "x" * 1_300_000, content_type="application/json", headers=headers)
    assert (refusal.status_code, refusal.json()["code"], refusal["Content-Language"]) == (413, "too_large", "fi")

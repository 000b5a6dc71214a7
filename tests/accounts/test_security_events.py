"""Security events are recorded with their kind, account, time and address (S31)."""

import json

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import SecurityEvent
from accounts.security import oauth, tokens
from tests.factories import make_game, make_moderator, make_player
from tests.support.oauth import grant

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse"


@pytest.fixture
def browser(aino):
    client = Client(headers={"User-Agent": "Firefox", "Accept-Language": "en"})
    client.force_login(aino)
    SecurityEvent.objects.all().delete()
    return client


def noted():
    return [(event.kind, event.player and event.player.username) for event in SecurityEvent.objects.order_by("pk")]


def test_signing_up_in_and_out_and_what_failed():
    client = Client(headers={"User-Agent": "Firefox"})

    client.post("/accounts/signup/", {"username": "aino", "email": "a@example.org", "password1": "a phrase of mine"})
    client.post("/accounts/logout/")
    client.post("/accounts/login/", {"login": "aino", "password": "wrong"})
    client.post("/accounts/login/", {"login": "nobody at all", "password": "hunter2"})
    client.post("/accounts/login/", {"login": "AINO", "password": "a phrase of mine"})

    assert noted() == [
        ("signed_up", "aino"), ("signed_in", "aino"), ("signed_out", "aino"), ("sign_in_failed", "aino"),
        ("sign_in_failed", None), ("signed_in", "aino"),
    ]  # fmt: skip
    assert {(event.network, event.agent) for event in SecurityEvent.objects.all()} == {("127.0.0.1", "Firefox")}
    kept = json.dumps(list(SecurityEvent.objects.values()), default=str)
    assert not any(secret in kept for secret in ("hunter2", "wrong", "a phrase of mine", "nobody at all"))


def test_a_new_password(browser):
    browser.post("/accounts/reauthenticate/", {"password": PASSWORD})
    new = {"oldpassword": PASSWORD, "password1": "another long phrase", "password2": "another long phrase"}
    browser.post("/accounts/password/change/", new)

    assert ("password_changed", "aino") in noted()


def test_everybody_sees_what_happened_to_their_own_account(browser):
    Client(headers={"User-Agent": "Mozilla (Windows) Firefox/1"}).post(
        "/accounts/login/", {"login": "aino", "password": "guess"}, REMOTE_ADDR="192.0.2.77"
    )
    Client().post(
        "/accounts/login/", {"login": make_player("babak").username, "password": "x"}, REMOTE_ADDR="192.0.2.88"
    )

    page = browser.get("/settings/security/").content.decode()

    events = page[page.index('id="events"') :]
    assert "Failed sign-in" in events
    assert "192.0.2.77" in events
    assert "Firefox, Windows" in events
    assert "192.0.2.88" not in events


def test_the_list_of_what_happened_is_as_fast_when_it_is_long(browser, aino, django_assert_max_num_queries):
    browser.get("/settings/security/")
    with CaptureQueriesContext(connection) as short:
        browser.get("/settings/security/")
    now = timezone.now()
    SecurityEvent.objects.bulk_create(SecurityEvent(player=aino, kind="signed_in", at=now) for _ in range(200))

    with django_assert_max_num_queries(len(short)):
        page = browser.get("/settings/security/").content.decode()

    assert page[page.index('id="events"') :].count('<li class="entry">') == 30


def test_tokens_and_programs(aino, browser):
    row, text = tokens.make_token(player=aino, wanted=tokens.NewToken("phone", ["game:read"], 1), now=timezone.now())
    tokens.revoke_token(player=aino, token_id=row.pk)
    app = oauth.register_app(player=make_player(), name="Goban", redirect_uris=["https://app.example.org/back"])
    grant(aino, app)

    kinds = [kind for kind, name in noted() if name == "aino"]
    assert kinds == ["token_made", "token_revoked", "signed_in", "program_allowed"]
    assert SecurityEvent.objects.get(kind="program_allowed").detail == "app.example.org"
    assert text not in json.dumps(list(SecurityEvent.objects.values()), default=str)


def test_whoever_is_refused_and_whoever_looks_for_the_admin_site(aino, browser):
    game = make_game(now=timezone.now())

    browser.post(f"/g/{game.pk}/resign/", {"number": 0, "key": "12345678"})
    browser.get("/mod/")
    browser.get("/admin/games/game/")
    browser.get("/games/")

    events = SecurityEvent.objects.order_by("pk")
    assert [(event.kind, event.detail) for event in events] == [
        ("denied", f"POST /g/{game.pk}/resign/"),
        ("denied", "GET /mod/"),
        ("denied", "GET /admin/games/game/"),
    ]


def test_a_program_without_the_scope_is_written_down(aino):
    _, text = tokens.make_token(player=aino, wanted=tokens.NewToken("phone", ["game:read"], 1), now=timezone.now())

    Client().get("/api/v1/notices/", headers={"Authorization": f"Bearer {text}"})

    assert noted()[-1] == ("denied", "aino")


def test_denials_without_end_do_not_fill_the_log(browser):
    for _ in range(70):
        browser.get("/mod/")

    assert SecurityEvent.objects.filter(kind="denied").count() == 60


def test_staff_who_sign_in_to_the_admin_site_are_no_denials():
    client = Client()
    client.force_login(make_moderator())

    client.get("/mod/")

    assert ("denied", None) not in noted()
    assert "denied" not in [kind for kind, _ in noted()]

"""OAuth: third-party programs get access when the player agrees, only to the ticked scopes, and lose it when
revoked."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
from allauth.idp.oidc.models import Client as App
from allauth.idp.oidc.models import Token as OAuthToken
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.security.scopes import SCOPES, USUAL
from accounts.security.sessions import last_seen_times
from tests.support.oauth import BACK, as_program, asked, consent, exchange, grant, pkce

pytestmark = pytest.mark.django_db


def test_a_program_gets_access_and_no_more_than_was_ticked(aino, app):
    given = grant(aino, app, scopes=["account:read"])

    assert as_program(given["access_token"]).json()["username"] == "aino"
    assert as_program(given["access_token"], "games/").json()["scope"] == "game:read"
    assert given["access_token"] not in str(list(OAuthToken.objects.values()))


def test_C63_E64_every_five_minutes_the_first_call_of_a_program_is_a_visit(aino, app, time_machine):
    token = grant(aino, app, scopes=["account:read"])["access_token"]
    begun = timezone.now()
    for minutes, queries in ((0, 1), (5, 0), (6, 1)):
        time_machine.move_to(begun + timedelta(minutes=minutes), tick=False)
        with CaptureQueriesContext(connection) as sent:
            as_program(token)
        assert len([one for one in sent if "UPDATE" in one["sql"] and "used_at" in one["sql"]]) == queries
        seen = begun + timedelta(minutes=6 if minutes == 6 else 0)
        assert last_seen_times([aino.pk]) == {aino.pk: seen}


def test_the_page_says_who_asks_for_what(aino, app):
    client = Client()
    client.force_login(aino)
    page = client.get("/oauth/authorize", asked(app, pkce()[1]))

    text = page.content.decode()
    assert "Goban" in text
    assert "author" in text
    assert str(SCOPES["game:read"]) in text
    assert "https://app.example.org" in page["Content-Security-Policy"]
    assert "unsafe" not in page["Content-Security-Policy"]


@pytest.mark.parametrize("how", ["agrees", "refuses", "asked for what there is not", "native"])
def test_every_answer_to_a_program_says_which_server_it_is_from_RFC_9207(aino, app, how):
    client = Client()
    client.force_login(aino)
    query, back = asked(app, pkce()[1]), BACK
    if how == "native":
        query["redirect_uri"] = app.redirect_uris = back = "org.example.app:/back?x=1"
        app.save()
    if how == "asked for what there is not":
        query["response_type"] = "token"

    target = consent(client, query, action="cancel" if how == "refuses" else "grant")["Location"]

    result = parse_qs(urlsplit(target).query, strict_parsing=True)
    metadata = client.get("/.well-known/oauth-authorization-server").json()
    assert target.startswith(back)
    assert result["iss"] == [metadata["issuer"]]
    assert result["state"] == ["s"]
    assert ("code" in result, "error" in result) == (how in ("agrees", "native"), how not in ("agrees", "native"))
    assert metadata["authorization_response_iss_parameter_supported"] is True


def test_somebody_who_is_not_signed_in_is_led_within_the_server_without_it(app):
    answer = Client().get("/oauth/authorize", asked(app, pkce()[1]))

    assert answer["Location"].startswith("/accounts/login/?next=")
    assert "iss" not in parse_qs(urlsplit(answer["Location"]).query)


def test_who_refuses_gives_nothing(aino, app):
    client = Client()
    client.force_login(aino)

    answer = consent(client, asked(app, pkce()[1]), action="cancel")

    assert "error=access_denied" in answer["Location"]
    assert not OAuthToken.objects.exists()


@pytest.mark.parametrize(
    "wrong",
    [
        {"code_challenge": None, "code_challenge_method": None}, {"code_challenge_method": "plain"},
        {"code_challenge_method": None}, {"redirect_uri": "https://evil.example/"},
        {"redirect_uri": BACK + "/more"}, {"client_id": "nobody"}, {"scope": ""}, {"scope": "moderation:write"},
        {"scope": "bot:play"}, {"scope": "openid"}, {"response_type": "token"},
    ],
)  # fmt: skip
def test_a_program_that_asks_wrongly_gets_no_code(aino, app, wrong):
    client = Client()
    client.force_login(aino)
    query = {name: value for name, value in {**asked(app, pkce()[1]), **wrong}.items() if value is not None}

    answer = consent(client, query)

    assert "code=" not in answer.get("Location", "")
    assert "evil.example" not in answer.get("Location", "")
    assert not OAuthToken.objects.exists()


def test_a_code_works_once_with_its_verifier_only(aino, app):
    client = Client()
    client.force_login(aino)
    verifier, challenge = pkce()
    for wrong in ({"code_verifier": "x" * 64}, {"redirect_uri": "https://evil.example/"}, {"client_id": "nobody"}):
        code = parse_qs(urlsplit(consent(client, asked(app, challenge))["Location"]).query)["code"][0]
        assert exchange(app, code, verifier, **wrong).status_code in (400, 401)
    code = parse_qs(urlsplit(consent(client, asked(app, challenge))["Location"]).query)["code"][0]

    assert exchange(app, code, verifier).status_code == 200
    assert exchange(app, code, verifier).status_code in (400, 401)


def test_access_is_renewed_and_the_old_renewal_no_longer_works(aino, app, time_machine):
    given = grant(aino, app)
    body = {"grant_type": "refresh_token", "client_id": app.pk, "refresh_token": given["refresh_token"]}

    renewed = Client().post("/oauth/token", body).json()

    assert as_program(renewed["access_token"]).status_code == 200
    time_machine.move_to(timezone.now() + timedelta(minutes=1))
    assert Client().post("/oauth/token", body).status_code in (400, 401)


def test_the_player_ends_the_access_of_a_program(browser, aino, app):
    given = grant(aino, app)
    assert "Goban" in browser.get("/settings/programs/").content.decode()

    browser.post("/settings/programs/end-access/", {"id": app.pk})

    assert as_program(given["access_token"]).status_code == 401
    body = {"grant_type": "refresh_token", "client_id": app.pk, "refresh_token": given["refresh_token"]}
    assert Client().post("/oauth/token", body).status_code in (400, 401)


def test_a_program_revokes_its_own_token(aino, app):
    given = grant(aino, app)

    Client().post("/oauth/revoke", {"client_id": app.pk, "token": given["access_token"]})

    assert as_program(given["access_token"]).status_code == 401


@pytest.mark.parametrize(
    "uri",
    [
        "http://example.org/", "javascript:alert(1)", "https://", "https://a@b.example/", "https://*.example.org/",
        "https://example.org/#x", "http://127.0.0.1.evil.example/", "data:text/html,x", "myapp:/done", "x y",
        "https://example.org:port/",
    ],
)  # fmt: skip
def test_a_code_is_sent_nowhere_else(browser, uri):
    answer = browser.post("/settings/programs/app/", {"name": "Goban", "redirect_uris": uri})

    assert answer.status_code == 400
    assert not App.objects.exists()


@pytest.mark.parametrize("uri", [BACK, "http://127.0.0.1:8080/done", "http://localhost/x", "org.example.app:/done"])
def test_where_a_code_may_be_sent(browser, uri):
    browser.post("/settings/programs/app/", {"name": "Goban", "redirect_uris": uri})

    assert App.objects.get().get_redirect_uris() == [uri]
    assert App.objects.get().type == App.Type.PUBLIC


def test_programs_find_everything_by_the_metadata():
    facts = Client().get("/.well-known/oauth-authorization-server").json()

    assert facts["code_challenge_methods_supported"] == ["S256"]
    assert facts["authorization_endpoint"].endswith("/oauth/authorize")
    assert set(facts["scopes_supported"]) == set(USUAL)

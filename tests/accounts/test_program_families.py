"""Third-party programs' codes and refresh tokens work once; using one twice revokes every token that came from it."""

from __future__ import annotations

import base64
import threading
from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
import time_machine
from allauth.idp.oidc import app_settings
from allauth.idp.oidc.models import Token as OAuthToken
from django.db import connections
from django.http import JsonResponse
from django.test import Client
from django.utils import timezone

from accounts.models import SecurityEvent, SpentGrant
from accounts.security import oauth, oauth_tokens, tokens
from tests.factories import make_player
from tests.support.oauth import BACK, as_program, asked, consent, exchange, grant, pkce
from tests.support.servers import SECONDS_TO_START

pytestmark = pytest.mark.django_db


def code_for(player, app, **other):
    client = Client()
    client.force_login(player)
    verifier, challenge = pkce()
    answer = consent(client, asked(app, challenge, **other))
    return parse_qs(urlsplit(answer["Location"]).query)["code"][0], verifier


def renewed(app, given, **other):
    body = {"grant_type": "refresh_token", "client_id": app.pk, "refresh_token": given["refresh_token"], **other}
    return Client().post("/oauth/token", body)


def works(given):
    return as_program(given["access_token"]).status_code == 200


def test_a_code_that_is_used_twice_ends_what_came_of_it(aino, app):
    code, verifier = code_for(aino, app)
    first = exchange(app, code, verifier).json()
    second = renewed(app, first).json()
    other = grant(aino, app)

    again = exchange(app, code, verifier)

    assert (again.status_code, again.json()) == (400, {"error": "invalid_grant"})
    assert not works(second)
    assert renewed(app, second).status_code == 400
    assert works(other)
    assert SecurityEvent.objects.filter(kind="token_reused", player=aino).count() == 1


def test_a_code_dies_at_the_first_wrong_verifier(aino, app):
    for wrong in ({"code_verifier": "x" * 64}, {"code_verifier": ""}, {"redirect_uri": "https://evil.example/"}):
        code, verifier = code_for(aino, app)

        assert exchange(app, code, verifier, **wrong).status_code == 400
        assert exchange(app, code, verifier).status_code == 400
    assert not OAuthToken.objects.exists()


def test_a_refresh_token_that_is_used_twice_ends_its_whole_family(aino, app, time_machine):
    time_machine.move_to(start := timezone.now())
    first = grant(aino, app)
    second = renewed(app, first).json()
    third = renewed(app, second).json()
    other = grant(aino, app)
    time_machine.move_to(start + timedelta(seconds=60))

    assert renewed(app, first).status_code == 400

    assert not works(second)
    assert not works(third)
    assert renewed(app, third).status_code == 400
    assert works(other)


def test_a_program_whose_answer_was_lost_gets_the_same_once_more(aino, app, time_machine):
    time_machine.move_to(start := timezone.now(), tick=False)
    first = grant(aino, app)
    lost = renewed(app, first).json()
    time_machine.move_to(start + timedelta(seconds=30), tick=False)

    assert renewed(app, first).json() == lost
    assert works(lost)

    time_machine.move_to(start + timedelta(seconds=31), tick=False)
    assert renewed(app, first).status_code == 400
    assert not works(lost)


def test_half_a_minute_is_no_help_when_the_answer_was_used_or_another_program_asks(aino, app):
    first = grant(aino, app)
    second = renewed(app, first).json()
    third = renewed(app, second).json()
    assert renewed(app, first).status_code == 400
    assert not works(third)

    another = oauth.register_app(player=make_player(), name="Other", redirect_uris=[BACK])
    first = grant(aino, app)
    second = renewed(app, first).json()
    assert renewed(app, first, client_id=another.pk).status_code == 400
    assert not works(second)


def test_a_strange_token_ends_nothing(aino, app):
    given = grant(aino, app)
    another = oauth.register_app(player=make_player(), name="Other", redirect_uris=[BACK])

    for wrong in ({"refresh_token": "x" * 86}, {"refresh_token": ""}, {"client_id": another.pk}, {"client_id": "\x00"}):
        assert 400 <= renewed(app, given, **wrong).status_code < 500
    assert (
        Client().post(f"/oauth/token?grant_type=refresh_token&refresh_token={given['refresh_token']}").status_code
        == 400
    )

    assert works(given)
    assert renewed(app, given).status_code == 200


def test_of_what_was_used_nothing_can_be_read(aino, app):
    first = grant(aino, app)
    second = renewed(app, first).json()

    rows = str(list(SpentGrant.objects.values()))
    for given in (first, second):
        assert given["refresh_token"] not in rows
        assert given["access_token"] not in rows


def test_what_was_used_is_forgotten_when_nothing_of_it_can_live(aino, app, time_machine):
    renewed(app, grant(aino, app))
    assert SpentGrant.objects.count() == 2

    longest = timedelta(seconds=app_settings.REFRESH_TOKEN_EXPIRES_IN)
    at = max(SpentGrant.objects.values_list("at", flat=True)) + longest
    time_machine.move_to(at - timedelta(seconds=1), tick=False)
    renewals = SpentGrant.objects.filter(answer__gt="")
    tokens.delete_expired_tokens(timezone.now())
    assert renewals.count() == 1
    time_machine.move_to(at, tick=False)
    assert oauth_tokens.delete_spent() == 1, "of the code, which was used before"
    time_machine.move_to(at + timedelta(seconds=1), tick=False)
    assert tokens.delete_expired_tokens(timezone.now()) >= 1

    assert not SpentGrant.objects.exists()


LOOPBACK = "http://127.0.0.1:8400/done"


@pytest.mark.parametrize(
    ("registered", "uri", "leads"),
    [
        (BACK, BACK, True),
        (BACK, BACK + "?x=1", False),
        (BACK, BACK + "/", False),
        (BACK, BACK + "#x", False),
        (BACK, "https://app.example.org:443/back", False),
        (BACK, "https://APP.example.org/back", False),
        (BACK, "https://user@app.example.org/back", False),
        (BACK, "https://app.example.org/%62ack", False),
        (BACK, "https://app.example.org/x/../back", False),
        ("https://app.example.org/?a=1", "https://app.example.org/?a=1&b=2", False),
        (LOOPBACK, LOOPBACK, True),
        (LOOPBACK, "http://127.0.0.1:51234/done", True),
        (LOOPBACK, "http://127.0.0.1/done", True),
        (LOOPBACK, "http://127.0.0.1:51234/done?x=1", False),
        (LOOPBACK, "http://127.0.0.1:0/done", False),
        (LOOPBACK, "http://127.0.0.1:65536/done", False),
        (LOOPBACK, "http://127.0.0.1:8400@evil.example/done", False),
        (LOOPBACK, "http://[::1]:8400/done", False),
        (LOOPBACK, "http://localhost:8400/done", False),
        (LOOPBACK, "https://127.0.0.1:8400/done", False),
        ("http://[::1]/done", "http://[::1]:51234/done", True),
        ("http://localhost:8400/done", "http://localhost:51234/done", False),
        ("org.example.app:/done", "org.example.app:/done", True),
        ("org.example.app:/done", "org.example.app:/done?x", False),
        ("http://[::1]/done", "http://[::1", False),
    ],
)
def test_a_code_goes_to_the_registered_address_to_the_letter(aino, registered, uri, leads):
    app = oauth.register_app(player=aino, name="Goban", redirect_uris=[registered])
    client = Client()
    client.force_login(aino)

    answer = consent(client, asked(app, pkce()[1], redirect_uri=uri))

    assert ("code=" in answer.get("Location", "")) is leads
    assert answer.status_code == (302 if leads else 400)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_many_uses_at_once_one_counts():
    aino = make_player("aino")
    app = oauth.register_app(player=make_player("author"), name="Goban", redirect_uris=[BACK])
    code, verifier = code_for(aino, app)

    answers = at_once(8, lambda: exchange(app, code, verifier))
    assert sorted(answer.status_code for answer in answers) == [200] + [400] * 7
    assert not OAuthToken.objects.exists()

    given = grant(aino, app)
    answers = at_once(8, lambda: renewed(app, given))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.json()["refresh_token"] for answer in answers}) == 1
    assert works(answers[0].json())


def at_once(times, do):
    answers, start = [], threading.Barrier(times)

    def one():
        try:
            start.wait(SECONDS_TO_START)
            answers.append(do())
        finally:
            connections.close_all()

    threads = [threading.Thread(target=one) for _ in range(times)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SECONDS_TO_START)
    return answers


def test_a_program_asks_again_a_year_after_the_consent_however_often_it_renewed(aino, app):
    given = grant(aino, app)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for _ in range(6):
            clock.shift(timedelta(days=60))
            given = renewed(app, given).json()
            assert works(given)
        clock.shift(timedelta(days=7))

        assert renewed(app, given).json() == {"error": "invalid_grant"}
        assert not works(given)
        assert works(grant(aino, app))


def test_a_stolen_token_ends_connections_once_and_a_strange_program_takes_nothing(aino, app, monkeypatch):
    signals = []
    monkeypatch.setattr(oauth_tokens.access_ended, "send", lambda sender, **sent: signals.append(sent))
    code, verifier = code_for(aino, app)
    exchange(app, code, verifier)
    assert signals == []
    for _ in range(2):
        assert exchange(app, code, verifier).json() == {"error": "invalid_grant"}
    assert signals == [{"player_id": aino.pk}], "the second time there was nothing left"
    events = SecurityEvent.objects.filter(kind="token_reused")
    assert [(one.player, one.detail) for one in events] == [(aino, app.pk)]


def test_a_program_may_name_itself_by_basic_authentication(aino, app):
    code, verifier = code_for(aino, app)
    body = {"grant_type": "authorization_code", "code": code, "redirect_uri": BACK, "code_verifier": verifier}
    named = base64.b64encode(f"{app.pk}:".encode()).decode()
    for header in ("", "Basic ", "Basic é", "Basic 8J+", f"Bearer {named}"):
        Client().post("/oauth/token", body, headers={"Authorization": header})
    assert not SpentGrant.objects.exists(), "nobody has used the code"
    Client().post("/oauth/token", body, headers={"Authorization": f"basic {named}"})
    assert SpentGrant.objects.get().client_id == app.pk


def test_codes_and_tokens_are_read_up_to_five_hundred_characters(aino, app, monkeypatch):
    read = []

    def refuse(request, client_id, secret):
        read.append(len(secret))
        return JsonResponse({}, status=400)

    for name in ("_exchange_code", "_exchange_refresh_token"):
        monkeypatch.setattr(oauth_tokens, name, refuse)
    for length in (1, 500, 501):
        exchange(app, "x" * length, "verifier")
        renewed(app, {"refresh_token": "x" * length})
    for length in (500, 501):
        renewed(app, {"refresh_token": "x" * 7}, client_id="x" * length)
    assert read == [1, 1, 500, 500, 7]


def test_tokens_of_an_older_family_begin_when_they_were_created(aino, app, time_machine):
    time_machine.move_to(start := timezone.now(), tick=False)
    given = grant(aino, app)
    row = OAuthToken.objects.get(type=OAuthToken.Type.REFRESH_TOKEN)
    assert row.data["since"] == start.isoformat()
    OAuthToken.objects.update(data={}, created_at=start - timedelta(days=366))
    given = renewed(app, given).json()
    assert works(given)
    OAuthToken.objects.update(data={}, created_at=start - timedelta(days=366, seconds=1))
    assert renewed(app, given).json() == {"error": "invalid_grant"}


def test_tokens_of_two_older_families_end_each_on_their_own(aino, app, time_machine):
    time_machine.move_to(start := timezone.now(), tick=False)
    older = [grant(aino, app) for _ in range(2)]
    OAuthToken.objects.update(data={})
    first, other = (renewed(app, given).json() for given in older)
    time_machine.move_to(start + timedelta(minutes=1), tick=False)
    assert renewed(app, older[0]).status_code == 400
    assert (works(first), works(other)) == (False, True)


def test_an_access_token_is_no_refresh_token(aino, app):
    given = grant(aino, app)
    answer = renewed(app, {"refresh_token": given["access_token"]})
    assert (answer.status_code, answer.json()) == (400, {"error": "invalid_grant"})
    assert works(given)
    assert renewed(app, given).status_code == 200

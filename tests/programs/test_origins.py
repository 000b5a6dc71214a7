"""Webhooks and devices end with the token or consent that created them, and their owner is notified (S41)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.core.audit import latest_security_events
from accounts.models import ApiToken
from accounts.security import oauth, tokens
from programs import push_sender, webhook_sender
from programs.models import Device, Webhook
from programs.services import devices, origins, webhooks
from programs.services.devices import PushDeviceOrigin
from rules import Color
from tests.factories import make_game, make_player, play, side
from tests.support.oauth import BACK, asked, consent, exchange, pkce
from tests.support.push_service import PushService
from tests.support.receiver import Receiver
from tests.support.signing_in import PASSWORD

pytestmark = pytest.mark.django_db(transaction=True)
SCOPES = ["webhook:write", "notify:write", "game:read"]


@pytest.fixture
def outside(settings):
    """Return the server of a webhook, and the push service of a phone."""
    settings.IGO_WEBHOOK_LOOPBACK = True
    with Receiver() as service, PushService() as phone:
        yield service, phone


@pytest.fixture
def game():
    return make_game(now=timezone.now())


@pytest.fixture
def app():
    return oauth.register_app(player=make_player("author"), name="Goban", redirect_uris=[BACK])


def token_of(player, days=1):
    return tokens.make_token(player=player, wanted=tokens.NewToken("my script", SCOPES, days), now=timezone.now())


def add_both(text, outside):
    """A program with this token adds a webhook and a device."""
    service, phone = outside
    where = phone.subscription
    keys = {"endpoint": where.endpoint, "p256dh": where.p256dh, "auth": where.auth, "name": "my phone"}
    for path, body in (("webhooks/", {"url": service.url}), ("me/push/", keys)):
        headers = {"Authorization": f"Bearer {text}"}
        answer = Client().post(f"/api/v1/{path}", body, content_type="application/json", headers=headers)
        assert answer.status_code == 201, answer.content


def calls_after(game, outside, move="E5"):
    """Return how many of White's two receivers get Black's move."""
    service, phone = outside
    service.got.clear()
    phone.got.clear()
    play(game, move, now=timezone.now())
    for sending in (webhook_sender.sending, push_sender.sending):
        while sending.send_next():
            pass
    return bool(service.got) + bool(phone.got)


def test_a_webhook_and_a_device_end_when_the_token_that_added_them_is_revoked(outside, game):
    white = side(game, Color.WHITE)
    row, text = token_of(white)
    add_both(text, outside)
    assert calls_after(game, outside) == 2
    play(game, "D4", now=timezone.now())

    tokens.revoke_token(player=white, token_id=row.pk)

    assert calls_after(game, outside, "C3") == 0
    assert not Webhook.objects.exists()
    assert not Device.objects.exists()


def test_they_end_when_it_expires(outside, game, time_machine):
    add_both(token_of(side(game, Color.WHITE))[1], outside)
    time_machine.move_to(timezone.now() + timedelta(days=1, seconds=1))

    assert calls_after(game, outside) == 0
    assert list(webhooks.webhooks_of(side(game, Color.WHITE), timezone.now())) == []
    assert origins.delete_ended_origin_rows(now=timezone.now()) == 2
    assert not Webhook.objects.exists()


def test_they_end_with_another_password_and_those_of_a_browser_do_not(outside, game):
    white = side(game, Color.WHITE)
    add_both(token_of(white)[1], outside)
    webhooks.add_webhook(player=white, url="https://example.org/", now=timezone.now())

    white.set_password("another long phrase")
    white.save()

    assert [hook.url for hook in Webhook.objects.all()] == ["https://example.org/"]
    assert not Device.objects.exists()


@pytest.mark.parametrize("how", ["withdrawn", "revoked", "deleted", "expired"])
def test_they_end_with_the_consent_of_the_program_that_added_them(outside, game, app, time_machine, how):
    white = side(game, Color.WHITE)
    given = grant_all(white, app)
    add_both(given["access_token"], outside)
    page = signed_in(white).get("/settings/programs/").content.decode()
    assert "Added by the app “Goban”." in page
    assert calls_after(game, outside) == 2
    play(game, "D4", now=timezone.now())
    renewed = (
        Client()
        .post(
            "/oauth/token",
            {"grant_type": "refresh_token", "client_id": app.pk, "refresh_token": given["refresh_token"]},
        )
        .json()
    )
    assert calls_after(game, outside, "C3") == 2, "the same consent, by other tokens"
    play(game, "F6", now=timezone.now())

    if how == "withdrawn":
        oauth.revoke_program_access(player=white, client_id=app.pk)
        assert not Webhook.objects.exists()
    elif how == "deleted":
        oauth.delete_app(player=app.owner, client_id=app.pk)
    elif how == "expired":
        time_machine.move_to(timezone.now() + timedelta(days=91))
    else:
        for token in (renewed["refresh_token"], renewed["access_token"], given["access_token"]):
            Client().post("/oauth/revoke", {"client_id": app.pk, "token": token})

    assert not origins.with_valid_origin(Webhook.objects.all(), timezone.now()).exists()
    if how != "expired":
        assert calls_after(game, outside, "G7") == 0
    origins.delete_ended_origin_rows(now=timezone.now())
    assert not Webhook.objects.exists()
    assert not Device.objects.exists()


def test_another_consent_to_the_same_program_does_not_keep_them(outside, game, app):
    white = side(game, Color.WHITE)
    first = grant_all(white, app)
    add_both(first["access_token"], outside)
    grant_all(white, app)
    for name in ("refresh_token", "access_token"):
        Client().post("/oauth/revoke", {"client_id": app.pk, "token": first[name]})

    assert calls_after(game, outside) == 0


def grant_all(player, app):
    client = Client()
    client.force_login(player)
    verifier, challenge = pkce()
    query = asked(app, challenge, scope=" ".join(SCOPES))
    code = consent(client, query)["Location"].partition("code=")[2].partition("&")[0]
    return exchange(app, code, verifier).json()


def test_its_owner_reads_of_it_in_an_e_mail_and_in_the_settings(outside):
    aino = make_player("aino", language="en")
    add_both(token_of(aino)[1], outside)

    assert [(one.subject, one.to) for one in mail.outbox] == [
        ("Igo: New webhook", ["aino@example.org"]),
        ("Igo: New device for notifications", ["aino@example.org"]),
    ]
    for email_message in mail.outbox:
        assert "Added with the token “my script”." in email_message.body
    assert [(event.kind, event.detail) for event in latest_security_events(aino)][:2] == [
        ("device_added", "my phone (my script)"),
        ("webhook_added", "127.0.0.1 (my script)"),
    ]
    client = signed_in(aino)
    for page in ("programs", "devices"):
        assert "Added with the token “my script”." in client.get(f"/settings/{page}/").content.decode()

    _service, phone = outside
    where = {"subscription": phone.subscription, "origin": PushDeviceOrigin("my phone"), "now": timezone.now()}
    devices.add_device(player=aino, **where)
    assert len(mail.outbox) == 2, "no second device"
    assert "Added in a browser." in client.get("/settings/devices/").content.decode()


def test_whoever_added_a_device_last_is_what_it_ends_with(outside, game):
    white = side(game, Color.WHITE)
    _service, phone = outside
    devices.add_device(player=white, subscription=phone.subscription, origin=PushDeviceOrigin("x"), now=timezone.now())
    row, text = token_of(white)
    where = phone.subscription
    keys = {"endpoint": where.endpoint, "p256dh": where.p256dh, "auth": where.auth}
    headers = {"Authorization": f"Bearer {text}"}
    Client().post("/api/v1/me/push/", keys, content_type="application/json", headers=headers)

    ApiToken.objects.filter(pk=row.pk).delete()

    assert not Device.objects.exists()


# devices of sessions


def signed_in(player):
    client = Client()
    client.force_login(player)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return client


def add_in(client, number, phone):
    where = phone.subscription
    keys = {"endpoint": f"{where.endpoint}/{number}", "p256dh": where.p256dh, "auth": where.auth}
    return client.post("/settings/devices/", keys)


def test_a_new_password_ends_the_devices_of_other_sessions_and_the_own_one_goes_when_its_owner_signs_out(outside):
    player = make_player("aino")
    here, there = signed_in(player), signed_in(player)
    for number, client in enumerate((here, there)):
        assert add_in(client, number, outside[1]).status_code == 302
    first = Device.objects.earliest("pk")

    new = {"oldpassword": PASSWORD, "password1": "another long phrase", "password2": "another long phrase"}
    assert here.post("/accounts/password/change/", new).status_code == 302

    assert list(Device.objects.all()) == [first]
    here.post("/accounts/logout/")
    assert not Device.objects.exists()


def test_a_password_that_somebody_else_sets_ends_the_devices_of_all_sessions(outside):
    player = make_player("aino")
    add_in(signed_in(player), 1, outside[1])
    assert Device.objects.exists()

    player.set_password("another long phrase")
    player.save()

    assert not Device.objects.exists()


def test_a_device_that_a_page_adds_by_the_api_goes_with_its_session(outside):
    client = signed_in(make_player("aino"))
    where = outside[1].subscription
    keys = {"endpoint": where.endpoint, "p256dh": where.p256dh, "auth": where.auth}
    assert client.post("/api/v1/me/push/", keys, content_type="application/json").status_code == 201

    client.post("/accounts/logout/")

    assert not Device.objects.exists()

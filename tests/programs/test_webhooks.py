"""Webhooks: signed, in order, retried, given up in the end, and never to an internal network."""

from __future__ import annotations

import socket
import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone
from requests_hardened.ip_filter import InvalidIPAddress
from standardwebhooks import Webhook as Signature

from accounts.security import tokens
from foundation import safe_http
from games import services
from games.models import IdempotencyKey
from games.services.idempotency import PlayerRequest
from notifications.models import Notice
from programs import webhook_sender
from programs.models import Webhook
from programs.services import webhooks
from rules import Color
from tests.factories import make_game, make_player, play, side
from tests.support.receiver import Receiver

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def service(settings):
    settings.IGO_WEBHOOK_LOOPBACK = True
    with Receiver() as found:
        yield found


@pytest.fixture
def game():
    return make_game(now=timezone.now())


def added(player, url):
    return webhooks.add_webhook(player=player, url=url, now=timezone.now())


def send_all():
    while webhook_sender.sending.send_next():
        pass


def test_events_arrive_signed_and_in_order(service, game):
    hook = added(side(game, Color.BLACK), service.url)
    for move in ("E5", "D4", "C3"):
        play(game, move)

    send_all()

    assert [one["action"]["point"] for one in service.events] == ["E5", "D4", "C3"]
    for headers, body in service.got:
        assert Signature(hook.secret).verify(body.decode(), headers)["type"] == "game.action"
        with pytest.raises(Exception, match="[Ss]ignature"):
            Signature("whsec_" + "A" * 32).verify(body.decode(), headers)
    assert len({headers["webhook-id"] for headers, _ in service.got}) == 3


def test_only_what_happens_from_then_on_is_sent(service, game):
    play(game, "E5")
    added(side(game, Color.BLACK), service.url)

    send_all()

    assert service.got == []


def test_what_is_not_taken_is_sent_again_and_nothing_overtakes_it(service, game, time_machine):
    hook = added(side(game, Color.BLACK), service.url)
    play(game, "E5")
    play(game, "D4")
    service.answers = [500, 302]

    send_all()
    assert len(service.got) == 1
    for _ in range(3):
        time_machine.move_to(timezone.now() + timedelta(seconds=30))
        send_all()

    assert [one["action"]["point"] for one in service.events] == ["E5", "E5", "E5", "D4"]
    assert len({headers["webhook-id"] for headers, _ in service.got}) == 2
    hook.refresh_from_db()
    assert (hook.failures, hook.failing_since, hook.last_answer) == (0, None, "200")


def test_the_pauses_between_tries_grow_to_an_hour(service, game, time_machine):
    hook = added(side(game, Color.BLACK), service.url)
    play(game, "E5")
    pauses = []
    for _ in range(14):
        service.answers = [500]
        before = timezone.now()
        send_all()
        hook.refresh_from_db()
        pauses.append(round((hook.next_try_at - before).total_seconds()))
        time_machine.move_to(hook.next_try_at + timedelta(seconds=1))

    assert pauses[:4] == [5, 10, 20, 40]
    assert max(pauses) in (3600, 3601)  # and what the sending took


def test_after_three_days_of_failures_it_is_given_up_and_its_owner_is_notified(service, game, time_machine):
    player = side(game, Color.BLACK)
    hook = added(player, service.url)
    play(game, "E5")
    while hook.disabled_at is None:
        service.answers = [500]
        time_machine.move_to(timezone.now() + timedelta(hours=2))
        send_all()
        hook.refresh_from_db()
    tries = len(service.got)
    time_machine.move_to(timezone.now() + timedelta(days=1))
    send_all()

    assert timezone.now() - hook.failing_since > timedelta(days=3)
    assert len(service.got) == tries
    assert Notice.objects.filter(player=player, kind="webhook_disabled").count() == 1
    webhooks.enable_webhook(webhook_id=hook.pk, player=player, now=timezone.now())
    service.answers = []
    send_all()
    assert service.events[-1]["action"]["point"] == "E5"


def test_two_senders_at_once_send_everything_once(service, game):
    added(side(game, Color.BLACK), service.url)
    for move in ("E5", "D4", "C3", "G7"):
        play(game, move)

    senders = [threading.Thread(target=_in_thread) for _ in range(4)]
    for thread in senders:
        thread.start()
    for thread in senders:
        thread.join()

    assert [one["action"]["point"] for one in service.events] == ["E5", "D4", "C3", "G7"]


def _in_thread():
    from django.db import connections

    try:
        send_all()
    finally:
        connections.close_all()


def test_a_slow_or_dead_address_is_a_failure(settings, game):
    settings.IGO_WEBHOOK_LOOPBACK = True
    hook = added(side(game, Color.BLACK), "http://127.0.0.1:9/")
    play(game, "E5")

    send_all()

    hook.refresh_from_db()
    assert (hook.failures, hook.last_answer) == (1, "ConnectionError")


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "localhost", "[::1]", "10.0.0.1", "192.168.1.1", "169.254.169.254", "172.16.0.1", "[fd00::1]",
     "[::ffff:127.0.0.1]", "0.0.0.0", "100.64.0.1", "2130706433", "0x7f000001"],
)  # fmt: skip
def test_nothing_is_sent_into_the_inner_network(service, settings, game, host):
    hook = added(side(game, Color.BLACK), service.url)
    Webhook.objects.update(url=f"http://{host}:{service.server.server_port}/")
    settings.IGO_WEBHOOK_LOOPBACK = False
    play(game, "E5")

    send_all()

    assert service.got == []
    hook.refresh_from_db()
    assert hook.failures == 1


NEVER = [
    "127.0.0.1", "127.1", "2130706433", "0x7f.1", "0177.0.0.1", "0.0.0.0", "10.0.0.1", "172.16.0.1", "192.168.1.1",
    "169.254.169.254", "100.64.0.1", "192.0.0.9", "192.0.2.1", "192.88.99.1", "198.18.0.1", "198.51.100.1",
    "203.0.113.1", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255",
    "[::]", "[::1]", "[::127.0.0.1]", "[::8.8.8.8]", "[::ffff:127.0.0.1]", "[::ffff:10.0.0.1]", "[::ffff:0:127.0.0.1]",
    "[64:ff9b::127.0.0.1]", "[64:ff9b::8.8.8.8]", "[64:ff9b:1::10.0.0.1]", "[2002:7f00:1::]", "[2002:808:808::]",
    "[2001:0:4136:e378:8000:63bf:3fff:fdd2]", "[2001:20::1]", "[2001:db8::1]", "[3fff::1]", "[5f00::1]", "[100::1]",
    "[fe80::1]", "[fe80::1%25eth0]", "[fec0::1]", "[fc00::1]", "[fd00::1]", "[ff02::1]",
    "[2a00:1450::5efe:10.0.0.1]", "[2a00:1450::200:5efe:127.0.0.1]",
    "localhost", "LOCALHOST.", "a.localhost", "printer.local", "db.internal", "nas.home.arpa",
]  # fmt: skip
FINE = ["8.8.8.8", "[2a00:1450:4001:80b::200e]", "[::ffff:8.8.8.8]", "example.org", "localhost.example.org"]


def test_no_address_but_those_of_the_internet_can_be_named():
    player = make_player()
    for host in NEVER:
        with pytest.raises(webhooks.BadWebhook) as refusal:
            added(player, f"https://{host}/")
        assert refusal.value.data["reason"] == "inner", host
    for host in FINE:
        added(player, f"https://{host}/").delete()


def test_what_a_name_leads_to_is_looked_at_when_something_is_sent(settings, monkeypatch):
    for host in NEVER:
        address = host.strip("[]").replace("%25", "%")
        if ":" not in address and (address.count(".") != 3 or address.startswith("0177") or address[0] == "a"):
            continue  # not what a resolver answers
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        found = [(family, socket.SOCK_STREAM, 6, "", (address, 443))]
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_, found=found, **__: found)
        with safe_http.public_session("test") as session, pytest.raises(InvalidIPAddress):
            session.post("https://harmless.example.org/", data=b"{}")


def test_a_redirect_is_a_failure_and_is_not_followed(service, game):
    hook = added(side(game, Color.BLACK), service.url)
    play(game, "E5")
    service.answers = [302]

    send_all()

    hook.refresh_from_db()
    assert (len(service.got), hook.last_answer) == (1, "302")


@pytest.mark.parametrize(
    "url",
    ["", "x", "ftp://example.org/", "https://", "https://a:b@example.org/", "https://example.org/#x", "javascript:1",
     "https://example.org:99999/", "https://exa mple.org/", "https://" + "x" * 600, "https://münchen.example/"],
)  # fmt: skip
def test_what_is_no_address_is_refused(url):
    headers = {"Authorization": f"Bearer {_token(make_player())}"}

    answer = Client().post("/api/v1/webhooks/", {"url": url}, content_type="application/json", headers=headers)

    assert answer.status_code == 400
    assert not Webhook.objects.exists()


def test_in_production_an_address_is_https(settings):
    settings.PRODUCTION = True
    settings.SECURE_SSL_REDIRECT = False
    player = make_player()
    headers = {"Authorization": f"Bearer {_token(player)}"}

    answer = Client().post(
        "/api/v1/webhooks/", {"url": "http://example.org/"}, content_type="application/json", headers=headers
    )

    assert (answer.status_code, answer.json()["code"], answer.json()["reason"]) == (400, "bad_webhook", "https")
    assert webhooks.add_webhook(player=player, url="https://example.org/", now=timezone.now()).pk


def test_a_webhook_gets_no_more_than_the_token_that_made_it(service, game):
    player = side(game, Color.BLACK)
    text = tokens.make_token(
        player=player, wanted=tokens.NewToken("test", ["webhook:write", "chat:read"], 1), now=timezone.now()
    )[1]
    headers = {"Authorization": f"Bearer {text}"}
    Client().post("/api/v1/webhooks", {"url": service.url}, content_type="application/json", headers=headers)
    play(game, "E5")
    services.send_message(PlayerRequest(player, timezone.now()), game.pk, "hello")
    play(game, "D4")

    send_all()

    assert [one["type"] for one in service.events] == ["chat"]
    assert webhook_sender.sending.send_next() is False


def test_nobody_sees_or_touches_anothers_webhook():
    hook = added(make_player(), "https://example.org/hook")
    headers = {"Authorization": f"Bearer {_token(make_player())}"}

    assert Client().get("/api/v1/webhooks/", headers=headers).json() == {"results": []}
    assert Client().delete(f"/api/v1/webhooks/{hook.pk}/", headers=headers).json()["code"] == "no_such_webhook"
    assert Webhook.objects.exists()


def test_the_secret_is_shown_once():
    headers = {"Authorization": f"Bearer {_token(make_player())}"}
    made = Client().post(
        "/api/v1/webhooks/", {"url": "https://example.org/"}, content_type="application/json", headers=headers
    )

    assert made.json()["secret"].startswith("whsec_")
    assert "whsec_" not in Client().get("/api/v1/webhooks/", headers=headers).content.decode()


def test_at_rest_the_secret_is_sealed(settings):
    hook = added(make_player(), "https://example.org/")

    assert hook.secret.startswith("whsec_")
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM games_webhook")
        assert hook.secret.removeprefix("whsec_") not in str(cursor.fetchall())


def test_when_the_key_is_gone_nothing_is_sent_that_cannot_be_signed(service, settings, game):
    hook = added(side(game, Color.BLACK), service.url)
    settings.SECRET_KEY = "another key, of which the old one is no fallback"
    play(game, "E5")

    send_all()

    hook.refresh_from_db()
    assert (service.got, hook.failures, hook.last_answer) == ([], 1, "secret lost")


def test_a_retry_does_not_get_the_secret_again_and_makes_no_second_webhook():
    headers = {"Authorization": f"Bearer {_token(make_player())}", "Idempotency-Key": "hook-1"}
    ask = {"path": "/api/v1/webhooks/", "data": {"url": "https://example.org/"}, "content_type": "application/json"}

    first, again = (Client().post(**ask, headers=headers) for _ in range(2))

    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == {**again.json(), "secret": first.json()["secret"]}
    assert "secret" not in again.json()
    assert "whsec_" not in str(IdempotencyKey.objects.get().answer)
    assert Webhook.objects.count() == 1


def test_there_are_at_most_five():
    player = make_player()
    for number in range(webhooks.MOST_WEBHOOKS):
        added(player, f"https://example.org/{number}")

    with pytest.raises(webhooks.BadWebhook):
        added(player, "https://example.org/more")


def _token(player):
    return tokens.make_token(player=player, wanted=tokens.NewToken("test", ["webhook:write"], 1), now=timezone.now())[1]

"""Addresses that answer byte by byte: each exchange ends, others are served in between, and failures are retried later
(S36)."""

from __future__ import annotations

import threading
from contextlib import ExitStack
from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import connections
from django.utils import timezone

from foundation import background
from programs import push_sender, webhook_sender
from programs.models import Webhook
from programs.services import devices, webhooks
from programs.services.cursors import AT_A_TIME, CurrentDeliveries
from programs.services.devices import PushDeviceOrigin
from rules import Color
from tests.factories import make_game, play, side
from tests.support.dripping import Dripping
from tests.support.push_service import PushService
from tests.support.receiver import Receiver

pytestmark = pytest.mark.django_db(transaction=True)
DRIPS = [
    (b"", b"H"),  # in the first line
    (b"HTTP/1.1 200", b" "),  # cut off here it would look like a whole answer
    (b"HTTP/1.1 200 OK\r\nX-A: ", b"a"),  # in a header
    (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),  # one answer before the other
]


@pytest.fixture
def here(settings):
    settings.IGO_WEBHOOK_LOOPBACK = True
    return settings


def waiting(url, *, is_reliable=False):
    """Return a webhook of a new player at this address, with an event to send."""
    game = make_game(now=timezone.now())
    hook = webhooks.add_webhook(player=side(game, Color.BLACK), url=url, now=timezone.now())
    if is_reliable:
        Webhook.objects.filter(pk=hook.pk).update(last_success_at=timezone.now())
    play(game, "E5", now=timezone.now())
    return hook


def started(number):
    """So many threads that send all that may be sent."""

    def send():
        try:
            while webhook_sender.sending.send_next():
                pass
        finally:
            connections.close_all()

    threads = [threading.Thread(target=send) for _ in range(number)]
    for thread in threads:
        thread.start()
    return threads


@pytest.mark.parametrize(("first", "drip"), DRIPS)
def test_an_exchange_with_an_address_that_answers_byte_by_byte_ends(here, first, drip):
    here.OUTSIDE_SECONDS = 0.3
    with Dripping(first, drip) as slow:
        hook = waiting(slow.url)

        assert webhook_sender.sending.send_next()

        slow.until(open=0)
        hook.refresh_from_db()
        assert (hook.failures, hook.last_answer, hook.sent) == (1, "Timeout", 0)


def test_so_does_one_with_a_push_service(here):
    here.OUTSIDE_SECONDS = 0.3
    with Dripping() as slow, PushService() as phone:
        game = make_game(now=timezone.now())
        where = replace(phone.subscription, endpoint=slow.url)
        added = {"subscription": where, "origin": PushDeviceOrigin("phone"), "now": timezone.now()}
        device = devices.add_device(player=side(game, Color.WHITE), **added)[0]
        play(game, "E5", now=timezone.now())

        assert push_sender.sending.send_next()

        slow.until(open=0)
        device.refresh_from_db()
        assert (device.failures, device.last_answer, device.sent) == (1, "Timeout", 0)


def test_as_many_slow_addresses_as_there_are_senders_hold_up_nobody_else(here):
    here.OUTSIDE_SECONDS = 60.0  # none of them is over while others are sent to
    with ExitStack() as opened, Receiver() as service:
        slow = [opened.enter_context(Dripping()) for _ in range(AT_A_TIME)]
        for one in slow:
            waiting(one.url)
        Webhook.objects.update(host="")
        for number, hook in enumerate(Webhook.objects.all()):  # three hosts
            Webhook.objects.filter(pk=hook.pk).update(host=f"{number}.example")
        first = started(AT_A_TIME - 1)
        for number in range(AT_A_TIME - 1):
            slow[number].until(open=1)
        hook = waiting(service.url, is_reliable=True)

        assert webhook_sender.sending.send_next()

        assert [event["type"] for event in service.events] == ["game.action"]
        hook.refresh_from_db()
        assert hook.failures == 0
        assert not webhook_sender.sending.send_next()  # the third slow one is not sent yet
        for one in slow:
            one.closing.set()
        for thread in first:
            thread.join()


def test_of_one_account_one_address_and_of_one_host_fewer_than_there_are_senders_are_sent_to_at_a_time(here):
    one, two = waiting("https://a.example/1"), waiting("https://b.example/")
    webhooks.add_webhook(player=one.player, url="https://c.example/", now=timezone.now())
    Webhook.objects.update(sent=0, last_success_at=timezone.now())
    now = timezone.now() + timedelta(seconds=1)

    assert webhooks.claim_due(now, CurrentDeliveries.of([one])) == two
    assert webhooks.claim_due(now, CurrentDeliveries.of([one, two])) is None  # the third also belongs to this address

    Webhook.objects.update(host="a.example", next_try_at=now)
    others = [waiting("https://A.EXAMPLE./2"), waiting("https://a.example/3")]
    assert {hook.host for hook in others} == {"a.example"}
    Webhook.objects.update(last_success_at=timezone.now())
    one.refresh_from_db()
    assert webhooks.claim_due(timezone.now(), CurrentDeliveries.of([one])) is not None
    two.refresh_from_db()
    assert webhooks.claim_due(timezone.now(), CurrentDeliveries.of([one, two])) is None


def test_addresses_that_took_the_last_event_come_first_and_then_those_that_failed_less_often():
    names = ("twice", "once", "fine", "new")
    hooks = {name: waiting(f"https://{name}.example/") for name in names}
    Webhook.objects.update(next_try_at=timezone.now())
    Webhook.objects.filter(pk=hooks["fine"].pk).update(last_success_at=timezone.now(), next_try_at=timezone.now())
    Webhook.objects.filter(pk=hooks["twice"].pk).update(failures=2, last_success_at=timezone.now())
    Webhook.objects.filter(pk=hooks["once"].pk).update(failures=1)

    claimed = [webhooks.claim_due(timezone.now()).host.partition(".")[0] for _ in names]

    assert claimed == ["fine", "new", "once", "twice"]


def test_trying_again_what_was_not_given_up_does_not_put_it_before_others():
    hook = waiting("https://a.example/")
    webhooks.record_failure(webhooks.claim_due(timezone.now()), "500", timezone.now())
    before = Webhook.objects.values().get()

    webhooks.enable_webhook(webhook_id=hook.pk, player=hook.player, now=timezone.now())

    assert Webhook.objects.values().get() == before


def test_a_process_that_is_to_end_sends_nothing_more(here, monkeypatch):
    monkeypatch.setattr(background, "stopping", threading.Event())
    with Receiver() as service:
        waiting(service.url)
        background.stopping.set()

        background.WorkerThreads(webhook_sender.sending.send_next, 1).work()
        assert service.got == []
        assert webhook_sender.sending.send_next()  # one that was claimed at that moment
        assert service.got == []

        background.stopping.clear()
        background.WorkerThreads(webhook_sender.sending.send_next, 1).work()
        assert len(service.got) == 1

"""Web push: the phone of a player on turn is notified, in texts that only it can decrypt, and nothing is lost (C70)."""

from __future__ import annotations

from datetime import time, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.core import push_key
from accounts.models import SiteSettings
from accounts.security.tokens import NewToken, make_token
from challenges import services as challenging
from challenges.services import OfferRecipients
from games import events, services
from games.models import Game
from games.services import reminders
from games.services.idempotency import PlayerRequest
from games.terms import Terms
from games.verbs import ActionRequest, RequestUndo, Resign
from games.verbs.planning import PlanToSave, save_plan
from notifications.kinds import Channel, NoticeGroup
from notifications.models import NoticeSettings, QuietHoursChoice
from notifications.services import choosing
from programs import push_sender
from programs.errors import BadPushSubscription
from programs.models import Device
from programs.models.device import PushSubscription
from programs.services import cursors, devices
from programs.services.devices import PushDeviceOrigin
from rules import Color
from social.models import ThreadSide
from social.services import threads
from tests import factories
from tests.factories import act, make_game, make_player, side
from tests.support.browsers import browser
from tests.support.push_service import PushService

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def phone(settings):
    settings.IGO_WEBHOOK_LOOPBACK = True
    with PushService() as found:
        yield found


@pytest.fixture
def game():
    return make_game(now=timezone.now())


def added(player, phone, name="my phone", session=""):
    return devices.add_device(
        player=player, subscription=phone.subscription, origin=PushDeviceOrigin(name, session), now=timezone.now()
    )[0]


def play(game, move):
    factories.play(game, move, now=timezone.now())


def send_all():
    while push_sender.sending.send_next():
        pass


def test_my_phone_is_notified_that_it_is_my_turn_and_nobody_else_can_read_it(phone, game):
    white = side(game, Color.WHITE)
    added(white, phone)

    play(game, "E5")
    send_all()

    assert phone.notified == [{"kind": "turn", "game": game.pk, "number": 1}]
    (headers, body) = phone.got[0]
    assert b"turn" not in body
    assert phone.is_signed(headers, push_key.public_key(push_key.push_key()))
    assert not phone.is_signed(headers, push_key.public_key("A" * 42 + "E"))
    game.refresh_from_db()
    left = (game.deadline - timezone.now()).total_seconds()
    assert abs(int(headers["TTL"]) - min(left, 28 * 86400)) < 60
    assert headers["Topic"] == f"turn-{game.pk}"


def test_what_i_do_myself_and_what_is_over_when_it_is_sent_wakes_nobody(phone, game):
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)
    added(white, phone)
    play(game, "E5")
    play(game, "D4")

    send_all()

    assert phone.notified == []
    assert Device.objects.get(player=white).sent
    assert not Device.objects.filter(player=black).exists()


def test_a_turn_that_a_plan_has_answered_wakes_nobody_and_the_answer_wakes_the_other_C19(phone, game):
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)
    play(game, "E5")
    game.refresh_from_db()
    save_plan(ActionRequest(game.pk, black, game.number, None, timezone.now()), PlanToSave([["D5", "E6"]]))
    added(black, phone)
    play(game, "D5")
    send_all()
    assert phone.notified == []

    Device.objects.all().delete()
    added(white, phone)
    game.refresh_from_db()
    save_plan(ActionRequest(game.pk, black, game.number, None, timezone.now()), PlanToSave([["D6", "E7"]]))
    play(game, "D6")
    send_all()
    assert phone.notified == [{"kind": "turn", "game": game.pk, "number": 5}]


def test_a_device_that_is_gone_is_forgotten_and_one_that_refuses_is_asked_again(phone, game, time_machine):
    white = side(game, Color.WHITE)
    for status in (404, 410):
        added(white, phone)
        phone.answers = [status]
        play(game, "E5" if status == 404 else "C7")
        send_all()
        assert not Device.objects.exists(), status
        play(game, "D4" if status == 404 else "F3")

    device = added(white, phone)
    play(game, "D3")
    phone.answers, phone.got[:] = [503, 429], []
    for _ in range(3):
        send_all()
        time_machine.move_to(timezone.now() + timedelta(minutes=1))

    assert [one["number"] for one in phone.notified] == [5, 5, 5]
    device.refresh_from_db()
    assert (device.failures, device.last_answer) == (0, "200")


def test_quiet_hours_hold_pushes_until_the_morning_but_not_that_less_than_six_hours_are_left_C64(
    phone, game, time_machine
):
    white = side(game, Color.WHITE)
    added(white, phone)
    night = timezone.now().replace(hour=23, minute=0)
    NoticeSettings.objects.create(player=white, quiet=QuietHoursChoice.OWN, quiet_begin=time(22), quiet_end=time(7))
    time_machine.move_to(night)
    play(game, "E5")
    other = make_game(white=white, now=night, days=1)
    play(other, "E5")
    send_all()
    assert phone.notified == []

    time_machine.move_to(night + timedelta(hours=4))
    Game.objects.filter(pk=other.pk).update(deadline=timezone.now() + timedelta(hours=5))
    events.send_time_short(other, white.pk)
    send_all()
    send_all()
    assert [one["kind"] for one in phone.notified] == ["short"]

    time_machine.move_to(night + timedelta(hours=8, minutes=30))
    send_all()
    assert [one["kind"] for one in phone.notified] == ["short", "turn", "turn"]


def test_a_sender_that_is_killed_loses_nothing_and_one_that_comes_back_writes_nothing(phone, game, time_machine):
    added(side(game, Color.WHITE), phone)
    play(game, "E5")
    slow = devices.claim_due(timezone.now())
    assert cursors.next_events(slow)
    assert push_sender.sending.send_next() is False

    time_machine.move_to(timezone.now() + cursors.CLAIMED_FOR + timedelta(seconds=1))
    send_all()

    assert len(phone.notified) == 1
    assert not cursors.record_delivery(slow, 1, "201", timezone.now())
    devices.delete_device(slow)
    assert Device.objects.exists()


def test_i_am_notified_of_a_proposal_of_the_end_of_little_time_and_of_an_offer(phone, game, time_machine):
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)
    added(white, phone)
    play(game, "E5")
    act(game, RequestUndo, by=black, now=timezone.now())
    send_all()
    assert phone.notified[-1] == {"kind": "answer", "game": game.pk, "number": 2}

    time_machine.move_to(Game.objects.get(pk=game.pk).deadline - timedelta(hours=5))
    reminders.create_reminders(now=timezone.now())
    send_all()
    assert (phone.notified[-1]["kind"], phone.got[-1][0]["Urgency"]) == ("short", "high")

    act(game, Resign, by=black, now=timezone.now())
    send_all()
    assert phone.notified[-1]["kind"] == "ended"

    offer = challenging.create_challenge(PlayerRequest(black, timezone.now()), Terms(), OfferRecipients(opponent=white))
    send_all()
    assert phone.notified[-1] == {"kind": "offer", "game": None, "number": offer.pk}
    services.send_message(PlayerRequest(black, timezone.now()), game.pk, "hello")
    send_all()
    assert phone.notified[-1]["kind"] == "message"

    choosing.store_notice_choices(white, {NoticeGroup.MESSAGE: {Channel.PUSH: False}})
    services.send_message(PlayerRequest(black, timezone.now()), game.pk, "are you there?")
    send_all()
    assert len([one for one in phone.notified if one["kind"] == "message"]) == 1


def test_nothing_is_sent_into_the_inner_network(settings, phone, game):
    device = added(side(game, Color.WHITE), phone)
    play(game, "E5")
    settings.IGO_WEBHOOK_LOOPBACK = False

    send_all()

    device.refresh_from_db()
    assert (phone.got, device.last_answer) == ([], "inner network")


def test_what_is_no_push_service_or_no_key_is_refused_and_stores_nothing(settings, phone):
    player, good = make_player(), phone.subscription
    settings.IGO_WEBHOOK_LOOPBACK = False
    headers = {"Authorization": f"Bearer {token_of(player)}"}
    public = "https://push.example.org/1"
    fine = {"endpoint": public, "p256dh": good.p256dh, "auth": good.auth}
    for reason, wrong in (
        ("address", {"endpoint": "javascript:1"}), ("https", {"endpoint": "http://push.example.org/1"}),
        ("inner", {"endpoint": "https://10.0.0.1/1"}), ("inner", {"endpoint": "https://localhost/1"}),
        ("keys", {"p256dh": "A" * 87}), ("keys", {"p256dh": "ü"}), ("keys", {"auth": "AAAA"}),
    ):  # fmt: skip
        result = fine | wrong
        answer = Client().post("/api/v1/me/push", result, content_type="application/json", headers=headers)
        assert (answer.status_code, answer.json()["code"], answer.json()["reason"]) == (400, "bad_push_address", reason)
        assert browser(player).post("/settings/devices/", result).status_code == 400
    assert not Device.objects.exists()

    for number in range(devices.MOST_DEVICES):
        subscription = PushSubscription(f"{public}{number}", good.p256dh, good.auth)
        devices.add_device(player=player, subscription=subscription, origin=PushDeviceOrigin("x"), now=timezone.now())
    with pytest.raises(BadPushSubscription):
        devices.add_device(
            player=player,
            subscription=PushSubscription(public, good.p256dh, good.auth),
            origin=PushDeviceOrigin("x"),
            now=timezone.now(),
        )


def token_of(player):
    return make_token(player=player, wanted=NewToken("test", ["notify:write"], 1), now=timezone.now())[1]


def test_i_add_a_device_see_it_in_my_settings_and_remove_it_and_a_stranger_cannot(phone):
    me, stranger = make_player(), make_player()
    values = {name: getattr(phone.subscription, name) for name in ("endpoint", "p256dh", "auth")}
    mine = browser(me)
    agent = {"User-Agent": "Mozilla/5.0 (Linux; Android 16) Chrome/150.0"}

    assert mine.post("/settings/devices/", values, headers=agent).status_code == 302
    assert mine.post("/settings/devices/", values | {"known": "https://old.example.org/"}).status_code == 204
    page = mine.get("/settings/devices/").content.decode()
    row = Device.objects.get()

    assert "Chrome, Android" in page
    assert push_key.public_key(push_key.push_key()) in page
    assert phone.subscription.endpoint not in page
    assert phone.subscription.auth not in row.sealed
    assert browser(stranger).post("/settings/devices/remove/", {"id": row.pk}).status_code == 404
    headers = {"Authorization": f"Bearer {token_of(stranger)}"}
    assert Client().delete(f"/api/v1/me/push/{row.pk}", headers=headers).status_code == 404
    assert mine.post("/settings/devices/remove/", {"id": row.pk}).status_code == 302
    assert mine.post("/settings/devices/", values | {"known": phone.subscription.endpoint}).status_code == 404
    assert not Device.objects.exists()


def test_a_browser_is_its_last_players_and_signing_out_forgets_it(phone):
    first, second = make_player(), make_player()
    values = {name: getattr(phone.subscription, name) for name in ("endpoint", "p256dh", "auth")}
    browser(first).post("/settings/devices/", values)
    there = browser(second)
    there.post("/settings/devices/", values)
    assert Device.objects.get().player == second

    there.post("/accounts/logout/")

    assert not Device.objects.exists()


def test_the_key_is_made_once_kept_sealed_and_may_be_set(settings):
    one = push_key.push_key()

    assert (push_key.push_key(), len(one)) == (one, 43)
    assert one not in SiteSettings.objects.get().sealed_push_key
    settings.IGO_VAPID_KEY = "A" * 42 + "E"
    assert push_key.push_key() == "A" * 42 + "E"


def test_a_private_message_wakes_its_reader_until_it_is_read_and_says_nothing_of_it_C62_C80(phone):
    aino, babak = (make_player(date_joined=timezone.now() - timedelta(days=30)) for _ in range(2))
    for player in (aino, babak):
        added(player, phone)
    threads.write_message(PlayerRequest(aino, timezone.now()), babak, threads.TextOrQuickReply("for your eyes"))
    send_all()
    assert [(one["kind"], one["game"]) for one in phone.notified] == [("private", None)]
    assert "eyes" not in str(phone.notified)

    threads.write_message(PlayerRequest(aino, timezone.now()), babak, threads.TextOrQuickReply("and this"))
    threads.mark_thread_read(ThreadSide.objects.get(player=babak), timezone.now())
    send_all()
    assert len(phone.notified) == 1

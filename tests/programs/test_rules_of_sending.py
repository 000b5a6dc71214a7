"""Events that wake a device and for how long, the order of sending, and permitted addresses (C19, C62, C70)."""

from __future__ import annotations

import base64
from datetime import UTC, datetime, time, timedelta

import pytest
from allauth.idp.oidc.models import Client
from allauth.idp.oidc.models import Token as OAuthToken
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.utils import timezone

from accounts.core.guests import NotForGuests
from accounts.models import QueuedEmail
from accounts.security import oauth
from accounts.security.tokens import NewToken, make_token
from challenges import services as challenging
from challenges.services import OfferRecipients
from games import services as gaming
from games import verbs
from games.models import Game
from games.seen import is_last_change_unseen
from games.services.idempotency import PlayerRequest
from games.terms import Terms
from notifications.models import Notice
from notifications.pushed import PushKind
from programs.errors import BadPushSubscription, BadWebhook, NoSuchPushDevice, NoSuchWebhook
from programs.models import Device, Event, Feed, Webhook
from programs.models.device import PushSubscription, endpoint_digest
from programs.models.event import EventKind
from programs.services import cursors, data_export, devices, feed, origins, webhooks
from programs.services.cursors import FIRST_PAUSE, LONGEST_PAUSE, CurrentDeliveries
from programs.services.devices import FORGET_AFTER, PushDeviceOrigin
from programs.services.origins import origin_columns
from programs.services.pushes import A_WHILE, LONGEST, PushMessage, find_push_message
from programs.services.url_checks import find_url_fault, host_of
from programs.services.webhooks import GIVE_UP_AFTER
from rules import Color
from social.services import threads
from social.services.threads import TextOrQuickReply
from tests.factories import act, days, make_game, make_player, play, reload, side

pytestmark = pytest.mark.django_db
SECOND, HOUR = timedelta(seconds=1), timedelta(hours=1)


def refused(refusal, do, *arguments, **named):
    with pytest.raises(refusal) as caught:
        do(*arguments, **named)
    return caught.value.data.get("reason")


@pytest.fixture
def now():
    return timezone.now()


@pytest.fixture
def game(now):
    """A game that has begun just now, of which programs have heard."""
    return make_game(now=now, notify=True)


def event(player, kind, at, **about):
    return Event.objects.create(player=player, kind=kind, at=at, **about)


def last(player, kind):
    return [one for one in feed.events_after(player.pk, 0).events if one.kind == kind][-1]


def kinds(player, now):
    found = [find_push_message(one, now) for one in feed.events_after(player.pk, 0).events]
    return [str(push.kind) for push in found if push is not None]


def test_C70_a_game_that_has_begun_is_news_for_two_days_or_until_it_goes_on(game, now):
    white = side(game, Color.WHITE)
    at = last(white, EventKind.GAME_STARTED).at
    assert find_push_message(last(white, EventKind.GAME_STARTED), at + A_WHILE).lasts == A_WHILE
    assert find_push_message(last(white, EventKind.GAME_STARTED), at + A_WHILE + SECOND) is None
    play(game, "E5", now=now)
    assert find_push_message(last(white, EventKind.GAME_STARTED), now) is None


def test_C19_a_turn_wakes_whose_turn_it_is_until_it_is_taken_and_lasts_as_long_as_the_clock(game, now):
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)
    play(game, "E5", now=now)
    push = find_push_message(last(white, EventKind.GAME_ACTION), now)
    assert (push.kind, push.game, push.number) == ("turn", game.pk, 1)
    assert push.lasts == min(LONGEST, Game.objects.get(pk=game.pk).deadline - now)
    assert find_push_message(last(white, EventKind.GAME_ACTION), Game.objects.get(pk=game.pk).deadline) is None
    assert "turn" not in kinds(black, now), "they did it themselves"
    play(game, "D4", now=now)
    assert "turn" not in kinds(white, now)
    assert kinds(black, now).count("turn") == 1


def test_C70_somebody_without_a_seat_is_not_woken_by_the_game(game, now):
    play(game, "E5", now=now)
    stranger = make_player()
    found = last(side(game, Color.WHITE), EventKind.GAME_ACTION)
    for kind in (EventKind.GAME_STARTED, EventKind.GAME_ACTION, EventKind.GAME_FINISHED, EventKind.GAME_TIME_SHORT):
        assert find_push_message(event(stranger, kind, now, game=game, action=found.action), now) is None
        assert find_push_message(event(stranger, kind, now), now) is None
    make_game(black=stranger)
    assert find_push_message(event(stranger, EventKind.GAME_ACTION, now, game=game, action=found.action), now) is None


def test_C70_an_end_is_news_for_two_days_for_who_did_not_end_it(game, now):
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)
    act(game, verbs.Resign, by=black, now=now)
    found = last(white, EventKind.GAME_FINISHED)
    assert (
        find_push_message(found, found.at + A_WHILE).kind,
        find_push_message(found, found.at + A_WHILE + SECOND),
    ) == ("ended", None)
    assert find_push_message(last(black, EventKind.GAME_FINISHED), now) is None
    assert find_push_message(event(white, EventKind.GAME_FINISHED, now, game=game), now) is None, (
        "without what ended it"
    )
    assert "turn" not in kinds(white, now)


def test_C64_on_the_last_day_whose_turn_it_is_gets_a_reminder(game, now):
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)
    deadline = Game.objects.get(pk=game.pk).deadline
    short = lambda player, at: find_push_message(event(player, EventKind.GAME_TIME_SHORT, at, game=game), at)  # noqa: E731
    assert short(black, deadline - timedelta(days=1) - SECOND) is None
    assert short(black, deadline - timedelta(days=1)).lasts == timedelta(days=1)
    assert short(white, deadline - HOUR) is None
    quiet = {hours: short(black, deadline - hours * HOUR).ignores_quiet_hours for hours in (6, 7)}
    assert quiet == {6: True, 7: False}
    assert short(black, deadline - HOUR).is_urgent
    Game.objects.filter(pk=game.pk).update(deadline=None)
    assert short(black, now) is None


def test_C62_a_message_in_a_game_wakes_its_reader_until_it_is_read(game, now):
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)
    gaming.send_message(PlayerRequest(black, now), game.pk, "hello")
    found = last(white, EventKind.CHAT)
    assert find_push_message(found, found.at + A_WHILE).kind == "message"
    assert find_push_message(found, found.at + A_WHILE + SECOND) is None
    assert "message" not in kinds(black, now)
    assert find_push_message(event(white, EventKind.CHAT, now, game=game), now) is None
    Notice.objects.filter(player=white, kind="message").update(read_at=now)
    Notice.objects.create(player=black, kind="message", game=game, created_at=now)
    assert find_push_message(found, now) is None, "what others have not read is theirs"


def test_C62_a_private_message_wakes_its_reader_until_it_is_read(now):
    aino, babak = (make_player(date_joined=now - timedelta(days=100)) for _ in range(2))
    threads.write_message(PlayerRequest(aino, now), babak, TextOrQuickReply("hello"))
    found = last(babak, EventKind.MESSAGE_WRITTEN)
    assert find_push_message(found, found.at + A_WHILE).kind == "private"
    assert find_push_message(found, found.at + A_WHILE + SECOND) is None
    assert "private" not in kinds(aino, now)
    Notice.objects.unread().filter(player=babak).update(read_at=now)
    for reader, writer in ((make_player(), aino), (babak, make_player())):
        Notice.objects.create(player=reader, kind="private_message", by=writer, created_at=now)
    assert find_push_message(found, now) is None, "what others have not read or written is theirs"


def test_C62_an_offer_wakes_whom_it_is_for_while_it_is_open(now):
    maker, other = make_player(), make_player()
    offer = challenging.create_challenge(PlayerRequest(maker, now), Terms(), OfferRecipients(opponent=other))
    found = last(other, EventKind.CHALLENGE_CREATED)
    assert (
        find_push_message(found, found.at + A_WHILE).kind,
        find_push_message(found, found.at + A_WHILE + SECOND),
    ) == ("offer", None)
    assert find_push_message(event(maker, EventKind.CHALLENGE_CREATED, now, challenge=offer), now) is None
    assert find_push_message(event(other, EventKind.CHALLENGE_CREATED, now), now) is None
    challenging.withdraw_challenge(PlayerRequest(maker, now), offer.pk)
    found = feed.events_after(other.pk, 0).events[0]
    assert (found.challenge, find_push_message(found, now)) == (offer, None)


def test_C106_the_problem_of_the_day_wakes_on_its_day():
    at = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
    found = event(make_player(), EventKind.PROBLEM_DAILY, at)
    midnight = datetime.combine(at.date() + timedelta(days=1), time(), UTC)
    assert find_push_message(found, at).lasts == timedelta(hours=14, minutes=30)
    assert find_push_message(found, midnight - SECOND).lasts == SECOND
    assert find_push_message(found, midnight) is None


def hook(now, player=None, url="https://a.example/"):
    return webhooks.add_webhook(player=player or make_player(), url=url, now=now)


def with_event(made, now):
    event(made.player, EventKind.FOLLOW_CREATED, now)
    return made


def test_a_webhook_is_claimed_when_something_is_unsent_for_two_minutes(now):
    made = hook(now)
    assert webhooks.claim_due(now) is None, "nothing has happened"
    with_event(made, now)
    assert webhooks.claim_due(now - SECOND) is None, "it is not due"
    assert webhooks.claim_due(now) == made
    assert webhooks.claim_due(now + timedelta(minutes=2) - SECOND) is None, "it is another process's"
    claimed = webhooks.claim_due(now + timedelta(minutes=2))
    assert cursors.record_delivery(claimed, cursors.next_events(claimed)[-1].number, "200", now)
    cursors.release_row(claimed, now)
    assert webhooks.claim_due(now) is None, "all is sent"


def test_what_is_sent_meanwhile_is_of_the_process_that_has_claimed_it_last(now):
    one, other = (with_event(hook(now), now) for _ in range(2))
    claimed = webhooks.claim_due(now)
    webhooks.claim_due(now + timedelta(minutes=3))
    webhooks.claim_due(now + timedelta(minutes=3))
    assert not cursors.record_delivery(claimed, 1, "200", now)
    webhooks.record_failure(claimed, "500", now)
    assert set(Webhook.objects.values_list("sent", "failures")) == {(0, 0)}
    mine = Webhook.objects.get(pk=one.pk)
    cursors.record_skip(mine, 1)
    assert [Webhook.objects.get(pk=made.pk).sent for made in (one, other)] == [1, 0]


def test_what_is_no_longer_kept_is_passed_over(now):
    made = with_event(hook(now), now)
    assert [one.number for one in feed.events_after(made.player_id, 0).events] == [1]
    Event.objects.all().delete()
    assert cursors.next_events(made) == []
    assert Webhook.objects.get(pk=made.pk).sent == 1


def test_addresses_that_are_not_known_to_answer_are_sent_to_by_two_threads_of_three(now):
    fresh, fine, failing = Webhook(host="a"), Webhook(host="b", last_success_at=now), Webhook(host="c", failures=1)
    failing.last_success_at = now
    for number, row in enumerate((fresh, fine, failing)):
        row.player_id = number
    assert not CurrentDeliveries.of([fresh, fine]).only_reliable
    assert CurrentDeliveries.of([fresh, failing]).only_reliable
    assert CurrentDeliveries.of([fresh, fine]).hosts == frozenset()
    doubtful, answers = with_event(hook(now), now), with_event(hook(now), now)
    Webhook.objects.filter(pk=answers.pk).update(last_success_at=now)
    assert webhooks.claim_due(now, CurrentDeliveries(only_reliable=True)) == answers
    assert webhooks.claim_due(now, CurrentDeliveries(only_reliable=True)) is None
    assert webhooks.claim_due(now, CurrentDeliveries(hosts=frozenset({"a.example"}))) is None
    assert webhooks.claim_due(now) == doubtful


def test_pauses_double_from_five_seconds_to_an_hour_and_three_days_of_failures_are_the_end(now):
    made = with_event(hook(now), now)
    pauses = []
    for _ in range(12):
        webhooks.record_failure(made, "x" * 61, now)
        made.refresh_from_db()
        pauses.append(made.next_try_at - now)
    assert pauses[:4] == [FIRST_PAUSE * times for times in (1, 2, 4, 8)]
    assert (pauses[-1], made.failures, made.failing_since, made.last_answer) == (LONGEST_PAUSE, 12, now, "x" * 60)
    webhooks.record_failure(made, "500", now + GIVE_UP_AFTER - SECOND)
    made.refresh_from_db()
    assert (made.disabled_at, made.failing_since) == (None, now)
    webhooks.record_failure(made, "500", now + GIVE_UP_AFTER)
    made.refresh_from_db()
    assert made.disabled_at == now + GIVE_UP_AFTER
    assert Notice.objects.filter(player=made.player, kind="webhook_disabled").count() == 1
    assert webhooks.claim_due(now + days(9)) is None
    again = webhooks.enable_webhook(webhook_id=made.pk, player=made.player, now=now + days(9))
    assert (again.disabled_at, again.failing_since, again.failures, again.next_try_at) == (None, None, 0, now + days(9))
    assert webhooks.claim_due(now + days(9)) == made


def subscription(endpoint="https://push.example.org/1", **keys):
    point = ec.generate_private_key(ec.SECP256R1()).public_key()
    octets = point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    good = {"p256dh": base64.urlsafe_b64encode(octets).decode(), "auth": base64.urlsafe_b64encode(b"x" * 16).decode()}
    return PushSubscription(endpoint, **{**good, **keys})


def add(player, now, place=None, **text):
    return devices.add_device(
        player=player, subscription=subscription(**text), origin=place or PushDeviceOrigin("x"), now=now
    )


def test_a_device_is_new_once_and_removed_by_its_owner_alone(now):
    player = make_player()
    assert [add(player, now)[1] for _ in range(2)] == [True, False]
    assert Device.objects.count() == QueuedEmail.objects.count() == 1, "its owner hears of it once"
    refused(NoSuchPushDevice, devices.remove_device, device_id=Device.objects.get().pk, player=make_player())


def test_a_device_is_forgotten_after_a_week_of_failures(now):
    made, _ = add(make_player(), now)
    devices.record_failure(made, "500", now)
    made.refresh_from_db()
    devices.record_failure(made, "500", now + FORGET_AFTER - SECOND)
    made.refresh_from_db()
    assert (FORGET_AFTER, made.failures) == (timedelta(days=7), 2)
    devices.record_failure(made, "500", now + FORGET_AFTER)
    assert not Device.objects.exists()


def test_keys_of_a_device_are_short_and_plain(now):
    for keys in ({"auth": "A" * 22 + "é"}, {"auth": "A" * 201}, {"p256dh": "A" * 300}, {"auth": ""}):
        assert refused(BadPushSubscription, add, make_player(), now, **keys) == "keys"
    assert add(make_player(), now)


def test_a_device_ends_with_the_session_that_it_was_added_in_whatever_its_key_is_now(now):
    player, other = make_player(), make_player()
    for owner, session in ((player, "a"), (player, "b"), (other, "a")):
        add(owner, now, PushDeviceOrigin("x", session), endpoint=f"https://push.example.org/{owner.pk}{session}")
    devices.replace_session_key_of_devices(player.pk, "a", "c")
    sessions = lambda: sorted(Device.objects.values_list("player", "session"))  # noqa: E731
    assert sessions() == sorted([(player.pk, "b"), (player.pk, "c"), (other.pk, "a")])
    devices.delete_devices_of_sessions(player.pk, ["c", ""])
    assert sessions() == sorted([(player.pk, "b"), (other.pk, "a")])
    devices.delete_devices_of_other_sessions(player.pk)
    assert sessions() == [(other.pk, "a")]


def test_events_are_kept_for_two_weeks_and_no_longer(now):
    player = make_player()
    assert feed.delete_old_events(now=now) == 0
    for at in (now, now - feed.KEPT_FOR, now - feed.KEPT_FOR - SECOND):
        event(player, EventKind.FOLLOW_CREATED, at)
    assert feed.delete_old_events(now=now) == 1
    assert feed.delete_old_events(now=now) == 0
    assert Event.objects.count() == 2


def test_events_are_read_a_hundred_at_a_time_and_numbered_on(now):
    player = make_player()
    Event.objects.bulk_create(Event(player=player, kind=EventKind.FOLLOW_CREATED, at=now) for _ in range(101))
    first = feed.events_after(player.pk, 0)
    assert ([one.number for one in first.events], first.last) == (list(range(1, 101)), 101)
    assert [one.number for one in feed.events_after(player.pk, 100).events] == [101]
    event(player, EventKind.FOLLOW_CREATED, now)
    assert (feed.last_event_number(player.pk), feed.last_event_number(make_player().pk)) == (102, 0)
    assert feed.events_after(player.pk, 103).missed


FAULTS = [
    ("https://example.org/x", ""), ("https://example.org:443/", ""), ("https://example.org:0/", "address"),
    ("https://example.org:70000/", "address"), ("https://user@example.org/", "address"),
    ("https://example.org/#part", "address"), ("https://example.org/a b", "address"),
    ("https://example.org/é", "address"), ("https://example.org/\x7f", "address"), ("https:///path", "address"),
    ("ftp://example.org/", "address"), ("http://example.org/", "https"), ("https://127.0.0.1/", "inner"),
    ("https://example.org/" + "x" * 20, ""), ("https://example.org/" + "x" * 21, "address"),
]  # fmt: skip


@pytest.mark.parametrize(("url", "fault"), FAULTS)
def test_which_addresses_may_be_named(url, fault):
    assert find_url_fault(url, longest=40, plain=False, loopback=False) == fault


def test_on_this_machine_http_and_the_machine_itself_may_be_named():
    assert find_url_fault("http://example.org/", longest=40, plain=True, loopback=False) == ""
    assert find_url_fault("http://127.0.0.1:8000/", longest=40, plain=True, loopback=True) == ""
    assert (host_of("https://A.Example.org.:443/x"), host_of("nothing")) == ("a.example.org", "")


def test_who_may_add_a_webhook_and_where(now):
    refused(NotForGuests, hook, now, make_player(is_guest=True))
    assert refused(BadWebhook, hook, now, url="https://10.0.0.1/") == "inner"
    assert not Webhook.objects.exists()


def test_a_webhook_names_the_token_that_made_it(now):
    token, _secret = make_token(player=make_player(), wanted=NewToken("test", ["notify:write"], 1), now=now)
    assert origin_columns(token) == {"token": token, "client": None, "family": ""}
    assert origin_columns(None) == {"token": None, "client": None, "family": ""}
    client = Client(name="program")
    for data, family in (({"family": "f"}, "f"), ({}, ""), (None, "")):
        assert origin_columns(OAuthToken(client=client, data=data)) == {
            "token": None,
            "client": client,
            "family": family,
        }


def test_the_limits_of_programs():
    assert (days(14), 100, days(28), days(2)) == (feed.KEPT_FOR, feed.MOST_AT_ONCE, LONGEST, A_WHILE)
    assert (devices.MOST_DEVICES, devices.LONGEST_ENDPOINT, devices.OCTETS_OF_AUTH) == (10, 1000, 16)
    assert (5, days(3), days(7)) == (webhooks.MOST_WEBHOOKS, GIVE_UP_AFTER, FORGET_AFTER)
    assert (5 * SECOND, HOUR, timedelta(minutes=2)) == (FIRST_PAUSE, LONGEST_PAUSE, cursors.CLAIMED_FOR)
    assert (cursors.AT_A_TIME, cursors.AT_A_TIME_TO_ONE) == (3, 2)


def test_a_player_has_five_webhooks_and_acts_on_their_own_only(now):
    player, other = make_player(), make_player()
    theirs = hook(now, other)
    first, *rest = (hook(now + HOUR, player) for _ in range(5))
    assert refused(BadWebhook, hook, now, player) == "too_many"
    assert [webhooks.webhook_or_raise(webhook_id=one.pk, player=player) for one in (rest[0], first)] == [rest[0], first]
    refused(NoSuchWebhook, webhooks.webhook_or_raise, webhook_id=theirs.pk, player=player)
    refused(NoSuchWebhook, webhooks.remove_webhook, webhook_id=theirs.pk, player=player)
    webhooks.remove_webhook(webhook_id=first.pk, player=player)
    assert list(webhooks.webhooks_of(player, now)) == rest
    assert hook(now, player).sent == 0
    made = rest[0]
    secret = made.secret
    assert (len(base64.b64decode(secret.removeprefix("whsec_"))), made.created_at, made.next_try_at) == (
        24, now + HOUR, now + HOUR,
    )  # fmt: skip
    assert secret not in [one.secret for one in rest[1:]]


def test_only_a_disabled_webhook_is_enabled_and_no_other_one(now):
    player = make_player()
    working, broken, other = (hook(now, player) for _ in range(3))
    for row in (broken, other):
        Webhook.objects.filter(pk=row.pk).update(disabled_at=now, failing_since=now, failures=7)
    Webhook.objects.filter(pk=working.pk).update(failing_since=now, failures=2)

    for row in (working, broken):
        webhooks.enable_webhook(webhook_id=row.pk, player=player, now=now + HOUR)

    found = Webhook.objects.order_by("pk").values_list("failures", "failing_since", "disabled_at", "next_try_at")
    assert list(found) == [(2, now, None, now), (0, None, None, now + HOUR), (7, now, now, now)]


def test_a_player_has_ten_devices_and_a_device_belongs_to_its_last_player(now):
    player, other = make_player(), make_player()
    address = "https://push.example.org/{}".format
    event(player, EventKind.FOLLOW_CREATED, now)
    for number in range(10):
        add(player, now + number * SECOND, PushDeviceOrigin("x" * 61, "s"), endpoint=address(number))
    assert refused(BadPushSubscription, add, player, now, endpoint=address(10)) == "too_many"
    first = Device.objects.earliest("pk")
    assert (first.name, first.session, first.sent, first.host) == ("x" * 60, "s", 1, "push.example.org")
    assert (first.created_at, first.next_try_at) == (now, now)
    assert add(player, now + HOUR, PushDeviceOrigin("tablet"), endpoint=address(3))[1] is False
    assert add(other, now, endpoint=address(3))[1] is True
    assert add(player, now, endpoint=address(11))[1] is True
    assert add(other, now, endpoint=address(12))[1] is True, "the devices of others do not count"
    Device.objects.filter(digest__in=[endpoint_digest(address(number)) for number in (11, 12)]).delete()
    assert (Device.objects.filter(player=player).count(), devices.players_with_push_device([player.pk])) == (
        9,
        {player.pk},
    )
    assert devices.players_with_push_device([player.pk, other.pk, make_player().pk]) == {player.pk, other.pk}
    mine = devices.push_devices_of(other).get()
    refused(NoSuchPushDevice, devices.remove_device, device_id=mine.pk, player=player)
    devices.remove_device(device_id=first.pk, player=player)
    assert (Device.objects.filter(player=player).count(), devices.push_devices_of(other).get()) == (8, mine)
    assert [one.pk for one in devices.push_devices_of(player)] == sorted(
        one.pk for one in devices.push_devices_of(player)
    )


def test_a_device_renews_its_address_and_only_its_own(now):
    player, other = make_player(), make_player()
    old, taken, new = (f"https://push.example.org/{name}" for name in ("old", "taken", "new"))
    mine, theirs, kept = add(player, now, endpoint=old)[0], add(other, now, endpoint=taken)[0], add(player, now)[0]
    renew = lambda endpoint, known, who=player: devices.renew_push_subscription(  # noqa: E731
        player=who, subscription=subscription(endpoint), known=known, origin=PushDeviceOrigin("x", "later")
    )
    assert refused(BadPushSubscription, renew, "ftp://push.example.org/x", old) == "address"
    assert renew(new, old, other) is False
    assert renew(new, "https://push.example.org/unknown") is False
    assert renew(taken, old) is True
    assert set(Device.objects.all()) == {mine, kept}, "the other player's row with this address has gone"
    before = Device.objects.get(pk=kept.pk)
    assert renew(new, taken) is True
    found = Device.objects.get(pk=mine.pk)
    assert (found.digest, found.session, found.name) == (endpoint_digest(new), "later", "x")
    assert (Device.objects.get(pk=kept.pk).digest, before.session) == (before.digest, "")
    assert theirs.digest == endpoint_digest(taken)


def test_keys_have_at_most_two_hundred_characters(now):
    octets = "A" * 22 + "=="
    assert add(make_player(), now, auth=octets + "!" * 176)
    assert refused(BadPushSubscription, add, make_player(), now, auth=octets + "!" * 177) == "keys"
    longest = "https://push.example.org/" + "x" * 975
    assert add(make_player(), now, endpoint=longest)
    assert refused(BadPushSubscription, add, make_player(), now, endpoint=longest + "x") == "address"


def test_a_deleted_account_takes_its_events_and_those_about_it_along(now):
    player, other = make_player(), make_player()
    event(player, EventKind.FOLLOW_CREATED, now, by=other)
    event(other, EventKind.FOLLOW_CREATED, now, by=player)
    kept = event(other, EventKind.FOLLOW_CREATED, now, by=make_player())
    feed.last_event_number(player.pk), feed.last_event_number(other.pk)
    for one in (player, other):
        hook(now, one)
        add(one, now, endpoint=f"https://push.example.org/{one.pk}")

    data_export.delete_program_data_of(player)

    assert list(Event.objects.all()) == [kept]
    for rows in (Device, Feed, Webhook):
        assert rows.objects.get().player == other


def test_events_are_unsent_after_the_last_one_that_was_sent_and_closed_accounts_get_none(now):
    made = with_event(hook(now), now)
    event(make_player(), EventKind.FOLLOW_CREATED, now)
    assert list(cursors.due_rows(Webhook.objects.all(), now)) == [made]
    number = feed.last_event_number(made.player_id)
    assert list(cursors.due_rows(Webhook.objects.all(), now)) == [made], "with a number as well"
    Webhook.objects.update(sent=number)
    assert not cursors.due_rows(Webhook.objects.all(), now)
    Webhook.objects.update(sent=number - 1)
    type(made.player).objects.filter(pk=made.player_id).update(is_active=False)
    assert not cursors.due_rows(Webhook.objects.all(), now)
    made.refresh_from_db()
    assert not cursors.record_delivery(made, number, "200", now)
    type(made.player).objects.filter(pk=made.player_id).update(is_active=True)
    Webhook.objects.update(failures=3, failing_since=now)
    assert cursors.record_delivery(made, number, "x" * 61, now + HOUR)
    made.refresh_from_db()
    assert (made.sent, made.failures, made.failing_since, made.last_answer, made.last_success_at) == (
        number, 0, None, "x" * 60, now + HOUR,
    )  # fmt: skip
    cursors.release_row(made, now + 2 * HOUR)
    assert Webhook.objects.get().next_try_at == now + 2 * HOUR


def test_addresses_that_answer_come_first_then_those_with_fewer_failures_then_the_longest_waiting(now):
    rows = [with_event(hook(now), now) for _ in range(5)]
    changes = (
        {"failures": 2}, {"failures": 1}, {"next_try_at": now - HOUR}, {"last_success_at": now},
        {"failures": 1, "last_success_at": now, "next_try_at": now - HOUR},
    )  # fmt: skip
    for row, changed in zip(rows, changes, strict=True):
        Webhook.objects.filter(pk=row.pk).update(**changed)
    order = [webhooks.claim_due(now) for _ in range(5)]
    assert order == [rows[number] for number in (3, 2, 4, 1, 0)]
    assert {one.next_try_at for one in order} == {now + timedelta(minutes=2)}
    assert webhooks.claim_due(now, CurrentDeliveries(players=frozenset({rows[0].player_id}))) is None
    later = now + timedelta(minutes=2)
    assert webhooks.claim_due(later, CurrentDeliveries(players=frozenset({rows[3].player_id}))) != rows[3]


def test_what_a_push_message_replaces_and_when_it_wakes():
    short, turn = (PushMessage(kind, 7, 1, timedelta(hours=6)) for kind in (PushKind.SHORT, PushKind.TURN))
    assert (short.topic, turn.topic, PushMessage(PushKind.OFFER, None, 1, HOUR).topic) == (
        "short-7",
        "turn-7",
        "offer-0",
    )
    assert [(one.ignores_quiet_hours, one.is_urgent) for one in (short, turn)] == [(True, True), (False, False)]
    assert not PushMessage(PushKind.SHORT, 7, 1, timedelta(hours=6) + SECOND).ignores_quiet_hours


def test_an_urgent_message_is_remembered_and_a_device_that_is_gone_is_deleted_alone(now):
    first, second = (add(make_player(), now, endpoint=f"https://push.example.org/{n}")[0] for n in range(2))
    devices.record_urgent_sent_ahead(first, 7)
    assert (first.ahead, [one.ahead for one in Device.objects.order_by("pk")]) == (7, [7, second.ahead])
    devices.delete_device(first)
    assert list(Device.objects.all()) == [second]


def test_what_was_deleted_is_missed_and_the_reader_goes_on(now):
    player = make_player()
    rows = [event(player, EventKind.FOLLOW_CREATED, now) for _ in range(4)]
    feed.last_event_number(player.pk)
    rows[1].delete()
    news = feed.events_after(player.pk, 1)
    assert ([one.number for one in news.events], news.last, news.missed) == ([3, 4], 4, True)
    assert not feed.events_after(player.pk, 2).missed
    assert feed.events_after(player.pk, 4) == feed.EventsAfter([], 4)
    assert feed.events_after(player.pk, 5) == feed.EventsAfter([], 4, missed=True)
    assert [one.number for one in feed.events_after(player.pk, 0, most=1).events] == [1]
    Event.objects.filter(number=4).delete()
    assert feed.events_after(player.pk, 3) == feed.EventsAfter([], 4, missed=True)


def test_rows_end_with_the_token_that_made_them_and_only_these(now):
    player = make_player()
    token, _ = make_token(player=player, wanted=NewToken("test", ["notify:write"], 1), now=now)
    lasting, _ = make_token(player=player, wanted=NewToken("lasting", ["notify:write"], None), now=now)
    ends, stays, browsers = (webhooks.add_webhook(player=player, url="https://a.example/", now=now, made_with=one)
                             for one in (token, lasting, None))  # fmt: skip
    device, _ = add(player, now, PushDeviceOrigin("x", made_with=token))
    theirs = hook(now)
    for row, name in ((ends, "test"), (stays, "lasting"), (browsers, "")):
        assert origins.origin_name(row) == name
    assert "test" in origins.origin_sentence(device)
    assert "browser" in origins.origin_sentence(browsers)
    assert set(origins.with_valid_origin(Webhook.objects.all(), token.expires_at - SECOND)) == {
        ends,
        stays,
        browsers,
        theirs,
    }
    assert set(origins.with_valid_origin(Webhook.objects.all(), token.expires_at)) == {stays, browsers, theirs}
    assert origins.delete_ended_origin_rows(now=token.expires_at - SECOND) == 0
    assert origins.delete_ended_origin_rows(now=token.expires_at) == 2
    assert set(Webhook.objects.all()) == {stays, browsers, theirs}
    type(lasting).objects.filter(pk=lasting.pk).update(expires_at=now - SECOND)
    origins.delete_ended_origin_rows_of(make_player().pk)
    assert Webhook.objects.count() == 3
    origins.delete_ended_origin_rows_of(player.pk)
    assert set(Webhook.objects.all()) == {browsers, theirs}


def test_events_that_are_left_are_not_skipped_when_earlier_ones_are_deleted(now):
    made = with_event(hook(now), now)
    for _ in range(2):
        event(made.player, EventKind.FOLLOW_CREATED, now)
    feed.last_event_number(made.player_id)
    Event.objects.filter(number=1).delete()
    assert [one.number for one in cursors.next_events(made)] == [2, 3]
    assert Webhook.objects.get().sent == 0
    Event.objects.all().delete()
    assert cursors.next_events(made) == []
    assert Webhook.objects.get().sent == 3


def test_rows_of_a_program_last_as_long_as_its_consent(now):
    player = make_player()
    app = oauth.register_app(player=make_player(), name="Goban", redirect_uris=["https://app.example.org/back"])
    kind = OAuthToken.Type
    token = OAuthToken.objects.create(client=app, user=player, type=kind.ACCESS_TOKEN, hash="x", data={"family": "f"})
    row = webhooks.add_webhook(player=player, url="https://a.example/", now=now, made_with=token)
    is_good = lambda **changed: (  # noqa: E731
        OAuthToken.objects.update(**changed), list(origins.with_valid_origin(Webhook.objects.all(), now)) == [row],
    )[1]  # fmt: skip
    assert (origins.origin_name(row), "Goban" in origins.origin_sentence(row)) == ("Goban", True)
    assert is_good(expires_at=None)
    assert is_good(expires_at=now + SECOND)
    assert not is_good(expires_at=now)
    assert is_good(expires_at=None, type=kind.REFRESH_TOKEN)
    assert not is_good(type=kind.AUTHORIZATION_CODE)
    assert not is_good(type=kind.ACCESS_TOKEN, data={"family": "other"})
    assert not is_good(data={"family": "f"}, user=make_player())
    assert origins.delete_ended_origin_rows(now=now) == 1


def test_a_player_on_turn_who_gets_an_event_of_a_game_has_seen_it(now):
    """The last move in the game can no longer be undone without a request (games.seen)."""
    player = make_player()
    game, other = (make_game(white=player, now=now, undo_unseen=True, moves="C3") for _ in range(2))
    events = [event(player, EventKind.MESSAGE_WRITTEN, now), event(player, EventKind.GAME_ACTION, now, game=game)]
    for given, unseen in ((events[:1], [True, True]), (events, [False, True])):
        feed.mark_games_seen(given)
        assert [is_last_change_unseen(reload(one)) for one in (game, other)] == unseen

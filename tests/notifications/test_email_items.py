"""E-mail items from notices and turns, and the players whom e-mails reach (C62, C66)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress

from accounts.models import Player
from notifications.kinds import Channel, EmailTiming, NoticeGroup
from notifications.models import EmailItem, GameMute, Notice, NoticeSettings, RefusedAddress, TurnChange
from notifications.preferences import preferences_of
from notifications.services import addresses, choosing, scheduling, unsubscribing
from tests.factories import make_game, make_player
from tests.notifications.test_emails import DAY, reader, wants
from tests.notifications.test_sending_times import HOUR, MINUTE, due, notice, waits

pytestmark = pytest.mark.django_db


def turn(player, game, at=DAY):
    return TurnChange.objects.create(player=player, game=game, at=at)


def test_a_turn_is_looked_at_two_seconds_after_it_was_given_and_once():
    player = wants(reader())
    turn(player, make_game(black=player))
    assert scheduling.schedule_email_items(DAY + timedelta(seconds=1.9)) == 0
    assert scheduling.schedule_email_items(DAY + timedelta(seconds=2)) == 1
    assert scheduling.schedule_email_items(DAY + timedelta(seconds=2)) == 0
    assert waits(player) == ["your_turn"]


def test_as_much_as_was_looked_at_is_counted_and_no_more_than_is_allowed_at_once(monkeypatch):
    monkeypatch.setattr(scheduling, "MOST_AT_ONCE", 2)
    player = wants(reader(), NoticeGroup.MESSAGE)
    games = [make_game(black=player) for _ in range(3)]
    for game in games:
        notice(player)
        turn(player, game)
    assert [scheduling.schedule_email_items(DAY + HOUR) for _ in range(3)] == [4, 2, 0]
    assert not Notice.objects.filter(pending=True).exists()
    assert not TurnChange.objects.exists()
    assert len(waits(player)) == 6


def test_a_turn_that_was_given_on_takes_the_place_of_the_one_before_in_its_own_game_only():
    first, second = wants(reader()), wants(reader())
    game, other = (make_game(black=first, white=second) for _ in range(2))
    for one in (game, other):
        turn(first, one)
    scheduling.schedule_email_items(DAY + MINUTE)
    assert len(waits(first)) == 2
    turn(first, game, DAY + MINUTE)
    turn(second, game, DAY + 2 * MINUTE)
    scheduling.schedule_email_items(DAY + HOUR)
    assert list(EmailItem.objects.order_by("game").values_list("player", "game")) == [
        (second.pk, game.pk), (first.pk, other.pk),
    ]  # fmt: skip


def test_nothing_waits_of_a_muted_game_but_time_nor_of_one_that_is_gone():
    player = wants(wants(reader(), NoticeGroup.MESSAGE))
    game, other = make_game(black=player), make_game(black=player)
    GameMute.objects.create(player=player, game=game)
    for one in (game, other):
        notice(player, game=one)
        turn(player, one)
    notice(player, kind="clock_day", game=game)
    TurnChange.objects.create(player=player, game_id=10**6, at=DAY)
    assert scheduling.schedule_email_items(DAY + HOUR) == 6
    rows = EmailItem.objects.filter(player=player).values_list("kind", "game")
    assert set(rows) == {("message", other.pk), ("your_turn", other.pk), ("clock_day", game.pk)}


def test_an_e_mail_is_due_with_the_first_that_waits_also_for_who_has_chosen_nothing_yet():
    player = make_player()
    EmailAddress.objects.create(user=player, email=player.email.upper(), primary=True, verified=True)
    notice(player, kind="clock_day", at=DAY + HOUR)
    scheduling.schedule_email_items(DAY + HOUR)
    assert due(player) == DAY + HOUR, "at once, as nothing else was chosen"
    notice(player, at=DAY + HOUR)
    scheduling.schedule_email_items(DAY + HOUR)
    assert due(player) == DAY + HOUR, "the next digest is later"
    notice(player, kind="clock_day", at=DAY)
    scheduling.schedule_email_items(DAY + HOUR)
    assert due(player) == DAY


def test_what_is_not_for_the_bell_counts_as_read_and_nothing_else():
    player, other = reader(), reader()
    choosing.store_notice_choices(player, {NoticeGroup.MESSAGE: {Channel.BELL: False}})
    silent, notices, others = notice(player), notice(player, kind="clock_day"), notice(other)
    already = notice(player)
    Notice.objects.filter(pk=already.pk).update(read_at=DAY)
    scheduling.schedule_email_items(DAY + HOUR)
    found = dict(Notice.objects.values_list("pk", "read_at"))
    assert found == {silent.pk: DAY + HOUR, notices.pk: None, others.pk: None, already.pk: DAY}


def test_C66_whom_e_mails_reach():
    player = reader()
    assert scheduling.players_with_email([player.pk]) == {player.pk: player}
    for field, value in {"is_active": False, "is_bot": True, "is_guest": True, "email": ""}.items():
        other = reader()
        Player.objects.filter(pk=other.pk).update(**{field: value})
        assert scheduling.players_with_email([other.pk, player.pk]) == {player.pk: player}, field
    for change in ({"verified": False}, {"email": "another@example.org"}):
        other = reader()
        EmailAddress.objects.filter(user=other).update(**change)
        assert scheduling.players_with_email([other.pk]) == {}, change
    refused, once = reader(), reader()
    RefusedAddress.objects.create(address=refused.email, refusals=5, stopped_at=DAY)
    RefusedAddress.objects.create(address=once.email, refusals=4)
    Player.objects.filter(pk=refused.pk).update(email=refused.email.title())
    assert list(scheduling.players_with_email([refused.pk, once.pk])) == [once.pk]
    assert scheduling.players_with_email([]) == {}


def test_C66_an_address_is_stopped_at_the_fifth_refusal_in_a_row_and_its_players_hear_of_it_once():
    player, closed, other = make_player(), make_player(), make_player()
    Player.objects.filter(pk=closed.pk).update(email=player.email.upper(), is_active=False)
    addresses.record_email_delivery(other.email, taken=False)
    for number in range(6):
        assert addresses.are_emails_stopped(player.email) is (number >= 5)
        addresses.record_email_delivery(player.email.upper(), taken=False)
        row = RefusedAddress.objects.get(address=player.email)
        assert row.refusals == number + 1
    (email,) = Notice.objects.filter(kind="letters_stopped")
    assert (email.player, email.path) == (player, "/settings/notifications/")
    assert addresses.are_emails_stopped(player.email.upper())
    assert not addresses.are_emails_stopped(other.email)
    addresses.record_email_delivery(player.email.upper(), taken=True)
    assert list(RefusedAddress.objects.values_list("address", flat=True)) == [other.email]
    addresses.record_email_delivery(player.email, taken=False)
    addresses.resume_emails(other)
    assert list(RefusedAddress.objects.values_list("address", flat=True)) == [player.email]


def test_C62_an_address_to_stop_e_mails_is_its_players_and_for_its_kinds_only():
    first, player = make_player(), make_player()
    headers, address = unsubscribing.unsubscribe_headers(player, [NoticeGroup.TURN])
    assert headers["List-Unsubscribe"] == f"<{address}>"
    asked = unsubscribing.read_unsubscribe_token(address.rstrip("/").rpartition("/")[2])
    assert (asked.player, asked.kinds) == (player, [NoticeGroup.TURN])
    choosing.store_notice_choices(player, {NoticeGroup.GAME: {Channel.EMAIL: EmailTiming.DAILY}})
    unsubscribing.stop_emails(asked)
    letters = {kind: str(preferences_of(player).email_timing_of(kind)) for kind in (NoticeGroup.TURN, NoticeGroup.GAME)}
    assert letters == {NoticeGroup.TURN: "off", NoticeGroup.GAME: "daily"}
    assert not NoticeSettings.objects.filter(player=first).exists()
    assert unsubscribing.read_unsubscribe_token("x") is None
    Player.objects.filter(pk=player.pk).update(is_active=False)
    assert unsubscribing.read_unsubscribe_token(address.rstrip("/").rpartition("/")[2]) is None, "the account is closed"


def test_what_is_chosen_as_it_is_already_is_not_written_down_and_a_bad_answer_is_daily():
    player = make_player()
    row = choosing.store_notice_choices(
        player, {NoticeGroup.TURN: {Channel.EMAIL: EmailTiming.DAILY, Channel.BELL: True, Channel.PUSH: False}}
    )
    assert row.chosen == {"turn": {"push": False}}
    choosing.store_notice_choices(player, {NoticeGroup.TURN: {Channel.PUSH: True}}, daily_at=19)
    row = NoticeSettings.objects.get(player=player)
    assert (row.chosen, row.daily_at) == ({"turn": {"push": True}}, 19)
    for text, rest in (("off", "off"), ("weekly", "daily"), ("now", "now")):
        choosing.store_sign_up_answer(player, text)
        assert NoticeSettings.objects.get(player=player).rest == rest

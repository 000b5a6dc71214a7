"""Times at which e-mails are sent: digests, quiet hours, and items that wait for a visit (C62 to C64)."""

from __future__ import annotations

import zoneinfo
from datetime import UTC, datetime, time, timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.core.mail import EmailMessage

from accounts.core import outbox
from accounts.models import QueuedEmail
from games.models import TimeSettings
from notifications.kinds import Channel, EmailTiming, NoticeGroup
from notifications.models import EmailItem, GameMute, Notice, NoticeSettings
from notifications.services import background, choosing, emails, hours, scheduling
from notifications.services.hours import NightHours
from tests.factories import make_game, make_player
from tests.notifications.test_emails import DAY, reader, send_due, wants

pytestmark = pytest.mark.django_db
SECOND, MINUTE, HOUR = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1)


def notice(player, kind="message", at=DAY, game=None):
    return Notice.objects.create(player=player, kind=kind, game=game, created_at=at)


def waits(player):
    return list(EmailItem.objects.filter(player=player).order_by("pk").values_list("kind", flat=True))


def due(player):
    return NoticeSettings.objects.get(player=player).next_email_at


def test_C63_time_that_runs_short_leaves_with_the_next_digest_also_without_a_visit():
    player = wants(reader(), NoticeGroup.TIME, EmailTiming.DAILY)
    first, second = (make_game(notify=True, black=player, now=DAY + timedelta(days=day), days=3) for day in (0, 1))
    assert len(send_due(DAY.replace(day=3, hour=8, minute=0))) == 1
    Notice.objects.create(player=player, kind="clock_day", game=first, created_at=DAY.replace(day=3, hour=9))
    assert not send_due(DAY.replace(day=4, hour=7, minute=59))

    (email,) = send_due(DAY.replace(day=4, hour=8, minute=0))

    assert f"/g/{first.pk}/" in email.body
    assert f"/g/{second.pk}/" not in email.body, "the turn waits for a visit"


@pytest.mark.parametrize(("seen", "is_sent"), [(5 * MINUTE, False), (5 * MINUTE - SECOND, True), (-SECOND, True)])
def test_C63_a_visit_is_one_after_the_last_digest_or_up_to_five_minutes_before(seen, is_sent):
    player = wants(reader(), NoticeGroup.MESSAGE, EmailTiming.DAILY)
    notice(player)
    left = DAY.replace(day=3, hour=8, minute=0)
    assert len(send_due(left)) == 1
    UserSession.objects.create(user=player, ip="127.0.0.1", user_agent="", session_key="k", last_seen_at=left - seen)
    notice(player, at=left + HOUR)
    assert bool(send_due(left + timedelta(days=1))) is is_sent
    assert due(player) == (None if is_sent else left + timedelta(days=2)), "it waits for another day"


def test_C63_a_message_at_once_waits_for_no_visit_and_counts_as_no_digest():
    player = wants(reader(), NoticeGroup.MESSAGE, EmailTiming.NOW)
    for minute in range(2):
        notice(player, at=DAY + minute * MINUTE)
        assert len(send_due(DAY + minute * MINUTE)) == 1
    row = NoticeSettings.objects.get(player=player)
    assert (row.digest_at, row.letters_at) == (None, [(DAY + minute * MINUTE).timestamp() for minute in range(2)])
    wants(player, NoticeGroup.MESSAGE, EmailTiming.HOURLY)
    notice(player, at=DAY + 2 * MINUTE)
    assert not send_due(DAY + 29 * MINUTE)
    assert len(send_due(DAY + 30 * MINUTE)) == 1
    assert NoticeSettings.objects.get(player=player).digest_at == DAY + 30 * MINUTE


def test_C63_digests_leave_with_the_full_hour_or_at_the_players_own_hour():
    player = make_player(time_zone="Europe/Helsinki")
    row = NoticeSettings(player=player, daily_at=8)
    at = datetime(2026, 3, 2, 12, 30, 15, 7, tzinfo=UTC)
    after = lambda when, at: hours.next_digest_time(when, at, row, player)  # noqa: E731
    assert after(EmailTiming.HOURLY, at) == DAY.replace(hour=13, minute=0)
    assert after(EmailTiming.HOURLY, DAY.replace(minute=0)) == DAY.replace(hour=13, minute=0)
    assert after(EmailTiming.DAILY, DAY.replace(hour=5, minute=59)) == DAY.replace(hour=6, minute=0)
    assert after(EmailTiming.DAILY, DAY.replace(hour=6, minute=0)) == DAY.replace(day=3, hour=6, minute=0)
    assert after(EmailTiming.NOW, at) == at


def test_C64_a_night_begins_with_its_first_minute_and_is_over_with_its_last():
    zone = zoneinfo.ZoneInfo("Europe/Helsinki")
    at = lambda hour, minute=0, day=2: datetime(2026, 3, day, hour, minute, tzinfo=zone)  # noqa: E731
    late, early = NightHours(time(22), time(7), zone), NightHours(time(1), time(7), zone)
    assert [late.current_end(at(*clock)) for clock in ((21, 59), (22,), (23, 59), (0,), (6, 59), (7,))] == [
        None, at(7, day=3), at(7, day=3), at(7), at(7), None,
    ]  # fmt: skip
    assert [early.current_end(at(*clock)) for clock in ((0, 59), (1,), (6, 59), (7,), (23,))] == [
        None, at(7), at(7), None, None,
    ]  # fmt: skip
    assert NightHours(time(7), time(7), zone).current_end(at(7)) is None


def test_C64_quiet_hours_are_those_that_were_chosen_and_hold_pushes_but_the_last_warning():
    choosing.store_notice_choices(reader(), {}, quiet="own", quiet_begin=time(20), quiet_end=time(5))
    player, night = reader(), DAY.replace(hour=23)
    assert hours.push_quiet_until(make_player(), night) is None, "those of others are theirs"
    TimeSettings.objects.create(player=player, zone="UTC", night_begin=time(21), night_end=time(7))
    assert hours.push_quiet_until(player, night) == DAY.replace(day=3, hour=7, minute=0)
    assert hours.push_quiet_until(player, night, "clock_hours") is None
    assert hours.push_quiet_until(player, night, "clock_day") is not None
    assert hours.push_quiet_until(player, DAY) is None
    for quiet, until in (("own", 6), ("none", None)):
        choosing.store_notice_choices(player, {}, quiet=quiet, quiet_begin=time(22), quiet_end=time(6))
        wanted = None if until is None else DAY.replace(day=3, hour=until, minute=0)
        assert hours.push_quiet_until(player, night) == wanted
    for missing in ("quiet_begin", "quiet_end"):
        choosing.store_notice_choices(
            player, {}, **{"quiet": "own", "quiet_begin": time(22), "quiet_end": time(6), missing: None}
        )
        assert hours.push_quiet_until(player, night) is None


def test_C63_the_seventh_e_mail_leaves_an_hour_after_the_first():
    row = NoticeSettings()
    for minute in range(6):
        assert hours.next_time_under_hourly_limit(row, DAY + minute * MINUTE) is None
        hours.record_email_sent(row, DAY + minute * MINUTE)
    assert hours.next_time_under_hourly_limit(row, DAY + 6 * MINUTE) == DAY + HOUR
    assert hours.next_time_under_hourly_limit(row, DAY + HOUR - SECOND) == DAY + HOUR
    assert hours.next_time_under_hourly_limit(row, DAY + HOUR) is None
    hours.record_email_sent(row, DAY + HOUR)
    assert hours.next_time_under_hourly_limit(row, DAY + HOUR) == DAY + HOUR + MINUTE
    assert len(row.letters_at) == 6


def test_what_waits_is_dropped_when_it_is_switched_off_muted_or_cannot_be_sent_any_more():
    off, muted, gone, warned = (wants(reader(), NoticeGroup.MESSAGE, EmailTiming.HOURLY) for _ in range(4))
    game = make_game(black=warned)
    for player in (off, muted, gone, warned):
        wants(player, NoticeGroup.TIME, EmailTiming.HOURLY)
        notice(player, kind="clock_day" if player == warned else "message", game=game)
    scheduling.schedule_email_items(DAY)
    assert [waits(player) for player in (off, muted, gone, warned)] == [["message"]] * 3 + [["clock_day"]]
    wants(off, NoticeGroup.MESSAGE, EmailTiming.OFF)
    for player in (muted, warned):
        GameMute.objects.create(player=player, game=game)
    EmailAddress.objects.filter(user=gone).delete()
    NoticeSettings.objects.update(next_email_at=DAY + HOUR)
    assert [one.to for one in send_due(DAY + HOUR)] == [[warned.email]], "time is running short"
    assert not EmailItem.objects.exists()
    assert {due(player) for player in (off, muted, gone, warned)} == {None}


def test_only_e_mails_that_are_due_are_written_the_longest_due_first(monkeypatch):
    monkeypatch.setattr(emails, "MOST_AT_ONCE", 2)
    players = [wants(reader(), NoticeGroup.MESSAGE, EmailTiming.NOW) for _ in range(4)]
    for minute, player in zip((2, 1, 0, 3), players, strict=True):
        notice(player, at=DAY + minute * MINUTE)
    scheduling.schedule_email_items(DAY)
    sent = []
    for minute in (2, 2, 2, 3):
        before = set(QueuedEmail.objects.values_list("pk", flat=True))
        count = emails.queue_due_emails(DAY + minute * MINUTE)
        new = QueuedEmail.objects.exclude(pk__in=before).order_by("pk")
        sent.append((count, [outbox.decrypt_message(one).to[0] for one in new]))
    mails = [player.email for player in players]
    assert sent == [(2, [mails[2], mails[1]]), (1, [mails[0]]), (0, []), (1, [mails[3]])]


@pytest.fixture
def writer(monkeypatch):
    """Replace the writer of game e-mails, and record what it is asked for."""
    answers, seen = [], []

    def write(parcels, now):
        seen.extend(parcels)
        return [answers.pop(0) for _ in parcels]

    monkeypatch.setattr(emails.write_emails, "function", write)
    return answers, seen


def test_an_e_mail_that_cannot_be_written_is_tried_again_an_hour_later_and_one_about_nothing_is_not(writer):
    answers, _seen = writer
    broken, empty = (wants(reader(), NoticeGroup.MESSAGE, EmailTiming.NOW) for _ in range(2))
    for player in (broken, empty):
        notice(player)
    answers += [ValueError("broken"), None]
    assert not send_due(DAY)
    assert (waits(broken), due(broken), waits(empty), due(empty)) == (["message"], DAY + HOUR, [], None)
    rows = NoticeSettings.objects.filter(player__in=(broken, empty))
    assert [row.letters_at for row in rows] == [[], []], "none has left"
    answers.append(EmailMessage("s", "b", to=[broken.email]))
    assert not send_due(DAY + HOUR - SECOND)
    assert len(send_due(DAY + HOUR)) == 1
    assert (waits(broken), due(broken)) == ([], None)


def test_what_does_not_fit_into_the_outbox_stays_for_an_hour(writer, monkeypatch):
    answers, _seen = writer
    sent, empty = (wants(reader(), NoticeGroup.MESSAGE, EmailTiming.NOW) for _ in range(2))
    monkeypatch.setattr(emails, "queue_all_emails", lambda messages: False)
    for player in (sent, empty):
        notice(player)
    answers += [EmailMessage("s", "b", to=[sent.email]), None]
    send_due(DAY)
    assert (waits(sent), due(sent), waits(empty)) == (["message"], DAY + HOUR, [])
    answers += [None]
    send_due(DAY + HOUR)
    assert (waits(sent), due(sent)) == ([], None), "an outbox that is asked nothing is not full"


def test_an_e_mail_has_a_hundred_items_at_most_and_the_rest_is_dropped(writer, monkeypatch):
    answers, seen = writer
    monkeypatch.setattr(emails, "MOST_NOTICES", 2)
    player = wants(reader(), NoticeGroup.MESSAGE, EmailTiming.NOW)
    for minute in (2, 0, 1):
        notice(player, at=DAY + minute * MINUTE)
    answers.append(EmailMessage("s", "b", to=[player.email]))
    send_due(DAY + 2 * MINUTE)
    assert [one.at for one in seen[0].items] == [DAY, DAY + MINUTE], "the oldest first"
    assert (waits(player), len(seen)) == ([], 1)


def test_there_may_be_more_after_a_full_look_only(monkeypatch):
    looks = lambda sorted_now, written: (  # noqa: E731
        monkeypatch.setattr(scheduling, "schedule_email_items", lambda: sorted_now),
        monkeypatch.setattr(emails, "queue_due_emails", lambda: written),
        background.process_notification_batch(),
    )[-1]
    assert [looks(500, 0), looks(0, 100), looks(499, 99), looks(501, 0)] == [True, True, False, True]


def test_what_waits_is_looked_at_again_when_something_else_is_chosen():
    waiting, other = (wants(reader(), NoticeGroup.MESSAGE, EmailTiming.HOURLY) for _ in range(2))
    notice(waiting)
    scheduling.schedule_email_items(DAY)
    assert due(waiting) == DAY + 30 * MINUTE
    for player in (waiting, other):
        choosing.store_notice_choices(player, {NoticeGroup.MESSAGE: {Channel.EMAIL: EmailTiming.NOW}})
    assert due(waiting) > DAY + HOUR, "now"
    assert due(other) is None
    NoticeSettings.objects.filter(player=waiting).update(next_email_at=None)
    choosing.store_notice_choices(waiting, {})
    assert due(waiting) is not None, "what waits is enough"

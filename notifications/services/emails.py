"""Put pending notifications into the outbox: one e-mail for all items that a player gets at a time.

The games app writes the texts (`write_emails`). One transaction locks a player's settings, stores the e-mail and
deletes its items, so that a process that crashes in between has changed nothing.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.core.mail import EmailMessage
from django.db import transaction

from accounts.core.mail import queue_all_emails
from accounts.models import Player
from accounts.security.sessions import last_seen_times
from foundation import timesource
from foundation.hook import Hook
from notifications import preferences
from notifications.kinds import DIGESTS, EmailTiming, NoticeGroup, notice_group_of
from notifications.models import EmailItem, GameMute, NoticeSettings
from notifications.services import hours
from notifications.services.scheduling import players_with_email

logger = logging.getLogger(__name__)

MOST_AT_ONCE = 100
MOST_NOTICES = 100
"""The most items in one e-mail; more would not be read."""
NOTED_EVERY = timedelta(minutes=5)
"""The precision of the stored times of visits (accounts.security.sessions)."""
AGAIN = timedelta(hours=1)
"""The pause before an e-mail that could not be written is tried again."""


@dataclass(frozen=True, slots=True)
class EmailContent:
    """The content of one e-mail to a player: the player's settings, and the items, the oldest first."""

    player: Player
    settings: NoticeSettings
    items: Sequence[EmailItem]


def _default_write_emails(contents: Sequence[EmailContent], now: datetime) -> list[EmailMessage | Exception | None]:
    return [None] * len(contents)


write_emails = Hook(_default_write_emails)
"""Hook that writes an e-mail for each content. Returns None for a content without current items, and an exception for
an e-mail that could not be written."""


@dataclass(slots=True)
class SendingPlan:
    """The plan for one player's waiting items: those in `leaving` are sent now, and those in `staying` are kept, each
    with the time when it may be sent."""

    row: NoticeSettings
    leaving: list[EmailItem] = field(default_factory=list)
    staying: list[tuple[datetime, EmailItem]] = field(default_factory=list)


def queue_due_emails(now: datetime | None = None) -> int:
    """Queue the e-mails that may be sent now. Return how many players were processed, at most MOST_AT_ONCE."""
    now = now or timesource.now()
    due = NoticeSettings.objects.filter(next_email_at__lte=now)
    if not due.exists():
        return 0
    with transaction.atomic():
        free = due.select_for_update(skip_locked=True, no_key=True)
        rows = list(free.order_by("next_email_at")[:MOST_AT_ONCE])
        if rows:
            _queue_emails_of_players(rows, now)
    return len(rows)


def _queue_emails_of_players(rows: list[NoticeSettings], now: datetime) -> None:
    players = [row.player_id for row in rows]
    people = players_with_email(players)
    waiting: dict[int, list[EmailItem]] = {pk: [] for pk in players}
    done = []
    wanted, muted = preferences.preferences_of_all(players), _muted_pairs_of_players(players)
    for one in EmailItem.objects.filter(player__in=players).with_notices().order_by("at", "pk"):
        kind = notice_group_of(one.kind)
        is_muted = (one.player_id, one.game_id) in muted and kind is not NoticeGroup.TIME
        if one.player_id in people and wanted[one.player_id].email_timing_of(kind) != EmailTiming.OFF and not is_muted:
            waiting[one.player_id].append(one)
        else:
            done.append(one.pk)  # no one wants it any more
    known = [row for row in rows if row.player_id in people]
    nights, visits = hours.quiet_hours_of(known, people), last_seen_times(players)
    plans = []
    for row in known:
        pk, night = row.player_id, nights.get(row.player_id)
        reader = EmailRecipient(people[pk], row, None if night is None else night.current_end(now), visits.get(pk))
        plans.append(_make_plan(reader, waiting[pk], now))
    done += _queue_and_return_done_ids(plans, people, now)
    for row in rows:
        if row.player_id not in people:
            row.next_email_at = None
    for plan in plans:
        plan.row.next_email_at = min((at for at, _one in plan.staying), default=None)
    EmailItem.objects.filter(pk__in=done).delete()
    NoticeSettings.store(rows, "next_email_at", "digest_at", "letters_at")


def _muted_pairs_of_players(players: list[int]) -> set[tuple[int, int]]:
    return set(GameMute.objects.filter(player__in=players).values_list("player_id", "game_id"))


@dataclass(frozen=True, slots=True)
class EmailRecipient:
    """A player with the data that decides when e-mails are sent: the settings, the end of the current quiet hours (or
    None), and the last visit."""

    player: Player
    row: NoticeSettings
    quiet_until: datetime | None
    seen: datetime | None


def _make_plan(reader: EmailRecipient, waiting: list[EmailItem], now: datetime) -> SendingPlan:
    """Return the plan that divides the player's waiting items into those to send now and those to keep."""
    plan, free = SendingPlan(reader.row), hours.next_time_under_hourly_limit(reader.row, now)
    for one in waiting:
        at = _earliest_send_time(one, reader, now)
        if reader.quiet_until is not None and not hours.is_sent_in_quiet_hours(one):
            at = max(at, reader.quiet_until)
        if free is not None:
            at = max(at, free)
        if at > now:
            plan.staying.append((at, one))
        else:
            plan.leaving.append(one)
    return plan


def _earliest_send_time(item: EmailItem, reader: EmailRecipient, now: datetime) -> datetime:
    """Return when this item may be sent, ignoring quiet hours. There is one digest per hour or day. After a digest, the
    next one is only sent if the player has visited in the meantime, or if time is running short."""
    row, player = reader.row, reader.player
    at = hours.send_time_of(item, row, player)
    if item.when not in DIGESTS or row.digest_at is None:
        return at
    at = max(at, hours.next_digest_time(item.when, row.digest_at, row, player))
    has_visited = reader.seen is not None and reader.seen > row.digest_at - NOTED_EVERY
    if has_visited or notice_group_of(item.kind) is NoticeGroup.TIME or at > now:
        return at
    return hours.next_digest_time(item.when, now, row, player)


def _queue_and_return_done_ids(plans: list[SendingPlan], people: dict[int, Player], now: datetime) -> list[int]:
    """Put the players' e-mails into the outbox. Return the ids of the items that are done. Items whose e-mail could not
    be written or queued are kept in the plan, to be tried again."""
    leaving = [plan for plan in plans if plan.leaving]
    contents = [EmailContent(people[plan.row.player_id], plan.row, plan.leaving[:MOST_NOTICES]) for plan in leaving]
    messages = write_emails(contents, now) if contents else []
    written = [message for message in messages if isinstance(message, EmailMessage)]
    is_full = bool(written) and not queue_all_emails(written)
    done = []
    for plan, message in zip(leaving, messages, strict=True):
        if isinstance(message, Exception) or (is_full and message is not None):
            plan.staying += [(now + AGAIN, one) for one in plan.leaving]
            continue
        done += [one.pk for one in plan.leaving]
        if message is not None:
            _record_sent(plan, now)
    return done


def _record_sent(plan: SendingPlan, now: datetime) -> None:
    hours.record_email_sent(plan.row, now)
    if any(one.when in DIGESTS for one in plan.leaving):
        plan.row.digest_at = now

"""The times when e-mails may be sent: hours of digests, quiet hours, and the limit per hour."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, time, timedelta, tzinfo

from accounts.models import Player
from foundation.hook import Hook
from notifications.kinds import URGENT, EmailTiming
from notifications.models import EmailItem, NoticeSettings, QuietHoursChoice

HOUR = timedelta(hours=1)
MOST_AN_HOUR = 6


@dataclass(frozen=True, slots=True)
class NightHours:
    """A range of local times in a time zone. A range that begins later than it ends spans midnight."""

    begin: time
    end: time
    zone: tzinfo

    def current_end(self, now: datetime) -> datetime | None:
        """Return when the range that contains `now` ends, or None if `now` is not in the range."""
        local = now.astimezone(self.zone)
        here = local.time().replace(tzinfo=None)
        if self.begin <= self.end:
            is_night = self.begin <= here < self.end
        else:
            is_night = here >= self.begin or here < self.end
        return _next_time_of_day(local, self.end) if is_night else None


def _next_time_of_day(local: datetime, at: time) -> datetime:
    """Return the next time after `local` at which the local clock shows `at`."""
    found = datetime.combine(local.date(), at, local.tzinfo)
    return found if found > local else datetime.combine(local.date() + timedelta(days=1), at, local.tzinfo)


def _default_nights_of(players: Collection[int]) -> dict[int, NightHours]:
    return {}


nights_of = Hook(_default_nights_of)
"""Hook that returns the nights, by player id, of the players whose clocks stop at night."""


def quiet_hours_of(rows: Collection[NoticeSettings], people: dict[int, Player]) -> dict[int, NightHours]:
    """Return the quiet hours of players who have any, by player id, with at most one query."""
    by_clock = [row.player_id for row in rows if row.quiet == QuietHoursChoice.CLOCK]
    found = nights_of(by_clock) if by_clock else {}
    for row in rows:
        if row.quiet == QuietHoursChoice.OWN and row.quiet_begin is not None and row.quiet_end is not None:
            found[row.player_id] = NightHours(row.quiet_begin, row.quiet_end, people[row.player_id].zone)
    return found


def send_time_of(item: EmailItem, row: NoticeSettings, player: Player) -> datetime:
    """Return when this item may be sent: immediately, or with its digest at the next full hour or the player's daily
    hour."""
    return next_digest_time(item.when, item.at, row, player)


def push_quiet_until(player: Player, now: datetime, notice: str = "") -> datetime | None:
    """Return when the player's current quiet hours end. Return None if there are none now, or if this kind of notice is
    sent anyway. Used for push messages."""
    row = NoticeSettings.objects.filter(player=player).first() or NoticeSettings(player=player)
    night = quiet_hours_of([row], {player.pk: player}).get(player.pk)
    return None if night is None or notice in URGENT else night.current_end(now)


def next_digest_time(when: str, at: datetime, row: NoticeSettings, player: Player) -> datetime:
    """Return when the next digest of this kind is sent after `at`, or `at` itself if `when` is not a digest."""
    local = at.astimezone(player.zone)
    if when == EmailTiming.HOURLY:
        return local.replace(minute=0, second=0, microsecond=0) + HOUR
    return _next_time_of_day(local, time(row.daily_at)) if when == EmailTiming.DAILY else at


def is_sent_in_quiet_hours(item: EmailItem) -> bool:
    """Return whether this item is of a kind that is sent even in quiet hours."""
    return item.kind in URGENT


def next_time_under_hourly_limit(row: NoticeSettings, now: datetime) -> datetime | None:
    """Return when the next e-mail may be sent without exceeding MOST_AN_HOUR, or None if it may be sent now."""
    lately = sorted(at for at in row.letters_at if at > (now - HOUR).timestamp())
    if len(lately) < MOST_AN_HOUR:
        return None
    return datetime.fromtimestamp(lately[-MOST_AN_HOUR], now.tzinfo) + HOUR


def record_email_sent(row: NoticeSettings, now: datetime) -> None:
    """Add `now` to the times of the player's last e-mails. Does not save the row."""
    row.letters_at = [*row.letters_at, round(now.timestamp(), 3)][-MOST_AN_HOUR:]

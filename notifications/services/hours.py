"""When e-mails may leave: hours of digests, quiet hours, and how many in an hour."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, time, timedelta, tzinfo

from accounts.models import Player
from foundation.hook import Hook
from notifications.kinds import URGENT, When
from notifications.models import EmailItem, NoticeSettings, Quiet

HOUR = timedelta(hours=1)
MOST_AN_HOUR = 6


@dataclass(frozen=True, slots=True)
class Night:
    """From when until when on the wall clock of a zone; past midnight where it begins later than it ends."""

    begin: time
    end: time
    zone: tzinfo

    def over_at(self, now: datetime) -> datetime | None:
        """When the night that it is now ends; None by day."""
        local = now.astimezone(self.zone)
        here = local.time().replace(tzinfo=None)
        if self.begin <= self.end:
            is_night = self.begin <= here < self.end
        else:
            is_night = here >= self.begin or here < self.end
        return _next(local, self.end) if is_night else None


def _next(local: datetime, at: time) -> datetime:
    """The next moment that the wall clock shows this."""
    found = datetime.combine(local.date(), at, local.tzinfo)
    return found if found > local else datetime.combine(local.date() + timedelta(days=1), at, local.tzinfo)


def _no_nights(players: Collection[int]) -> dict[int, Night]:
    return {}


nights_of = Hook(_no_nights)
"""Return which of these players have a night in which their clocks stop, and when it is."""


def quiet_of(rows: Collection[NoticeSettings], people: dict[int, Player]) -> dict[int, Night]:
    """The quiet hours of those who have any, by player; one statement at most."""
    by_clock = [row.player_id for row in rows if row.quiet == Quiet.CLOCK]
    found = nights_of(by_clock) if by_clock else {}
    for row in rows:
        if row.quiet == Quiet.OWN and row.quiet_begin is not None and row.quiet_end is not None:
            found[row.player_id] = Night(row.quiet_begin, row.quiet_end, people[row.player_id].zone)
    return found


def leaves_at(one: EmailItem, row: NoticeSettings, player: Player) -> datetime:
    """When this may leave as far as it is for a digest: at once, with the next full hour, or at the player's hour."""
    return window_after(one.when, one.at, row, player)


def quiet_until(player: Player, now: datetime, notice: str = "") -> datetime | None:
    """When the quiet hours end that hold this notice from this player now; None when nothing holds it. For pushes."""
    row = NoticeSettings.objects.filter(player=player).first() or NoticeSettings(player=player)
    night = quiet_of([row], {player.pk: player}).get(player.pk)
    return None if night is None or notice == URGENT else night.over_at(now)


def window_after(when: str, at: datetime, row: NoticeSettings, player: Player) -> datetime:
    """When digests of this kind begin to leave next, after this moment; the moment itself where it is for none."""
    local = at.astimezone(player.zone)
    if when == When.HOURLY:
        return local.replace(minute=0, second=0, microsecond=0) + HOUR
    return _next(local, time(row.daily_at)) if when == When.DAILY else at


def is_urgent(one: EmailItem) -> bool:
    """Whether quiet hours do not hold it."""
    return one.kind == URGENT


def free_at(row: NoticeSettings, now: datetime) -> datetime | None:
    """When the next e-mail may leave, so that no hour has more than MOST_AN_HOUR; None for now."""
    lately = sorted(at for at in row.letters_at if at > (now - HOUR).timestamp())
    if len(lately) < MOST_AN_HOUR:
        return None
    return datetime.fromtimestamp(lately[-MOST_AN_HOUR], now.tzinfo) + HOUR


def note(row: NoticeSettings, now: datetime) -> None:
    """An e-mail leaves now; the caller saves."""
    row.letters_at = [*row.letters_at, round(now.timestamp(), 3)][-MOST_AN_HOUR:]

"""Vacation, weekends and nights of a player (R56)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q

from accounts.core.guests import check_not_guest
from accounts.models import Player
from accounts.security.secret_urls import SecretUrl
from foundation.time_zones import zone_names
from games import events
from games.models import Game, TimeSettings, Vacation
from games.models.off_time import LEADS, MOST_REMINDERS
from games.time_errors import (
    AlreadyOnVacation,
    BadReminders,
    InvalidWeeklyOffTime,
    NotOnVacation,
    NoVacationLeft,
    OffTimeChangedRecently,
)
from notifications.kinds import Channel, EmailTiming, NoticeGroup
from notifications.models import Notice
from notifications.preferences import preferences_of
from notifications.services import choosing as notice_choices
from rules import vacation as rules
from rules.off_time import OffTimeKind, Schedule
from rules.vacation import VacationAccrual

from . import deadlines
from .clock_check import CheckedTime

LONGEST_NIGHT = timedelta(hours=12)
SHORTEST_BY_ITSELF = timedelta(days=1)
"""With less vacation left than this, no vacation begins automatically, because it would hardly help."""


def vacation_allowance() -> VacationAccrual:
    """Return the vacation allowance of this server. A year's allowance is earned evenly, and new players get a third of
    it immediately."""
    year = timedelta(days=settings.IGO_VACATION_DAYS)
    return VacationAccrual(per_year=year, most=year, first=year / 3)


def time_settings_of(player: Player) -> TimeSettings:
    """Return the player's time settings, or unsaved defaults."""
    found = TimeSettings.objects.filter(player=player).first()
    return found or TimeSettings(player=player, zone=player.zone.key)


def lock_time_settings(player: Player) -> TimeSettings:
    """Return the player's time settings, locked, after storing the defaults if there are none. The lock allows only one
    change at a time. Call it only inside a transaction."""
    TimeSettings.objects.get_or_create(player=player, defaults={"zone": player.zone.key})
    return TimeSettings.objects.select_for_update(no_key=True).get(player=player)


def current_vacation(player: Player, now: datetime) -> Vacation | None:
    """Return the player's current vacation, or None if there is none."""
    return Vacation.objects.filter(player=player, begin__lte=now, end__gt=now).first()


def remaining_vacation(player: Player, now: datetime) -> timedelta:
    """Return the player's remaining vacation time."""
    taken = [vacation.interval for vacation in Vacation.objects.filter(player=player)]
    return rules.remaining_vacation(vacation_allowance(), player.date_joined, taken, now)


def start_vacation(*, player: Player, now: datetime, until: datetime | None = None) -> Vacation:
    """Start a vacation: the clocks stop in games that allow it, until `until` or until the allowance is used up.

    Raises AlreadyOnVacation, NoVacationLeft, and NotForGuests for guests who are not children.
    """
    if not player.is_child:
        check_not_guest(player)
    with transaction.atomic():
        lock_time_settings(player)
        vacation = _create_vacation(player, now, until, automatic=False)
        _recalculate_deadlines(player, OffTimeKind.VACATION)
    events.signal_player_lists_changed(player.pk)
    return vacation


def _create_vacation(player: Player, now: datetime, until: datetime | None, *, automatic: bool) -> Vacation:
    if current_vacation(player, now) is not None:
        raise AlreadyOnVacation
    left = remaining_vacation(player, now)
    end = now + left if until is None else min(until, now + left)
    if end <= now:
        raise NoVacationLeft
    return Vacation.objects.create(player=player, begin=now, end=end, automatic=automatic)


def end_vacation(*, player: Player, now: datetime) -> Vacation:
    """End the vacation now and restart the clocks. Raises NotOnVacation."""
    with transaction.atomic():
        lock_time_settings(player)
        vacation = current_vacation(player, now)
        if vacation is None:
            raise NotOnVacation
        vacation.end = now
        vacation.save(update_fields=["end"])
        _recalculate_deadlines(player, OffTimeKind.VACATION)
    events.signal_player_lists_changed(player.pk)
    return vacation


def start_automatic_vacations(*, now: CheckedTime) -> int:
    """Start vacations for players who have chosen this and would lose on time within the hour. Return how many were
    started."""
    near = Game.objects.filter(deadline__gt=now, deadline__lte=now + rules.LEAD)
    kept = Q(player__is_guest=False) | Q(player__is_child=True)
    chosen = TimeSettings.objects.filter(kept, automatic_vacation=True).values("player")
    on_turn = near.filter(seats__player__in=chosen, seats__index=F("turn"))
    at_risk: dict[int, list[int]] = {}
    for game_id, player_id in on_turn.values_list("pk", "seats__player"):
        at_risk.setdefault(player_id, []).append(game_id)
    return sum(_start_automatically_for(player_id, games, now) for player_id, games in at_risk.items())


def _start_automatically_for(player_id: int, game_ids: list[int], now: datetime) -> bool:
    with transaction.atomic():
        player = Player.objects.get(pk=player_id)
        if not lock_time_settings(player).automatic_vacation:
            return False
        saved = [g for g in Game.objects.filter(pk__in=game_ids) if OffTimeKind.VACATION in g.off_kinds]
        if not saved or remaining_vacation(player, now) < SHORTEST_BY_ITSELF:
            return False
        try:
            vacation = _create_vacation(player, now, None, automatic=True)
        except (AlreadyOnVacation, NoVacationLeft):
            return False
        moved = {game.pk for game in _recalculate_deadlines(player, OffTimeKind.VACATION)}
        vacation.saved = [
            {"game": game.pk, "deadline": None if game.deadline is None else game.deadline.isoformat()}
            for game in saved
            if game.pk in moved
        ]
        vacation.save(update_fields=["saved"])
        Notice.objects.create(player=player, kind="vacation_began", created_at=now)
    events.signal_player_lists_changed(player_id)
    return True


@dataclass(frozen=True, slots=True)
class WeeklyOffTime:
    """The two days of a weekend (or none) and the hours of a night (or none), in a time zone."""

    zone: str
    weekend: Iterable[int] = ()
    night: tuple[time, time] | None = None


def set_weekly_off_time(*, player: Player, week: WeeklyOffTime, now: datetime) -> TimeSettings:
    """Set the weekend and the night in which the player's clocks stop, and return the settings.

    The first choice is always possible, even if the usual weekend applied before. Later changes are possible only after
    30 days. No weekend is also a choice. Raises InvalidWeeklyOffTime, OffTimeChangedRecently.
    """
    zone, days, night = week.zone, sorted(set(week.weekend)), week.night
    _check_weekly_off_time(zone, days, night)
    with transaction.atomic():
        row = lock_time_settings(player)
        begin, end = night or (None, None)
        if row.has_chosen_week and (zone, days, begin, end) == (row.zone, row.weekend, row.night_begin, row.night_end):
            return row
        if not rules.may_change_weekend(row.changed_at, now):
            again = rules.weekend_may_change_at(row.changed_at)
            raise OffTimeChangedRecently(until=again and again.isoformat())
        games = _locked_games_with_running_clock(player)
        before = deadlines.OffTimeByPlayer(games)
        row.zone, row.weekend, row.night_begin, row.night_end = zone, days, begin, end
        row.changed_at = now
        row.save()
        after = deadlines.OffTimeByPlayer(games)
        for game in games:
            deadlines.charge_used_time(game, now, before)
            game.save(update_fields=["clock"])
            if deadlines.recalculate_and_store_deadline(game, after):
                events.signal_clock_changed(game.pk)
    return row


def _check_weekly_off_time(zone: str, days: list[int], night: tuple[time, time] | None) -> None:
    if zone not in zone_names():
        raise InvalidWeeklyOffTime
    try:
        Schedule(zone=zone, weekend=frozenset(days))
    except ValueError:
        raise InvalidWeeklyOffTime(field="weekend") from None
    if night is not None and not timedelta(0) < _night_length(*night) <= LONGEST_NIGHT:
        raise InvalidWeeklyOffTime(field="night")


def _night_length(begin: time, end: time) -> timedelta:
    day = date(2001, 1, 1)
    return (datetime.combine(day, end) - datetime.combine(day, begin)) % timedelta(days=1)


def _locked_games_with_running_clock(player: Player) -> list[Game]:
    """Return the player's games in progress in which they are on turn with a running clock. The games are locked."""
    waiting = Game.objects.awaiting(player).filter(deadline__isnull=False).values_list("pk", flat=True)
    rows = Game.objects.select_for_update(no_key=True).filter(pk__in=list(waiting)).order_by("pk")
    return [game for game in rows.with_seats() if game.deadline and game.seat_on_turn().player_id == player.pk]


def _recalculate_deadlines(player: Player, kind: OffTimeKind) -> list[Game]:
    """Recalculate the deadlines of games in which this player's clock runs and which allow this kind of off time.
    Return the games whose deadline changed."""
    games = [game for game in _locked_games_with_running_clock(player) if kind in game.off_kinds]
    schedules = deadlines.OffTimeByPlayer(games)
    changed = [game for game in games if deadlines.recalculate_and_store_deadline(game, schedules)]
    for game in changed:
        events.signal_clock_changed(game.pk)
    return changed


def set_auto_vacation_and_reminders(*, player: Player, **choices: Any) -> TimeSettings:
    """Set `automatic_vacation`, `reminders`, `remind_day`, `remind_hours` or `remind_by_mail`. Raises BadReminders for
    more than three reminders, or hours that are not in LEADS."""
    by_mail = choices.pop("remind_by_mail", None)
    with transaction.atomic():
        row = lock_time_settings(player)
        if by_mail is not None:
            notice_choices.store_notice_choices(
                player, {NoticeGroup.TIME: {Channel.EMAIL: EmailTiming.NOW if by_mail else EmailTiming.OFF}}
            )
        if not set(choices.get("reminders", ())) <= set(LEADS):
            raise BadReminders
        for name, chosen in choices.items():
            setattr(row, name, chosen)
        if len(row.reminders) > MOST_REMINDERS:
            raise BadReminders
        row.save()
    return row


def reminds_by_email(player: Player) -> bool:
    """Return whether the player's notification settings send e-mails when time runs short."""
    return preferences_of(player).wants(NoticeGroup.TIME, Channel.EMAIL)


CALENDAR = SecretUrl(TimeSettings, "calendar", lock_time_settings)
"""The secret URL of a player's calendar of deadlines."""

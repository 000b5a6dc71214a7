"""Reminders before a loss on time, at the hours that the player has chosen (C203): by default 24 and 6 hours before.
Notification settings decide whether reminders are also sent by e-mail."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F

from games import events
from games.models import Game, Seat, TimeSettings
from games.models.off_time import LEADS, reminder_bit
from notifications.kinds import CLOCK_KINDS
from notifications.models import Notice
from rules.clock import TimeoutPolicy

from .clock_check import CheckedTime

LEVELS = {hours: level for level, hours in enumerate(LEADS, start=1)}
"""The value of `Game.reminded` after a reminder, by the number of hours before the deadline."""
CLAIMABLE = len(LEADS) + 1
USUAL = (24, 6)
"""The hours before the deadline at which players who have chosen nothing are reminded."""


def shortest_turn_for_reminder(hours: int) -> timedelta:
    """Return how long a turn must be for a reminder this many hours before its end. For a shorter turn, the
    notification at its beginning is enough."""
    return timedelta(hours=hours + max(hours / 4, 2))


def create_reminders(*, now: CheckedTime, most: int = 1000) -> int:
    """Create notices for players whose time runs out soon, and for players who may claim a win. Return how many were
    created."""
    others = TimeSettings.objects.filter(remind_more__gt=0).exists()
    leads = [hours for hours in reversed(LEADS) if others or hours in USUAL]  # the last reminder replaces earlier ones
    reminded = sum(_create_reminders_for(_games_to_remind(hours, now)[:most], LEVELS[hours], now) for hours in leads)
    return reminded + _create_reminders_for(_claimable_games(now)[:most], CLAIMABLE, now)


def _games_to_remind(hours: int, now: datetime) -> Any:
    """Return the games whose deadline is within this many hours and whose player on turn may want a reminder that has
    not been created yet."""
    until = now + timedelta(hours=hours)
    soon = Game.objects.filter(deadline__gt=now, deadline__lte=until, reminded__lt=LEVELS[hours])
    if hours in USUAL:
        return soon
    chosen = TimeSettings.objects.filter(remind_more__gt=0).annotate(bit=F("remind_more").bitand(reminder_bit(hours)))
    people = chosen.filter(bit__gt=0).values("player")
    return soon.filter(seats__index=F("turn"), seats__player__in=people)


def _claimable_games(now: datetime) -> Any:
    """Return the games in which a win on time can be claimed, and no notice about this was created yet."""
    late = Game.objects.filter(lateness=TimeoutPolicy.CLAIM.value, deadline__lte=now)
    return late.filter(reminded__lt=CLAIMABLE)


def _create_reminders_for(games: Any, level: int, now: datetime) -> int:
    return sum(_remind_once(game_id, level, now) for game_id in list(games.values_list("pk", flat=True)))


def _remind_once(game_id: int, level: int, now: datetime) -> bool:
    """Create the reminder for the player on turn, unless this or a later reminder of the turn was already created.
    Return whether the reminder was created. `level` is the position of the reminder among all reminders of a turn."""
    with transaction.atomic():
        if not Game.objects.filter(pk=game_id, reminded__lt=level).update(reminded=level):
            return False
        game = Game.objects.with_seats().get(pk=game_id)
        on_turn = Seat.objects.filter(game=game, index=F("game__turn")).select_related("player").first()
        if on_turn is None or game.deadline is None:
            return False
        if level == CLAIMABLE:
            seat = next(s for s in game.seat_list() if s.pk != on_turn.pk)
            return _create_reminder(game, seat, "claimable", now)
        return _remind_if_wanted(game, on_turn, level, now)


def _remind_if_wanted(game: Game, seat: Seat, level: int, now: datetime) -> bool:
    """Create the reminder if the player wants it and the turn is long enough. Return whether it was created."""
    hours, kind = LEADS[level - 1], CLOCK_KINDS[level - 1]
    chosen = TimeSettings.objects.filter(player=seat.player_id).first() or TimeSettings()
    since = game.clock_value().since
    if hours not in chosen.reminders or since is None or game.deadline is None:
        return False
    if game.deadline - since < shortest_turn_for_reminder(hours):
        return False
    events.send_time_short(game, seat.player_id)
    return _create_reminder(game, seat, kind, now)


def _create_reminder(game: Game, seat: Seat, kind: str, now: datetime) -> bool:
    Notice.objects.create(player_id=seat.player_id, kind=kind, game=game, created_at=now)
    events.signal_player_lists_changed(seat.player_id)
    return True

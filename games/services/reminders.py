"""Reminders a day and six hours before a loss on time, if the player has chosen them. Notification settings decide
whether they are also sent by e-mail."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F

from games import events
from games.models import Game, Seat, TimeSettings
from notifications.models import Notice
from rules.clock import TimeoutPolicy

from .clock_check import CheckedTime

A_DAY, HOURS = timedelta(hours=24), timedelta(hours=6)
SHORTEST_TURN = {A_DAY: timedelta(hours=30), HOURS: timedelta(hours=8)}
"""The least length of a whole turn for which each reminder is sent; in a shorter turn the notice of the turn is
enough."""
TOLD_A_DAY, TOLD_HOURS, TOLD_CLAIMABLE = 1, 2, 3


def remind(*, now: CheckedTime, most: int = 1000) -> int:
    """Create notices for players whose time runs out soon and for those who may claim a win; return their number."""
    soon = Game.objects.filter(turn__isnull=False, deadline__gt=now)
    return (
        _all(soon.filter(deadline__lte=now + HOURS, reminded__lt=TOLD_HOURS)[:most], TOLD_HOURS, now)
        + _all(soon.filter(deadline__lte=now + A_DAY, reminded__lt=TOLD_A_DAY)[:most], TOLD_A_DAY, now)
        + _all(_claimable(now)[:most], TOLD_CLAIMABLE, now)
    )


def _claimable(now: datetime) -> Any:
    late = Game.objects.filter(turn__isnull=False, lateness=TimeoutPolicy.CLAIM.value, deadline__lte=now)
    return late.filter(reminded__lt=TOLD_CLAIMABLE)


def _all(games: Any, level: int, now: datetime) -> int:
    return sum(_tell(game_id, level, now) for game_id in list(games.values_list("pk", flat=True)))


def _tell(game_id: int, level: int, now: datetime) -> bool:
    """Create one notice for the player; the first process that sets the level does so. Return whether it was
    created."""
    with transaction.atomic():
        if not Game.objects.filter(pk=game_id, reminded__lt=level).update(reminded=level):
            return False
        game = Game.objects.with_seats().get(pk=game_id)
        on_turn = Seat.objects.filter(game=game, index=F("game__turn")).select_related("player").first()
        if on_turn is None or game.deadline is None:
            return False
        if level == TOLD_CLAIMABLE:
            seat = next(s for s in game.seat_list() if s.pk != on_turn.pk)
            return _leave(game, seat, "claimable", now)
        return _remind(game, on_turn, level, now)


def _remind(game: Game, seat: Seat, level: int, now: datetime) -> bool:
    ahead, kind = (A_DAY, "clock_day") if level == TOLD_A_DAY else (HOURS, "clock_hours")
    chosen = TimeSettings.objects.filter(player=seat.player_id).first() or TimeSettings()
    wanted = chosen.remind_day if level == TOLD_A_DAY else chosen.remind_hours
    since = game.clock_value().since
    if not wanted or since is None or game.deadline is None or game.deadline - since < SHORTEST_TURN[ahead]:
        return False
    events.time_is_short(game, seat.player_id)
    return _leave(game, seat, kind, now)


def _leave(game: Game, seat: Seat, kind: str, now: datetime) -> bool:
    Notice.objects.create(player_id=seat.player_id, kind=kind, game=game, created_at=now)
    events.player_changed(seat.player_id)
    return True

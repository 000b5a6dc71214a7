"""Notifications of the problem of the day: an event once a day, which also reaches the player's devices by push and
their programs (C70, C106)."""

from __future__ import annotations

import threading
from datetime import date

from django.db import transaction

from accounts.models import Player
from foundation import background, timesource
from games import events
from learn.models import DailyReader
from learn.problems.daily import day_of

DAILY = "problem.daily"
"""The event; the name is part of the API."""
AT_ONCE = 200
SECONDS_BETWEEN = 300.0


def wants(player: Player) -> bool:
    """Return whether this player is notified."""
    return DailyReader.objects.filter(player=player).exists()


def want(player: Player, *, wanted: bool) -> None:
    """Subscribe the player, from tomorrow's problem on, or unsubscribe."""
    if wanted:
        DailyReader.objects.get_or_create(player=player, defaults={"told_on": _today()})
    else:
        forget(player)


def forget(player: Player, **_: object) -> None:
    """Stop the notifications; also in the transaction that deletes the account."""
    DailyReader.objects.filter(player=player).delete()


def notify_some() -> bool:
    """Notify some players who have not been notified today; return False if none are left. They are marked in the same
    transaction, so that no one is notified twice."""
    today = _today()
    with transaction.atomic():
        rows = DailyReader.objects.select_for_update(skip_locked=True).filter(told_on__lt=today)
        waiting = rows.filter(player__is_active=True).order_by("told_on", "pk")
        found = list(waiting.values_list("pk", flat=True)[:AT_ONCE])
        if not found:
            return False
        DailyReader.objects.filter(pk__in=found).update(told_on=today)
        events.send_game_event(DAILY, sorted(found))
    return True


def start() -> threading.Thread:
    """Start the thread, which runs as long as the process."""
    return background.start("problem of the day", notify_some, SECONDS_BETWEEN)


def _today() -> date:
    return day_of(timesource.now())

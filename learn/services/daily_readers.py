"""Send notifications of the problem of the day: an event once a day, which also reaches the player's devices by push
and webhooks (C70, C106)."""

from __future__ import annotations

import threading
from datetime import date

from django.db import transaction

from accounts.models import Player
from foundation import background, timesource
from games import events
from learn.models import DailyReader
from learn.problems.daily import utc_day_of

DAILY = "problem.daily"
"""The event; the name is part of the API."""
AT_ONCE = 200
SECONDS_BETWEEN = 300.0


def is_subscribed(player: Player) -> bool:
    """Return whether the player is subscribed to the problem of the day."""
    return DailyReader.objects.filter(player=player).exists()


def set_subscription(player: Player, *, wanted: bool) -> None:
    """Subscribe the player to the problem of the day, beginning with tomorrow's problem, or unsubscribe the player."""
    if wanted:
        DailyReader.objects.get_or_create(player=player, defaults={"notified_on": _today()})
    else:
        unsubscribe(player)


def unsubscribe(player: Player, **_: object) -> None:
    """Unsubscribe the player. Also called in the transaction that deletes the account."""
    DailyReader.objects.filter(player=player).delete()


def notify_next_readers() -> bool:
    """Notify some subscribers who have not been notified today, and mark them as notified in the same transaction, so
    that no one is notified twice. Return False if none are left."""
    today = _today()
    with transaction.atomic():
        rows = DailyReader.objects.select_for_update(skip_locked=True).filter(notified_on__lt=today)
        waiting = rows.filter(player__is_active=True).order_by("notified_on", "pk")
        found = list(waiting.values_list("pk", flat=True)[:AT_ONCE])
        if not found:
            return False
        DailyReader.objects.filter(pk__in=found).update(notified_on=today)
        events.send_game_event(DAILY, sorted(found))
    return True


def start_notification_thread() -> threading.Thread:
    """Start and return the thread that notifies subscribers of the problem of the day until the process ends."""
    return background.start("problem of the day", notify_next_readers, SECONDS_BETWEEN)


def _today() -> date:
    return utc_day_of(timesource.now())

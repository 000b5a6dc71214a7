"""The service's own outages: no clock runs while no move can be taken (R54).

A serving process writes a heartbeat into the database every few seconds, so the newest one says when the service was
last able to store a move. Whoever finds it too old writes the gap down as an outage, before anything is ended on time;
`rules` then counts it as off time of every clock. The gap begins with the heartbeat, which was before the failure, and
ends after the return: the difference is in the players' favour.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.db import transaction

from games import events
from games.models import Game, Heartbeat, Outage

from . import deadlines
from .clock_check import GAP, CheckedTime

logger = logging.getLogger(__name__)

BEAT = timedelta(seconds=3)
"""How often a heartbeat is written."""
LEEWAY = timedelta(seconds=2)
"""How long it takes from the first heartbeat until moves are taken."""
A_BATCH = 200


def beat(*, now: datetime, starting: bool = False, alarm: str = "") -> Outage | None:
    """Note that the service works at `now`; return the outage that has just ended, if there was one.

    `starting`: this process has just come up; nobody loses on time for two minutes then, unless others were serving.
    Any number of processes may call it at the same time.
    """
    with transaction.atomic():
        Heartbeat.objects.get_or_create(pk=1)
        row = Heartbeat.objects.select_for_update(no_key=True).get(pk=1)
        silent = None if row.at is None else now - row.at
        if starting and (silent is None or silent > BEAT):
            row.started_at = now
        outage = None
        if row.at is not None and silent is not None and silent > GAP:
            outage, _ = Outage.objects.get_or_create(begin=row.at, defaults={"end": now + LEEWAY})
        if silent is not None and silent < -GAP:
            alarm = alarm or f"the clock went back by {-silent.total_seconds():.0f} s"
            logger.critical("clock alarm: %s", alarm)
        row.at, row.alarm = now, alarm
        row.save()
    if outage is not None:
        logger.warning("the service was away from %s to %s", outage.begin, outage.end)
    return outage


def credit(*, now: CheckedTime) -> int:
    """Move the deadlines of all running clocks by the outages that have not been given back; return how many moved.

    Repeating it does no harm: deadlines are reckoned anew from the clocks and the list of outages.
    """
    moved = 0
    for outage in list(Outage.objects.filter(credited_at__isnull=True).order_by("begin")):
        moved += _credit(outage)
        Outage.objects.filter(pk=outage.pk).update(credited_at=now)
    return moved


def _credit(outage: Outage) -> int:
    running = Game.objects.filter(deadline__gt=outage.begin)
    done, moved = 0, 0
    while True:
        with transaction.atomic():
            rows = running.filter(pk__gt=done).order_by("pk").select_for_update(no_key=True)
            batch = list(rows.with_seats()[:A_BATCH])
            if not batch:
                return moved
            schedules = deadlines.Schedules(batch)
            changed = [game for game in batch if deadlines.refresh(game, schedules)]
            for game in changed:
                events.clock_changed(game.pk)
        done, moved = batch[-1].pk, moved + len(changed)

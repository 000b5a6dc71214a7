"""Outages of the service: no clock runs while moves cannot be received (R54).

A serving process stores a heartbeat every few seconds, so the newest heartbeat shows when the service could last store
a move. A process that finds that heartbeat too old stores the gap as an outage, before any game is ended on time.
`rules` then counts the outage as off time of every clock. The gap begins with the heartbeat, before the failure, and
ends after the return, so that the difference favours the players.
"""

from __future__ import annotations

import logging
import time
from bisect import bisect
from datetime import datetime, timedelta

from django.db import connection, transaction

from games import events
from games.models import Game, Heartbeat, Outage

from . import deadlines
from .clock_check import GAP, CheckedTime

logger = logging.getLogger(__name__)

BEAT = timedelta(seconds=3)
"""The interval between heartbeats."""
LEEWAY = timedelta(seconds=2)
"""The time from the first heartbeat until moves are received."""
A_BATCH = 100
"""The number of games that are locked and credited in one transaction, which limits how long a move in one of them
waits."""
MOST_TRIES = 100
"""How many times in a row others may have locked a game before its batch is left to the next sweep."""
LET_OTHERS_WRITE = 0.05
"""The pause in seconds between two tries to lock the games of a batch."""


def store_heartbeat(*, now: datetime, starting: bool = False, alarm: str = "") -> Outage | None:
    """Store a heartbeat at `now`, and return the outage that it ended, if any.

    `starting` is whether this process has just started. No one then loses on time for two minutes, unless other
    processes were serving. `alarm` is the error of the clock, "" for none. Safe to call from any number of processes at
    the same time.
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


def credit_outages(*, now: CheckedTime) -> int:
    """Move the deadlines of running clocks later, by outages that were not taken into account yet. Return how many
    deadlines were moved.

    Safe to call from several processes: only one process handles an outage at a time, and the others skip it. The
    progress is stored with each batch, so that another process can continue after a crash. Repeating a batch does no
    harm, because deadlines are calculated from the clocks and the list of outages.
    """
    owed = Outage.objects.filter(credited_at__isnull=True).order_by("begin")
    return sum(_credit_outage(outage_id, now) for outage_id in owed.values_list("pk", flat=True))


def _credit_outage(outage_id: int, now: CheckedTime) -> int:
    """Move the deadlines of games that ran during this outage, batch by batch, until all are done or another process
    handles the outage. Return how many deadlines were moved."""
    running: list[int] | None = None
    moved = tries = 0
    while tries < MOST_TRIES:
        with transaction.atomic():
            outage = _locked_outage(outage_id)
            if outage is None:
                return moved
            running = _games_running_in(outage) if running is None else running
            batch = running[bisect(running, outage.credited_upto) :][:A_BATCH]
            if not batch:
                outage.credited_at = now
                outage.save(update_fields=["credited_at"])
                return moved
            changed, outage.credited_upto = _recalculate_deadlines_of_batch(batch)
            outage.save(update_fields=["credited_upto"])
        moved += changed
        is_stuck = outage.credited_upto < batch[0]
        tries = tries + 1 if is_stuck else 0
        if is_stuck or connection.vendor == "sqlite":  # which has one writer at a time
            time.sleep(LET_OTHERS_WRITE)
    return moved


def _locked_outage(outage_id: int) -> Outage | None:
    """Return the outage, locked for this transaction. Return None if the deadlines of all games have already been
    moved, or if another process has locked it."""
    skip = connection.features.has_select_for_update_skip_locked
    owed = Outage.objects.filter(pk=outage_id, credited_at__isnull=True)
    return owed.select_for_update(no_key=True, skip_locked=skip).first()


def _games_running_in(outage: Outage) -> list[int]:
    """Return the sorted ids of games whose deadline this outage may move."""
    return sorted(Game.objects.filter(deadline__gt=outage.begin).values_list("pk", flat=True))


def _recalculate_deadlines_of_batch(game_ids: list[int]) -> tuple[int, int]:
    """Calculate the deadlines of these games again and store them. Return how many have changed, and the number of the
    game up to which all games are done.

    Games that are locked by another transaction are skipped; the next batch starts with the first of them.
    """
    skip = connection.features.has_select_for_update_skip_locked
    rows = Game.objects.select_for_update(no_key=True, skip_locked=skip).filter(pk__in=game_ids)
    games = list(rows.order_by("pk").with_seats())
    schedules = deadlines.OffTimeByPlayer(games)
    changed = [game for game in games if deadlines.recalculate_deadline(game, schedules)]
    Game.objects.bulk_update(changed, ["deadline"])
    for game in changed:
        events.signal_clock_changed(game.pk)
    busy = set(game_ids) - {game.pk for game in games}
    left = Game.objects.filter(pk__in=busy).order_by("pk").values_list("pk", flat=True).first() if busy else None
    return len(changed), game_ids[-1] if left is None else left - 1

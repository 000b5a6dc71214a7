"""The time by which games end, clocks are credited and people are reminded: one that has been compared.

A clock that is wrong from the start looks like any other to the process that has it. So whatever acts on its own
(the sweeper, a task, a command) gets its time here and nowhere else: `CheckedTime` is the type that its services take,
and `now` is the one place that makes it. Where there is a database server, our clock is held against its clock, and the
difference is corrected. Where there is none (SQLite), it is held against the heartbeats of the process that serves: a
time that is far from the newest one is none.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NewType

from django.conf import settings
from django.db import connection

from foundation import timesource
from games.models import Heartbeat

GAP = timedelta(seconds=9)
"""A gap longer than this between two heartbeats is an outage."""
CheckedTime = NewType("CheckedTime", datetime)
"""An instant, read after our clock had been compared."""


class UncheckedTime(Exception):
    """What our clock says cannot be the time, or nothing confirms it: the sentence says why. Nothing may be done."""


def now() -> CheckedTime:
    """The time, compared at this moment. Raises UncheckedTime, and DatabaseError when the database does not answer."""
    timesource.compare()
    at = timesource.now()
    if connection.vendor != "postgresql" and settings.IGO_WATCH_CLOCK:
        _check_heartbeat(at)
    return CheckedTime(at)


def _check_heartbeat(at: datetime) -> None:
    """Hold the time against the newest heartbeat, which the process that serves writes every few seconds."""
    beat = Heartbeat.objects.values_list("at", flat=True).first()
    if beat is None:
        raise UncheckedTime("no server has run on this database, so nothing confirms the time of this machine")
    if abs(at - beat) > GAP:
        raise UncheckedTime(
            f"this machine says {at:%Y-%m-%d %H:%M:%S} UTC, the last heartbeat of the server was at "
            f"{beat:%Y-%m-%d %H:%M:%S} UTC: the server does not run, or a clock is wrong"
        )


def is_trusted() -> bool:
    """Compare with the database server's clock, where there is one; False when a clock was set while we ran."""
    timesource.compare()
    return not timesource.source.has_jumped

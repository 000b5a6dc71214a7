"""A verified time for ending games, moving deadlines and reminding players.

A process cannot notice that its own clock was wrong from the start. So all code that runs without a request (the
sweeper, a task, a command) gets its time here: `CheckedTime` is the type that its services take, and only `checked_now`
creates it. With a database server, this process compares its clock with the server's clock and corrects the difference.
Without one (SQLite), it compares its clock with the heartbeats of the serving process, and rejects a time that is far
from the newest heartbeat.
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
"""A time that was read after comparing this process's clock with another clock."""


class UncheckedTime(Exception):
    """Raised if the clock of this process must be wrong, or if nothing confirms its time. The message gives the reason.
    The caller must not change any data."""


def checked_now() -> CheckedTime:
    """Return the current time, verified. Raises UncheckedTime, and DatabaseError if the database does not respond."""
    timesource.compare_with_database()
    at = timesource.now()
    if connection.vendor != "postgresql" and settings.IGO_WATCH_CLOCK:
        _check_time_against_heartbeat(at)
    return CheckedTime(at)


def _check_time_against_heartbeat(at: datetime) -> None:
    """Raise UncheckedTime unless this time is close to the newest heartbeat, which the serving process stores every few
    seconds."""
    beat = Heartbeat.objects.values_list("at", flat=True).first()
    if beat is None:
        raise UncheckedTime("no server has run on this database, so nothing confirms the time of this machine")
    if abs(at - beat) > GAP:
        raise UncheckedTime(
            f"this machine says {at:%Y-%m-%d %H:%M:%S} UTC, the last heartbeat of the server was at "
            f"{beat:%Y-%m-%d %H:%M:%S} UTC: the server does not run, or a clock is wrong"
        )


def is_clock_trusted() -> bool:
    """Compare this process's clock with the database server's clock, if there is one. Return False if either clock was
    set to another time while the process was running, and not set back since."""
    timesource.compare_with_database()
    return not timesource.source.has_jumped

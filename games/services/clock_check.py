"""Whether the time that this process goes by can be trusted, before anybody loses by it."""

from __future__ import annotations

from datetime import datetime

from django.db import connection

from goserver import timesource


def is_trusted() -> bool:
    """Compare with the database server's clock, where there is one; False when a clock was set while we ran."""
    database = _database_now()
    if database is not None:
        timesource.source.compare(database)
    return not timesource.source.has_jumped


def _database_now() -> datetime | None:
    """What the clock of the database server says; None where there is no server."""
    if connection.vendor != "postgresql":
        return None
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (at,) = cursor.fetchone()
    return at if isinstance(at, datetime) else None

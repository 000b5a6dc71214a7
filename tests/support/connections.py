"""Connections to PostgreSQL that threads of earlier tests have left: they go with their threads, in a moment."""

from __future__ import annotations

import gc
import time

from asgiref.sync import SyncToAsync
from django.db import connection, connections

SECONDS = 10


def wait_until_alone() -> int:
    """Wait until nobody else is connected to the test database; how many still are when it takes too long."""
    until = time.monotonic() + SECONDS
    while True:
        if SyncToAsync.single_thread_executor._threads:
            SyncToAsync.single_thread_executor.submit(connections.close_all).result()
        gc.collect()
        others = _others()
        if not others or time.monotonic() > until:
            return others
        time.sleep(0.1)


def _others() -> int:
    if connection.vendor != "postgresql":
        return 0
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            " AND usesysid IS NOT NULL"
        )
        (count,) = cursor.fetchone()
    return int(count)

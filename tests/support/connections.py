"""Connections to PostgreSQL left by threads of earlier tests: they close with their threads, soon."""

from __future__ import annotations

import gc
import time

from asgiref.sync import SyncToAsync
from django.db import connections

from goserver.management.commands.restore import count_other_connections

SECONDS = 180


def wait_until_alone() -> int:
    """Wait until there is no other connection to the test database; return the number left after a time limit."""
    until = time.monotonic() + SECONDS
    while True:
        if SyncToAsync.single_thread_executor._threads:
            SyncToAsync.single_thread_executor.submit(connections.close_all).result()
        gc.collect()
        others = count_other_connections()
        if not others or time.monotonic() > until:
            return others
        time.sleep(0.1)

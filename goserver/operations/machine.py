"""Data about the machine and other services, each read in bounded time."""

from __future__ import annotations

import platform
import shutil
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooLate
from contextlib import suppress
from pathlib import Path

import django
from django.conf import settings
from django.db import connection

from goserver.operations.own_command import igo_version

SECONDS_FOR_WORKERS = 1.0


def free_and_total_disk() -> tuple[int, int]:
    """Return the free and the total bytes of the disk that has the data folder."""
    usage = shutil.disk_usage(settings.DATA_DIR if Path(settings.DATA_DIR).exists() else "/")
    return usage.free, usage.total


def database_version() -> str:
    """Return the kind and version of the database."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT sqlite_version()")
            return f"SQLite {cursor.fetchone()[0]}"
        cursor.execute("SHOW server_version")
        return f"PostgreSQL {cursor.fetchone()[0]}"


def database_size() -> int:
    """Return the size of the database in bytes."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
        else:
            cursor.execute("SELECT pg_database_size(current_database())")
        return int(cursor.fetchone()[0])


def component_versions() -> list[tuple[str, str]]:
    """Return the names and versions of Igo, Python and Django."""
    return [("Igo", igo_version()), ("Python", platform.python_version()), ("Django", django.get_version())]


def answering_workers() -> list[str]:
    """Return the names of the Celery workers that respond within SECONDS_FOR_WORKERS, [] if Redis fails."""
    from celery import current_app  # where there is no Redis, no one asks

    asking = ThreadPoolExecutor(max_workers=1, thread_name_prefix="worker-ping")
    try:
        answer = asking.submit(current_app.control.ping, timeout=SECONDS_FOR_WORKERS / 2)
        with suppress(TooLate, OSError, *current_app.connection_for_read().transport.connection_errors):
            return sorted(name for one in answer.result(SECONDS_FOR_WORKERS) for name in one)
        return []
    finally:
        asking.shutdown(wait=False, cancel_futures=True)

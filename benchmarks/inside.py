"""Helpers for benchmarks that call services in their own process: a database, processor time."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import NamedTuple


@contextmanager
def separate_database(*, postgresql: bool, in_memory: bool = True) -> Iterator[str]:
    """Set up Django on an empty database, PostgreSQL (in memory by default) or SQLite; yield its kind."""
    with ExitStack() as stack:
        os.environ["IGO_DATA_DIR"] = stack.enter_context(tempfile.TemporaryDirectory())
        os.environ["IGO_WATCH_CLOCK"] = "0"  # no server has run on this database that would confirm the time
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "goserver.settings")
        os.environ.pop("DATABASE_URL", None)
        if postgresql:
            from tests.support.servers import postgres

            os.environ["DATABASE_URL"] = stack.enter_context(postgres(in_memory=in_memory))
        import django
        from django.conf import settings
        from django.core.management import call_command

        django.setup()
        plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
        settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}  # nothing was collected for this database
        call_command("migrate", verbosity=0)
        yield "PostgreSQL" if postgresql else "SQLite"


class TimeTaken(NamedTuple):
    """A duration in seconds, by the wall clock and by this process's processor time."""

    wall: float
    processor: float

    @classmethod
    def since(cls, begun: TimeTaken | None = None) -> TimeTaken:
        """Return the durations since `begun`, or the current values of both clocks without it."""
        wall, processor = begun or (0.0, 0.0)
        return cls(time.perf_counter() - wall, time.process_time() - processor)


def processor_clock() -> Callable[[], float]:
    """Return a clock of the processor seconds of this process and of its PostgreSQL process."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (pid,) = cursor.fetchone()

    def seconds() -> float:
        with open(f"/proc/{pid}/schedstat") as file:
            return time.process_time() + int(file.read().split()[0]) / 1e9

    return seconds

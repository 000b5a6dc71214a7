"""The time for clocks: the wall clock while it can be trusted (R53).

A jump of the wall clock must not make anyone lose a game. Elapsed time is therefore also measured by the machine's
steady clock: small corrections of the wall clock are followed, a jump of more than five seconds is not. After a jump,
time continues by the steady clock, and no game ends on time (`has_jumped`). An alarm is shown until the clock is right
again or the process is restarted. After that restart, players get back the time between the last heartbeat and the
start, as after an outage.

With a database server, all processes share its clock. `now` compares the clocks before it first returns, and a process
whose clock differs uses the database's.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime

from django.conf import settings
from django.db import connection

LARGEST_STEP = 5.0
"""Seconds by which the wall clock may be set without an alarm."""
LARGEST_SKEW = 2.0
"""Seconds by which this process's clock and the database's clock may differ without an alarm."""


def _seconds_since_boot() -> float:
    """Return the seconds of a clock that cannot be set. If the system supports this, the clock also runs while the
    machine sleeps."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


class TimeSource:
    """Determines the time of this process. `wall` (the wall clock) and `steady` (a clock that cannot be set) return
    seconds."""

    def __init__(
        self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = _seconds_since_boot
    ) -> None:
        self._wall, self._steady = wall, steady
        self._offset = wall() - steady()
        self._jump = 0.0
        self._skew = 0.0
        self._first_skew: float | None = None
        self.is_compared = False
        """Whether this clock was compared with the database's, or the database has none."""

    def now(self) -> datetime:
        """Return the time, aware and in UTC."""
        return datetime.fromtimestamp(self._process_time() + self._correction, UTC)

    def compare_with_database(self, database: datetime | None, waited: float = 0.0) -> None:
        """Store how far this clock differs from the database's clock. `database` is the time that the database returned
        in a query that took `waited` seconds, or None if the database has no clock of its own.

        The response does not say when in these seconds the clock was read. Of the possible differences, the one nearest
        to the previous difference is stored, so that a slow response does not look like a clock that was set.
        """
        self.is_compared = True
        if database is None:
            return
        least = database.timestamp() - self._process_time()
        self._skew = min(max(self._skew, least), least + waited)
        if self._first_skew is None:
            self._first_skew = self._skew

    @property
    def has_jumped(self) -> bool:
        """Return whether the clock was set since this process began, and not set back. If so, no game may be ended on
        time."""
        self._process_time()
        drift = self._skew - (self._first_skew or 0.0)
        return bool(self._jump) or abs(drift) > LARGEST_STEP

    @property
    def clock_problem(self) -> str:
        """Return the current problem of the clock as a sentence, or "" if there is none."""
        self._process_time()
        if self._jump:
            return f"the clock of this machine jumped by {self._jump:+.0f} s"
        if abs(self._skew) > LARGEST_SKEW:
            return f"the clocks of this machine and of the database differ by {self._skew:+.0f} s"
        return ""

    @property
    def seconds_behind_database(self) -> float:
        """Return by how many seconds the database's clock was ahead of this process's clock at the last comparison."""
        return self._skew

    @property
    def _correction(self) -> float:
        return self._skew if abs(self._skew) > LARGEST_SKEW else 0.0

    def _process_time(self) -> float:
        wall, steady = self._wall(), self._steady()
        jump = wall - steady - self._offset
        if abs(jump) > LARGEST_STEP:
            self._jump = jump
            return steady + self._offset
        self._jump, self._offset = 0.0, wall - steady
        return wall


source = TimeSource() if settings.IGO_WATCH_CLOCK else TimeSource(steady=time.time)


def now() -> datetime:
    """Return the time of this process's time source, after comparing it with the database's clock. Raises the
    exceptions of the database if it has never responded to this process."""
    if not source.is_compared:
        compare_with_database()
    return source.now()


def compare_with_database() -> None:
    """Compare this process's clock with the database server's, and store the difference in `source`. If the database
    has no clock of its own, the stored difference does not change. Raises DatabaseError if the query fails."""
    asked = time.monotonic()
    database = _database_time_from_thread() if _in_event_loop() else _database_now()
    source.compare_with_database(database, waited=time.monotonic() - asked)


def _in_event_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def _database_time_from_thread() -> datetime | None:
    """Return the time of the database server, or None without one. The query runs in a separate thread, because Django
    allows no queries in an event loop."""
    answers: list[datetime | None] = []
    errors: list[Exception] = []

    def query_time() -> None:
        try:
            answers.append(_database_now())
        except Exception as error:
            errors.append(error)
        finally:
            connection.close()

    thread = threading.Thread(target=query_time)
    thread.start()
    thread.join()
    if errors:
        raise errors[0]
    return answers[0]


def _database_now() -> datetime | None:
    """Return the time of the database server, or None without one."""
    if connection.vendor != "postgresql":
        return None
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (at,) = cursor.fetchone()
    return at if isinstance(at, datetime) else None

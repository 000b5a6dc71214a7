"""Watch database calls, so that no request waits forever for a database that hangs, or starts to wait for one that is
known to hang.

A hanging PostgreSQL (a frozen machine, a stopped process) does not apply its own time-outs, so only the client can give
up. Four times a second, a thread checks whether each request is still in the same call of the database driver. Only
this counts as waiting; computing, or waiting for a processor, does not. When a request has waited for long, a separate
connection checks whether the database responds at all, so that a slow page, a lock or a busy machine is not mistaken
for a hanging database. If the database does not respond, the waiting connections are shut down, the driver raises
OperationalError, and the request gets a 503 (middleware.KnownErrorMiddleware). Later requests get a 503 immediately,
until the database responds again.
"""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

import psycopg
from django.db import OperationalError, connection, connections

from foundation.postgresql import calls

SECONDS_UNTIL_DOUBT = 2.0
"""Seconds of waiting in one call after which the database is checked."""
SECONDS_FOR_A_SIGN = 1.5
"""Seconds without an answer after which the database counts as down."""
SECONDS_TO_ANSWER = 8.0
"""Seconds that a request may wait in all its calls together, even if the database answers others."""
SECONDS_BETWEEN_LOOKS = 0.25
LONGEST_STEP = 2 * SECONDS_BETWEEN_LOOKS
"""The longest time in seconds that counts between two checks: a late watchdog lacked a processor, and so did the
requests."""


def _database_call_of(thread: int) -> object | None:
    """Return the database driver call that this thread is in now, None if there is none."""
    return calls.now.get(thread)


@dataclass(slots=True)
class _RequestDatabaseWait:
    """A request that a thread is processing, with its current database driver call. `call_seconds` is how long that
    call has lasted, and `total_seconds` how long all calls of the request have lasted."""

    database: Any
    thread: int
    call: object | None = None
    call_seconds: float = 0.0
    total_seconds: float = 0.0

    def update(self, seconds: float) -> None:
        """Add these seconds, the time since the last check, to the waiting times if the thread is still in the same
        database call."""
        call = _database_call_of(self.thread)
        if call is not None and call is self.call:
            self.call_seconds += seconds
            self.total_seconds += seconds
        else:
            self.call, self.call_seconds = call, 0.0


class DatabaseAvailability:
    """Knows whether the database is down (`is_away`), by checks in a separate thread. At most one check runs at a
    time."""

    def __init__(self) -> None:
        self.is_away = False
        self._is_asked = False
        self._silent = 0.0
        self._lock = threading.Lock()

    def start_check(self) -> None:
        """Start a check of the database, unless one is running."""
        with self._lock:
            if self._is_asked:
                return
            self._is_asked, self._silent = True, 0.0
        threading.Thread(target=self._wait_for_database, name="is the database there", daemon=True).start()

    def update(self, seconds: float) -> None:
        """Update `is_away`, this many seconds after the last update. The database counts as down if the current check
        has taken too long."""
        with self._lock:
            self._silent += seconds
            if self._is_asked and self._silent > SECONDS_FOR_A_SIGN:
                self.is_away = True

    def _wait_for_database(self) -> None:
        try:
            while not self._is_responding():
                pass
        finally:
            with self._lock:
                self._is_asked, self.is_away = False, False

    def _is_responding(self) -> bool:
        """Return whether the database accepts a connection, or returns an error. An error counts, because requests then
        also get an error quickly instead of hanging."""
        parameters = {**connections["default"].get_connection_params(), "connect_timeout": 2}
        try:
            psycopg.connect(**parameters).close()
        except psycopg.errors.ConnectionTimeout:
            return False
        except psycopg.Error:
            return True
        return True


database = DatabaseAvailability()
_watched: dict[int, _RequestDatabaseWait] = {}
_lock = threading.Lock()
_thread: threading.Thread | None = None


@contextmanager
def watch_database_calls() -> Iterator[None]:
    """Within this context, watch this thread's database calls. Only needed for PostgreSQL.

    Raises OperationalError immediately while the database is known to be down.
    """
    if connection.vendor != "postgresql":
        yield
        return
    if database.is_away:
        raise OperationalError("the database does not answer")
    _start_watching()
    me = threading.get_ident()
    _watched[me] = _RequestDatabaseWait(connections["default"], me)
    try:
        yield
    finally:
        _watched.pop(me, None)


def _start_watching() -> None:
    global _thread
    with _lock:
        if _thread is None or not _thread.is_alive():
            _thread = threading.Thread(target=_watch_loop, name="watchdog", daemon=True)
            _thread.start()


def _watch_loop() -> None:
    looked = time.monotonic()
    while True:
        time.sleep(SECONDS_BETWEEN_LOOKS)
        now = time.monotonic()
        _check_requests_once(min(now - looked, LONGEST_STEP))
        looked = now


def _check_requests_once(seconds: float) -> None:
    """Check all requests, this many seconds after the last check."""
    requests = list(_watched.values())
    for request in requests:
        request.update(seconds)
    if any(request.call_seconds > SECONDS_UNTIL_DOUBT for request in requests):
        database.start_check()
    database.update(seconds)
    for request in requests:
        if request.total_seconds > SECONDS_TO_ANSWER or (
            database.is_away and request.call_seconds > SECONDS_UNTIL_DOUBT
        ):
            _shut_down_connection(request.database)


def _shut_down_connection(database: Any) -> None:
    """Shut the connection down, so that a thread waiting for the connection gets an error."""
    with suppress(Exception), socket.socket(fileno=socket.dup(database.connection.fileno())) as ours:
        ours.shutdown(socket.SHUT_RDWR)

"""No request waits for ever for a database that does not answer, nor begins to wait for one that is known to hang.

PostgreSQL that hangs (a frozen machine, a stopped process) defeats its own timeouts: only the waiting side can give
up. A thread looks at the requests that are being answered. When one has waited for long, it asks whether the database
answers anybody: with a connection of its own, so that a slow page, a lock or a busy machine is not taken for a
database that hangs. If it does not, the connections that are waited on are shut, the driver raises OperationalError,
and the request is answered with 503 (middleware.FailureMiddleware); requests that come later are answered so at once,
until the database answers again.
"""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import psycopg
from django.db import OperationalError, connection, connections

SECONDS_UNTIL_DOUBT = 2.0
"""A request that has waited for so long makes us ask whether the database answers at all."""
SECONDS_FOR_A_SIGN = 1.5
"""A database that lets nobody in for so long is away."""
SECONDS_TO_ANSWER = 8.0
"""No request waits longer, also when the database answers others."""
SECONDS_BETWEEN_LOOKS = 0.25


def _processor_clock() -> int | None:
    """The clock that counts this thread's processor time, where the system has one."""
    with suppress(AttributeError, OSError):
        return time.pthread_getcpuclockid(threading.get_ident())
    return None


@dataclass(slots=True)
class _Watched:
    """A request that is being answered; what it reckons itself does not count as waiting."""

    database: Any
    began: float = field(default_factory=time.monotonic)
    clock: int | None = field(default_factory=_processor_clock)
    reckoned: float = 0.0

    def __post_init__(self) -> None:
        self.reckoned = self._processor_time()

    @property
    def waited(self) -> float:
        """Seconds in which its thread did nothing."""
        return time.monotonic() - self.began - (self._processor_time() - self.reckoned)

    def _processor_time(self) -> float:
        with suppress(OSError):
            return 0.0 if self.clock is None else time.clock_gettime(self.clock)
        return self.reckoned


class Database:
    """What is known about whether the database answers. One asks at a time, in a thread that ends by itself."""

    def __init__(self) -> None:
        self.is_away = False
        self._asked_at: float | None = None
        self._lock = threading.Lock()

    def doubt(self) -> None:
        """Ask it, if nobody does so already."""
        with self._lock:
            if self._asked_at is not None:
                return
            self._asked_at = time.monotonic()
        threading.Thread(target=self._ask_until_it_answers, name="is the database there", daemon=True).start()

    def look(self) -> None:
        """Take a question that has been open for too long as an answer."""
        asked_at = self._asked_at
        if asked_at is not None and time.monotonic() - asked_at > SECONDS_FOR_A_SIGN:
            self.is_away = True

    def _ask_until_it_answers(self) -> None:
        try:
            while not self._answers():
                pass
        finally:
            self._asked_at, self.is_away = None, False

    def _answers(self) -> bool:
        """Whether it lets us in, or says why not: that is an answer, too, which requests get as quickly as we do."""
        parameters = {**connections["default"].get_connection_params(), "connect_timeout": 2}
        try:
            psycopg.connect(**parameters).close()
        except psycopg.errors.ConnectionTimeout:
            return False
        except psycopg.Error:
            return True
        return True


database = Database()
_watched: dict[int, _Watched] = {}
_lock = threading.Lock()
_thread: threading.Thread | None = None


@contextmanager
def watched() -> Iterator[None]:
    """Watch what this thread asks the database; only PostgreSQL needs it.

    Raises OperationalError at once while the database is known not to answer.
    """
    if connection.vendor != "postgresql":
        yield
        return
    if database.is_away:
        raise OperationalError("the database does not answer")
    _start()
    me = threading.get_ident()
    _watched[me] = _Watched(connections["default"])
    try:
        yield
    finally:
        _watched.pop(me, None)


def _start() -> None:
    global _thread
    with _lock:
        if _thread is None or not _thread.is_alive():
            _thread = threading.Thread(target=_look, name="watchdog", daemon=True)
            _thread.start()


def _look() -> None:
    while True:
        time.sleep(SECONDS_BETWEEN_LOOKS)
        waiting = [(request, request.waited) for request in list(_watched.values())]
        if any(waited > SECONDS_UNTIL_DOUBT for _, waited in waiting):
            database.doubt()
        database.look()
        for request, waited in waiting:
            if waited > (SECONDS_UNTIL_DOUBT if database.is_away else SECONDS_TO_ANSWER):
                _cut(request.database)


def _cut(database: Any) -> None:
    """End the connection from outside: whoever waits on it gets an error instead of nothing."""
    with suppress(Exception), socket.socket(fileno=socket.dup(database.connection.fileno())) as ours:
        ours.shutdown(socket.SHUT_RDWR)

"""No request waits for ever for a database that does not answer.

PostgreSQL that hangs (a frozen machine, a stopped process) defeats its own timeouts: only the waiting side can give
up. A thread looks at the requests that are being answered, and shuts the database connection of those that take too
long; the driver then raises OperationalError, and the request is answered with 503 (middleware.FailureMiddleware).
"""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from django.db import connection, connections

SECONDS_TO_ANSWER = 4.5
SECONDS_BETWEEN_LOOKS = 0.25


@dataclass(slots=True)
class _Watched:
    began: float
    database: Any


_watched: dict[int, _Watched] = {}
_lock = threading.Lock()
_thread: threading.Thread | None = None


@contextmanager
def watched() -> Iterator[None]:
    """Watch what this thread asks the database; only PostgreSQL needs it."""
    if connection.vendor != "postgresql":
        yield
        return
    _start()
    me = threading.get_ident()
    _watched[me] = _Watched(time.monotonic(), connections["default"])
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
        for request in list(_watched.values()):
            if time.monotonic() - request.began > SECONDS_TO_ANSWER:
                _cut(request.database)


def _cut(database: Any) -> None:
    """End the connection from outside: whoever waits on it gets an error instead of nothing."""
    with suppress(Exception), socket.socket(fileno=socket.dup(database.connection.fileno())) as ours:
        ours.shutdown(socket.SHUT_RDWR)

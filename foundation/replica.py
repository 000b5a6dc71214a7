"""Read pages that may be some seconds old from a replica of the database (DATABASE_REPLICA_URL, docs/scaling.md).

A view that only reads is marked with `from_replica`. All other code uses the primary, and so does a player who has just
written data, so that players always see their own last action.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime, timedelta
from functools import wraps
from typing import Any, TypeVar, cast

from django.conf import settings
from django.core.cache import cache
from django.db import DEFAULT_DB_ALIAS, InterfaceError, OperationalError, connections
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

logger = logging.getLogger(__name__)

REPLICA = "replica"
STALE = timedelta(seconds=10)
"""A replica that is further behind is not read. The delay is known from the heartbeat, which is stored every three
seconds."""
SECONDS_BETWEEN_CHECKS = 1.0
View = TypeVar("View", bound=Callable[..., Any])
_reading: ContextVar[bool] = ContextVar("reading_from_replica", default=False)


class ReplicaRouter:
    """Sends the queries of views with `from_replica` to the replica, and all others to the primary."""

    def db_for_read(self, model: type[Any], **hints: Any) -> str:
        """Return the alias of the database for this read query."""
        return REPLICA if _reading.get() else DEFAULT_DB_ALIAS

    def db_for_write(self, model: type[Any], **hints: Any) -> str:
        """Return the alias of the primary. Queries that lock rows also use it."""
        return DEFAULT_DB_ALIAS

    def allow_relation(self, one: Any, other: Any, **hints: Any) -> bool:
        """Return True, because both databases have the same rows."""
        return True

    def allow_migrate(self, alias: str, app_label: str, **hints: Any) -> bool:
        """Return whether migrations run on this database. The replica gets its tables from the primary."""
        return alias == DEFAULT_DB_ALIAS


def from_replica(view: View) -> View:
    """Decorate a view to read from the replica, if there is one, it is fresh, and the player has not written for a
    while.

    Use it for views and API methods that write nothing. If the replica fails, the view is called again with the
    primary.
    """

    @wraps(view)
    def answer(*args: Any, **kwargs: Any) -> Any:
        request = next(value for value in args if hasattr(value, "META"))
        if REPLICA not in settings.DATABASES or _has_written_recently(request.user) or not _replica.is_fresh():
            return view(*args, **kwargs)
        try:
            with _reading_from_replica():
                response = view(*args, **kwargs)
        except (OperationalError, InterfaceError):
            logger.warning("the replica failed; the primary answers", exc_info=True)
            _replica.avoid_until_next_check()
            return view(*args, **kwargs)
        if getattr(response, "streaming", False):
            response.streaming_content = _read_from_replica(response.streaming_content)
        return response

    return cast(View, answer)


class RecordWritesMiddleware:
    """Sends a player's reads to the primary for STALE after a request that may have written data, so that players see
    their own changes. Any method but GET, HEAD and OPTIONS counts as a write, even if it failed."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        user: Any = getattr(request, "user", None)
        if request.method not in ("GET", "HEAD", "OPTIONS") and user is not None and user.is_authenticated:
            cache.set(_recent_write_cache_key(user), True, STALE.total_seconds())
        return response


def _has_written_recently(user: Any) -> bool:
    """Return whether this player has written data within the last STALE, so that the replica may not have it yet.

    Without Redis, only the process that wrote the data knows this. While Redis fails, no process knows it. The player
    may then see a page that is up to STALE old.
    """
    return bool(user.is_authenticated and cache.get(_recent_write_cache_key(user)))


def _recent_write_cache_key(user: Any) -> str:
    return f"wrote:{user.pk}"


@contextmanager
def _reading_from_replica() -> Iterator[None]:
    token = _reading.set(True)
    try:
        yield
    finally:
        _reading.reset(token)


def _read_from_replica(parts: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the parts of a streamed response. The queries that produce each part go to the replica."""
    remaining = iter(parts)
    while True:
        with _reading_from_replica():
            part = next(remaining, None)
        if part is None:
            return
        yield part


class _ReplicaState:
    """The state of the replica: whether it can be read, according to this process's last check."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._check_at, self._is_replica_heartbeat_fresh = 0.0, False

    def is_fresh(self) -> bool:
        """Return whether the replica is less than STALE behind. One thread checks this once a second."""
        if time.monotonic() >= self._check_at and self._lock.acquire(blocking=False):
            try:
                self._is_replica_heartbeat_fresh = _is_replica_heartbeat_fresh()
                self._check_at = time.monotonic() + SECONDS_BETWEEN_CHECKS
            finally:
                self._lock.release()
        return self._is_replica_heartbeat_fresh

    def avoid_until_next_check(self) -> None:
        """Use the primary until the next check."""
        self._is_replica_heartbeat_fresh, self._check_at = False, time.monotonic() + SECONDS_BETWEEN_CHECKS


_replica = _ReplicaState()


def _is_replica_heartbeat_fresh() -> bool:
    """Return whether the newest heartbeat in the replica is recent. A replica that lost its primary has an old
    heartbeat."""
    try:
        with connections[REPLICA].cursor() as cursor:
            cursor.execute("SELECT at FROM games_heartbeat")
            row = cursor.fetchone()
    except (OperationalError, InterfaceError):
        connections[REPLICA].close()
        return False
    if row is None or row[0] is None:
        return False
    at = row[0] if isinstance(row[0], datetime) else datetime.fromisoformat(row[0])
    return timezone.now() - at.replace(tzinfo=at.tzinfo or UTC) < STALE

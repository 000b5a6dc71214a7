"""How often something may be tried, exactly, even by many at the same time."""

from __future__ import annotations

import hashlib
import logging
import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar, cast

from django.conf import settings
from limits import RateLimitItem, parse
from limits.storage import RedisStorage, storage_from_string

logger = logging.getLogger(__name__)
T = TypeVar("T")

MOST_KEYS = 50_000
"""Of one process's own counts; then the oldest is forgotten. A flood of names must not fill the memory."""
SECONDS_FOR_REDIS = 0.5
SECONDS_WITHOUT_REDIS = 5.0
"""After a failure nobody waits for Redis again for so long."""


@dataclass(frozen=True, slots=True)
class Quota:
    """What is left of a rate after one try of it: `left` of `amount` tries; a new window of `window` seconds begins in
    `seconds`. `is_over`: this try was one too many."""

    amount: int
    window: int
    left: int
    seconds: float
    is_over: bool = False


def hit(name: str, key: str, rate: str) -> float | None:
    """Count one try of `key`; None when it is within the rate ("10/minute"), else the seconds to wait.

    When Redis does not answer, each process counts for itself, on from what it last saw: neither open nor closed.
    """
    quota = take(name, key, rate)
    return quota.seconds if quota.is_over else None


def take(name: str, key: str, rate: str) -> Quota:
    """The same, and say what is left."""
    item, digest = _parsed(rate), _digest(name, key)
    return _counted(lambda store: store.take(item, digest))


def give_back(name: str, key: str, rate: str) -> None:
    """Uncount one try that `hit` counted: it turned out to be none."""
    item = _parsed(rate)
    _counted(lambda store: store.give_back(item, _digest(name, key)))


@lru_cache(maxsize=256)
def _parsed(rate: str) -> RateLimitItem:
    return parse(rate)


def forget() -> None:
    """Begin to count again (for tests)."""
    _here.forget()
    shared = _shared()
    if shared is not None:
        shared.forget()


class _Here:
    """The counts of this process. A window begins with its first try."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._windows: dict[str, tuple[float, int]] = {}

    def take(self, item: RateLimitItem, key: str) -> Quota:
        now, window = time.monotonic(), item.get_expiry()
        with self._lock:
            ends, count = self._window(item, key, now)
            if count >= item.amount:
                return Quota(item.amount, window, 0, max(1.0, ends - now), is_over=True)
            self._keep(key, ends, count + 1)
        return Quota(item.amount, window, item.amount - count - 1, min(ends - now, window))

    def remember(self, item: RateLimitItem, key: str, count: int) -> None:
        """Take over what all processes together have counted, for when they cannot any more."""
        now = time.monotonic()
        with self._lock:
            ends, _ = self._window(item, key, now)
            self._keep(key, now + item.get_expiry() if count <= 1 else ends, min(count, item.amount))

    def give_back(self, item: RateLimitItem, key: str) -> None:
        with self._lock:
            ends, count = self._window(item, key, time.monotonic())
            if count:
                self._windows[key] = (ends, count - 1)

    def forget(self) -> None:
        with self._lock:
            self._windows.clear()

    def _keep(self, key: str, ends: float, count: int) -> None:
        self._windows[key] = (ends, count)
        if len(self._windows) > MOST_KEYS:
            del self._windows[next(iter(self._windows))]

    def _window(self, item: RateLimitItem, key: str, now: float) -> tuple[float, int]:
        ends, count = self._windows.get(key, (0.0, 0))
        return (ends, count) if now < ends else (now + item.get_expiry(), 0)


_COUNT = """
local count = redis.call("INCR", KEYS[1])
if count == 1 then redis.call("EXPIRE", KEYS[1], ARGV[1]) end
return {count, redis.call("PTTL", KEYS[1])}
"""
"""One try more, and in how many milliseconds the window ends; a window begins with its first try."""


class _Redis:
    """The counts of all processes together; each count is one script, so that parallel tries are exact."""

    def __init__(self, url: str) -> None:
        from redis.backoff import NoBackoff  # only where there is Redis
        from redis.exceptions import ConnectionError as NotConnected
        from redis.exceptions import NoScriptError, RedisError
        from redis.retry import Retry

        self.failures = (RedisError, OSError)
        self._has_to_begin = (NotConnected, NoScriptError)
        bounds = {"socket_timeout": SECONDS_FOR_REDIS, "socket_connect_timeout": SECONDS_FOR_REDIS}
        once = {"retry": Retry(NoBackoff(), 0)}
        self._storage = cast(RedisStorage, storage_from_string(url, **bounds, **once))  # type: ignore[arg-type]
        self._count = self._storage.get_connection().register_script(_COUNT.encode())
        self._own = threading.local()
        self._rest_until = 0.0

    def take(self, item: RateLimitItem, key: str) -> Quota:
        amount, window = item.amount, item.get_expiry()
        count, left = self._counted(self._storage.prefixed_key(key), window)
        seconds = max(0, left) / 1000
        _here.remember(item, key, count)
        if count <= amount:
            return Quota(amount, window, amount - count, min(seconds, window))
        self._storage.incr(key, window, -1)
        return Quota(amount, window, 0, max(1.0, seconds), is_over=True)

    def _counted(self, key: str, window: int) -> tuple[int, int]:
        """One try more: by a connection that this thread keeps, as every request of a program asks. The client's own
        way, with its pool of connections, takes five times as long; it is gone where there is no connection yet, where
        Redis was begun anew, and where it does not know the script."""
        connection = self._connection()
        try:
            connection.send_command("EVALSHA", self._count.sha, 1, key, window)
            count, left = connection.read_response()
        except self._has_to_begin:
            connection.disconnect()
            count, left = self._count(keys=[key], args=[window])
        except BaseException:
            connection.disconnect()  # a late answer must not be taken for that to the next question
            raise
        return count, left

    def _connection(self) -> Any:
        """The connection of this thread in this process."""
        kept = getattr(self._own, "connection", None)
        if kept is None or kept.pid != os.getpid():
            client: Any = self._storage.get_connection()
            kept = self._own.connection = client.connection_pool.make_connection()
        return kept

    def give_back(self, item: RateLimitItem, key: str) -> None:
        if self._storage.get(key) > 0:
            self._storage.incr(key, item.get_expiry(), -1)

    def forget(self) -> None:
        self._storage.reset()
        self._rest_until = 0.0

    def is_resting(self) -> bool:
        """Whether it failed a moment ago."""
        return time.monotonic() < self._rest_until

    def rest(self) -> None:
        """Leave it alone for a while."""
        self._rest_until = time.monotonic() + SECONDS_WITHOUT_REDIS


_here = _Here()


@lru_cache(maxsize=1)
def _shared_at(url: str) -> _Redis:
    return _Redis(url)


def _shared() -> _Redis | None:
    """Redis, where several processes count together; None on one machine."""
    return _shared_at(settings.REDIS_URL) if settings.REDIS_URL else None


def _counted(count: Callable[[_Here | _Redis], T]) -> T:
    shared = _shared()
    if shared is not None and not shared.is_resting():
        try:
            return count(shared)
        except shared.failures:
            shared.rest()
            logger.warning("the limiter counts in this process only: Redis does not answer")
    return count(_here)


def _digest(name: str, key: str) -> str:
    """What is kept of a key: neither addresses nor names, and of one length whatever was typed."""
    return f"{name}:{hashlib.sha256(key.encode('utf-8', 'surrogatepass')).hexdigest()}"

"""How often something may be tried, exactly, also by many at once."""

from __future__ import annotations

import hashlib
import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar, cast

from django.conf import settings
from limits import RateLimitItem, parse
from limits.storage import RedisStorage, storage_from_string
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

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
    item = parse(rate)
    return _counted(lambda store: store.hit(item, _digest(name, key)))


def take(name: str, key: str, rate: str) -> Quota:
    """The same, and say what is left."""
    item, digest = parse(rate), _digest(name, key)
    wait = _counted(lambda store: store.hit(item, digest))
    amount, window = item.amount, item.get_expiry()
    if wait is not None:
        return Quota(amount, window, 0, wait, is_over=True)
    used, seconds = _counted(lambda store: store.state(item, digest))
    return Quota(amount, window, max(0, amount - used), min(seconds, window))


def give_back(name: str, key: str, rate: str) -> None:
    """Take back one try that `hit` counted: it turned out to be none."""
    item = parse(rate)
    _counted(lambda store: store.give_back(item, _digest(name, key)))


def forget() -> None:
    """Begin to count anew (for tests)."""
    _here.forget()
    shared = _shared()
    if shared is not None:
        shared.forget()


class _Here:
    """The counts of this process. A window begins with its first try."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._windows: dict[str, tuple[float, int]] = {}

    def hit(self, item: RateLimitItem, key: str) -> float | None:
        now = time.monotonic()
        with self._lock:
            ends, count = self._window(item, key, now)
            if count >= item.amount:
                return max(1.0, ends - now)
            self._keep(key, ends, count + 1)
        return None

    def state(self, item: RateLimitItem, key: str) -> tuple[int, float]:
        """How many tries this window has had, and in how many seconds it ends."""
        now = time.monotonic()
        with self._lock:
            ends, count = self._window(item, key, now)
        return count, ends - now

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


class _Redis:
    """The counts of all processes together; each count is one script, so that parallel tries are exact."""

    def __init__(self, url: str) -> None:
        bounds = {"socket_timeout": SECONDS_FOR_REDIS, "socket_connect_timeout": SECONDS_FOR_REDIS}
        once = {"retry": Retry(NoBackoff(), 0)}
        self._storage = cast(RedisStorage, storage_from_string(url, **bounds, **once))  # type: ignore[arg-type]
        self._rest_until = 0.0

    def hit(self, item: RateLimitItem, key: str) -> float | None:
        count = self._storage.incr(key, item.get_expiry())
        _here.remember(item, key, count)
        if count <= item.amount:
            return None
        self._storage.incr(key, item.get_expiry(), -1)
        return max(1.0, self._storage.get_expiry(key) - time.time())

    def state(self, item: RateLimitItem, key: str) -> tuple[int, float]:
        """How many tries this window has had, and in how many seconds it ends."""
        return self._storage.get(key), max(0.0, self._storage.get_expiry(key) - time.time())

    def give_back(self, item: RateLimitItem, key: str) -> None:
        if self._storage.get(key) > 0:
            self._storage.incr(key, item.get_expiry(), -1)

    def forget(self) -> None:
        self._storage.reset()

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
        except (RedisError, OSError):
            shared.rest()
            logger.warning("the limiter counts in this process only: Redis does not answer")
    return count(_here)


def _digest(name: str, key: str) -> str:
    """What is kept of a key: neither addresses nor names, and of one length whatever was typed."""
    return f"{name}:{hashlib.sha256(key.encode('utf-8', 'surrogatepass')).hexdigest()}"

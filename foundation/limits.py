"""Exact rate limits, even for parallel requests: fixed windows of the `limits` library.

All processes share the counts in Redis. Without Redis, and for a few seconds after Redis failed, each process counts on
its own, continuing from the last known counts. So an outage of Redis neither lifts the limits nor uses them up.
"""

from __future__ import annotations

import hashlib
import logging
import threading
import time
from dataclasses import dataclass
from functools import lru_cache

from cachetools import TLRUCache
from django.conf import settings
from limits import RateLimitItem, parse
from limits.errors import StorageError
from limits.storage import Storage, storage_from_string

logger = logging.getLogger(__name__)

MOST_KEYS = 50_000
"""The number of counts that a process stores. The least recently used are dropped, so that a flood of names cannot fill
the memory."""
SECONDS_FOR_REDIS = 0.5
SECONDS_WITHOUT_REDIS = 5.0
"""The time after a failure in which Redis is not tried again."""


@dataclass(frozen=True, slots=True)
class RateLimitQuota:
    """The state of a rate limit after one attempt. Of `amount` attempts in a window of `window` seconds, `left` remain,
    and the next window begins in `seconds` seconds. `is_over` means that this attempt exceeded the limit."""

    amount: int
    window: int
    left: int
    seconds: float
    is_over: bool = False


class MemoryStorage(Storage):
    """Counts in the memory of this process. The memory storage of `limits` is not used, because it starts a thread for
    nearly every attempt, is not exact for parallel attempts, and grows without a bound."""

    STORAGE_SCHEME = ["process"]
    base_exceptions = ValueError

    def __init__(self, most: int) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self.windows: TLRUCache[str, tuple[int, float]] = TLRUCache(
            most, ttu=lambda key, window, now: window[1], timer=time.monotonic
        )
        """The count and the end of the window for each key."""

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """Count an attempt, and return the count. A window begins with its first attempt."""
        with self._lock:
            count, ends = self.windows.get(key, (0, time.monotonic() + expiry))
            self.windows[key] = (count + amount, ends)
        return count + amount

    def get(self, key: str) -> int:
        """Return the count, or 0 if there is none."""
        with self._lock:
            return int(self.windows.get(key, (0, 0.0))[0])

    def get_expiry(self, key: str) -> float:
        """Return the end of the window, in seconds since 1970."""
        return time.time() + (self.seconds_left(key) or 0.0)

    def seconds_left(self, key: str) -> float | None:
        """Return the time until the end of the window, or None if none has begun."""
        with self._lock:
            window = self.windows.get(key)
        return None if window is None else max(0.0, window[1] - time.monotonic())

    def check(self) -> bool:
        """Return True, because memory is always available."""
        return True

    def reset(self) -> None:
        """Remove all counts."""
        with self._lock:
            self.windows.clear()

    def clear(self, key: str) -> None:
        """Remove the count of a key."""
        with self._lock:
            self.windows.pop(key, None)


_here = MemoryStorage(MOST_KEYS)
_rests_until = 0.0


def count_hit(name: str, key: str, rate: str) -> float | None:
    """Count an attempt of `key`. Return None if it is within the rate ("10/minute"), otherwise the seconds to wait."""
    quota = count_against_quota(name, key, rate)
    return quota.seconds if quota.is_over else None


def count_against_quota(name: str, key: str, rate: str) -> RateLimitQuota:
    """Count one attempt of `key`, and return the remaining quota."""
    item = _parse_rate(rate)
    digest = _key_digest(item, name, key)
    shared = _redis_storage()
    if shared is not None:
        try:
            quota = _count_attempt(shared, item, digest, _here.seconds_left(digest))
        except (StorageError, OSError):
            _pause_redis()
        else:
            _here.incr(digest, quota.seconds, quota.amount - quota.left - _here.get(digest))
            return quota
    return _count_attempt(_here, item, digest)


def uncount_hit(name: str, key: str, rate: str) -> None:
    """Remove an attempt that `count_hit` counted."""
    item = _parse_rate(rate)
    digest = _key_digest(item, name, key)
    for storage in (_here, _redis_storage()):
        try:
            if storage is not None and storage.get(digest) > 0:
                storage.incr(digest, item.get_expiry(), -1)
        except (StorageError, OSError):
            _pause_redis()


def is_redis_paused() -> bool:
    """Return whether Redis has just failed, so that this process counts on its own."""
    return time.monotonic() < _rests_until


def reset_counts() -> None:
    """Reset all counts (for tests)."""
    global _rests_until
    _rests_until = 0.0
    _here.reset()
    shared = _redis_storage()
    if shared is not None:
        shared.reset()


def _count_attempt(
    storage: Storage, item: RateLimitItem, key: str, known_seconds: float | None = None
) -> RateLimitQuota:
    """Count an attempt, and return the quota. Unlike `FixedWindowRateLimiter.hit`, do not count refused attempts, so
    that every counted attempt can be uncounted later.

    `known_seconds` is the time until the end of the window if this process knows it. The storage is then asked only if
    a new window has begun.
    """
    window = item.get_expiry()
    count = storage.incr(key, window)
    if known_seconds is None or count == 1:
        seconds = max(0.0, storage.get_expiry(key) - time.time())
    else:
        seconds = known_seconds
    if count <= item.amount:
        return RateLimitQuota(item.amount, window, item.amount - count, min(seconds, window))
    storage.incr(key, window, -1)
    return RateLimitQuota(item.amount, window, 0, max(1.0, seconds), is_over=True)


def _pause_redis() -> None:
    global _rests_until
    _rests_until = time.monotonic() + SECONDS_WITHOUT_REDIS
    logger.warning("the limiter counts in this process only: Redis does not answer")


def _redis_storage() -> Storage | None:
    """Return the storage in Redis that processes share, or None without Redis and while Redis does not respond."""
    return _connect_storage(settings.REDIS_URL) if settings.REDIS_URL and not is_redis_paused() else None


@lru_cache(maxsize=1)
def _connect_storage(url: str) -> Storage:
    from redis.backoff import NoBackoff  # only where there is Redis
    from redis.retry import Retry

    bounds = {"socket_timeout": SECONDS_FOR_REDIS, "socket_connect_timeout": SECONDS_FOR_REDIS}
    once = {"retry": Retry(NoBackoff(), 0)}  # a try must not count twice
    return storage_from_string(url, wrap_exceptions=True, **bounds, **once)  # type: ignore[arg-type,return-value]


@lru_cache(maxsize=256)
def _parse_rate(rate: str) -> RateLimitItem:
    return parse(rate)


def _key_digest(item: RateLimitItem, name: str, key: str) -> str:
    """Return the stored form of a key: a hash, so that addresses and names are not stored and the length is fixed."""
    return item.key_for(name, hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest())

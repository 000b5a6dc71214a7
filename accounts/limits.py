"""How often something may be tried, exactly, also by many at once."""

from __future__ import annotations

import logging
import time
from functools import lru_cache
from typing import cast

from django.conf import settings
from django.http import HttpRequest
from limits import parse
from limits.storage import MemoryStorage, Storage, storage_from_string
from limits.strategies import FixedWindowRateLimiter
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)


@lru_cache(maxsize=1)
def _memory() -> Storage:
    return MemoryStorage()


@lru_cache(maxsize=1)
def _shared() -> Storage | None:
    """Redis, where several processes count together; None on one machine."""
    if not settings.REDIS_URL:
        return None
    bounds = {"socket_timeout": 1, "socket_connect_timeout": 1}
    return cast(Storage, storage_from_string(settings.REDIS_URL, **bounds))  # type: ignore[arg-type]


def hit(name: str, who: str, rate: str) -> float | None:
    """Count one try of `who`; None when it is within the rate ("10/minute"), else the seconds to wait.

    When Redis does not answer, each process counts for itself: neither open nor closed.
    """
    shared = _shared()
    if shared is not None:
        try:
            return _hit(shared, name, who, rate)
        except (RedisError, OSError):
            logger.warning("the limiter counts in this process only: Redis does not answer")
    return _hit(_memory(), name, who, rate)


def _hit(storage: Storage, name: str, who: str, rate: str) -> float | None:
    limiter, item = FixedWindowRateLimiter(storage), parse(rate)
    if limiter.hit(item, name, who):
        return None
    reset, _ = limiter.get_window_stats(item, name, who)
    return max(1.0, reset - time.time())


def forget() -> None:
    """Begin to count anew (for tests)."""
    for storage in filter(None, (_memory(), _shared())):
        storage.reset()


def address_of(request: HttpRequest) -> str:
    """The network address of the client: what our own proxies saw (IGO_PROXIES), nothing that it says itself."""
    hops = [hop.strip() for hop in request.headers.get("X-Forwarded-For", "").split(",") if hop.strip()]
    trusted: int = settings.IGO_PROXIES
    if trusted and len(hops) >= trusted:
        return hops[-trusted]
    return str(request.META.get("REMOTE_ADDR") or "unknown")

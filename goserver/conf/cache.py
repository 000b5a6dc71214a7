"""A cache that tolerates an outage of Redis."""

from __future__ import annotations

import logging
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)


class ForgivingRedisCache(RedisCache):
    """Redis cache that finds and stores nothing while Redis is down or hangs (bounded by its timeouts)."""

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        """Return the value; `default` if there is none or Redis does not answer."""
        try:
            return super().get(key, default, version)
        except (RedisError, OSError):
            logger.warning("the cache does not answer")
            return default

    def set(self, *args: Any, **kwargs: Any) -> None:
        """Store a value, unless Redis does not answer."""
        try:
            super().set(*args, **kwargs)
        except (RedisError, OSError):
            logger.warning("the cache does not answer")

    def add(self, *args: Any, **kwargs: Any) -> bool:
        """Store a value if there is none; return False if there was one. True also when Redis does not answer."""
        try:
            return bool(super().add(*args, **kwargs))
        except (RedisError, OSError):
            logger.warning("the cache does not answer")
            return True

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        """Delete a value; return whether there was one. False also when Redis does not answer."""
        try:
            return bool(super().delete(*args, **kwargs))
        except (RedisError, OSError):
            return False

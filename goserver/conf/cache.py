"""A cache that tolerates an outage of Redis."""

from __future__ import annotations

import logging
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)


class ForgivingRedisCache(RedisCache):
    """A Redis cache that behaves as if it were empty while Redis is down or does not respond within the timeouts."""

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        """Return the value, or `default` if there is none or Redis does not respond."""
        try:
            return super().get(key, default, version)
        except (RedisError, OSError):
            logger.warning("the cache does not answer")
            return default

    def set(self, *args: Any, **kwargs: Any) -> None:
        """Store a value. Does nothing if Redis does not respond."""
        try:
            super().set(*args, **kwargs)
        except (RedisError, OSError):
            logger.warning("the cache does not answer")

    def add(self, *args: Any, **kwargs: Any) -> bool:
        """Store a value if the key has none. Return whether it was stored. If Redis does not respond, store nothing and
        return True."""
        try:
            return bool(super().add(*args, **kwargs))
        except (RedisError, OSError):
            logger.warning("the cache does not answer")
            return True

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        """Delete a value. Return whether there was one. Return False if Redis does not respond."""
        try:
            return bool(super().delete(*args, **kwargs))
        except (RedisError, OSError):
            return False

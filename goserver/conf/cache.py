"""A cache that may be gone."""

from __future__ import annotations

import logging
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)


class ForgivingRedisCache(RedisCache):
    """Redis' cache; when Redis is gone or hangs (bounded by its timeouts) nothing is found and nothing kept."""

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        """Return the value, `default` also if Redis does not answer."""
        try:
            return super().get(key, default, version)
        except (RedisError, OSError):
            logger.warning("the cache does not answer")
            return default

    def set(self, *args: Any, **kwargs: Any) -> None:
        """Keep a value, if Redis answers."""
        try:
            super().set(*args, **kwargs)
        except (RedisError, OSError):
            logger.warning("the cache does not answer")

    def add(self, *args: Any, **kwargs: Any) -> bool:
        """Keep a value if there is none; True also when Redis does not answer."""
        try:
            return bool(super().add(*args, **kwargs))
        except (RedisError, OSError):
            logger.warning("the cache does not answer")
            return True

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        """Forget a value, if Redis answers."""
        try:
            return bool(super().delete(*args, **kwargs))
        except (RedisError, OSError):
            return False

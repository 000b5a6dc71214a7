"""Caches in the memory of a process, with a bounded number of values, safe for threads."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

import cachetools

Key = TypeVar("Key")
Value = TypeVar("Value")


class LRUCache(Generic[Key, Value]):
    """Holds the most recently used values, for any number of threads.

    Values are never invalidated, so a key must contain everything that its value depends on.
    """

    instances: list[LRUCache[object, object]] = []

    def __init__(self, most: int) -> None:
        self._values: cachetools.LRUCache[Key, Value] = cachetools.LRUCache(most)
        self._lock = threading.Lock()
        self.instances.append(self)  # type: ignore[arg-type]

    def get(self, key: Key) -> Value | None:
        """Return the value of this key, or None if it is not cached."""
        with self._lock:
            return self._values.get(key)

    def put(self, key: Key, value: Value) -> None:
        """Store a value; if the cache is full, the least recently used value is removed."""
        with self._lock:
            self._values[key] = value

    def get_or_make(self, key: Key, make: Callable[[], Value]) -> Value:
        """Return the cached value, or call `make` and cache its result. Two threads may both call `make` for a key."""
        found = self.get(key)
        if found is None:
            found = make()
            self.put(key, found)
        return found

    def clear(self) -> None:
        """Remove all values."""
        with self._lock:
            self._values.clear()


def clear_all_caches() -> None:
    """Empty every cache of this process. This is for tests, whose rows reuse primary keys."""
    for cache in LRUCache.instances:
        cache.clear()

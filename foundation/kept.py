"""What a process keeps to make it once: a number of values by their keys, the latest asked for."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from cachetools import LRUCache

Key = TypeVar("Key")
Value = TypeVar("Value")


class Kept(Generic[Key, Value]):
    """An LRUCache that any number of threads may use. A key must hold all that its value depends on: nothing that is
    kept is ever made again."""

    everywhere: list[Kept[object, object]] = []

    def __init__(self, most: int) -> None:
        self._values: LRUCache[Key, Value] = LRUCache(most)
        self._lock = threading.Lock()
        self.everywhere.append(self)  # type: ignore[arg-type]

    def get(self, key: Key) -> Value | None:
        """The value of this key, None when it is not kept."""
        with self._lock:
            return self._values.get(key)

    def put(self, key: Key, value: Value) -> None:
        """Keep this."""
        with self._lock:
            self._values[key] = value

    def get_or_make(self, key: Key, make: Callable[[], Value]) -> Value:
        """The value of this key, made and kept if it has to be. Two threads may both make it."""
        found = self.get(key)
        if found is None:
            found = make()
            self.put(key, found)
        return found

    def clear(self) -> None:
        """Keep nothing."""
        with self._lock:
            self._values.clear()


def forget() -> None:
    """Keep nothing of anything: for tests, whose rows come and go with the same numbers."""
    for kept in Kept.everywhere:
        kept.clear()

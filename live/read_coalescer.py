"""Combine identical database reads that several listeners request at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from typing import Any, TypeVar, cast
from weakref import WeakKeyDictionary

from live.hub import Hub

Found = TypeVar("Found")


class ReadCoalescer:
    """Lets callers in one event loop share database reads.

    A caller never gets a result that was read before its call. A call during a read waits for the next read.
    """

    def __init__(self) -> None:
        self._open: dict[Hashable, asyncio.Task[Any]] = {}

    @staticmethod
    def current() -> ReadCoalescer:
        """Return the coalescer of the running event loop."""
        return _coalescers.setdefault(asyncio.get_running_loop(), ReadCoalescer())

    async def read(self, key: Hashable, do: Callable[[], Found]) -> Found:
        """Run `do` in a reader thread and return its result, or raise its exception.

        Callers with an equal `key` in the same turn of the loop share one run. Call this method only while the hub has
        a listener (live.hub), because the thread ends with the last listener.
        """
        task = self._open.get(key)
        if task is None:
            task = self._open[key] = asyncio.create_task(self._read_once(key, do))
        return cast("Found", await asyncio.shield(task))

    async def _read_once(self, key: Hashable, do: Callable[[], Found]) -> Found:
        await asyncio.sleep(0)  # let all callers that the same signal woke join first
        del self._open[key]
        return await Hub.current().reader("news")(do)


_coalescers: WeakKeyDictionary[asyncio.AbstractEventLoop, ReadCoalescer] = WeakKeyDictionary()

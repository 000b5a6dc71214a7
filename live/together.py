"""What many ask at the same moment is read once for all of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from typing import Any, TypeVar, cast
from weakref import WeakKeyDictionary

from live.hub import Hub

Found = TypeVar("Found")


class ReadCoalescer:
    """The questions of one event loop that are about to be asked. Nobody gets an answer that was read before they
    asked: those who come while it is read wait for the next one."""

    def __init__(self) -> None:
        self._open: dict[Hashable, asyncio.Task[Any]] = {}

    @staticmethod
    def here() -> ReadCoalescer:
        """That of this event loop."""
        return _coalescers.setdefault(asyncio.get_running_loop(), ReadCoalescer())

    async def read(self, question: Hashable, do: Callable[[], Found]) -> Found:
        """What `do` finds in a thread beside the loop; for all who ask this question in the same turn of the loop it is
        done once. Ask while listening (live.hub). Raises what it raises."""
        task = self._open.get(question)
        if task is None:
            task = self._open[question] = asyncio.create_task(self._ask(question, do))
        return cast("Found", await asyncio.shield(task))

    async def _ask(self, question: Hashable, do: Callable[[], Found]) -> Found:
        await asyncio.sleep(0)  # those who were woken by the same hint come first
        del self._open[question]
        return await Hub.here().reader("news")(do)


_coalescers: WeakKeyDictionary[asyncio.AbstractEventLoop, ReadCoalescer] = WeakKeyDictionary()

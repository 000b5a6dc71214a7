"""What waits to be sent to one socket: bounded, so that who reads slowly costs little and holds nobody up."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

MOST_WAITING = 600
SECONDS_TO_SEND = 20.0

Message = Mapping[str, Any]


class Outbox:
    """Sends in order, as fast as the other side takes it, and gives up at more than it may keep.

    `send` is the socket's; `give_up` is called once, when the other side is too slow. Messages may be shared: they are
    not changed. Only for the loop that serves the socket.
    """

    busy: set[Outbox] = set()
    """Those that are sending now; `end_the_slow` looks at them now and then."""

    __slots__ = ("_give_up", "_send", "_since", "_task", "_waiting", "is_closed")

    def __init__(self, send: Callable[[Any], Awaitable[None]], give_up: Callable[[], None]) -> None:
        self._send, self._give_up = send, give_up
        self._waiting: deque[Message] = deque()
        self._task: asyncio.Task[None] | None = None
        self._since = 0.0
        self.is_closed = False

    def put(self, message: Message) -> None:
        """Send it after what waits already."""
        if self.is_closed:
            return
        if len(self._waiting) >= MOST_WAITING:
            self._end()
            return
        self._waiting.append(message)
        if self._task is None:
            self._task = asyncio.create_task(self._send_all())

    async def sent(self) -> None:
        """Wait until nothing waits."""
        while self._task is not None:
            await asyncio.wait({self._task})

    def close(self) -> None:
        """Send no more."""
        self.is_closed = True
        self._waiting.clear()
        self.busy.discard(self)
        if self._task is not None:
            self._task.cancel()

    async def _send_all(self) -> None:
        loop = asyncio.get_running_loop()
        self.busy.add(self)
        try:
            while self._waiting:
                self._since = loop.time()
                await self._send(self._waiting.popleft())
        except Exception:  # the other side has gone; the socket hears of it anyway
            self.is_closed = True
            self._waiting.clear()
        finally:
            self._task = None
            self.busy.discard(self)

    def _end(self) -> None:
        self.close()
        self._give_up()

    @classmethod
    def end_the_slow(cls, now: float) -> None:
        """End those of this loop whose other side has not taken what was sent for too long; `now` by the loop."""
        for one in [one for one in cls.busy if now - one._since > SECONDS_TO_SEND]:
            one._end()

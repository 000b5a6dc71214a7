"""What waits to be sent to one socket: bounded, so that who reads slowly costs little and holds nobody up."""

from __future__ import annotations

import asyncio
import types
from collections import deque
from collections.abc import Callable, Coroutine, Generator, Mapping
from functools import partial
from typing import Any

MOST_WAITING = 600
SECONDS_TO_SEND = 20.0

Message = Mapping[str, Any]


class SendQueue:
    """Sends in order, as fast as the other side takes it, and gives up at more than it may keep.

    `send` is the socket's; `give_up` is called once, when the other side is too slow. Messages may be shared: they are
    not changed. Only for the loop that serves the socket.

    What the system takes at once, which is nearly everything, is sent at once: of a thousand sockets each would
    otherwise have a task made for a few microseconds of work.
    """

    busy: set[SendQueue] = set()
    """Those that wait for the other side now; `end_the_slow` looks at them now and then."""

    __slots__ = ("_give_up", "_send", "_since", "_task", "_waiting", "is_closed")

    def __init__(self, send: Callable[[Any], Coroutine[Any, Any, None]], give_up: Callable[[], None]) -> None:
        self._send, self._give_up = send, give_up
        self._waiting: deque[Message] = deque()
        self._task: asyncio.Task[None] | None = None
        self._since = 0.0
        self.is_closed = False

    def put(self, message: Message) -> None:
        """Send it after what waits already."""
        if self.is_closed:
            return
        if self._task is None:
            self._begin(message)
        elif len(self._waiting) >= MOST_WAITING:
            self._end()
        else:
            self._waiting.append(message)

    async def sent(self) -> None:
        """Wait until nothing waits."""
        while self._task is not None:
            await asyncio.wait({self._task})

    def close(self) -> None:
        """Send no more."""
        self._forget()
        self.busy.discard(self)
        if self._task is not None:
            self._task.cancel()

    def _begin(self, message: Message) -> None:
        """Send it as far as that goes without waiting, and what is left in a task."""
        sending = self._send(message)
        try:
            awaited = sending.send(None)
        except StopIteration:
            return
        except Exception:  # the other side has gone; the socket hears of it anyway
            self._forget()
            return
        self._task = asyncio.create_task(self._send_all(_rest(sending, awaited)))

    async def _send_all(self, begun: Coroutine[Any, Any, None]) -> None:
        loop = asyncio.get_running_loop()
        self.busy.add(self)
        try:
            self._since = loop.time()
            await begun
            while self._waiting:
                self._since = loop.time()
                await self._send(self._waiting.popleft())
        except Exception:  # as above
            self._forget()
        finally:
            self._task = None
            self.busy.discard(self)

    def _forget(self) -> None:
        self.is_closed = True
        self._waiting.clear()

    def _end(self) -> None:
        self.close()
        self._give_up()

    @classmethod
    def end_the_slow(cls, now: float) -> None:
        """End those of this loop whose other side has not taken what was sent for too long; `now` by the loop."""
        for one in [one for one in cls.busy if now - one._since > SECONDS_TO_SEND]:
            one._end()


@types.coroutine
def _rest(begun: Coroutine[Any, Any, None], awaited: Any) -> Generator[Any, Any, None]:
    """What is left of something that was begun outside of its task, and now waits for this."""
    while True:
        try:
            told = yield awaited
        except BaseException as error:
            step = partial(begun.throw, error)
        else:
            step = partial(begun.send, told)
        try:
            awaited = step()
        except StopIteration:
            return

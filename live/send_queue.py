"""A bounded send queue for a WebSocket, so that a slow client uses little memory and delays no others."""

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
    """Send messages in order as fast as the client accepts them, and give up when the queue is full.

    `send` is the socket's coroutine function. `give_up` is called once if the client is too slow. Messages are not
    modified, so several queues may share them. Use it only in the loop that serves the socket.

    A message is sent without a task if the system accepts it immediately, as it nearly always does. Otherwise a
    thousand sockets would create a thousand tasks for a few microseconds of work each.
    """

    busy: set[SendQueue] = set()
    """The queues that are waiting for their client; `close_slow_queues` checks them regularly."""

    __slots__ = ("_give_up", "_send", "_since", "_task", "_waiting", "is_closed")

    def __init__(self, send: Callable[[Any], Coroutine[Any, Any, None]], give_up: Callable[[], None]) -> None:
        self._send, self._give_up = send, give_up
        self._waiting: deque[Message] = deque()
        self._task: asyncio.Task[None] | None = None
        self._since = 0.0
        self.is_closed = False

    def put(self, message: Message) -> None:
        """Send the message after those already in the queue."""
        if self.is_closed:
            return
        if self._task is None:
            self._start_sending(message)
        elif len(self._waiting) >= MOST_WAITING:
            self._close_and_give_up()
        else:
            self._waiting.append(message)

    async def wait_until_sent(self) -> None:
        """Wait until the client has accepted all messages of the queue."""
        while self._task is not None:
            await asyncio.wait({self._task})

    def close(self) -> None:
        """Discard the queue and stop sending."""
        self._discard_messages()
        self.busy.discard(self)
        if self._task is not None:
            self._task.cancel()

    def _start_sending(self, message: Message) -> None:
        """Start to send the message. If the client does not accept all of it immediately, a task sends the rest."""
        sending = self._send(message)
        try:
            awaited = sending.send(None)
        except StopIteration:
            return
        except Exception:  # the client has disconnected; the socket is notified anyway
            self._discard_messages()
            return
        self._task = asyncio.create_task(self._send_all(_continue_started(sending, awaited)))

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
            self._discard_messages()
        finally:
            self._task = None
            self.busy.discard(self)

    def _discard_messages(self) -> None:
        self.is_closed = True
        self._waiting.clear()

    def _close_and_give_up(self) -> None:
        self.close()
        self._give_up()

    @classmethod
    def close_slow_queues(cls, now: float) -> None:
        """Close the queues of this loop whose client has not accepted a message for too long. `now` is loop time."""
        for one in [one for one in cls.busy if now - one._since > SECONDS_TO_SEND]:
            one._close_and_give_up()


@types.coroutine
def _continue_started(begun: Coroutine[Any, Any, None], awaited: Any) -> Generator[Any, Any, None]:
    """Continue a coroutine that was started outside of a task and now waits for `awaited`."""
    while True:
        try:
            value = yield awaited
        except BaseException as error:
            step = partial(begun.throw, error)
        else:
            step = partial(begun.send, value)
        try:
            awaited = step()
        except StopIteration:
            return

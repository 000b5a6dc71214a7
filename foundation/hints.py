"""Change signals: from the process that stored a change to all listeners, in every process.

A signal contains only numbers; listeners read the change from the database. A signal may arrive late, twice or never.
Sending must not delay or fail a move, so signals are sent after the commit, from a separate event loop, without
waiting.

All pending signals are sent together as one message to one group, so that many cost as much as one. Of two signals with
the same content, only the newer is sent. While the channel layer is down, signals wait; above a limit they are dropped
and counted.
"""

from __future__ import annotations

import asyncio
import logging
import os
import threading
from dataclasses import dataclass
from typing import Any

from channels.layers import InMemoryChannelLayer, get_channel_layer
from django.db import transaction

logger = logging.getLogger(__name__)

GROUP = "hints"
"""The group of the channel layer that every process with listeners joins."""
OFFERS_CHANGED = "offers.changed"
"""The kind of signals for everyone who views the open offers."""
REVIEW_CHANGED = "review.changed"
"""The kind of signals for everyone who follows a finished game; for a game in progress there is none (C1)."""
SECONDS_TO_SEND = 1.0
SECONDS_BETWEEN = 0.02
"""The pause in seconds after a message with several signals; the next message sends all signals that arrive in it.
Under load a message to all processes takes as much time as a move's queries; with half of this pause, moves took an
eighth longer."""
SECONDS_AFTER_ONE = 0.005
"""The pause in seconds after a single signal, when there is no load."""
SECONDS_UNTIL_AGAIN = 0.5
MOST_WAITING = 10_000
MOST_AT_ONCE = 1_000


@dataclass(frozen=True, slots=True)
class ChangeSignal:
    """A signal to all listeners that something has changed: the kind of change, the game, the last number of the game's
    record, and the players concerned. 0 and () mean none."""

    kind: str
    game: int = 0
    number: int = 0
    players: tuple[int, ...] = ()

    def to_json(self) -> list[Any]:
        """Return the signal as a list for a message of the channel layer."""
        return [self.kind, self.game, self.number, list(self.players)]

    @classmethod
    def from_json(cls, data: list[Any]) -> ChangeSignal:
        """Return the signal from the list that `to_json` made."""
        kind, game, number, players = data
        return cls(kind, game, number, tuple(players))


class ChangeSignalSender:
    """Collects pending signals, and sends all of them together as one message."""

    def __init__(self) -> None:
        self.lost = 0
        self._lock = threading.Lock()
        self._waiting: dict[tuple[Any, ...], ChangeSignal] = {}
        self._busy: asyncio.AbstractEventLoop | None = None
        self._was_lost = False

    def publish(self, signal: ChangeSignal) -> None:
        """Send the signal soon, from any thread. Does nothing without an event loop, because then there are no
        listeners."""
        loop = _sending_loop()
        if loop is None:
            return
        with self._lock:
            if not self._enqueue(signal) or (self._busy is loop and loop.is_running()):
                return
            self._busy = loop
        asyncio.run_coroutine_threadsafe(self._send_all(loop), loop)

    def _enqueue(self, signal: ChangeSignal) -> bool:
        """Queue the signal; return False if the queue is full. Of signals that differ only in their number, the newest
        is kept."""
        key = (signal.kind, signal.game, signal.players)
        known = self._waiting.get(key)
        if known is None and len(self._waiting) >= MOST_WAITING:
            self.lost += 1
            return False
        self._waiting[key] = signal if known is None or known.number < signal.number else known
        return True

    async def _send_all(self, loop: asyncio.AbstractEventLoop) -> None:
        while batch := self._take_batch(loop):
            try:
                async with asyncio.timeout(SECONDS_TO_SEND):
                    layer: Any = get_channel_layer()
                    await layer.group_send(GROUP, {"type": GROUP, "hints": [signal.to_json() for signal in batch]})
                self._was_lost = False
                await asyncio.sleep(SECONDS_BETWEEN if len(batch) > 1 else SECONDS_AFTER_ONE)
            except Exception:  # any failure of the layer: they wait for it
                if not self._was_lost:
                    logger.warning("live messages wait: the layer does not take them", exc_info=True)
                self._was_lost = True
                with self._lock:
                    for signal in batch:
                        self._enqueue(signal)
                await asyncio.sleep(SECONDS_UNTIL_AGAIN)

    def _take_batch(self, loop: asyncio.AbstractEventLoop) -> list[ChangeSignal]:
        """Return the next signals to send. Return [] if none are pending, or if another loop is sending now."""
        with self._lock:
            if self._busy is not loop:
                return []
            keys = list(self._waiting)[:MOST_AT_ONCE]
            if not keys:
                self._busy = None
            return [self._waiting.pop(key) for key in keys]


sender = ChangeSignalSender()
_lock = threading.Lock()
_server_loop: asyncio.AbstractEventLoop | None = None
_own_loop: asyncio.AbstractEventLoop | None = None


def send_after_commit(signal: ChangeSignal) -> None:
    """Send the signal after the commit. It is not sent after a rollback."""
    transaction.on_commit(lambda: sender.publish(signal))


def warm_up_signals() -> None:
    """Create the connection of the channel layer, and the event loop, by sending an empty message. Otherwise the first
    signal of the process would wait for both, and all requests with it. Raises the exceptions of the channel layer."""
    layer: Any = get_channel_layer()
    loop = _sending_loop()
    if loop is not None and not isinstance(layer, InMemoryChannelLayer):
        sent = layer.group_send(GROUP, {"type": GROUP, "hints": []})
        asyncio.run_coroutine_threadsafe(sent, loop).result(SECONDS_TO_SEND)


def set_socket_event_loop(loop: asyncio.AbstractEventLoop) -> None:
    """Set the loop in which this process's sockets run (the in-memory layer must be used there)."""
    global _server_loop
    _server_loop = loop


def _sending_loop() -> asyncio.AbstractEventLoop | None:
    if isinstance(get_channel_layer(), InMemoryChannelLayer):
        running = _server_loop is not None and _server_loop.is_running()
        return _server_loop if running else None
    return _background_loop()


def _background_loop() -> asyncio.AbstractEventLoop:
    global _own_loop
    with _lock:
        if _own_loop is None:
            _own_loop = asyncio.new_event_loop()
            threading.Thread(target=_own_loop.run_forever, name="live", daemon=True).start()
        return _own_loop


def _reset_after_fork() -> None:
    """Reset the module in a forked process, which has neither the parent's thread nor its locks."""
    global sender, _lock, _server_loop, _own_loop
    sender, _lock, _server_loop, _own_loop = ChangeSignalSender(), threading.Lock(), None, None


os.register_at_fork(after_in_child=_reset_after_fork)

"""Hints that something is new: from anyone who stored it to all that listen, in every process.

A hint carries numbers only; anyone who hears it reads what is new from the database. It may come late, twice or never,
so nothing here may delay or fail a move: hints are sent after the commit, from an event loop of its own, and waited for
by nobody. What waits leaves together, as one message to one group, so that many hints cost as much as one; of two that
say the same, the newer is sent. While the layer is away they wait for it; what is too much is counted and forgotten.
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
"""Every process in which somebody listens is in this group of the channel layer."""
OFFERS_CHANGED = "offers.changed"
"""A hint of this kind is for everybody who looks at the open offers."""
REVIEW_CHANGED = "review.changed"
"""A hint of this kind is for everybody who follows a finished game; of one that runs, nobody may learn (C1)."""
SECONDS_TO_SEND = 1.0
SECONDS_BETWEEN = 0.02
"""After a message of several hints the next one waits for so long: under load a message to all processes costs as much
as a move's statements, and what comes meanwhile leaves with it. With half of it moves took an eighth more time."""
SECONDS_AFTER_ONE = 0.005
"""The same after a single hint, when there is no such load."""
SECONDS_UNTIL_AGAIN = 0.5
MOST_WAITING = 10_000
MOST_AT_ONCE = 1_000


@dataclass(frozen=True, slots=True)
class ChangeSignal:
    """What is new: of which game, up to which number of its record, and for which players; 0 and () say nothing."""

    kind: str
    game: int = 0
    number: int = 0
    players: tuple[int, ...] = ()

    def to_json(self) -> list[Any]:
        """As it travels."""
        return [self.kind, self.game, self.number, list(self.players)]

    @classmethod
    def from_json(cls, fields: list[Any]) -> ChangeSignal:
        """As it has come."""
        kind, game, number, players = fields
        return cls(kind, game, number, tuple(players))


class Sender:
    """Sends what waits, all of it together; one message is on its way at a time."""

    def __init__(self) -> None:
        self.lost = 0
        self._lock = threading.Lock()
        self._waiting: dict[tuple[Any, ...], ChangeSignal] = {}
        self._busy: asyncio.AbstractEventLoop | None = None
        self._was_lost = False

    def publish(self, hint: ChangeSignal) -> None:
        """Send it soon, from any thread. Without anybody in this process who could hear it, nothing is sent."""
        loop = _loop()
        if loop is None:
            return
        with self._lock:
            if not self._keep(hint) or (self._busy is loop and loop.is_running()):
                return
            self._busy = loop
        asyncio.run_coroutine_threadsafe(self._send_all(loop), loop)

    def _keep(self, hint: ChangeSignal) -> bool:
        """Let it wait, unless too many do. The newest of those that differ in their number only is enough."""
        key = (hint.kind, hint.game, hint.players)
        known = self._waiting.get(key)
        if known is None and len(self._waiting) >= MOST_WAITING:
            self.lost += 1
            return False
        self._waiting[key] = hint if known is None or known.number < hint.number else known
        return True

    async def _send_all(self, loop: asyncio.AbstractEventLoop) -> None:
        while batch := self._take(loop):
            try:
                async with asyncio.timeout(SECONDS_TO_SEND):
                    layer: Any = get_channel_layer()
                    await layer.group_send(GROUP, {"type": GROUP, "hints": [hint.to_json() for hint in batch]})
                self._was_lost = False
                await asyncio.sleep(SECONDS_BETWEEN if len(batch) > 1 else SECONDS_AFTER_ONE)
            except Exception:  # any failure of the layer: they wait for it
                if not self._was_lost:
                    logger.warning("live messages wait: the layer does not take them", exc_info=True)
                self._was_lost = True
                with self._lock:
                    for hint in batch:
                        self._keep(hint)
                await asyncio.sleep(SECONDS_UNTIL_AGAIN)

    def _take(self, loop: asyncio.AbstractEventLoop) -> list[ChangeSignal]:
        """The next to send; none when nothing waits, or when another loop sends by now."""
        with self._lock:
            if self._busy is not loop:
                return []
            keys = list(self._waiting)[:MOST_AT_ONCE]
            if not keys:
                self._busy = None
            return [self._waiting.pop(key) for key in keys]


sender = Sender()
_lock = threading.Lock()
_server_loop: asyncio.AbstractEventLoop | None = None
_own_loop: asyncio.AbstractEventLoop | None = None


def after_commit(hint: ChangeSignal) -> None:
    """Send it once what it tells of is stored; never, when that is undone."""
    transaction.on_commit(lambda: sender.publish(hint))


def get_ready() -> None:
    """Make what hints are sent by, the layer with its connection and its loop, for which the first one, and every
    request beside it, would wait: a message without a hint is sent. In each process. Raises what the layer raises."""
    layer: Any = get_channel_layer()
    loop = _loop()
    if loop is not None and not isinstance(layer, InMemoryChannelLayer):
        sent = layer.group_send(GROUP, {"type": GROUP, "hints": []})
        asyncio.run_coroutine_threadsafe(sent, loop).result(SECONDS_TO_SEND)


def use_loop(loop: asyncio.AbstractEventLoop) -> None:
    """Name the loop in which this process's sockets live (the in-memory layer must be used there)."""
    global _server_loop
    _server_loop = loop


def _loop() -> asyncio.AbstractEventLoop | None:
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


def _begin_anew() -> None:
    """In a process that was forked: the thread of the other one does not live here, nor do its locks."""
    global sender, _lock, _server_loop, _own_loop
    sender, _lock, _server_loop, _own_loop = Sender(), threading.Lock(), None, None


os.register_at_fork(after_in_child=_begin_anew)

"""The hub of one event loop, which passes change signals on to its listeners.

A process joins one group of the channel layer, however many sockets and streams it has. Every few seconds it queries
the numbers of all followed games at once, so a lost signal delays a change by at most five seconds.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import islice
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from channels.layers import get_channel_layer

from foundation import hints
from foundation.hints import ChangeSignal
from games.access import last_action_numbers
from live.send_queue import SendQueue
from live.threads import ReaderThread

logger = logging.getLogger(__name__)

SECONDS_BETWEEN_TICKS = 1.0
TICKS_BETWEEN_POLLS = 4
"""Ticks of the hub between two polls, so that a missed change is read within five seconds: four until it is found, and
one to read it."""
TICKS_BETWEEN_CHECKS = 30
SECONDS_FOR_THE_LAYER = 1.0
A_BATCH = 500


class ChangeSignalListener(Protocol):
    """Protocol of a receiver of change signals. It is called in the event loop and must not block."""

    def on_signal(self, hint: ChangeSignal) -> None:
        """Handle a change signal."""

    def recheck_access(self) -> None:
        """Check whether the listener still has access. The hub calls this at regular intervals."""


class Hub:
    """Passes change signals on to the listeners of one event loop, by game, by player and by kind of public signal.

    Its tasks and threads run from the first `join` until the last listener leaves.
    """

    def __init__(self) -> None:
        self._games: defaultdict[int, set[ChangeSignalListener]] = defaultdict(set)
        self._people: defaultdict[int, set[ChangeSignalListener]] = defaultdict(set)
        self._kinds: defaultdict[str, set[ChangeSignalListener]] = defaultdict(set)
        self._tasks: list[asyncio.Task[None]] = []
        self._readers: dict[str, ReaderThread] = {}
        self._channel: str | None = None

    @staticmethod
    def current() -> Hub:
        """Return the hub of the running event loop."""
        return _hubs.setdefault(asyncio.get_running_loop(), Hub())

    def reader(self, name: str) -> ReaderThread:
        """Return the database reader thread of this name. Call it only while the hub has a listener."""
        if name not in self._readers:
            self._readers[name] = ReaderThread(f"live {name}")
        return self._readers[name]

    def join(
        self,
        listener: ChangeSignalListener,
        *,
        game: int | None = None,
        player: int | None = None,
        kind: str | None = None,
    ) -> Callable[[], None]:
        """Subscribe the listener to a game, a player's signals or public signals of a kind.

        Returns the function that unsubscribes it.
        """
        named: list[tuple[Any, Any]] = [(self._games, game), (self._people, player), (self._kinds, kind)]
        places = [(index, key) for index, key in named if key is not None]
        for index, key in places:
            index[key].add(listener)
        if not self._tasks:
            hints.set_socket_event_loop(asyncio.get_running_loop())
            self._tasks = [asyncio.create_task(step) for step in (self._receive(), self._tick())]

        def leave() -> None:
            for index, key in places:
                index[key].discard(listener)
                if not index[key]:
                    del index[key]
            self._stop_if_unused()

        return leave

    def pass_on_signal(self, hint: ChangeSignal) -> None:
        """Call `on_signal` once for each listener that the signal concerns."""
        about = [
            self._games.get(hint.game, ()),
            self._kinds.get(hint.kind, ()),
            *(self._people.get(player, ()) for player in hint.players),
        ]
        for listener in {one for listeners in about for one in listeners}:
            listener.on_signal(hint)

    def _stop_if_unused(self) -> None:
        """Stop all tasks and threads if no listeners are left."""
        if self._games or self._people or self._kinds:
            return
        for task in self._tasks:
            task.cancel()
        for reader in self._readers.values():
            reader.close()
        self._tasks, self._readers = [], {}

    async def _receive(self) -> None:
        layer: Any = get_channel_layer()
        while True:
            try:
                async with asyncio.timeout(SECONDS_FOR_THE_LAYER):
                    self._channel = channel = await layer.new_channel()
                    await layer.group_add(hints.GROUP, channel)
                _check_not_cancelled()
                await self._pass_on(layer, channel)
            except Exception:  # polling still works without the layer
                logger.warning("no change signals are received: the channel layer does not respond", exc_info=True)
                await asyncio.sleep(SECONDS_FOR_THE_LAYER)

    async def _pass_on(self, layer: Any, channel: str) -> None:
        try:
            while True:
                message = await layer.receive(channel)
                _check_not_cancelled()
                for item in message["hints"]:
                    self.pass_on_signal(ChangeSignal.from_json(item))
        finally:
            self._channel = None
            with suppress(Exception):
                async with asyncio.timeout(SECONDS_FOR_THE_LAYER):
                    await layer.group_discard(hints.GROUP, channel)

    async def _tick(self) -> None:
        """At regular intervals, close slow sockets, tell listeners the number of the last action of each followed game,
        and recheck the listeners' access. Runs until cancelled."""
        loop, ticks = asyncio.get_running_loop(), 0
        while True:
            await asyncio.sleep(SECONDS_BETWEEN_TICKS)
            ticks += 1
            try:
                SendQueue.close_slow_queues(loop.time())
                if ticks % TICKS_BETWEEN_POLLS == 0:
                    await self.poll()
                if ticks % TICKS_BETWEEN_CHECKS == 0:
                    await self._recheck_listeners()
            except Exception:
                logger.exception("the regular work for live connections failed")

    async def poll(self) -> None:
        """Tell the listeners of each followed game the number of its last action, or that the game no longer exists.
        This replaces lost signals."""
        for batch in _batches(list(self._games)):
            numbers = await self.reader("news")(last_action_numbers, batch)
            for game in batch:
                self.pass_on_signal(
                    ChangeSignal("game.changed", game, numbers[game])
                    if game in numbers
                    else ChangeSignal("game.gone", game)
                )

    async def _recheck_listeners(self) -> None:
        indices: list[Any] = [self._games, self._people, self._kinds]
        everybody = {one for index in indices for listeners in index.values() for one in listeners}
        for listener in everybody:
            listener.recheck_access()
        if self._channel is not None:  # the in-memory layer drops members after a day
            layer: Any = get_channel_layer()
            async with asyncio.timeout(SECONDS_FOR_THE_LAYER):
                await layer.group_add(hints.GROUP, self._channel)


def _batches(ids: Iterable[int]) -> Iterable[list[int]]:
    rest = iter(ids)
    while batch := list(islice(rest, A_BATCH)):
        yield batch


def _check_not_cancelled() -> None:
    """Raise CancelledError if this task was cancelled. The Redis client may swallow that exception while it
    connects."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()

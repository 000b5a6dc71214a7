"""All that listens in one event loop, and the one place where hints come in.

A process is in one group of the channel layer, however many sockets and streams it has, and asks the database every
few seconds for all games that they follow at the same time: so a hint that was lost is made up for within five seconds.
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
from games.access import numbers_of
from live.outbox import SendQueue
from live.threads import Reader

logger = logging.getLogger(__name__)

SECONDS_BETWEEN_TICKS = 1.0
TICKS_BETWEEN_POLLS = 4
"""What was missed is read within five seconds: four until it is found, and one to read it."""
TICKS_BETWEEN_CHECKS = 30
SECONDS_FOR_THE_LAYER = 1.0
A_BATCH = 500


class Listener(Protocol):
    """Who hears hints, in the loop, immediately: it must not wait."""

    def hear(self, hint: ChangeSignal) -> None:
        """Something is new."""

    def check(self) -> None:
        """Called twice a minute."""


class Hub:
    """Who listens to which games and people, and to which kinds of hints that are for everybody. It lives from the
    first who joins to the last who leaves."""

    def __init__(self) -> None:
        self._games: defaultdict[int, set[Listener]] = defaultdict(set)
        self._people: defaultdict[int, set[Listener]] = defaultdict(set)
        self._kinds: defaultdict[str, set[Listener]] = defaultdict(set)
        self._tasks: list[asyncio.Task[None]] = []
        self._readers: dict[str, Reader] = {}
        self._channel: str | None = None

    @staticmethod
    def here() -> Hub:
        """That of this event loop."""
        return _hubs.setdefault(asyncio.get_running_loop(), Hub())

    def reader(self, name: str) -> Reader:
        """A thread that reads from the database for those who listen here; ask for it while listening."""
        if name not in self._readers:
            self._readers[name] = Reader(f"live {name}")
        return self._readers[name]

    def join(
        self, listener: Listener, *, game: int | None = None, player: int | None = None, kind: str | None = None
    ) -> Callable[[], None]:
        """Let it hear of this game, of what is told to this player, and of what is hinted to everybody by hints of this
        kind, until the function returned is called."""
        named: list[tuple[Any, Any]] = [(self._games, game), (self._people, player), (self._kinds, kind)]
        places = [(index, key) for index, key in named if key is not None]
        for index, key in places:
            index[key].add(listener)
        if not self._tasks:
            hints.use_loop(asyncio.get_running_loop())
            self._tasks = [asyncio.create_task(step) for step in (self._receive(), self._tick())]

        def leave() -> None:
            for index, key in places:
                index[key].discard(listener)
                if not index[key]:
                    del index[key]
            self._rest()

        return leave

    def hear(self, hint: ChangeSignal) -> None:
        """Tell those it is about, each once."""
        about = [
            self._games.get(hint.game, ()),
            self._kinds.get(hint.kind, ()),
            *(self._people.get(player, ()) for player in hint.players),
        ]
        for listener in {one for listeners in about for one in listeners}:
            listener.hear(hint)

    def _rest(self) -> None:
        """Nobody listens: no task, no thread, no connection."""
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
            except Exception:  # without the layer the regular look still works
                logger.warning("no hints come: the layer does not answer", exc_info=True)
                await asyncio.sleep(SECONDS_FOR_THE_LAYER)

    async def _pass_on(self, layer: Any, channel: str) -> None:
        try:
            while True:
                message = await layer.receive(channel)
                _check_not_cancelled()
                for told in message["hints"]:
                    self.hear(ChangeSignal.from_json(told))
        finally:
            self._channel = None
            with suppress(Exception):
                async with asyncio.timeout(SECONDS_FOR_THE_LAYER):
                    await layer.group_discard(hints.GROUP, channel)

    async def _tick(self) -> None:
        """Look now and then: at slow sockets, at the numbers of all games, at who may still listen."""
        loop, ticks = asyncio.get_running_loop(), 0
        while True:
            await asyncio.sleep(SECONDS_BETWEEN_TICKS)
            ticks += 1
            try:
                SendQueue.end_the_slow(loop.time())
                if ticks % TICKS_BETWEEN_POLLS == 0:
                    await self.poll()
                if ticks % TICKS_BETWEEN_CHECKS == 0:
                    await self._check()
            except Exception:
                logger.exception("the games that are followed could not be looked at")

    async def poll(self) -> None:
        """Hear of every game what it would have been told by hints; of a game that is gone, that it is."""
        for batch in _batches(list(self._games)):
            numbers = await self.reader("news")(numbers_of, batch)
            for game in batch:
                self.hear(
                    ChangeSignal("game.changed", game, numbers[game])
                    if game in numbers
                    else ChangeSignal("game.gone", game)
                )

    async def _check(self) -> None:
        indices: list[Any] = [self._games, self._people, self._kinds]
        everybody = {one for index in indices for listeners in index.values() for one in listeners}
        for listener in everybody:
            listener.check()
        if self._channel is not None:  # the layer in memory forgets who joined a day ago
            layer: Any = get_channel_layer()
            async with asyncio.timeout(SECONDS_FOR_THE_LAYER):
                await layer.group_add(hints.GROUP, self._channel)


def _batches(ids: Iterable[int]) -> Iterable[list[int]]:
    rest = iter(ids)
    while batch := list(islice(rest, A_BATCH)):
        yield batch


def _check_not_cancelled() -> None:
    """The client of Redis may swallow a cancellation that comes while it connects. Raises CancelledError."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()

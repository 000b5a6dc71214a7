"""Queue the change signals of a game or a player until an event stream reads them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import replace
from types import TracebackType
from typing import Self

from foundation.hints import ChangeSignal
from live.hub import Hub

ACCESS_ENDED = "access.ended"


class ChangeSignalQueue:
    """An async context manager that collects the signals of a game or of a player, until they are read with `wait`.

    The queue of a game also gets the signal that its player's access has ended. Of several signals that differ only in
    their number, only the newest is kept.
    """

    def __init__(self, *, game: int | None = None, player: int | None = None) -> None:
        self._game, self._player = game, player
        self._kept: OrderedDict[ChangeSignal, ChangeSignal] = OrderedDict()
        self._something = asyncio.Event()
        self._number = 0

    async def __aenter__(self) -> Self:
        self._leave = Hub.current().join(self, game=self._game, player=self._player)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self._leave()

    def on_signal(self, hint: ChangeSignal) -> None:
        """Queue the signal. Signals about other games are ignored, and so are those about actions of the game that were
        already queued."""
        if self._game is not None and hint.game != self._game and hint.kind != ACCESS_ENDED:
            return
        if self._game is not None and hint.kind == "game.changed":
            if hint.number <= self._number:
                return
            self._number = hint.number
        self._kept[replace(hint, number=0)] = hint
        self._something.set()

    def recheck_access(self) -> None:
        """Do nothing, because streams check access themselves."""

    async def end(self) -> None:
        """Queue the signal that access has ended."""
        self.on_signal(ChangeSignal(ACCESS_ENDED))

    async def wait(self, seconds: float) -> ChangeSignal | None:
        """Return the next signal, or None if none arrives within this many seconds."""
        try:
            async with asyncio.timeout(seconds):
                await self._something.wait()
        except TimeoutError:
            return None
        _, hint = self._kept.popitem(last=False)
        if not self._kept:
            self._something.clear()
        return hint

"""The hints of a game or of a player, kept for a stream until it looks."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import replace
from types import TracebackType
from typing import Self

from foundation.hints import ChangeSignal
from live.hub import Hub

ACCESS_ENDED = "access.ended"


class HintQueue:
    """What is hinted of a game, or to a player, for as long as the block lasts. A game's also hear that the access of
    the player who follows it has ended. Of hints that differ in their number only, the newest is kept."""

    def __init__(self, *, game: int | None = None, player: int | None = None) -> None:
        self._game, self._player = game, player
        self._kept: OrderedDict[ChangeSignal, ChangeSignal] = OrderedDict()
        self._something = asyncio.Event()
        self._number = 0

    async def __aenter__(self) -> Self:
        self._leave = Hub.here().join(self, game=self._game, player=self._player)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self._leave()

    def hear(self, hint: ChangeSignal) -> None:
        """Keep it; what was heard before is no news."""
        if self._game is not None and hint.game != self._game and hint.kind != ACCESS_ENDED:
            return
        if self._game is not None and hint.kind == "game.changed":
            if hint.number <= self._number:
                return
            self._number = hint.number
        self._kept[replace(hint, number=0)] = hint
        self._something.set()

    def check(self) -> None:
        """Streams look by themselves."""

    async def end(self) -> None:
        """Say that the access has ended."""
        self.hear(ChangeSignal(ACCESS_ENDED))

    async def wait(self, seconds: float) -> ChangeSignal | None:
        """The next hint, None when none came in this time."""
        try:
            async with asyncio.timeout(seconds):
                await self._something.wait()
        except TimeoutError:
            return None
        _, hint = self._kept.popitem(last=False)
        if not self._kept:
            self._something.clear()
        return hint

"""Following games while they go on: cursors over what is stored, and hints that something is new.

Whoever follows knows the number of the last thing it got. At every hint, and every so often without one, it reads what
came after that. So lost, doubled and reordered hints do no harm. Sockets (consumers.py) and streams (api/streams.py)
share this.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from types import TracebackType
from typing import Any, Self, cast

from channels.layers import get_channel_layer

import api_types as shapes
from games import access, events
from games.errors import NoSuchGame
from games.game_view import GameView

SECONDS_FOR_THE_LAYER = 1.0


def sees_game(user: Any, game_id: int) -> bool:
    """Whether this person may watch the game."""
    try:
        access.game_for(user, game_id)
    except NoSuchGame:
        return False
    return True


def may_chat(user: Any, game_id: int) -> bool:
    """Whether this person may read the chat of the game. Raises NoSuchGame."""
    return GameView(access.game_for(user, game_id), user).chat


def receipts(game_id: int, after: int, user: Any, *, most: int | None = None) -> list[shapes.Receipt]:
    """The actions after this number as this person may see them, in order, each once. Raises NoSuchGame."""
    return GameView(access.game_for(user, game_id), user).receipts(after, most)


class Hints:
    """The messages of some groups, for as long as the block lasts. Without the layer nothing comes, and that is all."""

    def __init__(self, *groups: str) -> None:
        self._groups = groups
        self._next: asyncio.Task[dict[str, Any]] | None = None
        self._ended = asyncio.Event()

    async def __aenter__(self) -> Self:
        events.use_loop(asyncio.get_running_loop())
        self._layer = cast(Any, get_channel_layer())
        self._channel: str = await self._layer.new_channel()
        await self._each(self._layer.group_add, self._groups)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        if self._next is not None:
            self._next.cancel()
        await self._each(self._layer.group_discard, self._groups)

    async def end(self) -> None:
        """Say that the access has ended, without the layer: a hint that is always there."""
        self._ended.set()

    async def wait(self, seconds: float) -> dict[str, Any] | None:
        """The next hint, None when none came in this time."""
        if self._next is None:
            self._next = asyncio.ensure_future(self._layer.receive(self._channel))
        ended = asyncio.ensure_future(self._ended.wait())
        done, _ = await asyncio.wait({self._next, ended}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        ended.cancel()
        if ended in done:
            return {"type": "access.ended"}
        if not done:
            return None
        task, self._next = self._next, None
        try:
            return task.result()
        except Exception:  # the layer is gone: go on by looking now and then
            with suppress(TimeoutError):
                await asyncio.wait_for(self._ended.wait(), seconds)
            return {"type": "access.ended"} if self._ended.is_set() else None

    async def _each(self, do: Any, groups: Iterable[str]) -> None:
        for group in groups:
            try:
                async with asyncio.timeout(SECONDS_FOR_THE_LAYER):
                    await do(group, self._channel)
            except Exception:  # noqa: S110 - without the layer the regular look still works
                pass

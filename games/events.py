"""Say what happened: to those who keep it, in the transaction of what happened, and at once to whoever listens.

A hint, sent after the commit, may be lost. It carries numbers only; whoever hears it reads what is new from the
database, and a number that was missed is made up for by the next one. So nothing here may delay or fail a move:
sending happens on an event loop of its own, each message has a second to go out, and what cannot be sent is counted
and forgotten.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Collection, Iterable
from enum import StrEnum
from typing import Any, Protocol

from channels.layers import InMemoryChannelLayer, get_channel_layer
from django.db import transaction

from games.models import Action, Game, Message
from games.models.action import AFTERWARDS
from rules import Phase

logger = logging.getLogger(__name__)

SECONDS_TO_SEND = 1.0
MOST_WAITING = 1000


class GameEvent(StrEnum):
    """What happened in a game. The names are part of the API."""

    GAME_STARTED = "game.started"
    GAME_ACTION = "game.action"
    GAME_FINISHED = "game.finished"
    CHAT = "chat"


class Listener(Protocol):
    """Hears what happened, in the transaction of it: what it raises undoes all of it."""

    def __call__(self, kind: str, player_ids: list[int], **about: Any) -> None: ...


_listeners: list[Listener] = []


def when_something_happens(listener: Listener) -> None:
    """Call this from now on, in the transaction of what happened; said when the server starts."""
    _listeners.append(listener)


_lock = threading.Lock()
_server_loop: asyncio.AbstractEventLoop | None = None
_own_loop: asyncio.AbstractEventLoop | None = None
_waiting = 0
lost = 0


def game_group(game_id: int) -> str:
    """The group of everybody who has this game open."""
    return f"game-{game_id}"


def player_group(player_id: int) -> str:
    """The group of this person's open pages."""
    return f"player-{player_id}"


def game_changed(row: Action, player_ids: Iterable[int]) -> None:
    """An action was recorded: the game is now at its number."""
    players = sorted(set(player_ids))
    kinds = [GameEvent.GAME_ACTION]
    if row.effect["phase"] == Phase.FINISHED.value and row.kind not in AFTERWARDS:
        kinds.append(GameEvent.GAME_FINISHED)
    for kind in kinds:
        tell(kind, players, game=row.game, action=row)
    message = {"type": "game.changed", "game": row.game_id, "number": row.number}
    _after_commit(message, game_group(row.game_id), *map(player_group, players))


def game_started(game: Game) -> None:
    """A game began."""
    players = sorted({seat.player_id for seat in game.seat_list()})
    tell(GameEvent.GAME_STARTED, players, game=game)
    player_changed(*players)


def said(message: Message, player_ids: Collection[int]) -> None:
    """Somebody said something in a game."""
    tell(GameEvent.CHAT, sorted(set(player_ids)), game=message.game, message=message)
    chat_changed(message.game_id)
    player_changed(*player_ids)


def chat_changed(game_id: int) -> None:
    """After the commit, say that the chat of the game is to be read anew."""
    _after_commit({"type": "chat.changed", "game": game_id}, game_group(game_id))


def tell(kind: str, player_ids: Iterable[int], **about: Any) -> None:
    """Something happened to these players: say it to whoever asked, in the same transaction. `about` is what it is
    about: `game`, `action`, `message` or `challenge`, a row each."""
    for listener in _listeners:
        listener(kind, list(player_ids), **about)


def clock_changed(game_id: int) -> None:
    """After the commit, say that the deadline of the game has moved without an action of the game."""
    _after_commit({"type": "clock.changed", "game": game_id}, game_group(game_id))


def player_changed(*player_ids: int) -> None:
    """After the commit, say that these people's lists or notices changed."""
    _after_commit({"type": "player.changed"}, *map(player_group, player_ids))


def access_ended(player_id: int) -> None:
    """After the commit, close the sockets that this person opened."""
    _after_commit({"type": "access.ended"}, player_group(player_id))


def use_loop(loop: asyncio.AbstractEventLoop) -> None:
    """Name the loop in which this process's sockets live (the in-memory layer must be used there)."""
    global _server_loop
    _server_loop = loop


def _after_commit(message: dict[str, Any], *groups: str) -> None:
    transaction.on_commit(lambda: _send_soon(message, groups))


def _send_soon(message: dict[str, Any], groups: tuple[str, ...]) -> None:
    loop = _loop()
    if loop is None:
        return
    global _waiting, lost
    with _lock:
        if _waiting >= MOST_WAITING:
            lost += 1
            return
        _waiting += 1
    asyncio.run_coroutine_threadsafe(_send(message, groups), loop)


async def _send(message: dict[str, Any], groups: tuple[str, ...]) -> None:
    global _waiting, lost
    layer: Any = get_channel_layer()
    try:
        async with asyncio.timeout(SECONDS_TO_SEND):
            for group in groups:
                await layer.group_send(group, message)
    except Exception:  # any failure of the layer: pages find out by number
        lost += 1
        logger.warning("live message lost", exc_info=True)
    finally:
        with _lock:
            _waiting -= 1


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

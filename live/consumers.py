"""Sockets: they pass on what happened. They never change a game.

A game's socket is a cursor over the game's record: it knows the number of the last action that it sent, and at every
hint (and every so often without one) it sends what came after it. So lost, doubled and reordered hints do no harm.

Frames from the server: {"type": "hello", "number"}, {"type": "action", ...receipt}, {"type": "chat"},
{"type": "clock"}, {"type": "player"}, {"type": "error", "code"}. Frames from the client: {"type": "ping"}.
Close codes: 4401 sign in, 4403 suspended, 4404 no such game, 4400 bad frame, 4408 too many frames, 4429 too many
sockets, 4008 too slow, 4001 access ended.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from asgiref.sync import sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.utils import timezone

from accounts.core.restrictions import is_under
from accounts.models.restriction import RestrictionKind
from accounts.security.live_sessions import Access, still_good, watch
from foundation import clients
from games import access, events
from live import following as live

SECONDS_BETWEEN_CHECKS = 30.0
SECONDS_TO_SEND = 20.0
LONGEST_FRAME = 8192
FRAMES_A_MINUTE = 60
MOST_MISSED = 500
"""A client further behind than this is told the number and fetches the state instead."""


class LiveConsumer(AsyncWebsocketConsumer):
    """What all sockets share: who listens, checks while it is open, bounds on frames and on slowness."""

    groups_joined: list[str]

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Count the socket from here on, however it ends."""
        self.place = _Place(clients.network_in(scope), scope["user"].pk)
        try:
            await super().__call__(scope, receive, send)
        finally:
            self.place.leave()

    @property
    def user(self) -> Any:
        """Who opened the socket, anonymous people included."""
        return self.scope["user"]

    async def connect(self) -> None:
        """Accept only those who may listen; the close code says why not."""
        events.use_loop(asyncio.get_running_loop())
        self.groups_joined = []
        self.frames: list[float] = []
        self.watch: asyncio.Task[None] | None = None
        self.forget_access: Callable[[], None] | None = None
        refused = 4429 if not self.place.enter() else 4403 if _is_suspended(self.user) else await self.refuse()
        await self.accept()
        if refused:
            await self.close(refused)
            return
        for group in await self.names_of_groups():
            await self._join(group)
        await self.opened()
        self.watch = asyncio.create_task(self._check_now_and_then())
        if self.user.is_authenticated:
            self.forget_access = watch(self._access(), self._end)

    async def disconnect(self, code: int) -> None:
        """Leave the groups; a layer that is gone is no reason to fail."""
        if self.forget_access is not None:
            self.forget_access()
        if self.watch is not None:
            self.watch.cancel()
        for group in self.groups_joined:
            try:
                async with asyncio.timeout(1):
                    await self.channel_layer.group_discard(group, self.channel_name)
            except Exception:  # noqa: S110
                pass

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Answer a ping; close on anything else."""
        self.frames = [at for at in self.frames if at > time.monotonic() - 60]
        self.frames.append(time.monotonic())
        if len(self.frames) > FRAMES_A_MINUTE:
            await self.close(4408)
        elif not _is_ping(text_data):
            await self.send_frame({"type": "error", "code": "bad_frame"})
            await self.close(4400)
        else:
            await self.send_frame({"type": "pong"})

    async def send_frame(self, frame: Mapping[str, object]) -> None:
        """Send, or close with 4008 when the client does not take it in time."""
        try:
            async with asyncio.timeout(SECONDS_TO_SEND):
                await self.send(json.dumps(frame))
        except TimeoutError:
            await self.close(4008)

    async def access_ended(self, message: dict[str, Any]) -> None:
        """Signed out, suspended or deleted: stop listening at once."""
        if self.user.is_authenticated and not await _still_good([self._access()], timezone.now()):
            await self._end()

    async def _end(self) -> None:
        await self.close(4001)

    def _access(self) -> Access:
        """The session that opened the socket."""
        return Access(self.user.pk, session=self.scope["session"].session_key or "")

    async def refuse(self) -> int | None:
        """The code to close with, None when this person may listen."""
        raise NotImplementedError

    async def names_of_groups(self) -> list[str]:
        """The groups to listen to."""
        raise NotImplementedError

    async def opened(self) -> None:
        """Called once, after joining the groups."""

    async def check(self) -> None:
        """Called now and then."""

    async def _join(self, group: str) -> None:
        try:
            async with asyncio.timeout(1):
                await self.channel_layer.group_add(group, self.channel_name)
            self.groups_joined.append(group)
        except Exception:  # noqa: S110 - without the layer the regular check still works
            pass

    async def _check_now_and_then(self) -> None:
        while True:
            await asyncio.sleep(SECONDS_BETWEEN_CHECKS)
            if await self.refuse():
                await self.close(4001)
                return
            await self.check()


class _Place:
    """One of the sockets that an account and a network may have open at once in this process. Only for the loop that
    serves them."""

    _open: Counter[str] = Counter()

    def __init__(self, network: str, account: int | None) -> None:
        self._bounds = {f"network {network}": settings.IGO_SOCKETS_PER_NETWORK}
        if account is not None:
            self._bounds[f"account {account}"] = settings.IGO_SOCKETS_PER_ACCOUNT
        self._entered = False

    def enter(self) -> bool:
        """Whether there was a place; then it is taken."""
        self._entered = all(self._open[owner] < most for owner, most in self._bounds.items())
        if self._entered:
            self._open.update(self._bounds.keys())
        return self._entered

    def leave(self) -> None:
        """Give the place back, if it was taken."""
        for owner in self._bounds if self._entered else ():
            self._open[owner] -= 1
            if not self._open[owner]:
                del self._open[owner]
        self._entered = False


class GameConsumer(LiveConsumer):
    """One game, for everybody who may watch it: /ws/games/<id>/?since=<number>."""

    async def connect(self) -> None:
        """Start behind the number that the client has."""
        self.game_id = int(self.scope["url_route"]["kwargs"]["game_id"])
        self.number = _since(self.scope)
        self.sending = asyncio.Lock()
        await super().connect()

    async def refuse(self) -> int | None:
        """4404 for a game that does not exist for this person."""
        return None if await _sees_game(self.user, self.game_id) else 4404

    async def names_of_groups(self) -> list[str]:
        """The game's, and the person's own for the end of access."""
        user = self.user
        own = [events.player_group(user.pk)] if user.is_authenticated else []
        return [events.game_group(self.game_id), *own]

    async def opened(self) -> None:
        """Say which number the game is at, and send what the client missed."""
        current = await _number(self.game_id)
        if self.number is None or current - self.number > MOST_MISSED or self.number > current:
            self.number = current
        await self.send_frame({"type": "hello", "number": current})
        await self.catch_up()

    async def check(self) -> None:
        """A hint may have been lost."""
        await self.catch_up()

    async def catch_up(self) -> None:
        """Send every action after the last one sent, in order, each once."""
        async with self.sending:
            for receipt in await _receipts(self.game_id, self.number or 0, self.user):
                await self.send_frame({"type": "action", **receipt})
                self.number = receipt["number"]

    async def game_changed(self, message: dict[str, Any]) -> None:
        """A hint; hints of the person's other games come through the personal group and are none of ours."""
        if message["game"] == self.game_id and message["number"] > (self.number or 0):
            await self.catch_up()

    async def clock_changed(self, message: dict[str, Any]) -> None:
        """A deadline has moved without an action: after an outage, by a vacation."""
        await self.send_frame({"type": "clock"})

    async def chat_changed(self, message: dict[str, Any]) -> None:
        """Somebody said something. Only those who may read it are told."""
        if await _may_chat(self.user, self.game_id):
            await self.send_frame({"type": "chat"})

    async def player_changed(self, message: dict[str, Any]) -> None:
        """Nothing of this game."""


class PlayerConsumer(LiveConsumer):
    """One person's lists and notices: /ws/me/. It only says that they changed."""

    async def refuse(self) -> int | None:
        """4401 for those who are not signed in."""
        return None if self.user.is_authenticated else 4401

    async def names_of_groups(self) -> list[str]:
        """The person's own."""
        return [events.player_group(self.user.pk)]

    async def opened(self) -> None:
        """Say that it listens."""
        await self.send_frame({"type": "hello"})

    async def game_changed(self, message: dict[str, Any]) -> None:
        """One of the person's games went on."""
        await self.send_frame({"type": "player", "game": message["game"], "number": message["number"]})

    async def player_changed(self, message: dict[str, Any]) -> None:
        """A challenge or a notice."""
        await self.send_frame({"type": "player"})


class NowhereConsumer(AsyncWebsocketConsumer):
    """Every other path: closed politely instead of failing."""

    async def connect(self) -> None:
        """Close with 4404."""
        await self.accept()
        await self.close(4404)


def _is_ping(text: str | None) -> bool:
    if text is None or len(text) > LONGEST_FRAME:
        return False
    try:
        frame = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(frame, dict) and frame.get("type") == "ping"


def _since(scope: Any) -> int | None:
    """The number in ?since=, None when there is none."""
    name, _, value = scope.get("query_string", b"").partition(b"=")
    if name == b"since" and value.isdigit() and len(value) <= 9:
        return int(value)
    return None


def _is_suspended(user: Any) -> bool:
    return bool(user.is_authenticated and is_under(user, RestrictionKind.SUSPENDED))


_still_good = sync_to_async(still_good)
_sees_game = sync_to_async(live.sees_game)
_may_chat = sync_to_async(live.may_chat)
_number = sync_to_async(access.number_of)
_receipts = sync_to_async(live.receipts)

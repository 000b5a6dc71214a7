"""Sockets: they pass on what happened. They never change a game.

A game's socket is a cursor over the game's record: it knows the number of the last action that it was given, and gets
what came after it, at every hint and every few seconds without one. So lost, doubled and reordered hints do no harm.
What is new is read and written down once for all sockets of the process (shared.py).

Frames from the server: {"type": "hello", "number"}, {"type": "action", ...receipt}, {"type": "chat"},
{"type": "clock"}, {"type": "suggestion"}, {"type": "review"}, {"type": "player"}, {"type": "offers"},
{"type": "error", "code"}. Frames from the client: {"type": "ping"}.
Close codes: 4401 sign in, 4403 suspended, 4404 no such game, 4400 bad frame, 4408 too many frames, 4429 too many
sockets, 4008 too slow, 4001 access ended.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.utils import timezone

from accounts.core.restrictions import is_under
from accounts.models.restriction import RestrictionKind
from accounts.security.live_sessions import Access, still_good, watch
from foundation import clients
from foundation.hints import OFFERS_CHANGED, ChangeSignal
from live.following import ViewerState, viewer_state_of
from live.hub import Hub
from live.send_queue import Message, SendQueue
from live.shared import News, UpdateReader, frame

LONGEST_FRAME = 8192
FRAMES_A_MINUTE = 60
MOST_MISSED = 500
"""A client further behind than this is told the number and fetches the state instead."""
SECONDS_BETWEEN = 1.0
"""Who is told only that something changed asks for all of it: so often is soon enough."""


class LiveConsumer(AsyncWebsocketConsumer):
    """What all sockets share: who listens, bounds on frames and on slowness."""

    channel_layer_alias = "none"  # the process listens once for all of its sockets: live.hub

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Count the socket from here on, however it ends."""
        self.place = _Place(clients.network_in(scope), scope["user"].pk)
        self.leave: list[Callable[[], None]] = [self.place.leave]
        self.tasks: set[asyncio.Task[None]] = set()
        self.outbox = SendQueue(send, lambda: self._begin(self.close(4008)))
        self._is_closed = False
        self._pause: asyncio.TimerHandle | None = None
        self._after_pause: Message | None = None
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._leave()

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Channels' own would go through a thread, for connections to the database that we do not have here."""
        handlers: dict[str, Callable[[Any], Coroutine[Any, Any, None]]] = {
            "websocket.connect": self.websocket_connect,
            "websocket.receive": self.websocket_receive,
            "websocket.disconnect": self.websocket_disconnect,
        }
        await handlers[message["type"]](message)

    @property
    def user(self) -> Any:
        """Who opened the socket, anonymous people included."""
        return self.scope["user"]

    async def connect(self) -> None:
        """Accept only those who may listen; the close code says why not."""
        self.frames: list[float] = []
        refused = 4429 if not self.place.enter() else 4403 if _is_suspended(self.user) else await self.refuse()
        await self.accept()
        if refused:
            await self.close(refused)
            return
        if self.user.is_authenticated:
            self.leave.append(Hub.here().join(self, player=self.user.pk))
            self.leave.append(watch(self._access(), self._end))
        await self.opened()

    async def disconnect(self, code: int) -> None:
        """Listen no more."""
        self._leave()

    def _leave(self) -> None:
        while self.leave:
            self.leave.pop()()
        self.outbox.close()
        if self._pause is not None:
            self._pause.cancel()
        for task in list(self.tasks):
            task.cancel()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Answer a ping; close on anything else. Frames sent before the client noticed the closing are ignored."""
        if self._is_closed:
            return
        self.frames = [at for at in self.frames if at > time.monotonic() - 60]
        self.frames.append(time.monotonic())
        if len(self.frames) > FRAMES_A_MINUTE:
            await self.close(4408)
        elif not _is_ping(text_data):
            self.give(frame("error", {"code": "bad_frame"}))
            await self.outbox.sent()
            await self.close(4400)
        else:
            self.give(PONG)

    async def close(self, code: int | bool | None = None, reason: str | None = None) -> None:
        """Close it, once, even if it is asked for again; nothing more is sent."""
        self.outbox.close()
        if not self._is_closed:
            self._is_closed = True
            with suppress(OSError):  # the client has gone
                await super().close(code, reason)

    def give(self, message: Message) -> None:
        """Send it after what waits already, or close with 4008 when the client does not take it in time."""
        self.outbox.put(message)

    def give_seldom(self, message: Message) -> None:
        """Send at once that something changed, but once for all that changes in the second after it. A person has as
        many sockets as open pages, and every move of theirs is told to all of them."""
        if self._pause is None:
            self.give(message)
            self._pause = asyncio.get_running_loop().call_later(SECONDS_BETWEEN, self._end_pause)
        else:
            self._after_pause = message

    def _end_pause(self) -> None:
        message, self._pause, self._after_pause = self._after_pause, None, None
        if message is not None:
            self.give_seldom(message)

    def hear(self, hint: ChangeSignal) -> None:
        """A hint to the person whose socket this is."""
        if hint.kind == "access.ended":
            self._begin(self._end_if_access_has())

    def check(self) -> None:
        """Nothing of one's own changes without a hint, but one's access, which is watched."""

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Do it beside the rest, at the longest until the socket closes."""
        task = asyncio.create_task(_quietly(work))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _end_if_access_has(self) -> None:
        """Signed out, suspended or deleted: stop listening immediately."""
        if not await Hub.here().reader("opening")(still_good, [self._access()], timezone.now()):
            await self._end()

    async def _end(self) -> None:
        await self.close(4001)

    def _access(self) -> Access:
        """The session that opened the socket."""
        return Access(self.user.pk, session=self.scope["session"].session_key or "")

    async def refuse(self) -> int | None:
        """The code to close with, None when this person may listen."""
        raise NotImplementedError

    async def opened(self) -> None:
        """Called once, after joining."""


async def _quietly(work: Coroutine[Any, Any, None]) -> None:
    """A socket that is gone already is no reason to fail."""
    with suppress(OSError, RuntimeError):
        await work


class _Place:
    """One of the sockets that an account and a network may have open at the same time in this process. Only for the
    loop that serves them."""

    _open: Counter[str] = Counter()
    count = 0

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
            _Place.count += 1
        return self._entered

    def leave(self) -> None:
        """Give the place back, if it was taken."""
        _Place.count -= self._entered
        for owner in self._bounds if self._entered else ():
            self._open[owner] -= 1
            if not self._open[owner]:
                del self._open[owner]
        self._entered = False


def sockets_open() -> int:
    """How many sockets this process has open."""
    return _Place.count


class GameConsumer(LiveConsumer):
    """One game, for everybody who may watch it: /ws/games/<id>/?since=<number>.

    `audience` and `number` are what `live.shared` asks of a follower.
    """

    async def connect(self) -> None:
        """Start behind the number that the client has."""
        self.game_id = int(self.scope["url_route"]["kwargs"]["game_id"])
        self.followed = UpdateReader.here().enter(self.game_id)
        self.leave.append(lambda: UpdateReader.here().leave(self.followed, self))
        await super().connect()

    async def refuse(self) -> int | None:
        """4404 for a game that does not exist for this person."""
        self.sight = await Hub.here().reader("opening")(viewer_state_of, self.game_id, self.user)
        return None if self.sight else 4404

    async def opened(self) -> None:
        """Say which number the game is at, and send what the client missed."""
        sight, since = self.sight, _since(self.scope)
        assert sight is not None
        is_near = since is not None and sight.number - MOST_MISSED <= since <= sight.number
        self.number: int = since if is_near and since is not None else sight.number
        self.give(frame("hello", {"number": sight.number}))
        self._follow(sight)

    def _follow(self, sight: ViewerState) -> None:
        self.audience, self.visibility = sight.audience, sight.visibility
        self.viewer: Any = sight.viewer
        self.followed.follow(self, sight.number)

    def take(self, news: News) -> bool:
        """Send every action after the last one sent, in order, each once; False when one between is missing. What is
        meant for other eyes is not taken."""
        frames = news.frames.get(self.audience)
        if news.visibility != self.visibility or (frames is None and self.audience in news.asked.viewers):
            self.look_again()
            return True
        if frames is None or self.number < news.asked.after:
            return False
        for number, message in frames:
            if number > self.number:
                self.number = number
                self.give(message)
        return True

    def look_again(self) -> None:
        """Ask again what this person may see; until that is known they are given nothing."""
        self.followed.followers.discard(self)
        self._begin(self._look_again())

    def hear(self, hint: ChangeSignal) -> None:
        """Another game of the person who watches, or their notices: the numbers in the page's header changed."""
        if hint.kind == "player.changed" or (hint.kind == "game.changed" and hint.game != self.game_id):
            self.give_seldom(PLAYER)
        else:
            super().hear(hint)

    async def _look_again(self) -> None:
        sight = await Hub.here().reader("opening")(viewer_state_of, self.game_id, self.user, refresh=True)
        if sight is None:
            await self._end()
        else:
            self._follow(sight)


class PlayerConsumer(LiveConsumer):
    """One person's lists and notices: /ws/me/. It only says that they changed."""

    async def refuse(self) -> int | None:
        """4401 for those who are not signed in."""
        return None if self.user.is_authenticated else 4401

    async def opened(self) -> None:
        """Say that it listens."""
        self.give(frame("hello"))

    def hear(self, hint: ChangeSignal) -> None:
        """One of the person's games went on; a challenge or a notice."""
        if hint.kind == "game.changed":
            self.give(frame("player", {"game": hint.game, "number": hint.number}))
        elif hint.kind == "player.changed":
            self.give(PLAYER)
        else:
            super().hear(hint)


class OffersConsumer(LiveConsumer):
    """The open offers, for everybody: /ws/offers/. It only says that they changed."""

    async def refuse(self) -> int | None:
        """Nobody."""
        return None

    async def opened(self) -> None:
        """Say that it listens."""
        self.leave.append(Hub.here().join(self, kind=OFFERS_CHANGED))
        self.give(frame("hello"))

    def hear(self, hint: ChangeSignal) -> None:
        """An offer came or went."""
        if hint.kind == OFFERS_CHANGED:
            self.give_seldom(OFFERS)
        else:
            super().hear(hint)


class NowhereConsumer(AsyncWebsocketConsumer):
    """Every other path: closed politely instead of failing."""

    async def connect(self) -> None:
        """Close with 4404."""
        await self.accept()
        await self.close(4404)


PONG, PLAYER, OFFERS = frame("pong"), frame("player"), frame("offers")


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

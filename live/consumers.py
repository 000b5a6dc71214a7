"""WebSockets, which pass on changes. They never change a game.

A game's socket is a cursor over the game's record: it knows the number of the last action that was sent, and sends
later ones, at every change signal and every few seconds without one. So lost, duplicate and reordered signals do no
harm. New actions are read and serialized once for all sockets of the process (shared.py).

Frames from the server: {"type": "hello", "number"}, {"type": "action", ...receipt}, {"type": "chat"}, {"type":
"clock"}, {"type": "suggestion"}, {"type": "review"}, {"type": "player"}, {"type": "offers"}, {"type": "error",
"code"}. Frames from the client: {"type": "ping"}. Close codes: 4401 sign in, 4403 suspended, 4404 no such game, 4400
bad frame, 4408 too many frames, 4429 too many sockets, 4008 too slow, 4001 access ended.
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
from live import watchers
from live.following import ViewerState, viewer_state_of
from live.hub import Hub
from live.send_queue import Message, SendQueue
from live.shared import News, UpdateReader, frame

LONGEST_FRAME = 8192
FRAMES_A_MINUTE = 60
MOST_MISSED = 500
"""The number of missed actions up to which they are sent; a client further behind gets the number and fetches the
state."""
SECONDS_BETWEEN = 1.0
"""The interval of messages that only say that something changed, after which the client fetches everything."""


class LiveConsumer(AsyncWebsocketConsumer):
    """The base of all sockets: authentication, limits on frames and on slow clients."""

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
        """Return the user who opened the socket, possibly anonymous."""
        return self.scope["user"]

    async def connect(self) -> None:
        """Accept only allowed listeners; the close code gives the reason otherwise."""
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
        """Send the message after those that wait, or close with 4008 if the client does not read in time."""
        self.outbox.put(message)

    def give_seldom(self, message: Message) -> None:
        """Send immediately that something changed, but only once for all changes in the following second. A player has
        as many sockets as open pages, and all of them get every move of theirs."""
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
        """Handle a change signal to the socket's player."""
        if hint.kind == "access.ended":
            self._begin(self._end_if_access_has())

    def check(self) -> None:
        """Do nothing: a player's data changes only with a signal, and access is watched separately."""

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Run it as a task, until the socket closes at the latest."""
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
        """Return the session that opened the socket."""
        return Access(self.user.pk, session=self.scope["session"].session_key or "")

    async def refuse(self) -> int | None:
        """Return the close code, None if this user may listen."""
        raise NotImplementedError

    async def opened(self) -> None:
        """Called once, after joining."""


async def _quietly(work: Coroutine[Any, Any, None]) -> None:
    """Run it and ignore errors of a closed socket."""
    with suppress(OSError, RuntimeError):
        await work


class _Place:
    """One of the limited number of open sockets of an account and a network in this process. Only for the loop that
    serves them."""

    _open: Counter[str] = Counter()
    count = 0

    def __init__(self, network: str, account: int | None) -> None:
        self._bounds = {f"network {network}": settings.IGO_SOCKETS_PER_NETWORK}
        if account is not None:
            self._bounds[f"account {account}"] = settings.IGO_SOCKETS_PER_ACCOUNT
        self._entered = False

    def enter(self) -> bool:
        """Take a place; return False if there is none."""
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
    """Return how many sockets this process has open."""
    return _Place.count


class GameConsumer(LiveConsumer):
    """One game, for everyone who may watch it: /ws/games/<id>/?since=<number>.

    `audience` and `number` are the interface of a follower in `live.shared`.
    """

    async def connect(self) -> None:
        """Join the game's stream of updates after the last number that the client has."""
        self.game_id = int(self.scope["url_route"]["kwargs"]["game_id"])
        self.followed = UpdateReader.here().enter(self.game_id)
        self.leave.append(lambda: UpdateReader.here().leave(self.followed, self))
        self.leave.append(watchers.join())
        await super().connect()

    async def refuse(self) -> int | None:
        """4404 for a game that does not exist for this person."""
        self.sight = await Hub.here().reader("opening")(viewer_state_of, self.game_id, self.user)
        return None if self.sight else 4404

    async def opened(self) -> None:
        """Send the game's current number, and the actions that the client missed."""
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
        """Send every action after the last one sent, in order, each once; return False if one between is missing.
        Actions for other audiences are not sent."""
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
        """Check again what this viewer may see; until then they get nothing."""
        self.followed.followers.discard(self)
        self._begin(self._look_again())

    def hear(self, hint: ChangeSignal) -> None:
        """Handle a signal about another game of the viewer, or their notices: the numbers in the page's header
        changed."""
        if hint.kind == "player.changed" or (hint.kind == "game.changed" and hint.game != self.game_id):
            self.give_seldom(PLAYER)
        else:
            super().hear(hint)

    async def _look_again(self) -> None:
        sight = await Hub.here().reader("opening")(viewer_state_of, self.game_id, self.user, anew=True)
        if sight is None:
            await self._end()
        else:
            self._follow(sight)


class PlayerConsumer(LiveConsumer):
    """One player's lists and notices: /ws/me/. It only reports that they changed."""

    async def refuse(self) -> int | None:
        """4401 for those who are not signed in."""
        return None if self.user.is_authenticated else 4401

    async def opened(self) -> None:
        """Send that it is ready."""
        self.give(frame("hello"))

    def hear(self, hint: ChangeSignal) -> None:
        """Handle a signal: one of the player's games continued; a challenge or a notice."""
        if hint.kind == "game.changed":
            self.give(frame("player", {"game": hint.game, "number": hint.number}))
        elif hint.kind == "player.changed":
            self.give(PLAYER)
        else:
            super().hear(hint)


class OffersConsumer(LiveConsumer):
    """The open offers, for everyone: /ws/offers/. It only reports that they changed."""

    async def refuse(self) -> int | None:
        """Return None: everyone may listen."""
        return None

    async def opened(self) -> None:
        """Send that it is ready."""
        self.leave.append(Hub.here().join(self, kind=OFFERS_CHANGED))
        self.give(frame("hello"))

    def hear(self, hint: ChangeSignal) -> None:
        """Handle a signal: the offers changed."""
        if hint.kind == OFFERS_CHANGED:
            self.give_seldom(OFFERS)
        else:
            super().hear(hint)


class NowhereConsumer(AsyncWebsocketConsumer):
    """Close connections to unknown paths with code 4404."""

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
    """Return the number in ?since=, None without one."""
    name, _, value = scope.get("query_string", b"").partition(b"=")
    if name == b"since" and value.isdigit() and len(value) <= 9:
        return int(value)
    return None


def _is_suspended(user: Any) -> bool:
    return bool(user.is_authenticated and is_under(user, RestrictionKind.SUSPENDED))

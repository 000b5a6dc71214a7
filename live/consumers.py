"""WebSockets that report changes. They never change a game.

A game's socket has a position in the game's record: it stores the number of the last action that was sent, and sends
later actions, at every change signal and every few seconds without one. So lost, duplicate and reordered signals do no
harm. New actions are read and serialized once for all sockets of the process (shared.py).

Frames from the server: {"type": "hello", "number"}, {"type": "action", ...receipt}, {"type": "chat"}, {"type":
"clock"}, {"type": "suggestion"}, {"type": "review"}, {"type": "player"}, {"type": "offers"}, {"type": "error", "code"}.
Frames from the client: {"type": "ping"}. Close codes: 4401 sign in, 4403 suspended, 4404 no such game, 4400 bad frame,
4408 too many frames, 4429 too many sockets, 4008 too slow, 4001 access ended.
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

from accounts.core.restrictions import is_restricted
from accounts.models.restriction import RestrictionKind
from accounts.security.live_sessions import LiveAccess, valid_accesses, watch_access
from foundation import clients
from foundation.hints import OFFERS_CHANGED, ChangeSignal
from live import watchers
from live.following import ViewerState, viewer_state_of
from live.hub import Hub
from live.send_queue import Message, SendQueue
from live.shared import ActionsUpdate, UpdateReader, frame

LONGEST_FRAME = 8192
FRAMES_A_MINUTE = 60
MOST_MISSED = 500
"""The largest number of missed actions that are sent; a client further behind gets the number and fetches the
state."""
SECONDS_BETWEEN = 1.0
"""The shortest interval in seconds of messages that only say that something changed; the client then fetches
everything."""


class LiveConsumer(AsyncWebsocketConsumer):
    """Base of all sockets. It checks the user's access, and limits the number of frames and the memory of slow
    clients."""

    channel_layer_alias = "none"  # the process listens once for all of its sockets: live.hub

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Run the socket, counting it as open until it ends."""
        self.place = _SocketSlot(clients.network_of_handshake(scope), scope["user"].pk)
        self.leave: list[Callable[[], None]] = [self.place.release]
        self.tasks: set[asyncio.Task[None]] = set()
        self.outbox = SendQueue(send, lambda: self._run_as_task(self.close(4008)))
        self._is_closed = False
        self._pause: asyncio.TimerHandle | None = None
        self._after_pause: Message | None = None
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._unsubscribe_all()

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Call the handler of a message directly. Channels' own method would use a thread for database connections,
        which sockets do not have."""
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
        """Accept the socket, or close it with a code that says why its user may not connect."""
        self.frames: list[float] = []
        refused = 4429 if not self.place.take() else 4403 if _is_suspended(self.user) else await self.close_code()
        await self.accept()
        if refused:
            await self.close(refused)
            return
        if self.user.is_authenticated:
            self.leave.append(Hub.current().join(self, player=self.user.pk))
            self.leave.append(watch_access(self._access(), self._close_without_access))
        await self.on_open()

    async def disconnect(self, code: int) -> None:
        """Unsubscribe the socket from all signals, and cancel its tasks."""
        self._unsubscribe_all()

    def _unsubscribe_all(self) -> None:
        while self.leave:
            self.leave.pop()()
        self.outbox.close()
        if self._pause is not None:
            self._pause.cancel()
        for task in list(self.tasks):
            task.cancel()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Respond to a ping, and close the socket on any other frame. Frames that a client sent before it noticed the
        close are ignored."""
        if self._is_closed:
            return
        self.frames = [at for at in self.frames if at > time.monotonic() - 60]
        self.frames.append(time.monotonic())
        if len(self.frames) > FRAMES_A_MINUTE:
            await self.close(4408)
        elif not _is_ping(text_data):
            self.queue_message(frame("error", {"code": "bad_frame"}))
            await self.outbox.wait_until_sent()
            await self.close(4400)
        else:
            self.queue_message(PONG)

    async def close(self, code: int | bool | None = None, reason: str | None = None) -> None:
        """Close the socket once; later calls do nothing. No more messages are sent."""
        self.outbox.close()
        if not self._is_closed:
            self._is_closed = True
            with suppress(OSError):  # the client has gone
                await super().close(code, reason)

    def queue_message(self, message: Message) -> None:
        """Send the message after those in the queue. If the client does not read in time, the socket closes with
        4008."""
        self.outbox.put(message)

    def queue_message_rarely(self, message: Message) -> None:
        """Send a message that only reports a change, at most once a second. The first message is sent immediately. Of
        the messages in the next second, only the last is sent, at its end. Otherwise each open page would get a message
        for every move in all of the player's games."""
        if self._pause is None:
            self.queue_message(message)
            self._pause = asyncio.get_running_loop().call_later(SECONDS_BETWEEN, self._end_pause)
        else:
            self._after_pause = message

    def _end_pause(self) -> None:
        message, self._pause, self._after_pause = self._after_pause, None, None
        if message is not None:
            self.queue_message_rarely(message)

    def on_signal(self, hint: ChangeSignal) -> None:
        """Handle a change signal for the socket: check the access again if it may have ended, and ignore all other
        signals."""
        if hint.kind == "access.ended":
            self._run_as_task(self._close_if_access_ended())

    def recheck_access(self) -> None:
        """Do nothing: what players may see of their own data does not change. Whether the socket's session is still
        valid is checked elsewhere (accounts.security.live_sessions)."""

    def _run_as_task(self, work: Coroutine[Any, Any, None]) -> None:
        """Run the coroutine as a task, which is cancelled when the socket ends."""
        task = asyncio.create_task(_ignore_closed_socket(work))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _close_if_access_ended(self) -> None:
        """Close the socket if its access has ended: the user signed out, was suspended, or the account was deleted."""
        if not await Hub.current().reader("opening")(valid_accesses, [self._access()], timezone.now()):
            await self._close_without_access()

    async def _close_without_access(self) -> None:
        await self.close(4001)

    def _access(self) -> LiveAccess:
        """Return the access with which the socket was opened: its user and session."""
        return LiveAccess(self.user.pk, session=self.scope["session"].session_key or "")

    async def close_code(self) -> int | None:
        """Return None if this user may connect, otherwise the code with which the socket is closed."""
        raise NotImplementedError

    async def on_open(self) -> None:
        """Send the first frame and start to follow changes. Called once, after the socket was accepted."""


async def _ignore_closed_socket(work: Coroutine[Any, Any, None]) -> None:
    """Run the coroutine, and ignore errors of a closed socket."""
    with suppress(OSError, RuntimeError):
        await work


class _SocketSlot:
    """A slot for one open socket. In this process, every account and every network has a limited number of them. Use it
    only in the loop that serves the sockets."""

    _open: Counter[str] = Counter()
    count = 0

    def __init__(self, network: str, account: int | None) -> None:
        self._bounds = {f"network {network}": settings.IGO_SOCKETS_PER_NETWORK}
        if account is not None:
            self._bounds[f"account {account}"] = settings.IGO_SOCKETS_PER_ACCOUNT
        self._is_taken = False

    def take(self) -> bool:
        """Take a slot. Return False if the account or the network has no free slot."""
        self._is_taken = all(self._open[owner] < most for owner, most in self._bounds.items())
        if self._is_taken:
            self._open.update(self._bounds.keys())
            _SocketSlot.count += 1
        return self._is_taken

    def release(self) -> None:
        """Release the slot, if it was taken."""
        _SocketSlot.count -= self._is_taken
        for owner in self._bounds if self._is_taken else ():
            self._open[owner] -= 1
            if not self._open[owner]:
                del self._open[owner]
        self._is_taken = False


def count_open_sockets() -> int:
    """Return how many sockets this process has open."""
    return _SocketSlot.count


class GameConsumer(LiveConsumer):
    """The socket of one game, for everyone who may watch it: /ws/games/<id>/?since=<number>.

    The class implements `live.shared.Follower` with its attributes `audience` and `number`.
    """

    async def connect(self) -> None:
        """Follow the game's actions, start reporting its spectators, and then accept or close the socket."""
        self.game_id = int(self.scope["url_route"]["kwargs"]["game_id"])
        self.followed = UpdateReader.current().enter(self.game_id)
        self.leave.append(lambda: UpdateReader.current().leave(self.followed, self))
        self.leave.append(watchers.start_reporting())
        await super().connect()

    async def close_code(self) -> int | None:
        """Return 4404 if this user may not see the game, otherwise None."""
        self.sight = await Hub.current().reader("opening")(viewer_state_of, self.game_id, self.user)
        return None if self.sight else 4404

    async def on_open(self) -> None:
        """Send the number of the game's latest action, and the actions that the client missed."""
        sight, since = self.sight, _since_parameter(self.scope)
        assert sight is not None
        is_near = since is not None and sight.number - MOST_MISSED <= since <= sight.number
        self.number: int = since if is_near and since is not None else sight.number
        self.queue_message(frame("hello", {"number": sight.number}))
        self._follow(sight)

    def _follow(self, viewer_state: ViewerState) -> None:
        self.audience, self.visibility = viewer_state.audience, viewer_state.visibility
        self.viewer: Any = viewer_state.viewer
        self.followed.follow(self, viewer_state.number)

    def deliver_update(self, update: ActionsUpdate) -> bool:
        """Send the client the actions in this update that it does not have yet, and return True. Return False if
        earlier actions are missing, or if the update has none for this audience. If the game's visibility has changed,
        check the viewer's access instead."""
        frames = update.frames.get(self.audience)
        if update.visibility != self.visibility or (frames is None and self.audience in update.asked.viewers):
            self.recheck_access()
            return True
        if frames is None or self.number < update.asked.after:
            return False
        for number, message in frames:
            if number > self.number:
                self.number = number
                self.queue_message(message)
        return True

    def recheck_access(self) -> None:
        """Check again what this viewer may see. Until that is done the socket gets no actions."""
        self.followed.followers.discard(self)
        self._run_as_task(self._reload_viewer())

    def on_signal(self, hint: ChangeSignal) -> None:
        """If the viewer's notices or other games have changed, send a frame that makes the page update the counts in
        its header, at most once a second. Other signals are about this game."""
        if hint.kind == "player.changed" or (hint.kind == "game.changed" and hint.game != self.game_id):
            self.queue_message_rarely(PLAYER)
        else:
            super().on_signal(hint)

    async def _reload_viewer(self) -> None:
        sight = await Hub.current().reader("opening")(viewer_state_of, self.game_id, self.user, reload=True)
        if sight is None:
            await self._close_without_access()
        else:
            self._follow(sight)


class PlayerConsumer(LiveConsumer):
    """The socket of a player's lists and notices: /ws/me/. It only reports that they changed."""

    async def close_code(self) -> int | None:
        """Return 4401 if the user is not signed in, otherwise None."""
        return None if self.user.is_authenticated else 4401

    async def on_open(self) -> None:
        """Send the first frame, of type `hello`."""
        self.queue_message(frame("hello"))

    def on_signal(self, hint: ChangeSignal) -> None:
        """Tell the client that one of the player's games has continued, or that the player has a new challenge or
        notice. Other signals are about access."""
        if hint.kind == "game.changed":
            self.queue_message(frame("player", {"game": hint.game, "number": hint.number}))
        elif hint.kind == "player.changed":
            self.queue_message(PLAYER)
        else:
            super().on_signal(hint)


class OffersConsumer(LiveConsumer):
    """The socket of the open offers, for everyone: /ws/offers/. It only reports that they changed."""

    async def close_code(self) -> int | None:
        """Return None, because everyone may subscribe."""
        return None

    async def on_open(self) -> None:
        """Subscribe to the signals of open offers, and send the first frame, of type `hello`."""
        self.leave.append(Hub.current().join(self, kind=OFFERS_CHANGED))
        self.queue_message(frame("hello"))

    def on_signal(self, hint: ChangeSignal) -> None:
        """Tell the client that the open offers have changed. Other signals are about access."""
        if hint.kind == OFFERS_CHANGED:
            self.queue_message_rarely(OFFERS)
        else:
            super().on_signal(hint)


class UnknownPathConsumer(AsyncWebsocketConsumer):
    """The socket of all unknown paths. It is closed immediately."""

    async def connect(self) -> None:
        """Close the connection with code 4404, which means that there is nothing at this path."""
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


def _since_parameter(scope: Any) -> int | None:
    """Return the number in ?since=, or None if it is missing."""
    name, _, value = scope.get("query_string", b"").partition(b"=")
    if name == b"since" and value.isdigit() and len(value) <= 9:
        return int(value)
    return None


def _is_suspended(user: Any) -> bool:
    return bool(user.is_authenticated and is_restricted(user, RestrictionKind.SUSPENDED))

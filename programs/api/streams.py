"""Live streams of a player's events, and of a game's actions, as Server-Sent Events or as ndjson.

Both are positions in stored rows (live/following.py, services/feed.py). A client that sends the number of its last
event gets all later events in order, each once, and then each new event as it happens.
"""

from __future__ import annotations

import json
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from allauth.idp.oidc.models import Token as OAuthToken
from asgiref.sync import sync_to_async
from channels.db import DatabaseSyncToAsync
from django.conf import settings
from django.db import connections
from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import exceptions, serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

import api_types as shapes
from accounts.core.restrictions import check_allowed
from accounts.models import ApiToken, Player
from accounts.security.api_auth import has_scope
from accounts.security.live_sessions import LiveAccess, valid_accesses, watch_access
from api.base import COUNT, Api, number_from_query
from api.renderers import NdjsonRenderer, SseRenderer
from api.schemas import schema_of
from foundation import clients, timesource
from foundation.hints import REVIEW_CHANGED, ChangeSignal
from games.api.base import fetch_current_game
from games.errors import NoSuchGame
from games.game_view import GameView
from games.models import Game
from live import following as live
from live.hint_queue import ACCESS_ENDED, ChangeSignalQueue
from live.read_coalescer import ReadCoalescer
from programs.api.event_json import SCOPE_OF, event_json
from programs.services import feed

SECONDS_BETWEEN_HEARTBEATS = 15.0
MOST_AT_ONCE = 100
EVENTS_AT_ONCE = 1000
"""The largest number of a player's events that are read at once: a few statements read any number."""
MOST_STREAMS = 20
"""The largest number of streams in one process: of an account, or of a network without one."""

Frame = shapes.Hello | shapes.Event | shapes.GameEvent
Write = Callable[[Frame], str]


class StreamsNotServedHere(exceptions.APIException):
    """Raised if a stream is requested from a process without WebSockets, which handles one request at a time."""

    status_code = 503
    default_detail = "Streams are not served here. Ask with wait=0 for what there is now."
    default_code = "no_streams_here"


PARAMETERS = [
    OpenApiParameter(
        "since", COUNT, description="The number of the last event that you have; by default, only new events are sent."
    ),
    OpenApiParameter(
        "Last-Event-ID", str, "header", description=("The same as `since`, as browsers send it when they reconnect.")
    ),
    OpenApiParameter("wait", COUNT, description="End after this many seconds; 0 to send the stored events and end."),
]
QUERY = ("since", "wait")


def _line_responses(shape: Any) -> dict[Any, Any]:
    lines = OpenApiResponse(schema_of(shape), "Each line is one of these.")
    return {
        (200, "application/x-ndjson"): lines,
        (200, "text/event-stream"): OpenApiResponse(OpenApiTypes.STR, "The same as data of Server-Sent Events."),
    }


class EventsView(Api):
    """Streams your events."""

    scopes = {"GET": "game:read"}
    query = QUERY
    renderer_classes = [NdjsonRenderer, SseRenderer, JSONRenderer]

    @extend_schema(operation_id="events", parameters=PARAMETERS, responses=_line_responses(shapes.Hello | shapes.Event))
    def get(self, request: Request) -> HttpResponseBase:
        """Stream what happens in your games and to your challenges. The first line has the number after which the
        stream begins. If its `missed` is true, some events have been deleted (events are kept for 14 days), and you
        need to fetch the current state. Every event is sent once, in order, with its own number. Events outside the
        token's scopes are left out. After 15 seconds without an event, a heartbeat is sent: an empty line or a
        comment."""
        since = _since_parameter(request)
        _check_streams_are_served(request)
        number = feed.last_event_number(self.player.pk) if since is None else since
        news = feed.events_after(self.player.pk, number, most=1)
        number = news.last if news.missed else number
        hello = shapes.Hello(type="hello", number=number, missed=news.missed)
        return _stream_response(request, hello, _PlayerEventsCursor(request, number))


class GameEventsView(Api):
    """Streams the actions of one game."""

    scopes = {"GET": "game:read"}
    public = ("GET",)
    query = QUERY
    renderer_classes = [NdjsonRenderer, SseRenderer, JSONRenderer]

    @extend_schema(
        operation_id="game_events", parameters=PARAMETERS, responses=_line_responses(shapes.Hello | shapes.GameEvent)
    )
    def get(self, request: Request, game_id: int) -> HttpResponseBase:
        """Stream the actions of a game after number `since`, and then every new one. Lines without a number mean that
        there is something new to fetch: `chat` and `suggestion` (for players), `clock`, and `review` after the game."""
        game, since = fetch_current_game(request, game_id), _since_parameter(request)
        _check_streams_are_served(request)
        number = game.number if since is None else since
        missed = number > game.number
        number = game.number if missed else number
        hello = shapes.Hello(type="hello", number=number, missed=missed)
        return _stream_response(request, hello, _GameActionsCursor(request, game, number))


def _since_parameter(request: Request) -> int | None:
    """Return the number after which the client continues, from a browser's Last-Event-ID or from `since`. Return None
    if there is none."""
    last = request.headers.get("Last-Event-ID", "")
    if last:
        if not (last.isascii() and last.isdigit() and len(last) < 16):
            raise serializers.ValidationError({"Last-Event-ID": ["Write a whole number."]})
        return int(last)
    return number_from_query(request, "since", None)


def _check_streams_are_served(request: Request) -> None:
    if number_from_query(request, "wait", None) != 0 and not hasattr(request, "scope"):
        raise StreamsNotServedHere


class _PlayerEventsCursor:
    """A stream's position in a player's events. Events outside the token's scopes are skipped."""

    game_id: int | None = None

    def __init__(self, request: Request, number: int) -> None:
        self.auth, self.user, self.number = request.auth, request.user, number

    def next_frames(self) -> list[Frame]:
        """Return the next events as frames (JSON objects of the stream's lines), or [] if there are none."""
        found = feed.events_after(self.user.pk or 0, self.number, most=EVENTS_AT_ONCE).events
        if not found:
            return []
        self.number = found[-1].number or 0
        visible = [event for event in found if has_scope(self.auth, SCOPE_OF[event.kind])]
        feed.mark_games_seen(visible)
        return [event_json(event) for event in visible] or self.next_frames()

    async def texts(self, write: Write) -> list[str]:
        """Return the next events as text, each as `write` formats it."""
        return [write(frame) for frame in await _in_a_thread(self.next_frames)()]

    def frame_for_signal(self, hint: ChangeSignal) -> Frame | None:
        """Return None, because a change signal only says that there may be new events."""
        return None

    def may_continue(self) -> bool:
        """Return True: players may always read their own events."""
        return True


@dataclass(frozen=True, slots=True)
class _SerializedActions:
    """The next actions of a game as one audience sees them. They are read once for all streams that need them, and
    serialised once per format."""

    visibility: live.VisibilityKey | None
    frames: list[shapes.GameEvent]
    _texts: dict[Write, list[str]] = field(default_factory=dict)

    @classmethod
    def after(cls, game_id: int, number: int, viewer: Any) -> _SerializedActions:
        """Return the game's next actions after this number, as the viewer may see them."""
        visibility, found = live.actions_after(game_id, number, viewer, MOST_AT_ONCE)
        return cls(visibility, [_action_event_json(one) for one in found])

    def formatted(self, write: Write) -> list[str]:
        """Return each action as text, as `write` formats it."""
        if write not in self._texts:
            self._texts[write] = [write(frame) for frame in self.frames]
        return self._texts[write]


def _action_event_json(receipt: shapes.Receipt) -> shapes.GameEvent:
    return shapes.GameEvent(type="action", number=receipt["number"], action=receipt)


class _GameActionsCursor:
    """A stream's position in the actions of a game that the viewer may see."""

    def __init__(self, request: Request, game: Game, number: int) -> None:
        self.auth, self.user, self.number = request.auth, request.user, number
        self.game_id = game.pk
        self._audience, self._visibility = GameView(game, self.user).audience, live.visibility_key_of(game)

    def next_frames(self) -> list[Frame]:
        """Return the next actions, or [] if there are none. Raises NoSuchGame if the viewer may no longer see the
        game."""
        found = live.receipts(self.game_id, self.number, self.user, most=MOST_AT_ONCE)
        if found:
            self.number = found[-1]["number"]
        return [_action_event_json(one) for one in found]

    async def texts(self, write: Write) -> list[str]:
        """Return the next actions as text. They are read and serialised once for all streams that need the same actions
        at the same time."""
        do = partial(_SerializedActions.after, self.game_id, self.number, self.user)
        read = await ReadCoalescer.current().read((self.game_id, self.number, self._audience), do)
        if read.visibility != self._visibility:  # someone else may see it by now
            sight = await _in_a_thread(live.viewer_state_of)(self.game_id, self.user)
            if sight is None:
                raise NoSuchGame
            self._audience, self._visibility = sight.audience, sight.visibility
            return await self.texts(write)
        if read.frames:
            self.number = read.frames[-1]["number"]
        return read.formatted(write)

    def may_continue(self) -> bool:
        """Return whether the viewer may still see the game."""
        return live.record_visit_if_may_watch(self.user, self.game_id)

    def frame_for_signal(self, hint: ChangeSignal) -> Frame | None:
        """Return the frame for a change signal that is not about an action: chat, clock, suggestion, review."""
        if hint.kind == "clock.changed":
            return shapes.GameEvent(type="clock")
        if hint.kind == REVIEW_CHANGED:
            return shapes.GameEvent(type="review")
        if hint.kind == "suggestion.made":
            is_visible = self.user.pk in hint.players and has_scope(self.auth, "game:read")
            return shapes.GameEvent(type="suggestion") if is_visible else None
        is_visible = hint.kind == "chat.changed" and has_scope(self.auth, "chat:read")
        return shapes.GameEvent(type="chat") if is_visible and self._audience != "everybody" else None


Cursor = _PlayerEventsCursor | _GameActionsCursor


def _stream_response(request: Request, hello: Frame, cursor: Cursor) -> HttpResponseBase:
    """Return a stream with a time limit, or with `wait=0` only the lines that exist now. Raises Throttled."""
    write = _as_sse if request.accepted_renderer.media_type == SseRenderer.media_type else _as_line
    media_type = f"{request.accepted_renderer.media_type}; charset=utf-8"
    if request.accepted_renderer.media_type == JSONRenderer.media_type:
        media_type = f"{NdjsonRenderer.media_type}; charset=utf-8"
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    if request.method == "HEAD":
        return HttpResponse(content_type=media_type, headers=headers)
    wait = number_from_query(request, "wait", None)
    if wait == 0:
        lines = [hello, *_all_current_frames(cursor)]
        return HttpResponse("".join(map(write, lines)), content_type=media_type, headers=headers)
    if isinstance(request.user, Player):
        check_allowed(request.user, timesource.now())
    if _open[_stream_limit_key(request)] >= MOST_STREAMS:
        raise exceptions.Throttled(30)
    seconds = min(settings.IGO_LONGEST_STREAM, settings.IGO_LONGEST_STREAM if wait is None else wait)
    stream = _Stream(request, cursor, write, seconds)
    return StreamingHttpResponse(_stream_lines(stream, hello), content_type=media_type, headers=headers)


def _all_current_frames(cursor: Cursor) -> Iterator[Frame]:
    while found := cursor.next_frames():
        yield from found


def _stream_limit_key(request: Request) -> str:
    user: Any = request.user
    return f"account {user.pk}" if user.is_authenticated else f"network {clients.client_network(request)}"


_open: Counter[str] = Counter()
_lock = threading.Lock()


@dataclass(frozen=True, slots=True)
class _Stream:
    """An open stream: its request, position, the function that formats a line, and the longest duration in seconds."""

    request: Request
    cursor: Cursor
    write: Write
    seconds: float


async def _stream_lines(stream: _Stream, hello: Frame) -> AsyncIterator[str]:
    """Yield the lines of the stream, first `hello`, until its duration is over or the client may no longer read it."""
    request, write, owner = stream.request, stream.write, _stream_limit_key(stream.request)
    await sync_to_async(connections.close_all)()  # that the request's own thread has; streams live long
    if not _take_stream_slot(owner):
        yield write(shapes.GameEvent(type="error", code="too_many_streams"))
        return
    forget: Callable[[], None] = _do_nothing
    try:
        async with ChangeSignalQueue(game=stream.cursor.game_id, player=_player_id_of(request)) as hints:
            forget = watch_access(_live_access_of(request), hints.end) if request.user.is_authenticated else forget
            yield write(hello)
            with suppress(NoSuchGame):  # it is no longer theirs to see
                async for text in _new_lines(stream, hints, time.monotonic() + stream.seconds):
                    yield text
    finally:
        forget()
        with _lock:
            _open[owner] -= 1


def _do_nothing() -> None:
    """Do nothing. It is called at the end of a stream without a signed-in user, for whom no access is watched."""


def _take_stream_slot(owner: str) -> bool:
    with _lock:
        if _open[owner] >= MOST_STREAMS:
            return False
        _open[owner] += 1
        return True


def _player_id_of(request: Request) -> int | None:
    user: Any = request.user
    return int(user.pk) if user.is_authenticated else None


async def _new_lines(stream: _Stream, hints: ChangeSignalQueue, until: float) -> AsyncIterator[str]:
    """Yield each new line as text, and heartbeats in between, until `until` (in seconds of `time.monotonic`) or until
    the client may no longer read the stream."""
    cursor, write, still = stream.cursor, stream.write, _in_a_thread(_may_follow)
    while True:
        while texts := await cursor.texts(write):
            for text in texts:
                yield text
        hint = await hints.wait(min(SECONDS_BETWEEN_HEARTBEATS, max(0.0, until - time.monotonic())))
        is_over = time.monotonic() >= until
        if is_over or ((hint is None or hint.kind == ACCESS_ENDED) and not await still(stream.request, cursor)):
            return
        frame = None if hint is None else cursor.frame_for_signal(hint)
        if frame is not None:
            yield write(frame)
        elif hint is None:
            yield HEARTBEAT[write]


def _in_a_thread(do: Callable[..., Any]) -> Callable[..., Awaitable[Any]]:
    """Return an async version of the function that runs in a thread of the shared pool, and releases its database
    connection."""
    return DatabaseSyncToAsync(do, thread_sensitive=False)


def _may_follow(request: Request, cursor: Cursor) -> bool:
    """Return whether the client's access is still valid, and the client may still see the events or the game."""
    return _is_access_valid(request) and cursor.may_continue()


def _is_access_valid(request: Request) -> bool:
    """Return whether the access that opened the stream is still valid."""
    if not request.user.is_authenticated:
        return True
    return bool(valid_accesses([_live_access_of(request)], timesource.now()))


def _live_access_of(request: Request) -> LiveAccess:
    """Return the access that opened the stream: a personal token, an OAuth token or a session."""
    player: Any = request.user
    if isinstance(request.auth, ApiToken):
        return LiveAccess(player.pk, token=request.auth.pk)
    if isinstance(request.auth, OAuthToken):
        return LiveAccess(player.pk, grant=request.auth.pk)
    return LiveAccess(player.pk, session=request.session.session_key or "")


def _as_line(frame: Frame) -> str:
    return json.dumps(frame, separators=(",", ":")) + "\n"


def _as_sse(frame: Frame) -> str:
    number = f"id: {frame['number']}\n" if "number" in frame else ""
    return f"{number}event: {frame['type']}\ndata: {json.dumps(frame, separators=(',', ':'))}\n\n"


HEARTBEAT: dict[Write, str] = {_as_line: "\n", _as_sse: ": still here\n\n"}

"""Size limits of request bodies (S25, B07). A body is counted while it is received, and no more than the limit is
stored.

Without this, Django would write large bodies to disk before our code runs, and a chunked body does not declare its
length. Both kinds of servers are therefore wrapped. `AsgiBodyLimit` reads a body of at most 64 kB (1.2 MB if a record
or a picture may be sent, 6.2 MB for a list of players) before Django sees the request. `WsgiBodyLimit` counts chunked
bodies. Neither creates a response: Django gets the request without its body and with the reason, and
`BodyErrorResponseMiddleware` (every_request.py) responds in the reader's language.
"""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any

Scope = dict[str, Any]
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Environ = dict[str, Any]

LARGEST = 64 * 1024
"""The largest body in bytes: JSON, forms, and a file with its form."""
LARGEST_FILE = 1_200_000
"""The largest body with a record or a picture in bytes: a 1 MB file with its form, or as JSON."""
FILES = re.compile(
    r"/(new/sgf|settings/picture|clubs/\d{1,9}/(games/import|crest)|problems/new/sgf|g/\d{1,9}/analysis/sgf|library"
    r"|tournaments/\d{1,9}/pairings|(collections|lessons)/[-\w]{1,16}/edit|classes/\d{1,9}/positions"
    r"|api/v1/(library|collections/[-\w]{1,16}/problems|classes/\d{1,9}/positions|games/\d{1,9}/tree/sgf|problems/players/sgf"
    r"|clubs/\d{1,9}/(imports|crest)|challenges|challenges/\d{1,9}/counter))/?"
)
LARGEST_LIST = 6_200_000
"""The largest body with a list of players in bytes: the EGD's list of all players has 4.5 MB (E135)."""
LISTS = re.compile(r"/(tournaments/\d{1,9}/invite|api/v1/tournaments/\d{1,9}/players)/?")
SECONDS = 20.0
"""The time limit of the whole body: slower clients get a 408."""
PASSED_OVER = 2 * 1024 * 1024
"""The number of bytes of an oversized body that is read and discarded, so that a browser still reads the response;
then the connection is closed."""
MARK = "igo.body"
"""The key of the reason in an ASGI scope or a WSGI environ."""
TOO_LARGE, TOO_SLOW = "too_large", "too_slow"
_A_PIECE = 16 * 1024


def largest_body_for(path: str) -> int:
    """Return the largest allowed size, in bytes, of a body sent to this path."""
    if LISTS.fullmatch(path):
        return LARGEST_LIST
    return LARGEST_FILE if FILES.fullmatch(path) else LARGEST


class ClientGone(Exception):
    """Raised if the client disconnects while sending the body."""


class AsgiBodyLimit:
    """Wraps an ASGI application: receives the whole body of a request, up to the limit for its path, before the
    application is called."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Call the application with the complete body. If the body is refused, call it without the body, and with the
        reason. Connections other than HTTP are passed on unchanged."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        try:
            body = await _read_body(scope, receive)
        except ClientGone:
            return
        except _BodyRefused as refused:
            await self.app(
                {**scope, MARK: refused.reason}, _receive_with_body(b"", _wait_forever), _send_with_close(send)
            )
        else:
            await self.app(_scope_with_body_length(scope, body), _receive_with_body(body, receive), send)


class _BodyRefused(Exception):
    """Raised if a body is too large or arrives too slowly. `reason` says which."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


async def _read_body(scope: Scope, receive: Receive) -> bytes:
    """Return the complete body. Raises _BodyRefused and ClientGone."""
    most = largest_body_for(scope["path"])
    if _content_length(scope) > most and _expects_continue(scope):
        raise _BodyRefused(TOO_LARGE)
    try:
        async with asyncio.timeout(SECONDS):
            return await _collect_body(receive, most)
    except TimeoutError:
        raise _BodyRefused(TOO_SLOW) from None


async def _collect_body(receive: Receive, most: int) -> bytes:
    kept, size, more = bytearray(), 0, True
    while more and size <= max(most, PASSED_OVER):
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientGone
        piece: bytes = message.get("body", b"")
        size += len(piece)
        if size <= most:
            kept += piece
        else:
            kept.clear()
        more = message.get("more_body", False)
    if size > most:
        raise _BodyRefused(TOO_LARGE)
    return bytes(kept)


def _scope_with_body_length(scope: Scope, body: bytes) -> Scope:
    """Return the scope with the length of a chunked body, which Django would otherwise ignore."""
    if not body or _header_value(scope, b"content-length"):
        return scope
    return {**scope, "headers": [*scope["headers"], (b"content-length", str(len(body)).encode())]}


def _content_length(scope: Scope) -> int:
    value = _header_value(scope, b"content-length")
    return int(value) if value.isdigit() and len(value) < 20 else 0


def _expects_continue(scope: Scope) -> bool:
    """Return whether the client waits for a 100 Continue before sending the body."""
    return _header_value(scope, b"expect").lower() == b"100-continue"


def _header_value(scope: Scope, name: bytes) -> bytes:
    return next((bytes(value) for key, value in scope["headers"] if key == name), b"")


def _receive_with_body(body: bytes, receive: Receive) -> Receive:
    """Return a receive function that first returns the body, and then the server's messages, such as the client's
    disconnection."""
    given = False

    async def receive_body_first() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receive_body_first


async def _wait_forever() -> Message:
    """Wait forever, because nothing more is read of a refused request."""
    await asyncio.Event().wait()
    raise AssertionError


def _send_with_close(send: Send) -> Send:
    """Return a send function that adds `Connection: close`, because the rest of the body is not read."""

    async def send_closing(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", ()), (b"connection", b"close")]}
        await send(message)

    return send_closing


class WsgiBodyLimit:
    """Wraps a WSGI application: counts chunked bodies up to the limit for the request's path. A body that declares too
    large a length is refused without being read, and the server closes the connection."""

    def __init__(self, app: Callable[[Environ, Any], Iterable[bytes]]) -> None:
        self.app = app

    def __call__(self, environ: Environ, start_response: Any) -> Iterable[bytes]:
        """Call the application. The content length of a chunked body is set to the number of bytes received."""
        if "chunked" in environ.get("HTTP_TRANSFER_ENCODING", "").lower() and environ.get("wsgi.input_terminated"):
            body = _read_limited(environ["wsgi.input"], largest_body_for(environ.get("PATH_INFO", "")))
            if body is None:
                environ[MARK] = TOO_LARGE
            environ["CONTENT_LENGTH"] = str(len(body or b""))
            environ["wsgi.input"] = io.BytesIO(body or b"")
        return self.app(environ, start_response)


def _read_limited(stream: Any, most: int) -> bytes | None:
    """Return the body, None if it is too large."""
    kept = bytearray()
    while piece := stream.read(_A_PIECE):
        kept += piece
        if len(kept) > most:
            return None
    return bytes(kept)

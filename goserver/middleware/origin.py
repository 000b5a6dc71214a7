"""Check the Origin of WebSockets. Pages of this site may connect, and programs, which send no Origin, without
cookies."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings


class WebSocketOriginCheck:
    """Rejects a WebSocket handshake whose Origin is another host, or is not https although cookies require it.

    Without an Origin, cookies are dropped, so that they authenticate no one.
    """

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Call the application. If the handshake's Origin is another site, close the connection before it is accepted
        instead."""
        headers = dict(scope["headers"])
        origin = headers.get(b"origin")
        if origin is None:
            kept = [pair for pair in scope["headers"] if pair[0] != b"cookie"]
            await self.inner({**scope, "headers": kept}, receive, send)
        elif _is_allowed_origin(origin, headers.get(b"host", b"")):
            await self.inner(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 4403})


def _is_allowed_origin(origin: bytes, host: bytes) -> bool:
    """Return whether the origin is the requested host, or a trusted origin."""
    text = origin.decode("latin-1")
    if text in settings.CSRF_TRUSTED_ORIGINS:
        return True
    page = urlsplit(text)
    safe = page.scheme == "https" or (page.scheme == "http" and not settings.SESSION_COOKIE_SECURE)
    return safe and page.netloc.encode("latin-1") == host != b""

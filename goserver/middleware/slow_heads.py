"""A time limit for request headers. uvicorn only limits the idle time after a response, so a client that sends headers
byte by byte, or nothing at all, could keep a connection open forever.

Behind a proxy, the proxy has this limit (deploy/nginx.conf). `manage.py serve` has no proxy.
"""

from __future__ import annotations

import asyncio
from typing import Any

SECONDS = 10.0
"""The time limit in seconds for all headers: from their first byte, and for the first headers from the beginning of
the connection."""


def with_header_timeout(protocol: type[asyncio.Protocol], seconds: float = SECONDS) -> type[asyncio.Protocol]:
    """Return a subclass of uvicorn's HTTP protocol that closes the connection if headers take longer than this many
    seconds."""
    return type("Bounded", (_HeadTimer, protocol), {"seconds": seconds})


class _HeadTimer(asyncio.Protocol):
    """A mixin for uvicorn's HTTP protocol that closes the connection if request headers are not complete in time. The
    mixin uses the protocol's `transport` and `cycle` (the current request)."""

    seconds = SECONDS
    transport: Any
    cycle: Any
    head_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start the time limit for the first request's headers."""
        super().connection_made(transport)
        self.update_head_timer()

    def data_received(self, data: bytes) -> None:
        """Process the data, and start or stop the timer."""
        super().data_received(data)
        self.update_head_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer."""
        self.stop_head_timer()
        super().connection_lost(exc)

    def update_head_timer(self) -> None:
        """Start the timer if request headers are awaited and it is not running. Stop the timer if no headers are
        awaited."""
        if not self.awaits_headers():
            self.stop_head_timer()
        elif self.head_timer is None:
            self.head_timer = asyncio.get_running_loop().call_later(self.seconds, self.close_if_headers_incomplete)

    def awaits_headers(self) -> bool:
        """Return whether headers are awaited: no request is being processed, and the connection has not been upgraded
        to a WebSocket."""
        is_ours = self.transport.get_protocol() is self
        return is_ours and (self.cycle is None or self.cycle.response_complete)

    def stop_head_timer(self) -> None:
        """Cancel the timer."""
        if self.head_timer is not None:
            self.head_timer.cancel()
            self.head_timer = None

    def close_if_headers_incomplete(self) -> None:
        """Close the connection if the headers are still incomplete."""
        self.head_timer = None
        if self.awaits_headers():
            self.transport.close()

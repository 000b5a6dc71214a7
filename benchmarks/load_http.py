"""A load generator for HTTP/1.1. It has a few connections, each of which sends the next request as soon as it has the
response.

It supports responses with a length, in chunks, or without a body. A connection is reopened after every hundred
requests, so that no server process has more connections than others for long. All responses count; latencies are from
the first byte sent to the last byte received.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections import Counter
from collections.abc import Awaitable
from dataclasses import dataclass, field
from typing import Protocol

REQUESTS_A_CONNECTION = 100
SECONDS_FOR_THE_LAST = 30.0
BROKEN = 0
"""The status of a response whose connection ended before it was complete."""


@dataclass(frozen=True, slots=True)
class HttpResponse:
    """A response. Its status is BROKEN if the connection ended without one."""

    status: int
    head: bytes
    body: bytes


class RequestSource(Protocol):
    """Protocol of a source of requests. Each connection has one request at a time."""

    def next_request(self) -> tuple[bytes, object] | None:
        """Return the next request and the name that `on_response` gets with its response, or None at the end."""

    def on_response(self, name: object, answer: HttpResponse) -> None:
        """Process the response to the request with this name."""


@dataclass(slots=True)
class LoadResult:
    """The results of one run."""

    seconds: float = 0.0
    latencies: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    own_processor: float = 0.0
    refusals: list[str] = field(default_factory=list)

    @property
    def requests(self) -> int:
        """Return the number of requests that got a response."""
        return len(self.latencies)

    @property
    def error_count(self) -> int:
        """Return the number of error responses: all but 2xx and 3xx."""
        return sum(count for status, count in self.statuses.items() if not 200 <= status < 400)


class Connection(asyncio.Protocol):
    """An HTTP connection for one request at a time. `send` returns a future with the complete response."""

    def __init__(self) -> None:
        self._transport: asyncio.Transport | None = None
        self._buffer = bytearray()
        self._head_ends = -1
        self._needed: int | None = None
        self._waiting: asyncio.Future[HttpResponse] | None = None
        self.closed = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Store the transport."""
        self._transport = transport  # type: ignore[assignment]

    def send(self, request: bytes) -> Awaitable[HttpResponse]:
        """Send a request. Return a future with its response, BROKEN if the server has closed the connection."""
        self._waiting = asyncio.get_running_loop().create_future()
        self._buffer.clear()
        self._head_ends = -1
        if self.closed or self._transport is None:
            self._waiting.set_result(HttpResponse(BROKEN, b"", b""))
        else:
            self._transport.write(request)
        return self._waiting

    async def send_and_wait(self, request: bytes) -> HttpResponse:
        """Send a request, and return its response, which is BROKEN after SECONDS_FOR_THE_LAST."""
        try:
            return await asyncio.wait_for(self.send(request), SECONDS_FOR_THE_LAST)
        except TimeoutError:
            return HttpResponse(BROKEN, b"", b"")

    def data_received(self, data: bytes) -> None:
        """Collect data until the response is complete."""
        self._buffer += data
        if self._head_ends < 0:
            self._head_ends = self._buffer.find(b"\r\n\r\n")
            if self._head_ends < 0:
                return
            self._needed = _body_length(bytes(self._buffer[: self._head_ends]))
        body = self._head_ends + 4
        if self._needed is None:
            whole = self._buffer.endswith(b"0\r\n\r\n") and len(self._buffer) > body
        else:
            whole = len(self._buffer) >= body + self._needed
        if whole and self._waiting is not None and not self._waiting.done():
            head = bytes(self._buffer[: self._head_ends])
            self._waiting.set_result(HttpResponse(int(head[9:12]), head, bytes(self._buffer[body:])))

    def connection_lost(self, error: Exception | None) -> None:
        """Complete a waiting request with BROKEN, because the server has closed the connection."""
        self.closed = True
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(HttpResponse(BROKEN, b"", b""))

    def close(self) -> None:
        """Close the connection."""
        if self._transport is not None:
            self._transport.close()


def _body_length(head: bytes) -> int | None:
    """Return the length in bytes of the body after these headers, or None for a chunked body."""
    lower = head.lower()
    at = lower.find(b"\r\ncontent-length:")
    if at >= 0:
        return int(lower[at + 17 :].split(b"\r\n", 1)[0])
    return None if b"transfer-encoding: chunked" in lower else 0


async def connect(port: int, host: str = "127.0.0.1") -> Connection:
    """Return a connection to this port. If it cannot be opened, return a connection that is already closed."""
    try:
        _, connection = await asyncio.get_running_loop().create_connection(Connection, host, port)
    except OSError:
        connection = Connection()
        connection.connection_lost(None)
    return connection


async def measure_load(port: int, asker: RequestSource, *, connections: int, seconds: float) -> LoadResult:
    """Send requests for this many seconds over this many connections, and return the results of all."""
    run, begun, own = LoadResult(), time.perf_counter(), _own_processor_seconds()
    until = begun + seconds

    async def one() -> None:
        connection, asked = await connect(port), 0
        while time.perf_counter() < until and (wanted := asker.next_request()) is not None:
            request, name = wanted
            sent = time.perf_counter()
            answer = await connection.send_and_wait(request)
            run.latencies.append(time.perf_counter() - sent)
            run.statuses[answer.status] += 1
            if not 200 <= answer.status < 400 and len(run.refusals) < 3:
                run.refusals.append(f"{answer.status} {answer.body[:300]!r}")
            asker.on_response(name, answer)
            asked += 1
            if asked >= REQUESTS_A_CONNECTION or answer.status == BROKEN or b"onnection: close" in answer.head:
                connection.close()
                connection, asked = await connect(port), 0
        connection.close()

    await asyncio.gather(*(one() for _ in range(connections)))
    run.seconds = time.perf_counter() - begun
    run.own_processor = _own_processor_seconds() - own
    return run


def _own_processor_seconds() -> float:
    times = os.times()
    return times.user + times.system


def get_request(path: str, headers: str = "") -> bytes:
    """Return a GET request as bytes. `headers` are complete header lines."""
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{headers}\r\n".encode()


def post_request(path: str, body: str, headers: str = "", *, kind: str = "application/json") -> bytes:
    """Return a POST request as bytes, with a body of the content type `kind`. `headers` are complete header lines."""
    data = body.encode()
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: {kind}\r\nContent-Length: {len(data)}\r\n"
    return f"{head}{headers}\r\n".encode() + data

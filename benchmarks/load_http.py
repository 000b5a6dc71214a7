"""A load generator for HTTP/1.1: a few connections that ask one thing after the other, as fast as they are answered.

It knows just enough of HTTP for answers with a length, chunks, or none. A connection is opened again after every
hundred requests, so that no process of a server has more of them for long. The figures count every answer, the
latencies are from the first byte sent to the last byte received.
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
"""In place of a status: the connection ended before the answer."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back; no status (BROKEN) when nothing did."""

    status: int
    head: bytes
    body: bytes


class Asker(Protocol):
    """What is asked. One request is on its way for each connection at a time."""

    def next(self) -> tuple[bytes, object] | None:
        """The next request and what is called it in `answered`; None when there is no more."""

    def answered(self, name: object, answer: Answer) -> None:
        """What came of it."""


@dataclass(slots=True)
class Run:
    """What was seen in one run."""

    seconds: float = 0.0
    latencies: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    own_processor: float = 0.0
    refusals: list[str] = field(default_factory=list)

    @property
    def requests(self) -> int:
        """How many were answered."""
        return len(self.latencies)

    @property
    def bad(self) -> int:
        """Answers that say no: all but 2xx and 3xx."""
        return sum(count for status, count in self.statuses.items() if not 200 <= status < 400)


class Connection(asyncio.Protocol):
    """One connection; `ask` sends a request and waits for the whole answer."""

    def __init__(self) -> None:
        self._transport: asyncio.Transport | None = None
        self._buffer = bytearray()
        self._head_ends = -1
        self._needed: int | None = None
        self._waiting: asyncio.Future[Answer] | None = None
        self.closed = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Connected."""
        self._transport = transport  # type: ignore[assignment]

    def ask(self, request: bytes) -> Awaitable[Answer]:
        """Send; the answer comes later. BROKEN when the other side has hung up."""
        self._waiting = asyncio.get_running_loop().create_future()
        self._buffer.clear()
        self._head_ends = -1
        if self.closed or self._transport is None:
            self._waiting.set_result(Answer(BROKEN, b"", b""))
        else:
            self._transport.write(request)
        return self._waiting

    def data_received(self, data: bytes) -> None:
        """Collect until the answer is whole."""
        self._buffer += data
        if self._head_ends < 0:
            self._head_ends = self._buffer.find(b"\r\n\r\n")
            if self._head_ends < 0:
                return
            self._needed = _length(bytes(self._buffer[: self._head_ends]))
        body = self._head_ends + 4
        if self._needed is None:
            whole = self._buffer.endswith(b"0\r\n\r\n") and len(self._buffer) > body
        else:
            whole = len(self._buffer) >= body + self._needed
        if whole and self._waiting is not None and not self._waiting.done():
            head = bytes(self._buffer[: self._head_ends])
            self._waiting.set_result(Answer(int(head[9:12]), head, bytes(self._buffer[body:])))

    def connection_lost(self, error: Exception | None) -> None:
        """The other side hung up; whoever waits gets BROKEN."""
        self.closed = True
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(Answer(BROKEN, b"", b""))

    def close(self) -> None:
        """Hang up."""
        if self._transport is not None:
            self._transport.close()


def _length(head: bytes) -> int | None:
    """Bytes of the body that follows this head, None when it comes in chunks."""
    lower = head.lower()
    at = lower.find(b"\r\ncontent-length:")
    if at >= 0:
        return int(lower[at + 17 :].split(b"\r\n", 1)[0])
    return None if b"transfer-encoding: chunked" in lower else 0


async def connect(port: int, host: str = "127.0.0.1") -> Connection:
    """A connection; one that is closed at once when no one takes it."""
    try:
        _, connection = await asyncio.get_running_loop().create_connection(Connection, host, port)
    except OSError:
        connection = Connection()
        connection.connection_lost(None)
    return connection


async def load(port: int, asker: Asker, *, connections: int, seconds: float) -> Run:
    """Ask for so long over this many connections, and wait for what is on its way."""
    run, begun, own = Run(), time.perf_counter(), _own_processor()
    until = begun + seconds

    async def one() -> None:
        connection, asked = await connect(port), 0
        while time.perf_counter() < until and (wanted := asker.next()) is not None:
            request, name = wanted
            sent = time.perf_counter()
            try:
                answer = await asyncio.wait_for(connection.ask(request), SECONDS_FOR_THE_LAST)
            except TimeoutError:
                answer = Answer(BROKEN, b"", b"")
            run.latencies.append(time.perf_counter() - sent)
            run.statuses[answer.status] += 1
            if not 200 <= answer.status < 400 and len(run.refusals) < 3:
                run.refusals.append(f"{answer.status} {answer.body[:300]!r}")
            asker.answered(name, answer)
            asked += 1
            if asked >= REQUESTS_A_CONNECTION or answer.status == BROKEN or b"onnection: close" in answer.head:
                connection.close()
                connection, asked = await connect(port), 0
        connection.close()

    await asyncio.gather(*(one() for _ in range(connections)))
    run.seconds = time.perf_counter() - begun
    run.own_processor = _own_processor() - own
    return run


def _own_processor() -> float:
    times = os.times()
    return times.user + times.system


def get(path: str, headers: str = "") -> bytes:
    """A GET request."""
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{headers}\r\n".encode()


def post(path: str, body: str, headers: str = "", *, kind: str = "application/json") -> bytes:
    """A POST request."""
    data = body.encode()
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: {kind}\r\nContent-Length: {len(data)}\r\n"
    return f"{head}{headers}\r\n".encode() + data

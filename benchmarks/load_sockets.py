"""Many open sockets that need little processor time: a minimal WebSocket client for text frames."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence

SECONDS_TO_OPEN = 120.0
AT_ONCE = 40
"""The largest number of simultaneous handshakes."""
KEY = "dGhlIHNhbXBsZSBub25jZQ=="
MASK = b"\0\0\0\0"
"""A mask of zeros, which leaves the bytes unchanged."""
OnText = Callable[["Socket", bytes, float], None]


class CouldNotOpen(Exception):
    """Raised if the server refused the handshake. The message has the beginning of its response."""


class Socket(asyncio.Protocol):
    """A WebSocket. The callback `on_text` is called with every text and the time when it was read."""

    def __init__(self, path: str, headers: str, received: OnText) -> None:
        self.path, self._headers, self._on_text = path, headers, received
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed = False
        self._buffer = b""
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the request to upgrade the connection."""
        self._transport = transport  # type: ignore[assignment]
        head = f"GET {self.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        keys = f"Sec-WebSocket-Key: {KEY}\r\nSec-WebSocket-Version: 13\r\n"
        self._write(f"{head}{keys}{self._headers}\r\n".encode())

    def send_text(self, text: str) -> None:
        """Send a short text."""
        self._send_frame(0x81, text.encode())

    def close(self) -> None:
        """Close the socket."""
        self.closed = True
        if self._transport is not None:
            self._transport.close()

    def data_received(self, data: bytes) -> None:
        """Call `on_text` for every complete frame."""
        now = time.perf_counter()
        self._buffer += data
        if not self.opened.done() and not self._finish_handshake():
            return
        while (frame := self._next_frame()) is not None:
            kind, payload = frame
            if kind == 0x81:
                self._on_text(self, payload, now)
            elif kind == 0x89:
                self._send_frame(0x8A, payload)
            elif kind == 0x88:
                self.close()

    def connection_lost(self, error: Exception | None) -> None:
        """Mark the socket as closed."""
        self.closed = True
        if not self.opened.done():
            self.opened.set_exception(CouldNotOpen("the connection was closed"))

    def _finish_handshake(self) -> bool:
        head, end, rest = self._buffer.partition(b"\r\n\r\n")
        if not end:
            return False
        self._buffer = rest
        if b" 101 " in head[:20]:
            self.opened.set_result(None)
            return True
        self.opened.set_exception(CouldNotOpen(head[:200].decode(errors="replace")))
        self.close()
        return False

    def _next_frame(self) -> tuple[int, bytes] | None:
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        length, start = buffer[1], 2
        if length == 126:
            length, start = int.from_bytes(buffer[2:4], "big"), 4
        elif length == 127:
            length, start = int.from_bytes(buffer[2:10], "big"), 10
        if len(buffer) < start + length:
            return None
        self._buffer = buffer[start + length :]
        return buffer[0], buffer[start : start + length]

    def _send_frame(self, kind: int, payload: bytes) -> None:
        length = len(payload)
        size = bytes([0x80 | length]) if length < 126 else b"\xfe" + length.to_bytes(2, "big")
        self._write(bytes([kind]) + size + MASK + payload)

    def _write(self, data: bytes) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(data)


async def open_all(port: int, wanted: Sequence[tuple[str, str]], received: OnText) -> list[Socket]:
    """Open sockets for these pairs of path and headers, and return them in the same order. Raises CouldNotOpen."""
    turn, loop = asyncio.Semaphore(AT_ONCE), asyncio.get_running_loop()

    async def one(path: str, headers: str) -> Socket:
        async with turn:
            _, socket = await loop.create_connection(lambda: Socket(path, headers, received), "127.0.0.1", port)
            await asyncio.wait_for(socket.opened, SECONDS_TO_OPEN)
            return socket

    return await asyncio.gather(*(one(path, headers) for path, headers in wanted))


async def close_all(sockets: Sequence[Socket]) -> None:
    """Close all sockets, and wait until the servers have noticed."""
    for socket in sockets:
        socket.close()
    await asyncio.sleep(0.2)

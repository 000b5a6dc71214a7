"""A server on this machine that answers one byte at a time."""

from __future__ import annotations

import socket
import threading
from typing import Self


class Dripping:
    """A server on `port`. After the bytes `first`, each connection gets `drip` every twentieth of a second, and is
    closed after `seconds`, so that a reader without a deadline fails instead of hanging. `open` counts the open
    connections."""

    def __init__(self, first: bytes = b"HTTP/1.1 200", drip: bytes = b" ", seconds: float = 10.0) -> None:
        self.first, self.drip, self.seconds = first, drip, seconds
        self.open, self.is_worn_out = 0, False
        self.closing = threading.Event()
        self._changed = threading.Condition()
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=50)
        self.port: int = self._listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/"
        threading.Thread(target=self._accept, daemon=True).start()

    def until(self, *, open: int, seconds: float = 60.0) -> None:
        """Wait until this many connections are open; fail if one was read to its end."""
        with self._changed:
            assert self._changed.wait_for(lambda: self.open == open, seconds), self.open
        assert not self.is_worn_out

    def _accept(self) -> None:
        while True:
            try:
                asking, _ = self._listener.accept()
            except OSError:
                return
            self._count(1)
            threading.Thread(target=self._answer, args=(asking,), daemon=True).start()

    def _answer(self, asking: socket.socket) -> None:
        with asking:
            try:
                asking.sendall(self.first)
                for _ in range(int(self.seconds * 20)):
                    if self.closing.wait(0.05):
                        break
                    asking.sendall(self.drip)
                else:
                    self.is_worn_out = True
            except OSError:
                pass
        self._count(-1)

    def _count(self, change: int) -> None:
        with self._changed:
            self.open += change
            self._changed.notify_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.closing.set()
        self._listener.close()

"""A deadline for a whole exchange with another server.

The timeout of a socket bounds one read and starts again with each byte, so a server that responds byte by byte could
block a thread for days. The libraries used here (requests, smtplib, imaplib) have no other timeout.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class _SocketsOfDeadline:
    """The sockets that are used within one `deadline` block. They are shut down when its time is up."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._sockets: list[socket.socket] = []
        self.is_over = False

    def add(self, connection: socket.socket) -> None:
        """Shut this connection down at the deadline, or immediately if the deadline has passed."""
        with self._lock:
            if connection not in self._sockets:
                self._sockets.append(connection)
        if self.is_over:
            self.shut_down()

    def shut_down(self) -> None:
        """End all reads and writes of these sockets. For TLS connections this also shuts down the plain socket, because
        ssl.SSLSocket.shutdown would change the object while another thread reads."""
        self.is_over = True
        with self._lock:
            for connection in self._sockets:
                with suppress(OSError):
                    socket.socket.shutdown(connection, socket.SHUT_RDWR)


_current = threading.local()


@contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """Limit the block to this many seconds. Then the sockets that this thread has registered (`shut_down_at_deadline`)
    are shut down, and the block raises TimeoutError.

    Name resolution is not covered, because it happens before a socket exists. The system's resolver limits it.
    """
    exchange, around = _SocketsOfDeadline(), _open_deadlines()
    timer = threading.Timer(seconds, exchange.shut_down)
    timer.daemon = True
    timer.start()
    _current.exchanges = (*around, exchange)
    try:
        yield
    except Exception as error:
        if exchange.is_over:
            raise TimeoutError(f"not done within {seconds:g} seconds") from error
        raise
    finally:
        timer.cancel()
        _current.exchanges = around
    if exchange.is_over:  # half a line may look like a whole answer
        raise TimeoutError(f"not done within {seconds:g} seconds")


def shut_down_at_deadline(connection: socket.socket | None) -> None:
    """Register a socket to be shut down when a deadline of the current thread passes, or immediately if one has passed.

    HTTP, SMTP and IMAP clients call this before each read, because a server can prevent a socket's own timeout from
    expiring by sending one byte at a time. Does nothing for None, or if the thread has no deadline.
    """
    if connection is not None:
        for exchange in _open_deadlines():
            exchange.add(connection)


def _open_deadlines() -> tuple[_SocketsOfDeadline, ...]:
    return getattr(_current, "exchanges", ())

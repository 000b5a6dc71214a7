"""The web processes' kind of gunicorn worker: connections are spread over processes, stay with their threads, and are
refused at once when too many wait."""

from __future__ import annotations

import select
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from gunicorn.workers.gthread import ThreadWorker

PAUSE = 0.0002
"""Seconds for each connection that a process has: another one that waits is awake in half of that."""
LONGEST_PAUSE = 0.001
MOST_WAITING = 80
"""Requests of a process: it answers them within about a second, as long as anybody likes to wait."""
MOST_REFUSED_AT_ONCE = 64
PLAIN_REFUSAL = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
LINGER = 2
"""Milliseconds that a thread which nobody else waits for gives a connection to ask again."""


class EvenWorker(ThreadWorker):  # type: ignore[misc]
    """Threads as gunicorn's own, but for three things.

    All processes wait at one door. The one that was awake took all that came at once, and kept them for as long as
    they stayed open: of two processes one had eight connections and the other none, and a core was idle. So the more
    connections a process has, the longer it leaves a new one to others.

    A connection that was answered went back to the main thread, which waits for it and gives it to a thread again: a
    seventh of all that a process did. Now its thread waits a moment for what comes next, unless others wait.

    When all its threads were busy and its door was full, the system let nobody know: who came asked again after one
    second, three and seven. With more requests than could be answered all waited for some seven seconds, and it took
    thirteen more until all was well again. Now who comes while MOST_WAITING wait is told so at once, by `refusal`,
    which makes the answer of what has come of the request.
    """

    refusal: Callable[[bytes], bytes] = staticmethod(lambda asked: PLAIN_REFUSAL)

    def accept(self, listener: Any) -> None:
        """Take the next connection, unless another process takes it first."""
        if self.tpool._work_queue.qsize() >= MOST_WAITING:
            self._refuse_all(listener)
            return
        if self.nr_conns:
            time.sleep(min(PAUSE * self.nr_conns, LONGEST_PAUSE))
        super().accept(listener)

    def _refuse_all(self, listener: Any) -> None:
        """All who wait at the door: this thread has its turn seldom while the others are busy."""
        with suppress(OSError):  # nobody is there any more, or the one who asked has gone
            for _ in range(MOST_REFUSED_AT_ONCE):
                self._refuse(listener.accept()[0])

    def _refuse(self, asking: socket.socket) -> None:
        with asking:
            asking.setblocking(False)
            asked = b""
            with suppress(BlockingIOError):  # it has not come yet
                asked = asking.recv(65536)
            asking.send(self.refusal(asked))
            asking.shutdown(socket.SHUT_WR)

    def handle(self, conn: Any) -> Any:
        """Answer a request, and those that follow it at once by the same connection; what gunicorn says of the last."""
        while (result := super().handle(conn)) is True and self._asks_again(conn):
            pass
        return result

    def _asks_again(self, conn: Any) -> bool:
        others_wait = self.tpool._work_queue.qsize()
        if others_wait or not self.alive or conn.parser.unreader.buf.getvalue():
            return False  # also for what was read of a next request already: gunicorn's own way finds it
        waiting = select.poll()
        waiting.register(conn.sock, select.POLLIN)
        return bool(waiting.poll(LINGER))

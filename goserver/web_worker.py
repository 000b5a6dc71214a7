"""The web processes' kind of gunicorn worker: connections are spread over processes, and stay with their threads."""

from __future__ import annotations

import select
import time
from typing import Any

from gunicorn.workers.gthread import ThreadWorker

from foundation.deep_calls import in_one_piece

PAUSE = 0.0002
"""Seconds for each connection that a process has: another one that waits is awake in half of that."""
LONGEST_PAUSE = 0.001
LINGER = 2
"""Milliseconds that a thread which nobody else waits for gives a connection to ask again."""


class EvenWorker(ThreadWorker):  # type: ignore[misc]
    """Threads as gunicorn's own, but for two things.

    All processes wait at one door. The one that was awake took all that came at once, and kept them for as long as
    they stayed open: of two processes one had eight connections and the other none, and a core was idle. So the more
    connections a process has, the longer it leaves a new one to others.

    A connection that was answered went back to the main thread, which waits for it and gives it to a thread again: a
    seventh of all that a process did. Now its thread waits a moment for what comes next, unless others wait.
    """

    def accept(self, listener: Any) -> None:
        """Take the next connection, unless another process takes it first."""
        if self.nr_conns:
            time.sleep(min(PAUSE * self.nr_conns, LONGEST_PAUSE))
        super().accept(listener)

    def handle(self, conn: Any) -> Any:
        """Answer a request, and those that follow it at once by the same connection; what gunicorn says of the last."""
        return in_one_piece(self._answer_all, conn)

    def _answer_all(self, conn: Any) -> Any:
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

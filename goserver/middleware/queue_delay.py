"""A request that waited for longer than the one who asked goes on waiting is not answered any more, but refused.

The proxy says when it passed a request on (X-Request-Start). Its clock and ours may differ: the quickest request of
the last two minutes tells by how much, so that only waiting counts. A process that has just started cannot tell a clock
that is behind from requests that have waited, and these are what a new process finds: it takes the clocks to agree
until every request of `DOUBT` seconds has said otherwise. The price: behind a proxy whose clock is more than
MAX_QUEUE_DELAY behind, a new process refuses everything for as long.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

MAX_QUEUE_DELAY = 5.0
"""Seconds. The proxy gives up after twelve (deploy/nginx.conf), of which the answer itself needs some."""
WINDOW = 60.0
DOUBT = 20.0
"""Seconds; more than the proxy waits, so that what has waited at a process that was stuck is not taken for a clock."""


class Queue:
    """How long requests wait until they are begun; `wall` and `steady` are read as seconds."""

    def __init__(self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic) -> None:
        self._wall, self._steady = wall, steady
        self._lock = threading.Lock()
        self._turned = steady()
        self._least: float | None = None
        self._least_before: float | None = None
        self._late_since: float | None = None

    def waited(self, started: str) -> float:
        """Seconds since `started` (X-Request-Start: `t=` and seconds); 0 for what cannot be read."""
        try:
            difference = self._wall() - float(started.removeprefix("t="))
        except ValueError:
            return 0.0
        if difference != difference or abs(difference) == float("inf"):
            return 0.0
        with self._lock:
            self._turn()
            self._least = difference if self._least is None else min(self._least, difference)
            least = self._least if self._least_before is None else min(self._least, self._least_before)
            return difference - (least if self._clocks_differ(difference) else min(least, 0.0))

    def _clocks_differ(self, difference: float) -> bool:
        """Return whether all requests have been late for long enough that the proxy's clock must be behind."""
        now = self._steady()
        if difference <= MAX_QUEUE_DELAY:
            self._late_since = None
        elif self._late_since is None:
            self._late_since = now
        return self._late_since is not None and now - self._late_since >= DOUBT

    def _turn(self) -> None:
        """Forget, after a window or two, what was the least."""
        windows = (self._steady() - self._turned) // WINDOW
        if windows >= 1:
            self._least_before = self._least if windows < 2 else None
            self._least, self._turned = None, self._turned + windows * WINDOW


queue = Queue()

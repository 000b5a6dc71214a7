"""Refuse requests that have waited longer than clients wait.

The proxy sends the time when it passed a request on (X-Request-Start). Its clock may differ from ours. The fastest
request of the last two minutes shows the difference, so that only the waiting time counts. A new process cannot
distinguish a proxy clock that is behind from requests that have waited. It assumes equal clocks until every request of
`DOUBT` seconds contradicts this. Behind a proxy whose clock is more than MAX_QUEUE_DELAY behind, a new process
therefore refuses all requests for that long.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

MAX_QUEUE_DELAY = 5.0
"""The longest accepted wait in seconds. The proxy gives up after twelve seconds (deploy/nginx.conf), and processing the
request needs some of them."""
WINDOW = 60.0
DOUBT = 20.0
"""Seconds of late requests after which the clocks must differ; more than the proxy waits, so that requests that waited
for a stuck process are not mistaken for a clock difference."""


class QueueDelay:
    """Measures how long requests wait before processing starts. `wall` returns the seconds of the wall clock, and
    `steady` those of a clock that cannot be set."""

    def __init__(self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic) -> None:
        self._wall, self._steady = wall, steady
        self._lock = threading.Lock()
        self._turned = steady()
        self._least: float | None = None
        self._least_before: float | None = None
        self._late_since: float | None = None

    def seconds_waited_since(self, started: str) -> float:
        """Return how many seconds a request has waited since `started` (X-Request-Start: `t=` and seconds). Return 0
        for an invalid header."""
        try:
            difference = self._wall() - float(started.removeprefix("t="))
        except ValueError:
            return 0.0
        if difference != difference or abs(difference) == float("inf"):
            return 0.0
        with self._lock:
            self._advance_window()
            self._least = difference if self._least is None else min(self._least, difference)
            least = self._least if self._least_before is None else min(self._least, self._least_before)
            return difference - (least if self._clocks_differ(difference) else min(least, 0.0))

    def _clocks_differ(self, difference: float) -> bool:
        """Return whether all requests have been late for so long that the proxy's clock must be behind. `difference` is
        how late the current request is, in seconds."""
        now = self._steady()
        if difference <= MAX_QUEUE_DELAY:
            self._late_since = None
        elif self._late_since is None:
            self._late_since = now
        return self._late_since is not None and now - self._late_since >= DOUBT

    def _advance_window(self) -> None:
        """If the current time window of WINDOW seconds is over, keep its smallest delay as that of the last window, and
        start a new one."""
        windows = (self._steady() - self._turned) // WINDOW
        if windows >= 1:
            self._least_before = self._least if windows < 2 else None
            self._least, self._turned = None, self._turned + windows * WINDOW


queue = QueueDelay()

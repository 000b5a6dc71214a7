"""Background threads of a process, which run step by step and end with the process."""

from __future__ import annotations

import itertools
import logging
import threading
from collections.abc import Callable

from django.db import close_old_connections

logger = logging.getLogger(__name__)

SECONDS_TO_THE_FIRST_LOOK, SECONDS_BETWEEN_FIRST_LOOKS = 2.0, 0.2
"""The delay in seconds of the first background thread of a new process, and of each further thread. Twenty threads
would otherwise query the database at once, while the process handles its first requests."""
_started = itertools.count()
stopping = threading.Event()
"""Set when this process has been asked to end: background work starts nothing new, and long work ends early."""


def start(
    name: str, step: Callable[[], bool], seconds_between: float, *, woken_by: threading.Event | None = None
) -> threading.Thread:
    """Start a thread that calls `step` until this process ends, and log its failures.

    After a call that returns True, the next call follows immediately. Otherwise the thread waits for `seconds_between`,
    or until `woken_by` is set. The first call happens after `delay_before_first_step`, or when `woken_by` is set.
    """
    pause, first = woken_by or threading.Event(), delay_before_first_step()

    def run() -> None:
        pause.wait(first)
        _run_forever(name, step, seconds_between, pause)

    thread = threading.Thread(target=run, name=name, daemon=True)
    thread.start()
    return thread


def delay_before_first_step() -> float:
    """Return the seconds before the first step of a new background thread. Each thread of a process waits longer than
    the one started before it, so that not all begin at once."""
    return SECONDS_TO_THE_FIRST_LOOK + SECONDS_BETWEEN_FIRST_LOOKS * next(_started)


def _run_forever(name: str, step: Callable[[], bool], seconds_between: float, pause: threading.Event) -> None:
    while True:
        pause.clear()
        try:
            while step():
                pass
        except Exception:
            logger.exception("%s failed", name)
        finally:
            close_old_connections()
        pause.wait(seconds_between)


class WorkerThreads:
    """Runs `step` in at most `most` threads of this process at the same time. Each thread calls `step` until no work is
    left.

    If all of them are busy, `work` returns immediately, because a busy thread checks for work once more before it ends.
    """

    def __init__(self, step: Callable[[], bool], most: int) -> None:
        self._step, self._most = step, most
        self._lock = threading.Lock()
        self._busy = 0
        self._again = False

    def work(self) -> None:
        """Run `step` in this thread until there is no work left, or the process is ending. Return immediately if enough
        threads are busy. Raises the exceptions of `step`."""
        with self._lock:
            if self._busy >= self._most:
                self._again = True
                return
            self._busy += 1
        try:
            while True:
                while not stopping.is_set() and self._step():
                    pass
                if self._may_end():
                    return
        except BaseException:
            with self._lock:
                self._busy -= 1
            raise

    def _may_end(self) -> bool:
        """Return whether this thread may end, because `work` was not called in the meantime. If so, the thread counts
        as free."""
        with self._lock:
            if self._again:
                self._again = False
                return False
            self._busy -= 1
            return True

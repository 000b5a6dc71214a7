"""What goes on beside the requests of a process, step by step, in threads that end with it."""

from __future__ import annotations

import itertools
import logging
import threading
from collections.abc import Callable

from django.db import close_old_connections

logger = logging.getLogger(__name__)

SECONDS_TO_THE_FIRST_LOOK, SECONDS_BETWEEN_FIRST_LOOKS = 2.0, 0.2
"""A process that has just begun has its first requests to answer, and they would wait for some twenty threads that all
look at the database at once. So these look for the first time a little later, one after the other."""
_started = itertools.count()
stopping = threading.Event()
"""Set when this process has been asked to end: a crew begins nothing more, and what is long ends early."""


def start(
    name: str, step: Callable[[], bool], seconds_between: float, *, woken_by: threading.Event | None = None
) -> threading.Thread:
    """Do `step` again and again while it says that there was something to do, then rest, unless `woken_by` is set; a
    failure is logged. The first time is `until_first_look` from now, or when it is woken."""
    pause, first = woken_by or threading.Event(), until_first_look()

    def run() -> None:
        pause.wait(first)
        _run_forever(name, step, seconds_between, pause)

    thread = threading.Thread(target=run, name=name, daemon=True)
    thread.start()
    return thread


def until_first_look() -> float:
    """Seconds, more for each thread that asks."""
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


class Crew:
    """At most `most` threads of this process do `step` at the same time, each until it says that nothing is left.

    Anyone who comes when all of them are busy leaves immediately: one of them looks once more before it goes.
    """

    def __init__(self, step: Callable[[], bool], most: int) -> None:
        self._step, self._most = step, most
        self._lock = threading.Lock()
        self._busy = 0
        self._again = False

    def work(self) -> None:
        """Do what there is to do, in this thread, unless the process is to end. Raises what `step` raises."""
        with self._lock:
            if self._busy >= self._most:
                self._again = True
                return
            self._busy += 1
        try:
            while True:
                while not stopping.is_set() and self._step():
                    pass
                if self._may_go():
                    return
        except BaseException:
            with self._lock:
                self._busy -= 1
            raise

    def _may_go(self) -> bool:
        """Nobody came while this thread was looking: it is busy no more."""
        with self._lock:
            if self._again:
                self._again = False
                return False
            self._busy -= 1
            return True

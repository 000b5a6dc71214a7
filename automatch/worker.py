"""Background matching: a thread of each process that sweeps, and the worker when it is notified."""

from __future__ import annotations

import threading

from automatch.services import due, places
from foundation import background
from games.services import clock_check

SECONDS_BETWEEN_LOOKS = 20.0
MOST_ROUNDS = 20


def start() -> threading.Thread:
    """Start the thread, which runs as long as the process."""
    return background.start("searches", step, SECONDS_BETWEEN_LOOKS, woken_by=places.TASK.wanted)


def step() -> bool:
    """Do what is due until nothing is left, up to a limit."""
    for _ in range(MOST_ROUNDS):
        if not due.do_all(clock_check.now()):
            break
    return False

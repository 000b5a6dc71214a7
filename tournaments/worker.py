"""Background work of tournaments: a thread of each process that sweeps, and the worker when it is notified."""

from __future__ import annotations

import threading

from foundation import background
from foundation.handover import SECONDS_BETWEEN_LOOKS
from games.services import clock_check
from tournaments.services import due, waking

MOST_ROUNDS = 20


def start() -> threading.Thread:
    """Start the thread, which runs as long as the process."""
    return background.start("tournaments", step, SECONDS_BETWEEN_LOOKS, woken_by=waking.TASK.wanted)


def step() -> bool:
    """Do what is due until nothing is left, because the end of a round leads to the next."""
    for _ in range(MOST_ROUNDS):
        if not due.do_all(clock_check.now()):
            break
    return False

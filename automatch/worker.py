"""Match searches in the background: in a thread of each process with background work, and in the Celery worker when it
is notified."""

from __future__ import annotations

import threading

from automatch.services import due, places
from foundation import background
from games.services import clock_check

SECONDS_BETWEEN_LOOKS = 20.0
MOST_ROUNDS = 20


def start_thread() -> threading.Thread:
    """Start the matching thread, which runs until the process ends."""
    return background.start("searches", run_due_tasks, SECONDS_BETWEEN_LOOKS, woken_by=places.TASK.wanted)


def run_due_tasks() -> bool:
    """Run the periodic tasks until none are left, at most MOST_ROUNDS times. Return False, because nothing is left to
    do until the next call."""
    for _ in range(MOST_ROUNDS):
        if not due.run_periodic_tasks(clock_check.checked_now()):
            break
    return False

"""Background work of tournaments. A thread in each process runs due tasks regularly, and immediately after a
notification."""

from __future__ import annotations

import threading
from typing import Literal

from foundation import background
from foundation.dispatch import SECONDS_BETWEEN_LOOKS
from games.services import clock_check
from tournaments.services import due, waking

MOST_ROUNDS = 20


def start() -> threading.Thread:
    """Start and return the thread that runs the due tasks of tournaments, leagues, ladders and team matches until the
    process ends."""
    return background.start("tournaments", do_due_work, SECONDS_BETWEEN_LOOKS, woken_by=waking.TASK.wanted)


def do_due_work() -> Literal[False]:
    """Run due tasks until none are left, because the end of a round makes the next one due. Always return False, so
    that the thread pauses before the next call."""
    for _ in range(MOST_ROUNDS):
        if not due.run_all_background_steps(clock_check.checked_now()):
            break
    return False

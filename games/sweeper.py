"""The loop that ends games on time and tidies up: in every process that serves, and in the worker.

It keeps to monotonic time, so that a wall clock that jumps cannot stop it.
"""

from __future__ import annotations

import logging
import random
import threading
import time

from django.db import close_old_connections
from django.utils import timezone

from games.services.clock import flag_overdue
from games.services.idempotency import forget_old

logger = logging.getLogger(__name__)

SECONDS_BETWEEN = 20.0
SWEEPS_BETWEEN_TIDYING = 180


def sweep_once() -> int:
    """End the games whose time has run out; return how many."""
    close_old_connections()
    try:
        return flag_overdue(now=timezone.now())
    except Exception:
        logger.exception("the sweep failed")
        return 0
    finally:
        close_old_connections()


def tidy() -> None:
    """Delete what is kept for a while only."""
    try:
        forget_old(now=timezone.now())
    except Exception:
        logger.exception("tidying failed")
    finally:
        close_old_connections()


def run_forever() -> None:
    """Sweep every twenty seconds or so, in this thread."""
    sweeps = 0
    while True:
        sweep_once()
        sweeps += 1
        if sweeps % SWEEPS_BETWEEN_TIDYING == 0:
            tidy()
        time.sleep(_pause())


def start() -> threading.Thread:
    """Sweep in a thread of this process, for as long as the process lives."""
    thread = threading.Thread(target=run_forever, name="sweeper", daemon=True)
    thread.start()
    return thread


def _pause() -> float:
    """Spread out, so that several processes do not look at the same moment."""
    return SECONDS_BETWEEN * random.uniform(0.75, 1.25)  # noqa: S311

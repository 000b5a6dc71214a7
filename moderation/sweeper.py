"""Background work of moderation: suspended players' games after the time for an appeal, and the detectors."""

from __future__ import annotations

import threading
from typing import Literal

from django.core.cache import cache

from foundation import background
from games.services import clock_check
from moderation.services import report_findings, sweep_suspensions

SECONDS_BETWEEN = 30.0
SECONDS_BETWEEN_SIGNALS = 3600
LOOKED = "moderation-signals"


def start_thread() -> threading.Thread:
    """Start the thread that runs detectors and handles suspended players' games in the background, and return it."""
    return background.start("order", do_due_work, SECONDS_BETWEEN)


def do_due_work() -> Literal[False]:
    """Do the background work that is due. Always return False, which tells the caller not to repeat the work
    immediately.

    Detectors run once an hour. If processes share a cache, only one of them runs the detectors.
    """
    sweep_suspensions(now=clock_check.checked_now())
    if cache.add(LOOKED, True, SECONDS_BETWEEN_SIGNALS):
        report_findings(now=clock_check.checked_now())
    return False

"""Background work of moderation: the games of suspended players after the appeal period, and the detectors."""

from __future__ import annotations

import threading

from django.core.cache import cache

from foundation import background
from games.services import clock_check
from moderation.services import report_findings, sweep_suspensions

SECONDS_BETWEEN = 30.0
SECONDS_BETWEEN_SIGNALS = 3600
LOOKED = "moderation-signals"


def start() -> threading.Thread:
    """Start the thread of this module's background work."""
    return background.start("order", step, SECONDS_BETWEEN)


def step() -> bool:
    """Do the background work that is due. Detectors run once an hour, in one process if the processes share a
    cache."""
    sweep_suspensions(now=clock_check.checked_now())
    if cache.add(LOOKED, True, SECONDS_BETWEEN_SIGNALS):
        report_findings(now=clock_check.checked_now())
    return False

"""What is due automatically: the games of suspended people, after the time for an appeal; and looking for signals."""

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
    """Look for as long as the process lives."""
    return background.start("order", step, SECONDS_BETWEEN)


def step() -> bool:
    """Do what is due; the signals once an hour, where the processes share a cache by one of them."""
    sweep_suspensions(now=clock_check.now())
    if cache.add(LOOKED, True, SECONDS_BETWEEN_SIGNALS):
        report_findings(now=clock_check.now())
    return False

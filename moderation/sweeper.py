"""What is due by itself: the games of suspended people, after the time for an appeal."""

from __future__ import annotations

import threading

from goserver import background, timesource
from moderation.services import settle

SECONDS_BETWEEN = 30.0


def start() -> threading.Thread:
    """Look for as long as the process lives."""
    return background.start("suspensions", _step, SECONDS_BETWEEN)


def _step() -> bool:
    settle(now=timesource.now())
    return False

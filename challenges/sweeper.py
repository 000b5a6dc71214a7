"""Scheduled work of offers: biddings whose time has run out."""

from __future__ import annotations

import threading

from challenges.services.bidding import MOST_AT_ONCE, lapse_biddings
from foundation import background
from games.services import clock_check

SECONDS_BETWEEN = 60.0


def start() -> threading.Thread:
    """Check regularly in a thread until the process ends."""
    return background.start("offers", step, SECONDS_BETWEEN)


def step() -> bool:
    """End what is due; return whether there may be more."""
    return lapse_biddings(now=clock_check.now()) == MOST_AT_ONCE

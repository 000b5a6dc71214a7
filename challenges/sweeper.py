"""What is due automatically: offers whose komi no one settles in time."""

from __future__ import annotations

import threading

from challenges.services.bidding import MOST_AT_ONCE, lapse_biddings
from foundation import background
from games.services import clock_check

SECONDS_BETWEEN = 60.0


def start() -> threading.Thread:
    """Look for as long as the process lives."""
    return background.start("offers", step, SECONDS_BETWEEN)


def step() -> bool:
    """End what is due; again while there may be more."""
    return lapse_biddings(now=clock_check.now()) == MOST_AT_ONCE

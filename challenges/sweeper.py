"""Scheduled work on offers: ending biddings whose time has run out."""

from __future__ import annotations

import threading

from challenges.services.bidding import MOST_AT_ONCE, end_overdue_biddings
from foundation import background
from games.services import clock_check

SECONDS_BETWEEN = 60.0


def start() -> threading.Thread:
    """Start a thread that ends overdue biddings regularly, until the process ends."""
    return background.start("offers", step, SECONDS_BETWEEN)


def step() -> bool:
    """End a batch of overdue biddings. Return whether there may be more."""
    return end_overdue_biddings(now=clock_check.checked_now()) == MOST_AT_ONCE

"""Looking for what is to be told: the worker's beat does it every few seconds, or a thread of the server where there is
no worker; once a minute every process does."""

from __future__ import annotations

from foundation import background
from foundation.handover import SECONDS_BETWEEN_LOOKS, by_worker
from notifications.services import letters, sorting

SECONDS_BETWEEN = 5.0


def look() -> bool:
    """Do a piece of what is due; whether there may be more."""
    scheduled, queued = sorting.schedule_notices(), letters.queue_emails()
    return scheduled >= sorting.MOST_AT_ONCE or queued >= letters.MOST_AT_ONCE


def start() -> None:
    """Look in a thread of this process, for as long as it lives."""
    background.start("notices", look, SECONDS_BETWEEN_LOOKS if by_worker() else SECONDS_BETWEEN)

"""Looking for what is to be told: the worker's beat does it every few seconds, or a thread of the server where there is
no worker; once a minute every process does."""

from __future__ import annotations

from foundation import background
from foundation.handover import SECONDS_BETWEEN_LOOKS, by_worker
from notifications.services import emails, scheduling

SECONDS_BETWEEN = 5.0


def look() -> bool:
    """Do a piece of what is due; whether there may be more."""
    scheduled, queued = scheduling.schedule_notices(), emails.queue_emails()
    return scheduled >= scheduling.MOST_AT_ONCE or queued >= emails.MOST_AT_ONCE


def start() -> None:
    """Look in a thread of this process, for as long as it lives."""
    background.start("notices", look, SECONDS_BETWEEN_LOOKS if by_worker() else SECONDS_BETWEEN)

"""Look for pending notifications: the worker does it every few seconds, or a thread of the server if there is no
worker; every process does it once a minute."""

from __future__ import annotations

from foundation import background
from foundation.handover import SECONDS_BETWEEN_LOOKS, by_worker
from notifications.services import emails, scheduling

SECONDS_BETWEEN = 5.0


def look() -> bool:
    """Do a part of what is due; return whether there may be more."""
    scheduled, queued = scheduling.schedule_notices(), emails.queue_emails()
    return scheduled >= scheduling.MOST_AT_ONCE or queued >= emails.MOST_AT_ONCE


def start() -> None:
    """Look regularly in a thread of this process until it ends."""
    background.start("notices", look, SECONDS_BETWEEN_LOOKS if by_worker() else SECONDS_BETWEEN)

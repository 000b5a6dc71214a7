"""Process pending notifications every few seconds in the worker, or in a thread of the server if there is no worker.
Every process also does so once a minute."""

from __future__ import annotations

from foundation import background
from foundation.dispatch import SECONDS_BETWEEN_LOOKS, is_worker_configured
from notifications.services import emails, scheduling

SECONDS_BETWEEN = 5.0


def process_notification_batch() -> bool:
    """Process one batch of the pending notifications. Return whether there may be more, so that the caller calls again
    immediately."""
    scheduled, queued = scheduling.schedule_email_items(), emails.queue_due_emails()
    return scheduled >= scheduling.MOST_AT_ONCE or queued >= emails.MOST_AT_ONCE


def start() -> None:
    """Start a thread that processes pending notifications regularly, until the process ends."""
    background.start(
        "notices", process_notification_batch, SECONDS_BETWEEN_LOOKS if is_worker_configured() else SECONDS_BETWEEN
    )

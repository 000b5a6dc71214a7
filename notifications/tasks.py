"""Celery tasks: small and idempotent. Correctness never depends on them (docs/architecture.md)."""

from celery import shared_task

from foundation.background import WorkerThreads
from notifications.services import background

_processing = WorkerThreads(background.process_notification_batch, 1)


@shared_task(name="notifications.tasks.process_notifications")  # type: ignore[untyped-decorator]
def process_notifications() -> None:
    """Process pending notifications, and queue their e-mails."""
    _processing.work()

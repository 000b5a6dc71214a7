"""Celery tasks: small and idempotent. Correctness never depends on them (docs/architecture.md)."""

from celery import shared_task

from foundation.background import WorkerThreads
from mail_play import mailbox

_reading = WorkerThreads(mailbox.read_if_due, 1)


@shared_task(name="mail_play.tasks.read_mail")  # type: ignore[untyped-decorator]
def read_mail() -> None:
    """Process the replies in the mailbox."""
    _reading.work()

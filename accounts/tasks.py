"""Celery tasks: small and idempotent. Correctness does not depend on them (docs/architecture.md)."""

from celery import shared_task

from accounts.core import mail
from foundation.background import WorkerThreads

_senders = WorkerThreads(lambda: mail.send_next() is not None, mail.SENDERS)


@shared_task(name=mail.TASK)  # type: ignore[untyped-decorator]
def send_emails() -> None:
    """Send all due e-mails. Failed ones are tried again later."""
    _senders.work()

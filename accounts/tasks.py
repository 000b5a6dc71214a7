"""Celery tasks: small, and the same when they run twice. Nothing correct depends on them (docs/architecture.md)."""

from celery import shared_task

from accounts.core import mail
from foundation.background import Crew

_senders = Crew(lambda: mail.send_next() is not None, mail.SENDERS)


@shared_task(name=mail.TASK)  # type: ignore[untyped-decorator]
def send_letters() -> None:
    """Send the e-mails that are due. One that fails is tried again by a later look."""
    _senders.work()

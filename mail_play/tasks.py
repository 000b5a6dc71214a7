"""Celery tasks: small, and the same when they run twice. Nothing correct depends on them (docs/architecture.md)."""

from celery import shared_task

from mail_play import mailbox


@shared_task(name="mail_play.tasks.read_mail")  # type: ignore[untyped-decorator]
def read_mail() -> None:
    """Take the replies that came in."""
    mailbox.look()

"""Celery tasks: small, and the same when they run twice. Nothing correct depends on them (docs/architecture.md)."""

from celery import shared_task

from foundation.background import Crew
from programs import webhook_sender

_senders = Crew(webhook_sender.send_next, webhook_sender.AT_A_TIME)


@shared_task(name=webhook_sender.TASK)  # type: ignore[untyped-decorator]
def send_webhooks() -> None:
    """Send the webhooks that are due what waits for them; several at a time, as one address may be slow."""
    _senders.work()

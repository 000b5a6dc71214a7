"""Celery tasks: small and idempotent. Correctness does not depend on them (docs/architecture.md)."""

from celery import shared_task

from foundation.background import WorkerThreads
from programs import push_sender, webhook_sender
from programs.services.cursors import AT_A_TIME

_senders = WorkerThreads(webhook_sender.sending.send_next, AT_A_TIME)
_wakers = WorkerThreads(push_sender.sending.send_next, AT_A_TIME)


@shared_task(name=webhook_sender.TASK)  # type: ignore[untyped-decorator]
def send_webhooks() -> None:
    """Send pending events to due webhooks, several at a time because one URL may be slow."""
    _senders.work()


@shared_task(name=push_sender.TASK)  # type: ignore[untyped-decorator]
def send_pushes() -> None:
    """Send pending push messages to due devices, several at a time because one push service may be slow."""
    _wakers.work()

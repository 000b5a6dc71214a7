"""Celery tasks: small, and the same when they run twice. Nothing correct depends on them (docs/architecture.md)."""

from celery import shared_task

from foundation.background import Crew
from notifications.services import background

_tellers = Crew(background.look, 1)


@shared_task(name="notifications.tasks.tell")  # type: ignore[untyped-decorator]
def tell() -> None:
    """Write the e-mails about what happened since, as people chose it."""
    _tellers.work()

"""Celery tasks: load, call a service. Nothing correct depends on them (docs/architecture.md)."""

from celery import shared_task

from games import services
from games.services.idempotency import forget_old
from goserver import timesource


@shared_task  # type: ignore[untyped-decorator]
def flag_overdue_games() -> int:
    """End the games whose time has run out; the sweeper in every process does the same."""
    return services.flag_overdue(now=timesource.now())


@shared_task  # type: ignore[untyped-decorator]
def forget_old_keys() -> int:
    """Delete idempotency keys after seven days."""
    return forget_old(now=timesource.now())

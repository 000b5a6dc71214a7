"""Celery tasks: load, call a service. Nothing correct depends on them (docs/architecture.md)."""

import logging

from celery import shared_task

from games import services
from games.services import clock_check
from games.services.clock_check import UncheckedTime
from games.services.idempotency import forget_old

logger = logging.getLogger(__name__)


@shared_task  # type: ignore[untyped-decorator]
def flag_overdue_games() -> int:
    """End the games whose time has run out; the sweeper in every process does the same. None while the time of this
    machine is not confirmed."""
    try:
        return services.flag_overdue(now=clock_check.now())
    except UncheckedTime as error:
        logger.warning("no game was ended on time: %s", error)
        return 0


@shared_task  # type: ignore[untyped-decorator]
def forget_old_keys() -> int:
    """Delete idempotency keys after seven days."""
    return forget_old(now=clock_check.now())

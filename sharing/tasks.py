"""Celery tasks: small and idempotent. Correctness never depends on them (docs/architecture.md)."""

from celery import shared_task

from foundation.background import WorkerThreads
from sharing.openings import filling

_filling = WorkerThreads(filling.add_missing_games, 1)


@shared_task(name=filling.TASK.name)  # type: ignore[untyped-decorator]
def fill_openings() -> None:
    """Add recently ended games to the openings."""
    _filling.work()

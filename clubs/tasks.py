"""Celery tasks: small and idempotent. Data is correct even if they never run (docs/architecture.md)."""

from celery import shared_task

from clubs.services import imports
from foundation.background import WorkerThreads

_importing = WorkerThreads(imports.read_next_upload, 1)


@shared_task(name=imports.TASK.name)  # type: ignore[untyped-decorator]
def import_games() -> None:
    """Read the uploads of clubs that wait, one at a time."""
    _importing.work()

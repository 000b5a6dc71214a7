"""Celery tasks: small and idempotent. Correctness does not depend on them (docs/architecture.md)."""

from celery import shared_task

from clubs.services import imports
from foundation.background import WorkerThreads

_importing = WorkerThreads(imports.read_next_upload, 1)


@shared_task(name=imports.TASK.name)  # type: ignore[untyped-decorator]
def import_games() -> None:
    """Read waiting uploads of clubs, one at a time."""
    _importing.work()

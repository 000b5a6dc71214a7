"""Celery tasks: small and idempotent. Correctness does not depend on them (docs/architecture.md)."""

from celery import shared_task

from automatch import worker
from automatch.services import places
from foundation.background import WorkerThreads

_running = WorkerThreads(worker.run_due_tasks, 1)


@shared_task(name=places.TASK.name)  # type: ignore[untyped-decorator]
def match_searches() -> None:
    """Match searches, and end expired ones."""
    _running.work()

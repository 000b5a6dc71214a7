"""Celery tasks: small and idempotent. Correctness does not depend on them (docs/architecture.md)."""

from celery import shared_task

from foundation.background import WorkerThreads
from machine_review import worker
from machine_review.services import reviews

_reviewing = WorkerThreads(worker.run_next_review, 1)


@shared_task(name=reviews.TASK.name)  # type: ignore[untyped-decorator]
def review_games() -> None:
    """Run the waiting analyses, one at a time."""
    _reviewing.work()

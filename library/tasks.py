"""Celery tasks: small and idempotent. Correctness does not depend on them (docs/architecture.md)."""

from celery import shared_task

from foundation.background import WorkerThreads
from library.services import indexing

_indexing = WorkerThreads(indexing.index_missing_records, 1)


@shared_task(name=indexing.TASK.name)  # type: ignore[untyped-decorator]
def index_positions() -> None:
    """Make positions of new records searchable."""
    _indexing.work()

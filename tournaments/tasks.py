"""Celery tasks: short and idempotent. Correctness does not depend on them (docs/architecture.md)."""

from celery import shared_task

from foundation.background import WorkerThreads
from tournaments import worker
from tournaments.services import waking

_running = WorkerThreads(worker.do_due_work, 1)


@shared_task(name=waking.TASK.name)  # type: ignore[untyped-decorator]
def run_tournaments() -> None:
    """Run the due tasks of tournaments: pair rounds, start and end tournaments, make results final."""
    _running.work()

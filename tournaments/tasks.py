"""Celery tasks: short and idempotent. Correctness does not depend on them (docs/architecture.md)."""

from celery import shared_task

from foundation.background import WorkerThreads
from tournaments import worker
from tournaments.services import waking

_running = WorkerThreads(worker.do_due_work, 1)


@shared_task(name=waking.TASK.name)  # type: ignore[untyped-decorator]
def run_tournaments() -> None:
    """Run the due tasks of tournaments, such as pairing rounds, starting and ending tournaments, and making results
    final. Due tasks of leagues, ladders and team matches are included."""
    _running.work()

"""Celery tasks: small, and the same when they run twice. Nothing correct depends on them (docs/architecture.md)."""

from celery import shared_task

from foundation.background import Crew
from tournaments import worker
from tournaments.services import waking

_running = Crew(worker.step, 1)


@shared_task(name=waking.TASK.name)  # type: ignore[untyped-decorator]
def run_tournaments() -> None:
    """Pair, start, end and close what is due in tournaments."""
    _running.work()

"""Celery tasks: small, and the same when they run twice. Nothing correct depends on them (docs/architecture.md)."""

from celery import shared_task

from competitions import worker
from competitions.services import waking
from foundation.background import Crew

_running = Crew(worker.step, 1)


@shared_task(name=waking.TASK.name)  # type: ignore[untyped-decorator]
def run_tournaments() -> None:
    """Pair, start, end and close what is due in tournaments."""
    _running.work()

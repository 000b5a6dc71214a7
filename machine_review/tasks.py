"""Celery tasks: small, and the same when they run twice. Nothing correct depends on them (docs/architecture.md)."""

from celery import shared_task

from foundation.background import Crew
from machine_review import worker
from machine_review.services import reviews

_reviewing = Crew(worker.review_next, 1)


@shared_task(name=reviews.TASK.name)  # type: ignore[untyped-decorator]
def review_games() -> None:
    """Review the games that wait for it, one at a time."""
    _reviewing.work()

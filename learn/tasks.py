"""Celery tasks: short and idempotent. Correctness does not depend on them (docs/architecture.md)."""

from celery import shared_task

from foundation.background import WorkerThreads
from learn.services import daily_readers, own_problems

_proving = WorkerThreads(own_problems.prove_or_reject_next, 1)
_notifying = WorkerThreads(daily_readers.notify_next_readers, 1)


@shared_task(name=own_problems.TASK.name)  # type: ignore[untyped-decorator]
def prove_own_problems() -> None:
    """Prove or reject the problems submitted by players, one at a time."""
    _proving.work()


@shared_task(name="learn.tasks.notify_of_daily_problem")  # type: ignore[untyped-decorator]
def notify_of_daily_problem() -> None:
    """Notify subscribers of today's problem, each once."""
    _notifying.work()

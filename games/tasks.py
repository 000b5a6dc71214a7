"""Celery tasks: short, and safe to run twice. No result depends on them alone (docs/architecture.md)."""

from celery import shared_task

from foundation.background import Crew
from games import second_opinion
from games.services import suggestions

_asking = Crew(second_opinion.ask_now, 1)
_suggesting = Crew(suggestions.make_next, 1)


@shared_task(name=second_opinion.TASK)  # type: ignore[untyped-decorator]
def ask_for_second_opinions() -> None:
    """Query the engine about the games that wait for a second opinion, one at a time."""
    _asking.work()


@shared_task(name=suggestions.TASK.name)  # type: ignore[untyped-decorator]
def suggest_dead_stones() -> None:
    """Compute the missing suggestions of dead stones, one at a time."""
    _suggesting.work()

"""Celery tasks: short, and safe to run twice. No result depends on the tasks alone, because other code does the same
work if they do not run (docs/architecture.md)."""

from celery import shared_task

from foundation.background import WorkerThreads
from games import second_opinion
from games.services import predictions, result_questions, suggestions

_asking = WorkerThreads(second_opinion.ask_engine_if_configured, 1)
_suggesting = WorkerThreads(suggestions.compute_next_dead_stone_suggestion, 1)
_predicting = WorkerThreads(result_questions.ask_about_next_game, 1)


@shared_task(name=second_opinion.TASK)  # type: ignore[untyped-decorator]
def ask_for_second_opinions() -> None:
    """Query the engine about the games that wait for a second opinion, one at a time."""
    _asking.work()


@shared_task(name=suggestions.TASK.name)  # type: ignore[untyped-decorator]
def suggest_dead_stones() -> None:
    """Compute the missing suggestions of dead stones, one at a time."""
    _suggesting.work()


@shared_task(name=predictions.TASK.name)  # type: ignore[untyped-decorator]
def ask_about_results() -> None:
    """Estimate the results of games that may be decided, one game at a time. If a player is clearly behind, ask that
    player whether they accept the predicted result (C204)."""
    _predicting.work()

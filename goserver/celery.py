"""The Celery worker. It sends e-mails, webhooks and push messages, suggests dead stones, asks an engine for second
opinions on disputed results, and analyses games.

A process with new work notifies the worker (foundation/dispatch.py). In addition, Celery beat starts each task every
few seconds, which finds work whose notification was lost. Correctness does not depend on Celery.
"""

import os

from celery import Celery
from celery.signals import setup_logging, worker_ready, worker_shutting_down

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "goserver.settings")
app = Celery("igo")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.set_default()  # for every thread, not only for the one that imports


def _beat_entry(seconds: float, task: str) -> dict[str, object]:
    """Return the schedule entry with which Celery beat starts this task every `seconds` seconds. A task that no worker
    has begun within that time is dropped."""
    return {"task": task, "schedule": seconds, "options": {"expires": seconds}}


app.conf.beat_schedule = {
    "emails": _beat_entry(10, "accounts.tasks.send_emails"),
    "notices": _beat_entry(5, "notifications.tasks.process_notifications"),
    "webhooks": _beat_entry(5, "programs.tasks.send_webhooks"),
    "pushes": _beat_entry(5, "programs.tasks.send_pushes"),
    "suggestions": _beat_entry(5, "games.tasks.suggest_dead_stones"),
    "second opinions": _beat_entry(5, "games.tasks.ask_for_second_opinions"),
    "replies by e-mail": _beat_entry(60, "mail_play.tasks.read_mail"),
    "computer analyses": _beat_entry(10, "machine_review.tasks.review_games"),
    "own problems": _beat_entry(60, "learn.tasks.prove_own_problems"),
    "problem of the day": _beat_entry(300, "learn.tasks.notify_of_daily_problem"),
    "imports": _beat_entry(60, "clubs.tasks.import_games"),
    "openings": _beat_entry(60, "sharing.tasks.fill_openings"),
    "library": _beat_entry(60, "library.tasks.index_positions"),
    "searches": _beat_entry(20, "automatch.tasks.match_searches"),
    "tournaments": _beat_entry(20, "tournaments.tasks.run_tournaments"),
}


@setup_logging.connect  # type: ignore[untyped-decorator]
def _keep_logging_configuration(**_: object) -> None:
    """Do nothing. Celery leaves Django's logging configuration (goserver/conf/log.py) alone if its signal
    `setup_logging` has a receiver, such as this function."""


@worker_ready.connect  # type: ignore[untyped-decorator]
def _start_background_threads(**_: object) -> None:
    """Start the worker's background threads, which end games on time and do other periodic jobs. These threads use
    monotonic time, whereas beat stops if the machine's clock is set back."""
    from goserver.startup import housekeeping

    housekeeping.start_background_threads(records_heartbeats=False)


@worker_shutting_down.connect  # type: ignore[untyped-decorator]
def _stop_tasks(**_: object) -> None:
    """Ask running tasks to end when the worker shuts down. A task first finishes its current delivery, which has a
    deadline."""
    from foundation import background

    background.stopping.set()

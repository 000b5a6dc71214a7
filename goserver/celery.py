"""The Celery worker, which sends e-mails, webhooks and pushes, suggests dead stones, gets second opinions, and analyses
games.

Tasks run when the worker is notified (foundation/dispatch.py), and beat starts them every few seconds for remaining
work. Correctness does not depend on Celery.
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
    """Return an entry of beat's schedule. A task that has not started before the next one is dropped."""
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
def _keep_our_log(**_: object) -> None:
    """Signal receiver: do nothing, because a receiver of this signal prevents Celery from replacing Django's logging
    configuration (goserver/conf/log.py)."""


@worker_ready.connect  # type: ignore[untyped-decorator]
def _start_sweeper(**_: object) -> None:
    """Start the sweeper in the worker. The sweeper uses monotonic time, whereas beat stops if the machine's clock is
    set back."""
    from goserver.startup import housekeeping

    housekeeping.start_background_threads(heart=False)


@worker_shutting_down.connect  # type: ignore[untyped-decorator]
def _stop_tasks(**_: object) -> None:
    """Ask running tasks to return. They first finish the current delivery, which has a deadline."""
    from foundation import background

    background.stopping.set()

"""Tasks. Nothing correct depends on them."""

import os

from celery import Celery
from celery.signals import worker_ready

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "goserver.settings")
app = Celery("igo")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.conf.beat_schedule = {
    "forget-old-keys": {"task": "games.tasks.forget_old_keys", "schedule": 6 * 3600.0},
}


@worker_ready.connect  # type: ignore[untyped-decorator]
def _sweep(**_: object) -> None:
    """The worker ends games on time, too, by monotonic time and not by beat."""
    from django.conf import settings

    if settings.IGO_SWEEPER:
        from goserver import housekeeping

        housekeeping.start(heart=False)

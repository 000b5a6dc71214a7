"""The Django project: settings, URLs, start-up and health checks."""

import gc
import os

gc.set_threshold(50_000, 20, 20)
"""A start makes a million objects that stay; looking through them again and again took a fifth of it."""

if os.environ.get("REDIS_URL"):  # else there is no worker, and no one needs Celery
    import goserver.celery  # noqa: F401  (it becomes the app of every task)

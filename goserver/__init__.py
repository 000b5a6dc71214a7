"""The project: settings, addresses, start-up, health; nothing of Go."""

from goserver.celery import app as celery_app

__all__ = ["celery_app"]

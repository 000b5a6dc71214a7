"""What is switched on by settings when a process starts; nothing of it is imported where it is off."""

from __future__ import annotations

from django.apps import AppConfig
from django.conf import settings


class GoserverConfig(AppConfig):
    """Puts the server together."""

    name = "goserver"

    def ready(self) -> None:
        """Begin to count, and to report faults, where that is wanted."""
        if settings.IGO_METRICS:
            from goserver.metrics import process

            process.install()
        if settings.IGO_SENTRY_DSN:
            from goserver import fault_reports

            fault_reports.begin(settings.IGO_SENTRY_DSN)

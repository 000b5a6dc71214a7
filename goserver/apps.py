"""The project's own Django app. It starts optional features that settings enable; disabled features are not
imported."""

from __future__ import annotations

from django.apps import AppConfig
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured


class GoserverConfig(AppConfig):
    """The project's own app. Starts metrics and error reporting."""

    name = "goserver"

    def ready(self) -> None:
        """Start metrics and error reports, if the settings enable them."""
        if settings.IGO_METRICS:
            from goserver.metrics import process

            process.start_counting_game_actions()
        if settings.IGO_SENTRY_DSN:
            try:
                from goserver.operations import fault_reports
            except ImportError as error:
                raise ImproperlyConfigured(
                    "IGO_SENTRY_DSN: the package sentry-sdk is missing. Install it with "
                    "pip install 'igo-server[sentry]', or in a clone with uv sync --no-dev --extra sentry."
                ) from error
            fault_reports.start_error_reporting(settings.IGO_SENTRY_DSN)

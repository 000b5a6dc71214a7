"""Send error reports to Sentry with the error and its place in the code, but nothing about people, games or secrets.

This is only done if IGO_SENTRY_DSN is set. A report contains only data known to be harmless, instead of all data except
what is known to be harmful.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

import sentry_sdk
from django.conf import settings
from sentry_sdk.integrations import Integration
from sentry_sdk.integrations.atexit import AtexitIntegration
from sentry_sdk.integrations.dedupe import DedupeIntegration
from sentry_sdk.integrations.django import DjangoIntegration
from sentry_sdk.integrations.excepthook import ExcepthookIntegration
from sentry_sdk.integrations.logging import LoggingIntegration
from sentry_sdk.integrations.threading import ThreadingIntegration

from goserver.operations.own_command import igo_version

KEPT = ("event_id", "timestamp", "platform", "level", "logger", "transaction", "release", "environment", "server_name")
OF_A_FRAME = (
    "filename",
    "abs_path",
    "module",
    "function",
    "lineno",
    "context_line",
    "pre_context",
    "post_context",
    "in_app",
)


def start_error_reporting(dsn: str, **more: Any) -> None:
    """Start reporting errors in background threads. `more` are additional options of Sentry's SDK, for tests."""
    sentry_sdk.init(
        dsn=dsn,
        release=f"igo@{igo_version()}",
        environment="production" if settings.PRODUCTION else "trial",
        server_name=urlsplit(settings.IGO_URL).hostname,
        default_integrations=False,
        auto_enabling_integrations=False,
        integrations=_sentry_integrations(),
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        auto_session_tracking=False,
        send_client_reports=False,
        before_send=strip_error_event,
        before_send_transaction=lambda event, hint: None,
        **more,
    )


def _sentry_integrations() -> list[Integration]:
    return [
        DjangoIntegration(transaction_style="url", middleware_spans=False, signals_spans=False, cache_spans=False),
        LoggingIntegration(level=None, event_level=40),
        ExcepthookIntegration(),
        ThreadingIntegration(),
        DedupeIntegration(),
        AtexitIntegration(callback=lambda pending, timeout: None),
    ]


def strip_error_event(event: Any, hint: dict[str, Any]) -> Any:
    """Return the part of an event that is sent: types of exceptions with their places in the code, and the fixed text
    of a log line.

    Exception messages are left out, because databases quote rows in them. URLs are left out, because some contain
    secrets; the route identifies the page.
    """
    kept = {name: event[name] for name in KEPT if name in event}
    kept["request"] = {"method": str(event.get("request", {}).get("method", ""))}
    if "message" in event.get("logentry", {}) and event["logentry"].get("params"):
        kept["logentry"] = {"message": event["logentry"]["message"]}  # the pattern, not what it was filled with
    exceptions = event.get("exception", {}).get("values") or []
    kept["exception"] = {"values": [_without_exception_messages(one) for one in exceptions]}
    return kept


def _without_exception_messages(exception: dict[str, Any]) -> dict[str, Any]:
    frames = (exception.get("stacktrace") or {}).get("frames") or []
    shown = [{name: frame[name] for name in OF_A_FRAME if name in frame} for frame in frames]
    return {"type": exception.get("type"), "module": exception.get("module"), "stacktrace": {"frames": shown}}

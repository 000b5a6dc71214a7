"""Logging: one line of JSON per event in production, human-readable lines otherwise.

While the database or Redis is down, each resulting failure is logged on one line. Its traceback would only show the
library's code, and repeat every few seconds.
"""

from __future__ import annotations

import logging
from typing import Any

import structlog
from django.utils.log import CallbackFilter

LIBRARIES, OF_TASKS = ("celery", "kombu"), "celery.app.trace"
REDIS_IS_AWAY = {"redis.exceptions.ConnectionError", "redis.exceptions.TimeoutError"}
DATABASE_IS_AWAY = {"psycopg.OperationalError", "psycopg.InterfaceError"}
"""Names of exceptions of an outage; names, because the libraries are imported only where they are used."""


def logging_settings(*, production: bool, level: str) -> dict[str, Any]:
    """Return the LOGGING setting, which logs all events of at least `level` to the console. In `production`, each event
    is one line of JSON."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "lines": {
                "()": structlog.stdlib.ProcessorFormatter,
                "processor": _log_renderer(production),
                "foreign_pre_chain": [
                    structlog.contextvars.merge_contextvars,
                    structlog.stdlib.add_log_level,
                    structlog.stdlib.add_logger_name,
                    structlog.processors.TimeStamper(fmt="iso", utc=True),
                    _failure_in_one_line,
                    *([structlog.processors.format_exc_info] if production else []),
                ],
            }
        },
        "filters": {"once": {"()": CallbackFilter, "callback": _is_first_line_of_request}},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "lines"}},
        "root": {"handlers": ["console"], "level": level},
        # the worker's: the start and the end of a task are not logged
        "loggers": {
            "celery": {"level": max(level, "WARNING", key=logging.getLevelName)},
            "django.request": {"filters": ["once"]},
        },
    }


def _is_first_line_of_request(record: logging.LogRecord) -> bool:
    """Return whether no line has been logged for this record's request yet. `request.is_logged` is True after the
    first line."""
    return not getattr(getattr(record, "request", None), "is_logged", False)


def _failure_in_one_line(logger: Any, method: str, event: dict[str, Any]) -> dict[str, Any]:
    """Return the log event with its traceback replaced by one line if the database or Redis is down, or if Celery
    handles the failure itself. Errors in the server's own tasks keep their traceback."""
    error = event["exc_info"][1] if isinstance(event.get("exc_info"), tuple) else None
    name = str(event.get("logger", ""))
    is_of_library = name.startswith(LIBRARIES) and name != OF_TASKS and event.get("level") != "critical"
    if not (is_of_library or is_outage(error)):
        return event
    event.pop("exc_info", None)
    text = str(event["event"])
    if error is not None:
        text = text.partition("\n")[0]  # beat adds where it was
        text += "" if type(error).__name__ in text or str(error) in text else f" ({type(error).__name__}: {error})"
    return {**event, "event": " ".join(text.split())}


def is_outage(error: BaseException | None) -> bool:
    """Return whether the database or Redis could not be reached, or has closed the connection."""
    while error is not None:
        names = {f"{kind.__module__}.{kind.__name__}" for kind in type(error).__mro__}
        if names & REDIS_IS_AWAY or (
            names & DATABASE_IS_AWAY and _is_connection_error(getattr(error, "sqlstate", None))
        ):
            return True
        error = error.__cause__
    return False


def _is_connection_error(sqlstate: str | None) -> bool:
    """Return whether an error with this SQLSTATE is about the connection. None means that the database did not respond.
    Class 08 and codes 57P are about connection, shutdown and start-up."""
    return sqlstate is None or sqlstate.startswith(("08", "57P"))


def _log_renderer(production: bool) -> Any:
    if production:
        return structlog.processors.JSONRenderer()
    return structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)

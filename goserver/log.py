"""The log: one line of JSON an event in production, readable lines otherwise."""

from __future__ import annotations

from typing import Any

import structlog


def lines(*, production: bool, level: str) -> dict[str, Any]:
    """The setting LOGGING: everything from this level on goes to the console."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "lines": {
                "()": structlog.stdlib.ProcessorFormatter,
                "processor": _renderer(production),
                "foreign_pre_chain": [
                    structlog.contextvars.merge_contextvars,
                    structlog.stdlib.add_log_level,
                    structlog.stdlib.add_logger_name,
                    structlog.processors.TimeStamper(fmt="iso", utc=True),
                    *([structlog.processors.format_exc_info] if production else []),
                ],
            }
        },
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "lines"}},
        "root": {"handlers": ["console"], "level": level},
    }


def _renderer(production: bool) -> Any:
    if production:
        return structlog.processors.JSONRenderer()
    return structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)

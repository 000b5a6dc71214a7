"""A plugin of pytest: a test is skipped for a reason that is listed here, or it has failed.

What the tests need is installed (tests/support/programs.py); "not installed" is no reason.
"""

from __future__ import annotations

import os
from collections.abc import Generator
from typing import Any

import pytest

NEEDS_POSTGRES = "needs PostgreSQL and Redis: python3 manage.py test --only postgres"
ON_SQLITE = "about SQLite: python3 manage.py test --only sqlite"
NO_CASES = "the shared cases are not part of a clone (../shared/cases)"
STORAGE = {"db", "transactional_db", "django_db_setup", "live_server", "admin_client", "admin_user"}
"""The fixtures that bring a database."""
REASONS = (NEEDS_POSTGRES, ON_SQLITE, NO_CASES)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The mark `postgres` says it all: such a test is skipped in a run on SQLite.

    In a run on PostgreSQL, tests that use no database are left to the run on SQLite.
    """
    if os.environ.get("DATABASE_URL", "").startswith("postgres") and os.environ.get("REDIS_URL"):
        elsewhere = [item for item in items if not _touches_storage(item)]
        items[:] = [item for item in items if _touches_storage(item)]
        config.hook.pytest_deselected(items=elsewhere)
        return
    for item in items:
        if item.get_closest_marker("postgres"):
            item.add_marker(pytest.mark.skip(reason=NEEDS_POSTGRES), append=False)


def _touches_storage(item: pytest.Item) -> bool:
    """Whether the test asks for the database, or for PostgreSQL by its mark."""
    marked = any(item.get_closest_marker(name) for name in ("django_db", "postgres", "storage"))
    return marked or bool(STORAGE & set(getattr(item, "fixturenames", ())))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, Any]:
    """A test that was skipped for another reason has failed."""
    return _checked((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Generator[None, Any, Any]:
    """The same for a module that skips itself whole."""
    return _checked((yield))


def _checked(report: Any) -> Any:
    if report.skipped and not hasattr(report, "wasxfail"):
        reason = str(report.longrepr[2]).removeprefix("Skipped: ")
        if reason not in REASONS:
            report.outcome = "failed"
            report.longrepr = f"Skipped, which is allowed only for a reason in tests/support/skips.py: {reason}"
    return report

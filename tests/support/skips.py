"""A plugin of pytest: a test is skipped for a reason that is listed here, or it has failed.

What the tests need is installed (tests/support/programs.py); "not installed" is no reason.
"""

from __future__ import annotations

import os
from collections.abc import Generator
from typing import Any

import pytest

NEEDS_POSTGRES = "needs PostgreSQL and Redis: python3 manage.py test --only tests"
ON_SQLITE = "about SQLite: python3 manage.py test --only sqlite"
NO_CASES = "the shared cases are not part of a clone (../shared/cases)"
REASONS = (NEEDS_POSTGRES, ON_SQLITE, NO_CASES)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The mark `postgres` says it all: such a test is skipped in a run on SQLite."""
    if os.environ.get("DATABASE_URL", "").startswith("postgres") and os.environ.get("REDIS_URL"):
        return
    for item in items:
        if item.get_closest_marker("postgres"):
            item.add_marker(pytest.mark.skip(reason=NEEDS_POSTGRES), append=False)


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

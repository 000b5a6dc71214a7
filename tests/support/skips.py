"""A pytest plugin: a test may be skipped only for a reason listed here; otherwise it fails.

The programs that tests need are installed (tests/support/programs.py), so "not installed" is not an accepted reason.
"""

from __future__ import annotations

import os
from collections.abc import Generator
from typing import Any

import pytest

NEEDS_POSTGRES = "needs PostgreSQL and Redis: python3 manage.py test --only tests"
ON_SQLITE = "about SQLite: python3 manage.py test --only sqlite"
NO_CASES = "the shared cases are not part of a clone (../shared/cases)"
ON_SQLITE_TOO = (
    "tests/accounts/test_account_deletion.py",
    "tests/accounts/test_names.py",
    "tests/accounts/test_restrictions.py",
    "tests/accounts/test_outbox.py",
    "tests/games/api/test_pages.py",
    "tests/programs/test_streams.py",
    "tests/live/test_sockets.py",
    "tests/games/services/test_timeouts.py",
    "tests/games/services/test_idempotency.py",
    "tests/games/verbs/test_moves.py",
    "tests/programs/test_webhooks.py",
    "tests/goserver/test_test_servers.py",
    "tests/moderation/test_detectors.py",
    "tests/moderation/test_score_lies.py",
    "tests/ops/test_backups.py",
    "tests/ops/test_checked_time.py",
    "tests/ratings/test_games.py",
    "tests/upgrades/test_rows_of_0_1_0.py",
)
"""Tests of storage, locks, migrations and queries, in which the databases differ: they run on both. Tests that start
their own server always use SQLite."""
REASONS = (NEEDS_POSTGRES, ON_SQLITE, NO_CASES)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip tests with the mark `postgres` in a run on SQLite."""
    if os.environ.get("DATABASE_URL", "").startswith("postgres") and os.environ.get("REDIS_URL"):
        return
    for item in items:
        if item.get_closest_marker("postgres"):
            item.add_marker(pytest.mark.skip(reason=NEEDS_POSTGRES), append=False)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, Any]:
    """Fail a test that was skipped for another reason."""
    return _checked((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Generator[None, Any, Any]:
    """Fail a module that skips itself for another reason."""
    return _checked((yield))


def _checked(report: Any) -> Any:
    if report.skipped and not hasattr(report, "wasxfail"):
        reason = str(report.longrepr[2]).removeprefix("Skipped: ")
        if reason not in REASONS:
            report.outcome = "failed"
            report.longrepr = f"Skipped, which is allowed only for a reason in tests/support/skips.py: {reason}"
    return report

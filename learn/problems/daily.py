"""The problem of the day, computed from the date. It is the same for everyone, and none is repeated within 60 days
(C106)."""

from __future__ import annotations

import hashlib
from datetime import UTC, date, datetime
from functools import cache

from .collection import server_problems
from .problem import Problem


def problem_of_day(day: date) -> Problem:
    """Return the problem of this day. Every problem is used once before any is repeated. The order changes if problems
    are added."""
    order = _daily_order()
    return server_problems()[order[day.toordinal() % len(order)]]


def utc_day_of(at: datetime) -> date:
    """Return the UTC date of this time, which determines its problem of the day."""
    return at.astimezone(UTC).date()


@cache
def _daily_order() -> list[str]:
    return sorted(server_problems(), key=lambda key: hashlib.blake2b(key.encode()).digest())

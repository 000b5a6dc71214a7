"""The problem of the day, computed from the date: everyone gets the same, and none is repeated within 60 days
(C106)."""

from __future__ import annotations

import hashlib
from datetime import date
from functools import cache

from .collection import problems
from .problem import Problem


def problem_of(day: date) -> Problem:
    """Return the problem of this day. All are used once before any is repeated, so added ones change the order."""
    order = _order()
    return problems()[order[day.toordinal() % len(order)]]


@cache
def _order() -> list[str]:
    return sorted(problems(), key=lambda key: hashlib.blake2b(key.encode()).digest())

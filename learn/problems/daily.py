"""The problem of the day, from the date alone: everybody gets the same, and none comes back for 60 days (C106)."""

from __future__ import annotations

import hashlib
from datetime import date
from functools import cache

from .collection import problems
from .problem import Problem


def problem_of(day: date) -> Problem:
    """The problem of this day. All come once before any comes again, so that what is added moves the order on."""
    order = _order()
    return problems()[order[day.toordinal() % len(order)]]


@cache
def _order() -> list[str]:
    return sorted(problems(), key=lambda key: hashlib.blake2b(key.encode()).digest())

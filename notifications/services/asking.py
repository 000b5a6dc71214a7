"""Notices that ask something: whether they are still unanswered when their e-mail leaves. Each app registers a check
for its own kinds when the server starts."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable

from notifications.models import Notice

StillOpen = Callable[[Collection[Notice]], Iterable[Notice]]
"""A check that returns the notices that are still unanswered, by a fixed number of queries."""
_checks: dict[str, StillOpen] = {}


def use(still_open: StillOpen, *kinds: str) -> None:
    """Register the check for notices of these kinds."""
    _checks.update(dict.fromkeys(kinds, still_open))


def answered(notices: Iterable[Notice]) -> set[int]:
    """The numbers of those of these notices whose question has been answered, or has gone."""
    asked: dict[StillOpen, list[Notice]] = {}
    for notice in notices:
        if notice.kind in _checks:
            asked.setdefault(_checks[notice.kind], []).append(notice)
    found = {notice.pk for some in asked.values() for notice in some}
    return found - {notice.pk for check, some in asked.items() for notice in check(some)}


def number_in(notice: Notice) -> int:
    """The number of what a notice is about, from the path of its page; 0 for none."""
    found = re.search(r"\d+", notice.path)
    return int(found[0]) if found else 0

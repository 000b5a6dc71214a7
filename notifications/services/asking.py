"""Notices that ask something: whether they still wait for an answer when their e-mail leaves. Each app says it of its
own kinds when the server starts."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable

from notifications.models import Notice

StillOpen = Callable[[Collection[Notice]], Iterable[Notice]]
"""Those of these notices that still wait for an answer; a number of statements that does not grow."""
_checks: dict[str, StillOpen] = {}


def use(still_open: StillOpen, *kinds: str) -> None:
    """From now on this says it of notices of these kinds."""
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

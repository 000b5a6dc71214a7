"""Check whether a notice that asks for a decision still needs one when its e-mail is sent. Each app has checks for its
own kinds of notices (notifications.signals)."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from functools import cache

from foundation.hook import send_and_merge
from notifications.models import Notice
from notifications.signals import notice_checks

StillOpen = Callable[[Collection[Notice]], Iterable[Notice]]
"""A check that returns the notices that are still unanswered, by a fixed number of queries."""


@cache
def _checks_by_kind() -> dict[str, StillOpen]:
    """Return, by kind of notice, the functions with which apps find the notices that still need an answer."""
    return send_and_merge(notice_checks)


def answered_notice_ids(notices: Iterable[Notice]) -> set[int]:
    """Return the ids of those notices whose request was answered or no longer exists."""
    asked: dict[StillOpen, list[Notice]] = {}
    for notice in notices:
        check = _checks_by_kind().get(notice.kind)
        if check is not None:
            asked.setdefault(check, []).append(notice)
    found = {notice.pk for some in asked.values() for notice in some}
    return found - {notice.pk for check, some in asked.items() for notice in check(some)}


def object_id_in_path(notice: Notice) -> int:
    """Return the id of the club, class or event that a notice is about, read from the path of its page, or 0 if the
    path has none."""
    found = re.search(r"\d+", notice.path)
    return int(found[0]) if found else 0

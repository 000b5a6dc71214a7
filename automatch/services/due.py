"""The periodic tasks of searches, each separate, so that a failure does not stop the others."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from automatch import announcing
from automatch.models import OFFER_WIDER_AFTER, Search, SearchState

from . import matching

logger = logging.getLogger(__name__)

MOST_AT_ONCE = 200


def run_periodic_tasks(now: datetime) -> int:
    """Run all periodic tasks once. Return the number of processed searches."""
    works: tuple[Callable[[datetime], int], ...] = (
        end_old_searches,
        ask_to_widen_searches,
        matching.compare_next_searches,
    )
    return sum(_run_logged(work, now) for work in works)


def _run_logged(task: Callable[[datetime], int], now: datetime) -> int:
    try:
        return task(now)
    except Exception:
        logger.exception("searches: %s failed", task.__name__)
        return 0


def end_old_searches(now: datetime) -> int:
    """End searches after 30 days (E80), and notify their players. Return their number."""
    old = Search.objects.open().filter(ends_at__lte=now)
    return _update_and_notify(old, "search_over", {"state": SearchState.EXPIRED}, now)


def ask_to_widen_searches(now: datetime) -> int:
    """Ask players whose search has found no one for a day whether to widen the search, once per search (E81). Return
    the number of these searches."""
    long = Search.objects.waiting().filter(notified=False, found=0, created_at__lte=now - OFFER_WIDER_AFTER)
    return _update_and_notify(long, "search_wider", {"notified": True}, now)


@transaction.atomic
def _update_and_notify(rows: QuerySet[Search], notice: str, new_values: dict[str, object], now: datetime) -> int:
    """Set the columns of these searches to `new_values`, and create a notice of kind `notice` for each player.
    Processes at most MOST_AT_ONCE searches, and skips those locked by other transactions. Return the number of updated
    searches."""
    free = rows.select_for_update(no_key=True, skip_locked=True, of=("self",)).order_by("pk")
    found = list(free[:MOST_AT_ONCE])
    Search.objects.filter(pk__in=[one.pk for one in found]).update(**new_values)
    if found:
        announcing.notify_searchers(found, notice, now)
    return len(found)

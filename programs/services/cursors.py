"""Claim a webhook or device, and record what was sent to it. Each is a row with a position in its player's events.

A process claims a row by setting `next_try_at`, delivers events, and records the result. Its writes take effect only
while it has the claim. If the process is killed in between, no event is lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Self, TypeVar

from django.db import connection, transaction
from django.db.models import Case, Exists, OuterRef, Q, QuerySet, When

from foundation.statements import ModelTable, row_of
from programs.models import Event
from programs.models.cursor import Cursor

from . import feed, origins

FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=5), timedelta(hours=1)
CLAIMED_FOR = timedelta(minutes=2)
"""How long a claim is valid; then another process may claim the row."""
AT_A_TIME = 3
"""The number of threads of a process that send to rows of one kind, because one address may be slow."""
AT_A_TIME_TO_ONE = AT_A_TIME - 1
"""The most threads that send to one host, and to addresses that are not known to answer. Only one thread sends to an
account."""
RELIABLE = Q(failures=0, last_success_at__isnull=False)
"""The condition that the address accepted the last event."""
Row = TypeVar("Row", bound=Cursor)


@dataclass(frozen=True, slots=True)
class CurrentDeliveries:
    """The deliveries in progress in a process, which limit the choice of the next webhook or device. `players` are the
    owners of those being served, and `hosts` the hosts to which no further delivery may begin. With `only_reliable`,
    the next one must have accepted its last event."""

    players: frozenset[int] = frozenset()
    hosts: frozenset[str] = frozenset()
    only_reliable: bool = False

    @classmethod
    def of(cls, rows: Iterable[Cursor]) -> Self:
        """Return the conditions that follow from the rows to which the process is sending now."""
        rows = list(rows)
        hosts = Counter(row.host for row in rows)
        doubtful = sum(row.failures > 0 or row.last_success_at is None for row in rows)
        return cls(
            frozenset(row.player_id for row in rows),
            frozenset(host for host, times in hosts.items() if times >= AT_A_TIME_TO_ONE),
            doubtful >= AT_A_TIME_TO_ONE,
        )


IDLE = CurrentDeliveries()


def due_rows(rows: QuerySet[Row], now: datetime) -> QuerySet[Row]:
    """Return the webhooks or devices (`rows`) with unsent events whose next try is due and whose permission to read
    events is still valid."""
    unsent = Event.objects.filter(Q(number__isnull=True) | Q(number__gt=OuterRef("sent")), player=OuterRef("player"))
    return origins.with_valid_origin(rows, now).filter(Exists(unsent), next_try_at__lte=now, player__is_active=True)


def claim_due(rows: QuerySet[Row], now: datetime, busy: CurrentDeliveries = IDLE) -> Row | None:
    """Claim a due row with events to send, for CLAIMED_FOR, and return it. Return None if there is none that the
    current deliveries (`busy`) allow. Rows that accepted their last event come first, then those with fewer
    failures."""
    if not row_of(_any_due_sql(rows.model), [connection.ops.adapt_datetimefield_value(now)])[0]:
        return None  # where no one has any, a move costs little more than this
    rows = due_rows(rows, now).exclude(player__in=busy.players).exclude(host__in=busy.hosts)
    if busy.only_reliable:
        rows = rows.filter(RELIABLE)
    for row in rows.order_by(Case(When(RELIABLE, then=0), default=1), "failures", "next_try_at", "pk")[:10]:
        if row_still_claimed(row).update(next_try_at=now + CLAIMED_FOR):
            row.next_try_at = now + CLAIMED_FOR
            return row
    return None


@cache
def _any_due_sql(model: type[Cursor]) -> str:
    return f"SELECT EXISTS (SELECT 1 FROM {ModelTable(model).name} WHERE next_try_at <= %s)"  # noqa: S608 - the name is ours


def row_still_claimed(row: Row) -> QuerySet[Row]:
    """Return a query for the row, which is empty if another process has claimed it."""
    return QuerySet(type(row)).filter(pk=row.pk, next_try_at=row.next_try_at)


def next_events(row: Cursor) -> list[Event]:
    """Return the row's next events. Deleted events are skipped."""
    news = feed.events_after(row.player_id, row.sent)
    if news.missed and not news.events:
        row_still_claimed(row).update(sent=news.last)
    return news.events


def record_delivery(row: Cursor, number: int, answer: str, now: datetime) -> bool:
    """Record that the event with this number was accepted, with the response's status in `answer`. Return False if the
    row was deleted or claimed by another process, or the player's account is closed."""
    kept = row_still_claimed(row).filter(player__is_active=True)
    return bool(kept.update(sent=number, failures=0, failing_since=None, last_answer=answer[:60], last_success_at=now))


def record_skip(row: Cursor, number: int) -> None:
    """Move the row's position past this event without sending it. Does nothing if another process has claimed the
    row."""
    row_still_claimed(row).update(sent=number)


def release_row(row: Cursor, now: datetime) -> None:
    """Release the claim on the row, because all its events are sent or the time for sending is over."""
    row_still_claimed(row).update(next_try_at=now)


def record_failure(row: Row, answer: str, now: datetime, then: Callable[[Row], None]) -> None:
    """Record a failed delivery, with the response or error in `answer`, and delay the next try, longer each time.
    `then` is called with the row before it is stored, and may change or delete it."""
    with transaction.atomic():
        found = row_still_claimed(row).select_for_update(no_key=True).first()
        if found is None:
            return
        pause = min(FIRST_PAUSE * 2 ** min(found.failures, 20), LONGEST_PAUSE)
        found.failures += 1
        found.failing_since = found.failing_since or now
        found.last_answer, found.next_try_at = answer[:60], now + pause
        then(found)
        if found.pk is not None:
            found.save()

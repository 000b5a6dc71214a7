"""Lists in pages of constant cost, however long the list is and however many conditions it comes from.

A page begins behind a key and not after so many rows, and what is visible for two reasons is two streams, each in the
order of an index, merged here: a database can read neither an offset nor an OR over two tables without reading all of
it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db.models import Q, QuerySet

MOST_COUNTED = 1000
"""Lists say "more than 1,000" instead of counting further."""
KEY = r"-?[0-9]{1,17}-[0-9]{1,18}"
"""How a key is written in an address."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

Key = tuple[Any, int]


@dataclass(frozen=True, slots=True)
class Stream:
    """Rows in the order of their keys, the greatest first: the column `at`, and among equals the number.

    Every row of a list is in one of its streams only. Without `at` the number is the key.
    """

    rows: QuerySet[Any]
    number: str = "pk"
    at: str = ""

    @property
    def columns(self) -> list[str]:
        """The columns of the key."""
        return [self.at or self.number, self.number]

    def keys(self, most: int, after: Key | None = None, before: Key | None = None) -> list[Key]:
        """The first keys smaller than `after`, the greatest first; or the first greater than `before`, the smallest
        first."""
        down = before is None
        rows = self.rows
        if (edge := after or before) is not None:
            rows = rows.filter(self._beyond(edge, "lt" if down else "gt"))
        order = [f"-{column}" if down else column for column in dict.fromkeys(self.columns)]
        return list(rows.order_by(*order).values_list(*self.columns)[:most])

    def _beyond(self, edge: Key, side: str) -> Q:
        """Past this key; the first condition is what an index is read by."""
        at, number = self.columns
        if not self.at:
            return Q(**{f"{number}__{side}": edge[1]})
        return Q(**{f"{at}__{side}e": edge[0]}) & (
            Q(**{f"{at}__{side}": edge[0]}) | Q(**{f"{number}__{side}": edge[1]})
        )

    def count(self, most: int) -> int:
        """How many rows there are, at most so many."""
        return self.rows.order_by().values_list(self.number)[:most].count()


@dataclass(frozen=True, slots=True)
class Merged:
    """A list out of several streams."""

    streams: Sequence[Stream]

    def keys(self, most: int, after: Key | None = None, before: Key | None = None) -> list[Key]:
        """The same as of a stream."""
        found = [key for stream in self.streams for key in stream.keys(most, after, before)]
        return sorted(found, reverse=before is None)[:most]

    def count(self) -> int:
        """How many rows there are, at most MOST_COUNTED + 1: that means more than MOST_COUNTED."""
        found = 0
        for stream in self.streams:
            found += stream.count(MOST_COUNTED + 1 - found) if found <= MOST_COUNTED else 0
        return found


@dataclass(frozen=True, slots=True)
class Place:
    """Which page is asked for: the one behind a key, the one before a key, or that of a number.

    With a key the number is only what the page is called. A number beyond what is counted is the last that is.
    """

    number: int = 1
    after: Key | None = None
    before: Key | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a list: its keys, and the addresses' way to its neighbours (None: there is none).

    `count` is exact unless `is_more`. `pages` is None where nobody has counted how many there are.
    """

    keys: list[Key]
    number: int
    count: int
    is_more: bool
    pages: int | None
    previous: str | None
    next: str | None


def page_at(rows: Merged, place: Place, size: int) -> Page:
    """The page of the list that is asked for."""
    counted = rows.count()
    is_more, count = counted > MOST_COUNTED, min(counted, MOST_COUNTED)
    last = max(1, -(-count // size))
    number = place.number if place.after or place.before else min(place.number, last)
    keys, earlier, later = _keys(rows, place, (number - 1) * size, size)
    if place.before is not None and not earlier:
        number = 1
        if len(keys) < size:  # rows have gone since: the first page is a whole one
            keys, earlier, later = _keys(rows, Place(), 0, size)
    return Page(
        keys=keys,
        number=number,
        count=count,
        is_more=is_more,
        pages=None if is_more else last,
        previous=f"before={written(keys[0])}&page={max(1, number - 1)}" if earlier and keys else None,
        next=f"after={written(keys[-1])}&page={number + 1}" if later and keys else None,
    )


def _keys(rows: Merged, place: Place, offset: int, size: int) -> tuple[list[Key], bool, bool]:
    """The keys of a page, and whether there are some before and behind it."""
    if place.before is not None:
        found = rows.keys(size + 1, before=place.before)
        return found[:size][::-1], len(found) > size, True
    if place.after is not None:
        found = rows.keys(size + 1, after=place.after)
        return found[:size], True, len(found) > size
    found = rows.keys(offset + size + 1)[offset:]
    return found[:size], offset > 0, len(found) > size


def written(key: Key) -> str:
    """The key as addresses have it."""
    at, number = key
    first = (at - _EPOCH) // timedelta(microseconds=1) if isinstance(at, datetime) else at
    return f"{first}-{number}"


def read_key(text: str, *, of_moments: bool) -> Key | None:
    """The key that is written so; None for what is no key. `of_moments`: its first part is a moment."""
    if not re.fullmatch(KEY, text, re.ASCII):
        return None
    first, number = text.rsplit("-", 1)
    try:
        return (_EPOCH + timedelta(microseconds=int(first)) if of_moments else int(first)), int(number)
    except OverflowError:
        return None


def in_order(keys: Iterable[Key], rows: Iterable[Any]) -> list[Any]:
    """The rows in the order of their keys; those that have gone meanwhile are left out."""
    found = {row.pk: row for row in rows}
    return [found[number] for _, number in keys if number in found]

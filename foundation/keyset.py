"""Pagination with constant cost, for any length of the list and any number of conditions.

A page begins after a key instead of after a number of rows. A list whose rows are visible for two reasons has two
streams, each in the order of an index, which are merged here. A database can process neither an offset nor an OR over
two tables without reading all rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db.models import Q, QuerySet

MOST_COUNTED = 1000
"""The number up to which rows are counted; above it lists say "more than 1,000"."""
KEY = r"-?[0-9]{1,17}-[0-9]{1,18}"
"""The pattern of a key in a URL."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

Key = tuple[Any, int]


@dataclass(frozen=True, slots=True)
class Stream:
    """Rows in the descending order of their keys: by the column `at`, then by `number`. Without `at`, `number` alone is
    the key.

    Every row of a list is in only one of its streams.
    """

    rows: QuerySet[Any]
    number: str = "pk"
    at: str = ""

    @property
    def columns(self) -> list[str]:
        """Return the columns of the key."""
        return [self.at or self.number, self.number]

    def keys(self, most: int, after: Key | None = None, before: Key | None = None) -> list[Key]:
        """Return up to `most` keys: those smaller than `after` in descending order, or those greater than `before` in
        ascending order."""
        down = before is None
        rows = self.rows
        if (edge := after or before) is not None:
            rows = rows.filter(self._beyond_key(edge, "lt" if down else "gt"))
        order = [f"-{column}" if down else column for column in dict.fromkeys(self.columns)]
        return list(rows.order_by(*order).values_list(*self.columns)[:most])

    def _beyond_key(self, edge: Key, side: str) -> Q:
        """Return the condition for keys smaller (`side` is "lt") or greater ("gt") than this key. The first part of the
        condition can use an index."""
        at, number = self.columns
        if not self.at:
            return Q(**{f"{number}__{side}": edge[1]})
        return Q(**{f"{at}__{side}e": edge[0]}) & (
            Q(**{f"{at}__{side}": edge[0]}) | Q(**{f"{number}__{side}": edge[1]})
        )

    def count(self, most: int) -> int:
        """Return the number of rows, but at most `most`."""
        return self.rows.order_by().values_list(self.number)[:most].count()


@dataclass(frozen=True, slots=True)
class MergedStreams:
    """A list merged from several streams."""

    streams: Sequence[Stream]

    def keys(self, most: int, after: Key | None = None, before: Key | None = None) -> list[Key]:
        """Return up to `most` keys of all streams in one order: those after `after`, or those before `before`."""
        found = [key for stream in self.streams for key in stream.keys(most, after, before)]
        return sorted(found, reverse=before is None)[:most]

    def count(self) -> int:
        """Return the number of rows, at most MOST_COUNTED + 1. That value means more than MOST_COUNTED."""
        found = 0
        for stream in self.streams:
            found += stream.count(MOST_COUNTED + 1 - found) if found <= MOST_COUNTED else 0
        return found


@dataclass(frozen=True, slots=True)
class KeysetPageRequest:
    """A requested page: the page after a key, the page before a key, or a page number.

    If a key is given, the number is only displayed and selects no rows. A number beyond the counted rows means the last
    counted page.
    """

    number: int = 1
    after: Key | None = None
    before: Key | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a list: its keys, and the keys for links to the previous and next pages (None if there is no such
    page).

    `count` is exact unless `is_more`. `pages` is None if the total is unknown.
    """

    keys: list[Key]
    number: int
    count: int
    is_more: bool
    pages: int | None
    previous: str | None
    next: str | None


def read_page(rows: MergedStreams, place: KeysetPageRequest, size: int) -> Page:
    """Return the requested page of the list, with `size` rows."""
    counted = rows.count()
    is_more, count = counted > MOST_COUNTED, min(counted, MOST_COUNTED)
    last = max(1, -(-count // size))
    number = place.number if place.after or place.before else min(place.number, last)
    keys, earlier, later = _page_keys(rows, place, (number - 1) * size, size)
    if place.before is not None and not earlier:
        number = 1
        if len(keys) < size:  # rows have gone since: the first page is a whole one
            keys, earlier, later = _page_keys(rows, KeysetPageRequest(), 0, size)
    return Page(
        keys=keys,
        number=number,
        count=count,
        is_more=is_more,
        pages=None if is_more else last,
        previous=f"before={encode_key(keys[0])}&page={max(1, number - 1)}" if earlier and keys else None,
        next=f"after={encode_key(keys[-1])}&page={number + 1}" if later and keys else None,
    )


def _page_keys(rows: MergedStreams, place: KeysetPageRequest, offset: int, size: int) -> tuple[list[Key], bool, bool]:
    """Return the keys of a page, and whether there are rows before and after it."""
    if place.before is not None:
        found = rows.keys(size + 1, before=place.before)
        return found[:size][::-1], len(found) > size, True
    if place.after is not None:
        found = rows.keys(size + 1, after=place.after)
        return found[:size], True, len(found) > size
    found = rows.keys(offset + size + 1)[offset:]
    return found[:size], offset > 0, len(found) > size


def encode_key(key: Key) -> str:
    """Return the key as text for URLs."""
    at, number = key
    first = (at - _EPOCH) // timedelta(microseconds=1) if isinstance(at, datetime) else at
    return f"{first}-{number}"


def decode_key(text: str, *, by_time: bool) -> Key | None:
    """Return the key from a URL, or None if it is not valid. With `by_time`, its first part is a time."""
    if not re.fullmatch(KEY, text, re.ASCII):
        return None
    first, number = text.rsplit("-", 1)
    try:
        return (_EPOCH + timedelta(microseconds=int(first)) if by_time else int(first)), int(number)
    except OverflowError:
        return None


def rows_in_key_order(keys: Iterable[Key], rows: Iterable[Any]) -> list[Any]:
    """Return the rows in the order of their keys. Keys without a row are left out."""
    found = {row.pk: row for row in rows}
    return [found[number] for _, number in keys if number in found]

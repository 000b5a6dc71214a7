"""Lists paginated by cursor, at constant cost. Rows are neither repeated nor skipped when rows are added or removed.

The rows are ordered by a unique key that never changes, which is the order of creation. A game therefore keeps its
position while it is played. Values that change, such as the time of the last action, are only for filters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter
from rest_framework import exceptions, serializers
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import MOST_ROWS
from foundation.keyset import Key, MergedStreams

USUAL_ROWS = 20
LONGEST_CURSOR = 200
QUERY = ("limit", "cursor")
PARAMETERS = [
    OpenApiParameter(
        "limit",
        {"type": "integer", "minimum": 1, "maximum": MOST_ROWS, "default": USUAL_ROWS},
        description="The number of results per page.",
    ),
    OpenApiParameter(
        "cursor",
        {"type": "string", "minLength": 1, "maxLength": LONGEST_CURSOR},
        description="The start of the page: taken from `next` or `previous` of another page.",
    ),
]


class CursorPages(CursorPagination):
    """Pages of at most 100 rows. An invalid cursor is a client error."""

    page_size = USUAL_ROWS
    max_page_size = MOST_ROWS
    page_size_query_param = "limit"

    def get_page_size(self, request: Request) -> int:
        """Return the requested size. Raises ValidationError if it is not a number from 1 to 100."""
        text = request.query_params.get("limit", str(self.page_size))
        if not (text.isascii() and text.isdigit() and len(text) < 4 and 1 <= int(text) <= MOST_ROWS):
            raise serializers.ValidationError({"limit": ["From 1 to 100."]})
        return int(text)

    def decode_cursor(self, request: Request) -> Any:
        """Return the decoded cursor. Raises ValidationError if it is not valid."""
        text = request.query_params.get("cursor")
        if text is not None and not re.fullmatch(rf"[A-Za-z0-9+/=]{{1,{LONGEST_CURSOR}}}", text):
            raise serializers.ValidationError({"cursor": ["Not a cursor of this server."]})
        try:
            return super().decode_cursor(request)
        except (ValueError, OverflowError, exceptions.NotFound) as error:
            raise serializers.ValidationError({"cursor": ["Not a cursor of this server."]}) from error

    def paginate_queryset(self, *args: Any, **kwargs: Any) -> Any:
        """Return the page. Raises ValidationError if the cursor's position does not exist."""
        try:
            return super().paginate_queryset(*args, **kwargs)
        except (ValidationError, ValueError) as error:
            raise serializers.ValidationError({"cursor": ["Not a cursor of this server."]}) from error


LARGEST = 2**63 - 1


class MergedRows:
    """A list merged from several queries, with the part of a queryset's interface that DRF's pagination needs. It is
    ordered by id, or by a time (`by`) and then by id."""

    def __init__(self, rows: MergedStreams, load: Callable[[list[Key]], list[Any]], by: str = "") -> None:
        self.rows, self.load, self.by = rows, load, by
        self._edges: dict[str, Key] = {}
        self._down = True

    def order_by(self, *order: str) -> MergedRows:
        """Set the order, descending or ascending, and return the list itself."""
        self._down = order[0].startswith("-")
        return self

    def filter(self, **condition: str) -> MergedRows:
        """Keep only the rows before or after a position, given as a lookup by DRF's cursor pagination, and return the
        list itself. Raises ValueError for an invalid position."""
        ((name, text),) = condition.items()
        is_before = name.endswith("__gt")
        if self.by:
            at = parse_utc_datetime(text)
            self._edges = {"before" if is_before else "after": (at, LARGEST if is_before else -1)}
        else:
            number = min(max(int(text), -1), LARGEST)
            self._edges = {"before" if is_before else "after": (number, number)}
        return self

    def __getitem__(self, piece: slice) -> list[Any]:
        """Return the rows of this slice."""
        edges = self._edges or ({} if self._down else {"before": self._smallest_key})
        return self.load(self.rows.keys(piece.stop, **edges)[piece.start :])

    @property
    def _smallest_key(self) -> Key:
        return (datetime.min.replace(tzinfo=UTC) if self.by else -1, -1)


def parse_utc_datetime(text: str) -> datetime:
    """Return the time in a text. Raises ValueError if it has no time zone or is not valid."""
    found = datetime.fromisoformat(text)
    if found.tzinfo is None:
        raise ValueError(text)
    return found


def page_of(
    request: Request, rows: QuerySet[Any] | MergedRows, show: Callable[[Any], Mapping[str, object]], *, key: str = "pk"
) -> Response:
    """Return a response with one page of these rows, in descending order of `key`, a unique column that never changes.
    `show` returns the JSON of a row.

    Raises ValidationError for an invalid cursor or page size.
    """
    key = (rows.by if isinstance(rows, MergedRows) else "") or key
    pages = CursorPages()
    pages.ordering = (f"-{key}",)
    page = pages.paginate_queryset(rows.order_by(f"-{key}"), request) or []
    return pages.get_paginated_response([show(row) for row in page])

"""Lists in pages, by cursor: of constant cost, and nothing is doubled or left out while rows come and go.

The rows are in the order of a key that is unique and never changes: when they were made. A game that is played in
while somebody pages stays where it is. What changes, such as the time of the last action, is for filters only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter
from rest_framework import exceptions, serializers
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import MOST_ROWS

USUAL_ROWS = 20
LONGEST_CURSOR = 200
QUERY = ("limit", "cursor")
PARAMETERS = [
    OpenApiParameter(
        "limit",
        {"type": "integer", "minimum": 1, "maximum": MOST_ROWS, "default": USUAL_ROWS},
        description="The number of rows of a page.",
    ),
    OpenApiParameter(
        "cursor",
        {"type": "string", "minLength": 1, "maxLength": LONGEST_CURSOR},
        description="Where the page begins: from the address in `next` or `previous` of another page.",
    ),
]


class Pages(CursorPagination):
    """Pages of at most 100 rows; what is no cursor of ours is the client's fault."""

    page_size = USUAL_ROWS
    max_page_size = MOST_ROWS
    page_size_query_param = "limit"

    def get_page_size(self, request: Request) -> int:
        """The size asked for; raises ValidationError when it is no number from 1 to 100."""
        text = request.query_params.get("limit", str(self.page_size))
        if not (text.isascii() and text.isdigit() and len(text) < 4 and 1 <= int(text) <= MOST_ROWS):
            raise serializers.ValidationError({"limit": ["From 1 to 100."]})
        return int(text)

    def decode_cursor(self, request: Request) -> Any:
        """The cursor; raises ValidationError for a broken one."""
        text = request.query_params.get("cursor")
        if text is not None and not re.fullmatch(rf"[A-Za-z0-9+/=]{{1,{LONGEST_CURSOR}}}", text):
            raise serializers.ValidationError({"cursor": ["Not a cursor of ours."]})
        try:
            return super().decode_cursor(request)
        except (ValueError, OverflowError, exceptions.NotFound) as error:
            raise serializers.ValidationError({"cursor": ["Not a cursor of ours."]}) from error

    def paginate_queryset(self, *args: Any, **kwargs: Any) -> Any:
        """The page; raises ValidationError for a cursor that points nowhere."""
        try:
            return super().paginate_queryset(*args, **kwargs)
        except (ValidationError, ValueError) as error:
            raise serializers.ValidationError({"cursor": ["Not a cursor of ours."]}) from error


def page_of(
    request: Request, rows: QuerySet[Any], show: Callable[[Any], Mapping[str, object]], *, key: str = "pk"
) -> Response:
    """One page of these rows, the greatest `key` first: a column that differs in all rows and never changes.

    Raises ValidationError.
    """
    pages = Pages()
    pages.ordering = (f"-{key}",)
    page = pages.paginate_queryset(rows.order_by(f"-{key}"), request) or []
    return pages.get_paginated_response([show(row) for row in page])

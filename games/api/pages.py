"""Lists in pages, by cursor: of constant cost, and nothing is doubled or left out while rows come and go."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter
from rest_framework import exceptions, serializers
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import MOST_ROWS

PARAMETERS = [
    OpenApiParameter("limit", int, description="rows of a page, 1 to 100"),
    OpenApiParameter("cursor", str, description="from `next` or `previous` of another page"),
]


class Pages(CursorPagination):
    """Pages of at most 100 rows; what is no cursor of ours is the client's fault."""

    page_size = 20
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
    request: Request, rows: QuerySet[Any], order: tuple[str, ...], show: Callable[[Any], dict[str, Any]]
) -> Response:
    """One page of these rows in this order. Raises ValidationError."""
    pages = Pages()
    pages.ordering = order
    page = pages.paginate_queryset(rows.order_by(*order), request) or []
    return pages.get_paginated_response([show(row) for row in page])

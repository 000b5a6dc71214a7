"""Template context of every page: the values of the page header for a signed-in player, and whether the account is
suspended."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.core.restrictions import is_restricted
from accounts.models.restriction import RestrictionKind
from games import reading
from ratings.models import Rating


def header_context(request: HttpRequest) -> dict[str, Any]:
    """Return the template variables of the page header for a signed-in player, such as counts of games and notices.
    They are read together when the template uses the first of them."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {}
    values: dict[str, Any] = {}

    def value(name: str) -> Any:
        if not values:
            values.update(reading.header_values(user.pk))
        return values[name]

    def rank() -> str:
        if not user.sees_ranks:
            return ""
        rating, deviation = value("own_rating"), value("own_deviation")
        return "" if rating is None else Rating(rating=rating, deviation=deviation).label

    lazy = {name: SimpleLazyObject(partial(value, name)) for name in reading.header_sql()}
    return {"is_suspended": is_restricted(user, RestrictionKind.SUSPENDED), **lazy, "own_rank": SimpleLazyObject(rank)}

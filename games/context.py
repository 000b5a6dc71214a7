"""Context of every page: the numbers of waiting games and new notices, and whether the account is suspended."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.core.restrictions import is_under
from accounts.models.restriction import RestrictionKind
from games import reading


def header(request: HttpRequest) -> dict[str, Any]:
    """Return the counts for a signed-in player. They are counted together when the page first shows one of them."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {}
    counted: dict[str, int] = {}

    def number(name: str) -> int:
        if not counted:
            counted.update(reading.waiting_for(user.pk))
        return counted[name]

    numbers = {name: SimpleLazyObject(partial(number, name)) for name in reading.header()}
    return {"is_suspended": is_under(user, RestrictionKind.SUSPENDED), **numbers}

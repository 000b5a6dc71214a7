"""What every page knows: how many games wait, and whether the account is suspended."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.core.restrictions import is_under
from accounts.models.restriction import RestrictionKind
from games.models.game import waiting_count


def header(request: HttpRequest) -> dict[str, Any]:
    """For those who are signed in; the numbers are counted when the page shows them."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {}
    return {
        "is_suspended": is_under(user, RestrictionKind.SUSPENDED),
        "waiting_count": SimpleLazyObject(lambda: waiting_count(user)),
    }

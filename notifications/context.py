"""What every page knows: how many notices are new."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from notifications.models import Notice


def bell(request: HttpRequest) -> dict[str, Any]:
    """For those who are signed in; the notices are counted when the page shows the number."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {}
    return {"notice_count": SimpleLazyObject(lambda: Notice.objects.unread().filter(player=user).count())}

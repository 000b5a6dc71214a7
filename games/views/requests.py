"""What every view takes from a request."""

from __future__ import annotations

from datetime import datetime

from django.http import HttpRequest, QueryDict

from accounts.models import Player
from foundation import timesource
from foundation.keyset import Place, read_key


def player_of(request: HttpRequest) -> Player:
    """Who is signed in; only for views behind login_required."""
    assert isinstance(request.user, Player)
    return request.user


def received_at(request: HttpRequest) -> datetime:
    """When the server got the request: what counts for clocks (R53)."""
    received: datetime = getattr(request, "received_at", None) or timesource.now()
    return received


def place_asked(asked: QueryDict, *, of_moments: bool) -> Place:
    """Which page of a list an address means: `after` or `before` a key, else the `page` of a number; what cannot be
    read is the first."""
    text = asked.get("page", "")
    number = max(1, int(text)) if text.isascii() and text.isdigit() and len(text) < 7 else 1
    after, before = (read_key(asked.get(name, ""), of_moments=of_moments) for name in ("after", "before"))
    return Place(number, after, None if after else before)

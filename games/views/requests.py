"""Functions that read values from a request, for views of several apps."""

from __future__ import annotations

from datetime import datetime

from django.http import HttpRequest, QueryDict

from accounts.models import Player
from foundation import timesource
from foundation.keyset import KeysetPageRequest, decode_key
from foundation.text import whole_number


def player_of(request: HttpRequest) -> Player:
    """Return the signed-in player. Use it only in views with login_required."""
    assert isinstance(request.user, Player)
    return request.user


def received_at(request: HttpRequest) -> datetime:
    """Return when the server received the request, which is the time that clocks use (R53)."""
    at: datetime = getattr(request, "received_at", None) or timesource.now()
    return at


def requested_page(query: QueryDict, *, by_time: bool) -> KeysetPageRequest:
    """Return which page of a list the query string requests: the rows after or before a key (`after`, `before`), or
    otherwise the page with the number `page`. `by_time` is whether keys contain times. Return the first page if the
    values are not valid."""
    number = max(1, whole_number(query.get("page"), 6) or 1)
    after, before = (decode_key(query.get(name, ""), by_time=by_time) for name in ("after", "before"))
    return KeysetPageRequest(number, after, None if after else before)

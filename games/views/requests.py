"""What every view takes from a request."""

from __future__ import annotations

from datetime import datetime

from django.http import HttpRequest

from accounts.models import Player
from foundation import timesource


def player_of(request: HttpRequest) -> Player:
    """Who is signed in; only for views behind login_required."""
    assert isinstance(request.user, Player)
    return request.user


def received_at(request: HttpRequest) -> datetime:
    """When the server got the request: what counts for clocks (R53)."""
    moment: datetime = getattr(request, "received_at", None) or timesource.now()
    return moment

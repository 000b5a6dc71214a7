"""Delete unused guest accounts that were not converted. They are deleted like any other account."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef

from accounts.models import Player
from accounts.privacy import account_deletion
from games.models import Seat

UNUSED_FOR = timedelta(days=14)
MOST_AT_ONCE = 200


def delete_unused_guests(*, now: datetime, **_: object) -> int:
    """Delete guests whose last visit was more than 14 days ago and who have no game in progress. Return how many were
    deleted."""
    plays = Seat.objects.running().filter(player=OuterRef("pk"))
    guests = Player.objects.filter(is_guest=True, is_child=False)
    unused = guests.filter(last_login__lt=now - UNUSED_FOR).exclude(Exists(plays))
    found = list(unused.order_by("last_login")[:MOST_AT_ONCE])
    for guest in found:
        account_deletion.delete(player=guest, now=now)
    return len(found)

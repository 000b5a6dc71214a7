"""End the searches of a suspended or deleted account."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from automatch.models import Search, SearchState


@transaction.atomic
def cancel_searches(player: Player, now: datetime, **_: object) -> None:
    """Cancel all open searches of the player, under the same locks as matching."""
    open_ones = Search.objects.select_for_update(no_key=True).open().filter(player=player).order_by("pk")
    numbers = [search.pk for search in open_ones]
    Search.objects.filter(pk__in=numbers).update(state=SearchState.CANCELLED, ends_at=now)


def has_open_search(player: Player, **_: object) -> bool:
    """Return whether the player has an open search. Receiver of the signal `games.signals.looking_for_games`."""
    return Search.objects.open().filter(player=player).exists()

"""Find open searches that are paused because their player could not start a game now (E82). This is checked at every
comparison, so that searches continue automatically."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import Count

from accounts.core.restrictions import is_restricted
from accounts.models.restriction import RestrictionKind as Restricted
from accounts.security.sessions import last_seen_times
from automatch.models import PauseReason, Search
from challenges.limits import MOST_RUNNING
from games.models import Seat, Vacation

UNSEEN = timedelta(days=14)


def pause_reasons(searches: Collection[Search], now: datetime) -> dict[int, str]:
    """Return the pause reason of each of these searches, by search id; the reason is "" if the search is not paused.
    Their players must be loaded. Takes four queries for any number of searches."""
    players = {search.player_id for search in searches}
    away = Vacation.objects.filter(player__in=players, begin__lte=now, end__gt=now)
    on_vacation = set(away.values_list("player_id", flat=True))
    running = Seat.objects.running().filter(player__in=players).order_by().values("player").annotate(n=Count("pk"))
    full = set(running.filter(n__gte=MOST_RUNNING).values_list("player_id", flat=True))
    seen = last_seen_times(sorted({search.player_id for search in searches if search.standing}))

    def reason(search: Search) -> str:
        player = search.player
        if player.is_bot or any(is_restricted(player, kind, now) for kind in (Restricted.SUSPENDED, Restricted.BARRED)):
            return PauseReason.BARRED
        if player.pk in on_vacation:
            return PauseReason.VACATION
        if player.pk in full:
            return PauseReason.LIMIT
        if search.standing and max(seen.get(player.pk, search.created_at), search.created_at) < now - UNSEEN:
            return PauseReason.UNSEEN
        return ""

    return {search.pk: reason(search) for search in searches}
